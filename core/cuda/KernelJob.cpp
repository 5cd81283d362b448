// Starts the process, listens, and ends it when it takes too long.
// No CUDA here.
#include "core/cuda/KernelJob.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "core/cuda/Nvrtc.h"

extern char** environ;

namespace fretsaw::cuda {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) {
    throw BackendError(
        std::string("The kernel could not be started: ") + what + ": " + std::strerror(errno) + ".", false);
}

/// A file descriptor above those that the child gets.
class File {
public:
    File(int fd, const char* what) : fd_(fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 10)) {
        if (fd >= 0) ::close(fd);
        if (fd_ < 0) fail(what);
    }
    ~File() { close(); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    [[nodiscard]] int get() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

private:
    int fd_;
};

/// The running process. Whatever happens, it ends with this object.
class Child {
public:
    Child(const std::string& helper, const File& request, const File& picture, const File& status) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, request.get(), 0);
        for (const int out : {1, 2})
            posix_spawn_file_actions_addopen(&actions, out, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, picture.get(), job::kPictureFile);
        posix_spawn_file_actions_adddup2(&actions, status.get(), job::kStatusFile);
        char* const arguments[] = {const_cast<char*>(helper.c_str()), nullptr};
        errno = posix_spawn(&pid_, helper.c_str(), &actions, nullptr, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
        if (errno != 0) fail(helper.c_str());
    }
    ~Child() {
        if (pid_ == 0) return;
        kill(pid_, SIGKILL);
        // A driver may take long to end a kernel: nobody waits for that here.
        std::thread([pid = pid_] { waitpid(pid, nullptr, 0); }).detach();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// After it closed its end: how it ended. Not for longer than a moment, as a driver may hold it back.
    std::string wait() {
        int status = 0;
        for (int i = 0; waitpid(pid_, &status, WNOHANG) != pid_; ++i) {
            if (i == 100) return "it hangs in its end";
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        pid_ = 0;
        if (WIFSIGNALED(status)) return std::string("it ended by ") + strsignal(WTERMSIG(status));
        return "it ended with code " + std::to_string(WEXITSTATUS(status));
    }

private:
    pid_t pid_ = 0;
};

/// What is known of the job from its lines.
class Course {
public:
    explicit Course(const KernelLimits& limits) : limits_(limits) { enter("The GPU", limits.startSeconds); }

    [[nodiscard]] bool done() const { return done_; }
    [[nodiscard]] int millisecondsLeft() const {
        return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()).count());
    }
    [[noreturn]] void tooLate() const {
        char text[160];
        std::snprintf(text, sizeof text, "%s took longer than %g s, so it was ended.", stage_, seconds_);
        throw BackendError(text, false);
    }
    /// Throws what the line says.
    void take(const std::string& line) {
        const std::string word = line.substr(0, line.find(' '));
        const std::string rest = word.size() < line.size() ? line.substr(word.size() + 1) : "";
        if (word == job::kStarting) return;
        if (word == job::kCompiling) return enter("The compiler", limits_.compileSeconds);
        if (word == job::kRunning) return enter("The kernel", limits_.runSeconds);
        done_ = word == job::kDone;
        if (done_) return;
        if (word != job::kWrongText) throw BackendError(rest.empty() ? line : rest, false);
        int row = 0, column = 0, read = 0;
        if (std::sscanf(rest.c_str(), "%d %d %n", &row, &column, &read) < 2) read = 0;
        throw CompileError(row, column, rest.substr(static_cast<std::size_t>(read)));
    }

private:
    void enter(const char* stage, double seconds) {
        stage_ = stage;
        seconds_ = seconds;
        end_ = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    KernelLimits limits_;
    const char* stage_ = "";
    double seconds_ = 0;
    Clock::time_point end_;
    bool done_ = false;
};

/// Until it is done. False: stopped.
bool listen(Child& child, const File& status, const KernelLimits& limits, const std::stop_token& stop) {
    constexpr int kPollMs = 5;
    Course course(limits);
    std::string text;
    while (!course.done()) {
        if (stop.stop_requested()) return false;
        const int left = course.millisecondsLeft();
        if (left <= 0) course.tooLate();
        pollfd wait{status.get(), POLLIN, 0};
        if (poll(&wait, 1, std::min(left, kPollMs)) <= 0) continue;
        char buffer[4096];
        const ssize_t count = read(status.get(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
            throw BackendError("The kernel's process gave no result: " + child.wait() + ".", false);
        text.append(buffer, static_cast<std::size_t>(count));
        for (std::size_t end; !course.done() && (end = text.find('\n')) != std::string::npos;) {
            course.take(text.substr(0, end));
            text.erase(0, end + 1);
        }
    }
    return true;
}

void writeAll(const File& file, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(file.get(), text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("memory");
        done += static_cast<std::size_t>(count);
    }
    (void)lseek(file.get(), 0, SEEK_SET);
}

Image<float> pictureIn(const File& file, Size size) {
    auto picture = Image<float>::uninitialized(size);
    const std::size_t rowBytes = static_cast<std::size_t>(size.width) * sizeof(float);
    for (int y = 0; y < size.height; ++y)
        for (std::size_t done = 0; done < rowBytes;) {
            const auto at = static_cast<off_t>(static_cast<std::size_t>(y) * rowBytes + done);
            const ssize_t count =
                pread(file.get(), reinterpret_cast<char*>(picture.row(y)) + done, rowBytes - done, at);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) throw BackendError("The kernel's picture could not be read.", false);
            done += static_cast<std::size_t>(count);
        }
    return picture;
}

}  // namespace

std::optional<Image<float>> runKernel(const std::string& helper, const std::string& text, Size size,
                                      const KernelLimits& limits, const std::stop_token& stop) {
    if (size.empty()) throw InvalidArgument("The picture has no pixels.");
    const File request(memfd_create("kernel", MFD_CLOEXEC), "memory");
    const File picture(memfd_create("picture", MFD_CLOEXEC), "memory");
    writeAll(request, std::to_string(size.width) + " " + std::to_string(size.height) + "\n" + text);
    const std::int64_t bytes = size.area() * static_cast<std::int64_t>(sizeof(float));
    if (ftruncate(picture.get(), bytes) != 0) throw OutOfMemory(static_cast<std::uint64_t>(bytes));
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
    const File from(ends[0], "pipe");
    File to(ends[1], "pipe");
    Child child(helper, request, picture, to);
    to.close();
    if (!listen(child, from, limits, stop)) return std::nullopt;
    return pictureIn(picture, size);
}

void fitToOne(Image<float>& numbers) {
    float largest = 0;
    for (int y = 0; y < numbers.height(); ++y)
        for (int x = 0; x < numbers.width(); ++x)
            if (std::isfinite(numbers(x, y))) largest = std::max(largest, numbers(x, y));
    if (!(largest > 0)) return;
    for (int y = 0; y < numbers.height(); ++y)
        for (int x = 0; x < numbers.width(); ++x) numbers(x, y) /= largest;
}

std::string kernelHelper() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path& place :
         {folder / "fretsaw-kernel", folder.parent_path() / "libexec" / "fretsaw" / "fretsaw-kernel"})
        if (std::filesystem::exists(place, error)) return place.string();
    throw BackendError("The program fretsaw-kernel is not installed; it comes with builds that have CUDA.",
                       false);
}

}  // namespace fretsaw::cuda
