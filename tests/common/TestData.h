// Where the real pictures lie that tests and benches may read.
// They are no part of the project: whoever uses this skips where they are absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace fretsaw::test {

/// $FRETSAW_TEST_DATA, else shared/data beside the source folder; std::nullopt where neither is a folder.
inline std::optional<std::filesystem::path> testData() {
    const char* given = std::getenv("FRETSAW_TEST_DATA");
    const std::filesystem::path folder =
        given != nullptr ? std::filesystem::path(given)
                         : std::filesystem::path(FRETSAW_SOURCE_DIR) / ".." / "shared" / "data";
    std::error_code error;
    return std::filesystem::is_directory(folder, error) ? std::optional(folder) : std::nullopt;
}

}  // namespace fretsaw::test
