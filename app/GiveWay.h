// How threads that compute make room for the window where cores are few.
// No threads of its own.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace fretsaw::app {

inline constexpr int kComputingNiceness = 5;  ///< cutting, opening, writing
inline constexpr int kDrawingNiceness = 2;    ///< frames that the processor draws

/// Lowers the priority of the calling thread for good; threads that it starts inherit it. The window's is 0.
inline void giveWay(int niceness) {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness);
}

}  // namespace fretsaw::app
