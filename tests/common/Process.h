// Runs a program as a person would and keeps what it printed.
// Nothing about this project's programs in here.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace fretsaw::test {

struct ProcessResult {
    int exitCode = -1;  ///< −signal where a signal ended it
    std::string out, err;
    double seconds = 0;
};

struct ProcessOptions {
    std::map<std::string, std::string> environment;  ///< added to the present one
    std::string folder;                              ///< to start in; empty: here
    bool terminal = false;                           ///< stderr is a terminal
    int signal = 0;                                  ///< sent once stderr shows signalAt
    std::string signalAt;
    long fileSizeLimit = 0;  ///< bytes; 0: none
    long memoryLimit = 0;    ///< bytes of address space; 0: none. Sanitizers need more than any limit.
};

/// Waits until it has ended.
[[nodiscard]] ProcessResult run(const std::vector<std::string>& arguments,
                                const ProcessOptions& options = {});

}  // namespace fretsaw::test
