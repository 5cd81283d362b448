// Recipes and backgrounds of the command line, and bands of pictures.
// Nothing is written here.
#include "app/cli/Recipes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <utility>

namespace fretsaw::cli {
namespace {

std::string firstLine(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) throw IoError(path, "The recipe could not be read.");
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

std::string wholeFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(kLongestFormula) + 1, '\0');  // longer ones are refused anyway
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad() || !file.is_open()) throw IoError(path, "The formula could not be read.");
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

/// The line of an error, and a mark below: under its character as a terminal shows it, tabs included.
std::string markedLine(std::string_view text, const FormulaError& error) {
    for (int line = 1; line < error.line(); ++line)
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    text = text.substr(0, text.find('\n'));
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    std::string mark;
    for (const char c : text.substr(0, static_cast<std::size_t>(error.column()) - 1))
        if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) mark += c == '\t' ? '\t' : ' ';
    return "\n    " + std::string(text) + "\n    " + mark + "^";
}

const std::map<std::string, Fit> kFits{
    {"stretch", Fit::Stretch}, {"cover", Fit::Cover}, {"contain", Fit::Contain}, {"tile", Fit::Tile}};

/// Two numbers with a comma between, −100 … 100.
std::pair<double, double> parseOffset(const std::string& text) {
    double x = 0, y = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, x);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == ',') {
        const auto second = std::from_chars(first.ptr + 1, end, y);
        if (second.ec == std::errc() && second.ptr == end && std::fabs(x) <= 100 && std::fabs(y) <= 100)
            return {x, y};
    }
    throw UsageError{"--background-offset: \"" + text + "\" is not X,Y in per cent, -100 to 100."};
}

}  // namespace

PictureRecipe readRecipe(const std::string& lineOrFile, const std::string& option) {
    std::error_code error;
    const bool file = std::filesystem::is_regular_file(lineOrFile, error);
    try {
        return PictureRecipe::parse(file ? firstLine(lineOrFile) : lineOrFile);
    } catch (const RecipeError& e) {
        throw UsageError{option + ": " + (file ? lineOrFile + ": " : "") + e.what()};
    }
}

std::shared_ptr<const Formula> readFormula(const std::string& textOrFile, const std::string& option) {
    std::error_code error;
    const bool file = std::filesystem::is_regular_file(textOrFile, error);
    std::string text = file ? wholeFile(textOrFile) : textOrFile;
    if (file && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a mark that some editors put first
    try {
        return parseFormula(text);
    } catch (const FormulaError& e) {
        throw UsageError{option + ": " + (file ? textOrFile + ": " : "") + e.what() + markedLine(text, e)};
    }
}

void addBackgroundOptions(CLI::App& command, BackgroundOptions& o) {
    command.add_option("--background", o.recipe, "Recipe of a generated background, or a file with it")
        ->type_name("LINE|FILE")
        ->check(notEmpty());
    command
        .add_option_function<std::string>(
            "--background-fit", [&o](const std::string& name) { o.fit = kFits.at(name); },
            "How a background of another shape is fitted: stretch, cover, contain or tile")
        ->check(CLI::IsMember(&kFits))
        ->type_name("NAME");
    command
        .add_option("--background-size", o.size,
                    "Its own size, for its shape and for tiles; else the photo's")
        ->type_name("WxH")
        ->check(notEmpty());
    command.add_option("--background-scale", o.scale, "After the fit, 0.01 … 100")
        ->check(between(Background::kLeastScale, Background::kMostScale));
    command
        .add_option("--background-offset", o.offset,
                    "To the right and down, in per cent of the photo's width and height")
        ->type_name("X,Y")
        ->check(notEmpty());
}

std::optional<Background> backgroundOf(const BackgroundOptions& options) {
    if (options.recipe.empty()) return std::nullopt;
    Background background{readRecipe(options.recipe, "--background")};
    background.fit = options.fit;
    background.scale = options.scale;
    if (!options.size.empty()) background.size = parseSize(options.size);
    if (!options.offset.empty()) {
        const auto [x, y] = parseOffset(options.offset);
        background.offsetX = x / 100;
        background.offsetY = y / 100;
    }
    return background;
}

}  // namespace fretsaw::cli
