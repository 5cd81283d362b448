// Reading and writing recipes. Numbers are read and written by std::from_chars and std::to_chars, which know
// no language settings. What the values mean is elsewhere.
#include "core/generate/PictureRecipe.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fretsaw {
namespace {

using Type = Parameter::Type;

int columnOf(std::string_view line, const char* at) {
    return static_cast<int>(at - line.data()) + 1;
}

std::string quoted(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

std::string numberText(float value) {
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return error == std::errc() ? std::string(text, end) : std::string();
}

std::string rangeText(const Parameter& p) {
    return numberText(p.low) + " … " + numberText(p.high);
}

/// The part of `text` before `separator`, which is removed with it.
std::string_view takeUntil(std::string_view& text, char separator) {
    const std::size_t at = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return part;
}

template <typename Number>
Number parseNumber(std::string_view text, std::string_view line, const char* what) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc::result_out_of_range)
        throw RecipeError(columnOf(line, text.data()), quoted(text) + " is too large.");
    if (error != std::errc() || end != text.data() + text.size())
        throw RecipeError(columnOf(line, error == std::errc() ? end : text.data()),
                          quoted(text) + " is not " + what + ".");
    return number;
}

std::uint32_t parseColour(std::string_view text, std::string_view line) {
    std::uint32_t rgb = 0;
    const char* const end = text.data() + text.size();
    const bool sized = text.size() == 7 && text[0] == '#';
    if (!sized || std::from_chars(text.data() + 1, end, rgb, 16).ptr != end)
        throw RecipeError(columnOf(line, text.data()), quoted(text) + " is not a colour #rrggbb.");
    return rgb;
}

std::string colourText(std::uint32_t rgb) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text = "#";
    for (int shift = 20; shift >= 0; shift -= 4) text += kDigits[rgb >> shift & 15];
    return text;
}

float parseValue(const Parameter& p, std::string_view text, std::string_view line) {
    const int column = columnOf(line, text.data());
    if (p.type == Type::Toggle) {
        if (text == "on" || text == "off") return text == "on" ? 1.0f : 0.0f;
        throw RecipeError(column, p.key + " is on or off, not " + quoted(text) + ".");
    }
    if (p.type == Type::Choice) {
        const auto found = std::find(p.choices.begin(), p.choices.end(), text);
        if (found != p.choices.end()) return static_cast<float>(found - p.choices.begin());
        std::string names;
        for (const std::string& name : p.choices) names += (names.empty() ? "" : ", ") + name;
        throw RecipeError(column, p.key + " is one of " + names + ", not " + quoted(text) + ".");
    }
    if (p.type == Type::Colour) return static_cast<float>(parseColour(text, line));
    const float value = p.type == Type::Whole
                            ? static_cast<float>(parseNumber<int>(text, line, "a whole number"))
                            : parseNumber<float>(text, line, "a number");
    if (!(value >= p.low && value <= p.high))
        throw RecipeError(column, p.key + " must lie within " + rangeText(p) + ".");
    return value == 0 ? 0.0f : value;  // −0 is 0
}

std::string valueText(const Parameter& p, float value) {
    if (p.type == Type::Toggle) return value != 0 ? "on" : "off";
    if (p.type == Type::Choice) return p.choices[static_cast<std::size_t>(value)];
    if (p.type == Type::Colour) return colourText(static_cast<std::uint32_t>(value));
    return numberText(value);
}

float evenPosition(std::size_t index, std::size_t count) {
    return count < 2 ? 0.0f : static_cast<float>(index) / static_cast<float>(count - 1);
}

std::vector<ColourStop> parseColours(std::string_view text, std::string_view line) {
    std::vector<ColourStop> stops;
    std::size_t positions = 0;
    const char* const begin = text.data();
    for (bool more = true; more;) {
        const char* const at = text.data();
        more = text.find(',') != std::string_view::npos;
        std::string_view stop = takeUntil(text, ',');
        const bool placed = stop.find('@') != std::string_view::npos;
        const std::string_view colour = takeUntil(stop, '@');
        ColourStop next;
        next.rgb = parseColour(colour, line);
        if (placed) {
            ++positions;
            next.position = parseNumber<float>(stop, line, "a position");
            const float least = stops.empty() ? 0.0f : stops.back().position;
            if (!(next.position >= least && next.position <= 1))
                throw RecipeError(columnOf(line, stop.data()), "Positions rise from 0 to 1.");
        }
        stops.push_back(next);
        if (stops.size() > pixel::kMaxStops) throw RecipeError(columnOf(line, at), "At most 8 colours.");
    }
    if (positions != 0 && positions != stops.size())
        throw RecipeError(columnOf(line, begin), "Either all colours have positions, or none.");
    for (std::size_t i = 0; positions == 0 && i < stops.size(); ++i)
        stops[i].position = evenPosition(i, stops.size());
    return stops;
}

std::string coloursText(const std::vector<ColourStop>& stops) {
    bool even = true;
    for (std::size_t i = 0; i < stops.size(); ++i)
        even = even && stops[i].position == evenPosition(i, stops.size());
    std::string text;
    for (const ColourStop& stop : stops) {
        if (!text.empty()) text += ',';
        text += colourText(stop.rgb);
        if (!even) text.append("@").append(numberText(stop.position));
    }
    return text;
}

struct Setting {
    std::string_view key, value;
};

/// The next word of a line; blanks between quotation marks belong to it.
std::string_view takeWord(std::string_view& rest, std::string_view line) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    bool inside = false;
    std::size_t length = 0;
    for (; length < rest.size() && (inside || rest[length] != ' '); ++length) {
        if (rest[length] == '\\' && inside)
            ++length;
        else if (rest[length] == '"')
            inside = !inside;
    }
    if (inside) throw RecipeError(static_cast<int>(line.size()) + 1, "A quotation mark is missing.");
    const std::string_view word = rest.substr(0, length);
    rest.remove_prefix(length);
    return word;
}

constexpr std::pair<char, char> kEscapes[] = {
    {'"', '"'}, {'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}};

std::string escaped(std::string_view text) {
    std::string quotedText = "\"";
    for (const char c : text) {
        const auto* const escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                                [c](const auto& e) { return e.first == c; });
        if (escape != std::end(kEscapes)) quotedText += '\\';
        quotedText += escape != std::end(kEscapes) ? escape->second : c;
    }
    return quotedText + "\"";
}

/// A formula as escaped() writes it; errors at their column in the line.
std::shared_ptr<const Formula> parseQuoted(std::string_view value, std::string_view line) {
    const int column = columnOf(line, value.data());
    if (value.size() < 2 || value.front() != '"' || value.back() != '"')
        throw RecipeError(column, "A formula's text stands between quotation marks.");
    std::string text;
    std::vector<int> columns;  // of each character in the line
    for (std::size_t i = 1; i + 1 < value.size(); ++i) {
        columns.push_back(column + static_cast<int>(i));
        if (value[i] == '"') throw RecipeError(columns.back() + 1, "After the text there must be a blank.");
        if (value[i] != '\\') {
            text += value[i];
            continue;
        }
        const char next = value[++i];
        const auto* const escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                                [next](const auto& e) { return e.second == next; });
        if (escape == std::end(kEscapes))
            throw RecipeError(columns.back(), "\\\" \\\\ \\n \\r and \\t are known, nothing else.");
        text += escape->first;
    }
    columns.push_back(column + static_cast<int>(value.size()) - 1);
    try {
        return parseFormula(text);
    } catch (const FormulaError& e) {
        std::size_t at = 0;
        for (int n = 1; n < e.line(); ++n) at = std::min(text.find('\n', at), text.size() - 1) + 1;
        at = std::min(at + static_cast<std::size_t>(e.column()) - 1, text.size());
        throw RecipeError(columns[at], e.reason());
    }
}

/// NAME/VERSION.
const GeneratorInfo& parseHead(std::string_view head, std::string_view line) {
    const int column = columnOf(line, head.data());
    if (head.empty()) throw RecipeError(column, "A recipe begins with the name of a generator.");
    const bool hasVersion = head.find('/') != std::string_view::npos;
    const std::string_view name = takeUntil(head, '/');
    const GeneratorInfo* info = generatorNamed(name);
    if (info == nullptr) throw RecipeError(column, "There is no generator " + quoted(name) + ".");
    if (!hasVersion) throw RecipeError(column + static_cast<int>(name.size()), "The version is missing.");
    const int version = parseNumber<int>(head, line, "a version");
    if (version != info->version)
        throw RecipeError(columnOf(line, head.data()), info->key + " has version " +
                                                           std::to_string(info->version) + " here, not " +
                                                           std::to_string(version) + ".");
    return *info;
}

}  // namespace

PictureRecipe::PictureRecipe(const GeneratorInfo& info) : info_(&info), colours_(info.colours) {
    if (info.formula != nullptr) {
        formula_ = info.formula->shared_from_this();
        info_ = &formula_->info();
    }
    for (const Parameter& p : info.parameters) values_.push_back(p.standard);
}

PictureRecipe::PictureRecipe(std::shared_ptr<const Formula> formula) : PictureRecipe(formula->info()) {}

void PictureRecipe::setFormula(std::shared_ptr<const Formula> formula) {
    if (!formula_) throw InvalidArgument(info_->key + " has no formula.");
    PictureRecipe next(std::move(formula));
    for (std::size_t i = 0; i < next.values_.size(); ++i) {
        const Parameter& p = next.info_->parameters[i];
        const int before = info_->indexOf(p.key);
        if (before < 0 || info_->parameters[static_cast<std::size_t>(before)].type != p.type) continue;
        const float value = valueAt(before);
        if (value >= p.low && value <= p.high) next.values_[i] = value;
    }
    next.seed_ = seed_;
    next.colours_ = std::move(colours_);
    *this = std::move(next);
}

bool operator==(const PictureRecipe& a, const PictureRecipe& b) {
    const bool same =
        a.formula_ && b.formula_ ? a.formula_->text() == b.formula_->text() : a.info_ == b.info_;
    return same && a.seed_ == b.seed_ && a.values_ == b.values_ && a.colours_ == b.colours_;
}

float PictureRecipe::value(std::string_view key, float otherwise) const {
    const int index = info_->indexOf(key);
    return index < 0 ? otherwise : valueAt(index);
}

void PictureRecipe::set(std::string_view key, std::string_view value) {
    if (key == "seed") {
        seed_ = parseNumber<std::uint32_t>(value, value, "a seed, 0 … 4294967295");
    } else if (key == "colours") {
        colours_ = parseColours(value, value);
    } else if (key == "text" && formula_) {
        setFormula(parseFormula(value));
    } else {
        const int index = info_->indexOf(key);
        if (index < 0 && key == "tile")
            throw RecipeError(1, info_->name + " cannot be tiled. " + info_->whyNotTiled);
        if (index < 0) throw RecipeError(1, info_->key + " has no parameter " + quoted(key) + ".");
        values_[static_cast<std::size_t>(index)] =
            parseValue(info_->parameters[static_cast<std::size_t>(index)], value, value);
    }
}

void PictureRecipe::set(std::string_view key, double value) {
    const int index = info_->indexOf(key);
    if (index < 0) throw InvalidArgument(info_->key + " has no parameter " + quoted(key) + ".");
    const Parameter& p = info_->parameters[static_cast<std::size_t>(index)];
    const auto number = static_cast<float>(value);
    const bool whole = p.type != Type::Real;
    if (!(number >= p.low && number <= p.high) || (whole && number != std::floor(number)))
        throw InvalidArgument(p.key + " must lie within " + rangeText(p) + ".");
    values_[static_cast<std::size_t>(index)] = number == 0 ? 0.0f : number;
}

void PictureRecipe::setColours(std::vector<ColourStop> colours) {
    float least = 0;
    bool good = !colours.empty() && colours.size() <= pixel::kMaxStops;
    for (const ColourStop& stop : colours) {
        good = good && stop.position >= least && stop.position <= 1 && stop.rgb <= 0xffffff;
        least = stop.position;
    }
    if (!good) throw InvalidArgument("A gradient has 1 to 8 colours at rising positions from 0 to 1.");
    colours_ = std::move(colours);
}

PictureRecipe PictureRecipe::parse(std::string_view line) {
    std::string_view rest = line;
    PictureRecipe recipe(parseHead(takeWord(rest, line), line));
    std::vector<Setting> settings;
    for (std::string_view word = takeWord(rest, line); !word.empty(); word = takeWord(rest, line)) {
        if (word.find('=') == std::string_view::npos)
            throw RecipeError(columnOf(line, word.data()), quoted(word) + " is not KEY=VALUE.");
        std::string_view value = word;
        const std::string_view key = takeUntil(value, '=');
        const auto same = [&](const Setting& s) { return s.key == key; };
        if (std::any_of(settings.begin(), settings.end(), same))
            throw RecipeError(columnOf(line, word.data()), std::string(key) + " is set twice.");
        settings.push_back({key, value});
        if (key == "text" && recipe.formula_) recipe.setFormula(parseQuoted(value, line));
    }
    for (const auto& [key, value] : settings) {  // what a formula declares is known only now
        if (key == "text" && recipe.formula_) continue;
        const bool known = key == "seed" || key == "colours" || recipe.info_->has(key);
        const int offset = columnOf(line, known ? value.data() : key.data()) - 1;
        try {
            recipe.set(key, value);
        } catch (const RecipeError& e) {
            throw RecipeError(offset + e.column(), e.reason());
        }
    }
    return recipe;
}

std::string PictureRecipe::text() const {
    std::string line = info_->key + "/" + std::to_string(info_->version) + " seed=" + std::to_string(seed_);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Parameter& p = info_->parameters[i];
        if (values_[i] != p.standard) line += " " + p.key + "=" + valueText(p, values_[i]);
    }
    if (colours_ != info_->colours) line += " colours=" + coloursText(colours_);
    if (formula_ && formula_->text() != defaultFormula()->text())
        line += " text=" + escaped(formula_->text());
    return line;
}

PictureRecipe atTime(PictureRecipe recipe, double seconds) {
    if (!recipe.info().has("evolution")) return recipe;
    const double turns =
        static_cast<double>(recipe.value("evolution")) + seconds / static_cast<double>(recipe.value("loop"));
    recipe.set("evolution", turns - std::floor(turns));
    return recipe;
}

}  // namespace fretsaw
