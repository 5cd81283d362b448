// What a compiler says against a person's text.
// Plain C++; who compiles is Nvrtc.h's.
#pragma once

#include <string>

#include "core/image/Error.h"

namespace fretsaw::cuda {

/// Text that does not compile. line and column: of the first error, counted from 1; 0: not known.
class CompileError : public InvalidArgument {
public:
    CompileError(int line, int column, const std::string& reason);
    [[nodiscard]] int line() const { return line_; }
    [[nodiscard]] int column() const { return column_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }  ///< what() without the place

private:
    int line_, column_;
    std::string reason_;
};

}  // namespace fretsaw::cuda
