// How long work reports how far it is.
// Stopping is std::stop_token, passed beside it.
#pragma once

#include <functional>

namespace fretsaw {

/// Called with a fraction 0…1 that never falls, from the thread that does the work, at most a few hundred
/// times a job. Must be quick and must not throw. An empty function is allowed: call it through report().
using Progress = std::function<void(double fraction)>;

inline void report(const Progress& progress, double fraction) {
    if (progress) progress(fraction);
}

}  // namespace fretsaw
