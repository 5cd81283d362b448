// Signals, the progress bar, printing and small checks of fretsaw-cli.
// No command is in here.
#include "app/cli/Command.h"

#include <openssl/evp.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/image/Error.h"

namespace fretsaw::cli {
namespace {

// Reached by the signal thread, which lives until the program ends.
std::stop_source& stopSource() {
    static auto* source = new std::stop_source;
    return *source;
}
std::atomic<bool> gStopByToken{false};

void waitForSignals(sigset_t signals) {
    for (;;) {
        int signal = 0;
        if (sigwait(&signals, &signal) != 0) return;
        if (!gStopByToken) {
            std::fputs("\nfretsaw-cli: Interrupted; nothing was written.\n", stderr);
            std::_Exit(kInterruptedCode);
        }
        stopSource().request_stop();
    }
}

}  // namespace

Interrupt::Interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    (void)stopSource();
    std::thread(waitForSignals, signals).detach();
}

std::stop_token Interrupt::token() const {
    return stopSource().get_token();
}
void Interrupt::stopByTokenFromNow() {
    gStopByToken = true;
}

ProgressBar::ProgressBar() {
    const char* term = std::getenv("TERM");
    const char* noColour = std::getenv("NO_COLOR");
    shown_ = isatty(STDERR_FILENO) != 0 && term != nullptr && std::strcmp(term, "dumb") != 0;
    coloured_ = shown_ && (noColour == nullptr || *noColour == '\0');
}

ProgressBar::~ProgressBar() {
    if (drawnPercent_ >= 0) std::fputs("\r\033[K", stderr);
}

Progress ProgressBar::stage(std::string name) {
    if (!shown_) return {};
    drawnPercent_ = -1;
    draw(name, 0);
    return [this, name = std::move(name)](double fraction) { draw(name, fraction); };
}

void ProgressBar::draw(const std::string& name, double fraction) {
    constexpr int kWidth = 30;
    const int percent = static_cast<int>(fraction * 100);
    if (percent == drawnPercent_) return;
    drawnPercent_ = percent;
    const int filled = kWidth * percent / 100;
    std::string bar;
    for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
    std::fprintf(stderr, "\r%-8s %s%s%s %3d %%", name.c_str(), coloured_ ? "\033[36m" : "", bar.c_str(),
                 coloured_ ? "\033[0m" : "", percent);
    std::fflush(stderr);
}

BackendWish wishedBackend() {
    const auto wish = environmentWish();
    if (!wish) throw UsageError{"FRETSAW_BACKEND must be auto, cpu or cuda."};
    return *wish;
}

BackendChoice backendOf(std::optional<BackendWish> wish) {
    if (!wish) wish = wishedBackend();
    BackendChoice choice = chooseBackend(*wish);
    if (wish == BackendWish::Cuda && !choice.use.gpu)
        throw Error("The CUDA backend cannot be used. " + choice.use.reason);
    return choice;
}

void addBackendOption(CLI::App& command, std::optional<BackendWish>& wish) {
    command
        .add_option_function<std::string>(
            "--backend", [&wish](const std::string& name) { wish = backendWish(name); },
            "auto, cpu or cuda: what computes; else FRETSAW_BACKEND says")
        ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
        ->type_name("NAME");
}

std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    for (int at = static_cast<int>(text.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
        text.insert(static_cast<std::size_t>(at), 1, ',');
    return text;
}

void printJson(const nlohmann::ordered_json& object) {
    std::puts(object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
}

void printWarning(const std::string& text) {
    std::fprintf(stderr, "warning: %s\n", text.c_str());
}

CLI::Validator between(double low, double high) {
    return {[low, high](const std::string& text) -> std::string {
                double value = 0;
                const char* const end = text.data() + text.size();
                const auto [after, error] = std::from_chars(text.data(), end, value);
                if (error == std::errc() && after == end && value >= low && value <= high) return {};
                char range[64];
                std::snprintf(range, sizeof range, "\" is not a number from %g to %g.", low, high);
                return "\"" + text + range;
            },
            ""};
}

CLI::Validator wholeNumber(std::uint64_t low, std::uint64_t high) {
    return {[low, high](std::string& text) -> std::string {
                std::uint64_t value = 0;
                const char* const end = text.data() + text.size();
                const auto [after, error] = std::from_chars(text.data(), end, value);
                if (error != std::errc() || after != end || value < low || value > high)
                    return "\"" + text + "\" is not a whole number from " + std::to_string(low) + " to " +
                           std::to_string(high) + ".";
                text = std::to_string(value);
                return {};
            },
            ""};
}

CLI::Validator megapixels() {
    return between(1e-6, 1e9);  // from one pixel on
}

CLI::Validator notEmpty() {
    return {[](const std::string& text) { return text.empty() ? std::string("The value is empty.") : ""; },
            ""};
}

bool sameFile(const std::string& a, const std::string& b) {
    if (a.empty() || b.empty()) return false;
    std::error_code error;  // where nothing can be found out, the names decide
    if (a == b || std::filesystem::equivalent(a, b, error)) return true;
    const auto real = [&error](const std::string& name) {
        std::filesystem::path path(name);
        if (std::filesystem::is_symlink(path, error))  // to a file that is not there yet
            path = path.parent_path() / std::filesystem::read_symlink(path, error);
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    };
    const auto realA = real(a);
    return !realA.empty() && realA == real(b);
}

Size parseSize(const std::string& text, int most) {
    Size size;
    const char* const end = text.data() + text.size();
    const auto [afterWidth, widthError] = std::from_chars(text.data(), end, size.width);
    if (widthError == std::errc() && afterWidth != end && *afterWidth == 'x') {
        const auto [afterHeight, heightError] = std::from_chars(afterWidth + 1, end, size.height);
        if (heightError == std::errc() && afterHeight == end && !size.empty()) {
            if (size.width <= most && size.height <= most) return size;
            throw UsageError{"--size: at most " + std::to_string(most) + " pixels along each side."};
        }
    }
    throw UsageError{"--size: \"" + text + "\" is not WIDTHxHEIGHT, for example 1200x900."};
}

bool hasEnding(const std::string& path, std::string_view ending) {
    const std::string own = std::filesystem::path(path).extension().string();
    return std::equal(own.begin(), own.end(), ending.begin(), ending.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 'a' - 'A') : a) == b;
    });
}

void checkOutput(const std::string& output, std::string_view ending, const std::string& option,
                 const std::string& input) {
    if (output.empty()) return;
    if (!hasEnding(output, ending)) {
        throw UsageError{option + ": the name must end in " + std::string(ending) + "."};
    }
    if (sameFile(output, input)) {
        throw UsageError{option + ": " + output + " is an input; it would be overwritten."};
    }
}

io::PngText pngText(const std::string& parameters) {
    return {{"Software", "Fretsaw " FRETSAW_VERSION}, {"Fretsaw parameters", parameters}};
}

std::string sha256(ImageView<const std::uint8_t> pixels) {
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    bool good = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
    for (int y = 0; good && y < pixels.height(); ++y)
        good = EVP_DigestUpdate(context.get(), pixels.row(y), static_cast<std::size_t>(pixels.width())) == 1;
    good = good && EVP_DigestFinal_ex(context.get(), digest.data(), &length) == 1;
    if (!good) throw Error("The SHA-256 of the mask could not be computed.");
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        constexpr char kDigits[] = "0123456789abcdef";
        text += {kDigits[digest[i] >> 4], kDigits[digest[i] & 15]};
    }
    return text;
}

}  // namespace fretsaw::cli
