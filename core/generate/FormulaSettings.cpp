// Reads one line of a declaration, from left to right.
// Whether its name is free is the parser's business.
#include "core/generate/FormulaSettings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fretsaw {
namespace {

using Type = Parameter::Type;

constexpr float kLargestSetting = 1e9f;
constexpr float kLargestWhole = 16777216;  // every whole number up to it is a float

bool inName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class Declaration {
public:
    explicit Declaration(const FormulaToken& token) : token_(token), rest_(token.text.substr(3)) {}

    Parameter read() {
        Parameter p;
        const std::string_view kind = word();
        const auto known = [&](const char* name) { return kind == name; };
        if (known("slider"))
            p.type = Type::Real;
        else if (known("int"))
            p.type = Type::Whole;
        else if (known("bool"))
            p.type = Type::Toggle;
        else if (known("colour") || known("color"))
            p.type = Type::Colour;
        else
            fail(kind.data(), "Declarations begin with //@slider, //@int, //@bool or //@colour.");
        readName(p);
        if (p.type == Type::Real || p.type == Type::Whole) readRange(p);
        if (p.type == Type::Colour) p.high = 0xffffff;
        skipBlanks();
        if (rest_.empty() || rest_[0] != '=')
            fail(rest_.data(), "Here stands = and the value to begin with.");
        rest_.remove_prefix(1);
        readStandard(p);
        readLabel(p);
        return p;
    }

private:
    [[noreturn]] void fail(const char* at, const std::string& reason) const {
        throw FormulaError(token_.line, token_.column + static_cast<int>(at - token_.text.data()), reason);
    }
    void skipBlanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }
    /// Up to a blank, = or "
    std::string_view word() {
        skipBlanks();
        const std::string_view taken = rest_.substr(0, rest_.find_first_of(" \t\r=\""));
        rest_.remove_prefix(taken.size());
        return taken;
    }

    void readName(Parameter& p) {
        const std::string_view name = word();
        const bool digit = !name.empty() && name[0] >= '0' && name[0] <= '9';
        if (name.empty() || digit || name.size() > 40 || !std::all_of(name.begin(), name.end(), inName))
            fail(name.data(), "Here stands a name: letters, digits and _, at most 40.");
        p.key = p.name = std::string(name);
    }

    float number(std::string_view text, const Parameter& p) const {
        float value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || error != std::errc() || end != text.data() + text.size())
            fail(text.data(), "Here stands a number.");
        if (!(std::fabs(value) <= (p.type == Type::Whole ? kLargestWhole : kLargestSetting)))
            fail(text.data(), "The number is too large.");
        if (p.type == Type::Whole && value != std::floor(value))
            fail(text.data(), "Here stands a whole number.");
        return value == 0 ? 0.0f : value;
    }

    void readRange(Parameter& p) {
        const std::string_view range = word();
        const std::size_t dots = range.find("..");
        if (dots == std::string_view::npos)
            fail(range.data(), "Here stands a range, LOW..HIGH, without blanks.");
        p.low = number(range.substr(0, dots), p);
        p.high = number(range.substr(dots + 2), p);
        if (!(p.low < p.high)) fail(range.data(), "The range is empty.");
    }

    void readStandard(Parameter& p) {
        const std::string_view text = word();
        if (p.type == Type::Toggle) {
            if (text != "on" && text != "off") fail(text.data(), "Here stands on or off.");
            p.standard = text == "on" ? 1.0f : 0.0f;
        } else if (p.type == Type::Colour) {
            std::uint32_t rgb = 0;
            const char* const end = text.data() + text.size();
            const bool sized = text.size() == 7 && text[0] == '#';
            if (!sized || std::from_chars(text.data() + 1, end, rgb, 16).ptr != end)
                fail(text.data(), "Here stands a colour, #rrggbb.");
            p.standard = static_cast<float>(rgb);
        } else {
            p.standard = number(text, p);
            if (!(p.standard >= p.low && p.standard <= p.high))
                fail(text.data(), "The value lies outside the range.");
        }
    }

    void readLabel(Parameter& p) {
        skipBlanks();
        if (rest_.empty()) return;
        const std::size_t end = rest_.find('"', 1);
        if (rest_[0] != '"' || end == std::string_view::npos || end == 1)
            fail(rest_.data(), "After the value there may be a name between quotation marks, nothing else.");
        p.name = std::string(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        skipBlanks();
        if (!rest_.empty()) fail(rest_.data(), "Nothing may follow here.");
    }

    const FormulaToken& token_;
    std::string_view rest_;
};

}  // namespace

Parameter parseSetting(const FormulaToken& declaration) {
    return Declaration(declaration).read();
}

}  // namespace fretsaw
