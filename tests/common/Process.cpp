// fork, exec, and reading two pipes.
// Nothing else.
#include "tests/common/Process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace fretsaw::test {
namespace {

[[noreturn]] void execute(const std::vector<std::string>& arguments, const ProcessOptions& options, int out,
                          int err) {
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
    if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(126);
    const auto limitTo = [](int what, long bytes) {
        const rlimit limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
        if (bytes > 0) setrlimit(what, &limit);
    };
    limitTo(RLIMIT_FSIZE, options.fileSizeLimit);
    limitTo(RLIMIT_AS, options.memoryLimit);
    std::vector<char*> argv;
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
}

/// Reads both until both are closed, and sends the signal when it is time. A terminal that is closed reads as
/// an error.
void readBoth(int out, int err, pid_t child, const ProcessOptions& options, ProcessResult& result) {
    bool sent = options.signal == 0;
    std::array<pollfd, 2> ends{pollfd{out, POLLIN, 0}, pollfd{err, POLLIN, 0}};
    std::array<std::string*, 2> texts{&result.out, &result.err};
    std::array<char, 65536> part{};
    for (int open = 2; open > 0;) {
        poll(ends.data(), ends.size(), -1);
        for (std::size_t i = 0; i < 2; ++i) {
            if (ends[i].fd < 0 || ends[i].revents == 0) continue;
            const ssize_t got = read(ends[i].fd, part.data(), part.size());
            if (got > 0) {
                texts[i]->append(part.data(), static_cast<std::size_t>(got));
                if (!sent && result.err.find(options.signalAt) != std::string::npos)
                    sent = kill(child, options.signal) == 0;
            } else {
                ends[i].fd = -1;
                --open;
            }
        }
    }
}

}  // namespace

ProcessResult run(const std::vector<std::string>& arguments, const ProcessOptions& options) {
    int out[2], err[2];
    const bool made =
        pipe2(out, O_CLOEXEC) == 0 && (options.terminal ? openpty(&err[0], &err[1], nullptr, nullptr, nullptr)
                                                        : pipe2(err, O_CLOEXEC)) == 0;
    if (!made) throw std::runtime_error("no pipe");
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) execute(arguments, options, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    ProcessResult result;
    readBoth(out[0], err[0], child, options, result);
    int status = 0;
    waitpid(child, &status, 0);
    close(out[0]);
    close(err[0]);
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace fretsaw::test
