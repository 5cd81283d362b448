// What all commands of fretsaw-cli share: exit codes, the interrupt, the progress bar, how results are
// printed. No command is in here.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/cuda/ChooseBackend.h"
#include "core/image/Geometry.h"
#include "core/image/Image.h"
#include "core/image/Progress.h"
#include "core/io/ImageFile.h"

namespace fretsaw::cli {

inline constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2, kInterruptedCode = 130;

/// Thrown by commands for what CLI11 cannot check: exit code 2.
struct UsageError {
    std::string message;
};
/// Thrown where a stop was asked for: exit code 130.
struct Interrupted {};

/// Ctrl+C, SIGTERM and a terminal that is closed. Construct one before any other thread starts: all threads
/// inherit the blocked signals, and one thread waits for them.
class Interrupt {
public:
    Interrupt();

    /// Becomes requested with the first signal.
    [[nodiscard]] std::stop_token token() const;
    /// Until called, a signal ends the program at once (nothing is written and nothing can be stopped: files
    /// are being read). Afterwards the token is what ends the work.
    void stopByTokenFromNow();
};

/// One line on a terminal's stderr; prints nothing elsewhere, or where TERM is "dumb".
class ProgressBar {
public:
    ProgressBar();
    ~ProgressBar();  ///< removes the line
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Starts a stage: "Reading", "Cutting". The returned function may be called from the working thread.
    [[nodiscard]] Progress stage(std::string name);

private:
    void draw(const std::string& name, double fraction);

    bool shown_ = false, coloured_ = false;
    int drawnPercent_ = -1;
};

/// What the environment asks to compute with. Throws UsageError for what it does not know.
[[nodiscard]] BackendWish wishedBackend();
/// What to compute with; without a wish the environment's. Throws Error where CUDA is wished for and cannot
/// be used here, UsageError.
[[nodiscard]] BackendChoice backendOf(std::optional<BackendWish> wish);
/// --backend. wish outlives the command.
void addBackendOption(CLI::App& command, std::optional<BackendWish>& wish);

/// What went well for people: "1,234,567".
[[nodiscard]] std::string grouped(std::int64_t number);

/// Prints one JSON object and a newline on stdout. Text that is not UTF-8 (paths) is replaced, not an error.
void printJson(const nlohmann::ordered_json& object);
/// "warning: …" on stderr.
void printWarning(const std::string& text);

/// Checks for CLI11's options, with messages for people. between: NaN is refused; megapixels: above 0;
/// notEmpty: a name, and no variable of a script that was not set.
[[nodiscard]] CLI::Validator between(double low, double high);
[[nodiscard]] CLI::Validator megapixels();
[[nodiscard]] CLI::Validator notEmpty();
/// For transform(): decimal digits without a sign. CLI11 itself would read 020 as sixteen.
[[nodiscard]] CLI::Validator wholeNumber(std::uint64_t low = 0,
                                         std::uint64_t high = std::numeric_limits<std::uint64_t>::max());

/// Whether two names, by whatever path or link, mean one file, which need not be there yet.
[[nodiscard]] bool sameFile(const std::string& a, const std::string& b);

/// Whether the name ends so; `ending` is in lower case, the name need not be.
[[nodiscard]] bool hasEnding(const std::string& path, std::string_view ending);

/// "WIDTHxHEIGHT" in pixels, each 1 … `most`. Throws UsageError.
[[nodiscard]] Size parseSize(const std::string& text, int most = std::numeric_limits<int>::max());

/// Throws UsageError where `output` has another ending or is the same file as `input`. An empty `output` is
/// fine.
void checkOutput(const std::string& output, std::string_view ending, const std::string& option,
                 const std::string& input);

/// Software and parameters for a PNG's text.
[[nodiscard]] io::PngText pngText(const std::string& parameters);

/// 64 hexadecimal digits of the SHA-256 of the pixels, row-major without gaps.
[[nodiscard]] std::string sha256(ImageView<const std::uint8_t> pixels);

}  // namespace fretsaw::cli
