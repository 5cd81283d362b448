// Times the loops over all pixels one by one, on one thread, for each instruction set of this machine.
// No peers here: nobody else offers these steps.
#pragma once

#include <string>

namespace fretsaw::bench {

struct StagesOptions {
    std::string photo;  ///< empty: the generated scene of 12 MP
    int rounds = 5;     ///< the fastest counts
    bool json = false;
};

/// Prints a table, or one JSON object, on stdout. Returns the exit code.
int runStages(const StagesOptions& options);

}  // namespace fretsaw::bench
