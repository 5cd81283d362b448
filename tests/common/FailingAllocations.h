// Allocations of pixels that fail on purpose, for tests of what happens then.
// One at a time: the gate is the process's.
#pragma once

#include <cstdint>
#include <limits>

#include "core/image/Allocate.h"

namespace fretsaw::test {

/// While it lives, `allowed` allocations pass, the next `failing` ones throw OutOfMemory, and those after
/// them pass.
class FailingAllocations {
public:
    explicit FailingAllocations(int allowed, int failing = std::numeric_limits<int>::max())
        : allowed_(allowed), failing_(failing) {
        setAllocationGate(
            [](std::uint64_t, void* self) { return static_cast<FailingAllocations*>(self)->passes(); }, this);
    }
    ~FailingAllocations() { setAllocationGate(nullptr, nullptr); }
    FailingAllocations(const FailingAllocations&) = delete;
    FailingAllocations& operator=(const FailingAllocations&) = delete;

    /// How many were asked for.
    [[nodiscard]] int seen() const { return seen_; }

private:
    bool passes() {
        const int number = seen_++;
        return number < allowed_ || number - allowed_ >= failing_;
    }

    int allowed_, failing_, seen_ = 0;
};

}  // namespace fretsaw::test
