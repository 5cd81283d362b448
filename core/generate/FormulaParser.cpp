// Recursive descent over the words of a formula: each expression becomes steps as soon as it is read.
// Functions are in FormulaFunctions.cpp, the sorting of steps in FormulaBuilder.cpp.
#include <algorithm>
#include <map>

#include "core/generate/FormulaFunctions.h"
#include "core/generate/FormulaSettings.h"

namespace fretsaw {
namespace {

using Kind = FormulaToken::Kind;
using Op = pixel::FormulaOp;
using Names = std::map<std::string_view, FormulaValue>;

constexpr float kPi = 3.14159265f;

std::string quoted(std::string_view text) {
    return std::string(1, '"').append(text).append(1, '"');
}

/// The variables of the language.
Names makeVariables(FormulaBuilder& b) {
    const auto scaled = [&](int v, int factor) { return b.apply(Op::Multiply, v, factor); };
    const int column = b.pixel(Op::Column), row = b.pixel(Op::Row), half = b.number(0.5f);
    const int width = b.input(kInputWidth), height = b.input(kInputHeight), one = b.number(1);
    const int perUnit = b.apply(Op::Divide, b.number(2), b.apply(Op::Least, width, height));
    const int middleX = b.apply(Op::Add, column, half), middleY = b.apply(Op::Add, row, half);
    const int u = scaled(b.apply(Op::Subtract, middleX, scaled(width, half)), perUnit);
    const int v = scaled(b.apply(Op::Subtract, middleY, scaled(height, half)), perUnit);
    const int radius = b.apply(Op::Root, b.apply(Op::Add, scaled(u, u), scaled(v, v)));
    const std::pair<const char*, int> all[] = {
        {"x", scaled(middleX, b.apply(Op::Divide, one, width))},
        {"y", scaled(middleY, b.apply(Op::Divide, one, height))},
        {"u", u},
        {"v", v},
        {"px", column},
        {"py", row},
        {"w", width},
        {"h", height},
        {"r", radius},
        {"a", b.apply(Op::Arctangent, v, u)},
        {"t", b.input(kInputTime)},
        {"seed", b.input(kInputSeed)},
        {"pi", b.number(kPi)},
        {"tau", b.number(2 * kPi)},
    };
    Names names;
    for (const auto& [name, step] : all) names[name] = {1, {step}};
    return names;
}

class Parser {
public:
    explicit Parser(std::string_view text) : variables_(makeVariables(builder_)) {
        for (FormulaToken& token : formulaTokens(text)) {
            if (token.kind == Kind::Declaration) declare(token);
            if (token.kind != Kind::Declaration && token.kind != Kind::Comment)
                tokens_.push_back(std::move(token));
        }
    }

    FormulaProgram parse() {
        try {
            while (isDefinition()) definition();
            if (token().kind == Kind::End)
                fail(token(), "The result is missing: an expression after the last definition.");
            const FormulaToken& begin = token();
            const FormulaValue result = expression();
            take(";");
            if (token().kind != Kind::End)
                fail(token(), "Here the formula should end or go on with an operator.");
            if (result.size != 1 && result.size != 3)
                fail(begin, "The result is " + typeText(result.size) + "; it must be a float or a vec3.");
            return builder_.finish({result.parts.begin(), result.parts.begin() + result.size});
        } catch (const TooManySteps&) {
            fail(token(), "The formula has more than " + std::to_string(kMostFormulaSteps) + " operations.");
        }
    }

    [[nodiscard]] const std::vector<Parameter>& settings() const { return settings_; }

private:
    /// One more expression inside another.
    class Deeper {
    public:
        explicit Deeper(Parser& parser) : parser_(parser) {
            if (++parser.depth_ > kDeepestFormula)
                parser.fail(parser.token(), "More than " + std::to_string(kDeepestFormula) +
                                                " expressions lie inside each other.");
        }
        ~Deeper() { --parser_.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

    private:
        Parser& parser_;
    };

    [[noreturn]] static void fail(const FormulaToken& at, const std::string& reason) {
        throw FormulaError(at.line, at.column, reason);
    }
    [[nodiscard]] const FormulaToken& token(std::size_t ahead = 0) const {
        return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
    }
    [[nodiscard]] bool sees(std::string_view sign, std::size_t ahead = 0) const {
        return token(ahead).kind == Kind::Sign && token(ahead).text == sign;
    }
    bool take(std::string_view sign) {
        if (!sees(sign)) return false;
        ++next_;
        return true;
    }
    void expect(std::string_view sign, const char* what) {
        if (!take(sign)) fail(token(), quoted(sign) + " is missing " + what + ".");
    }
    /// What `make` returns; what it finds wrong is wrong at `at`.
    template <typename Make>
    FormulaValue at(const FormulaToken& at, const Make& make) {
        try {
            return make();
        } catch (const FormulaReason& reason) {
            fail(at, reason.text);
        }
    }

    /// Throws where the name is taken.
    void checkFree(std::string_view name, int line, int column) const {
        constexpr std::string_view kTaken[] = {"colours", "text", "raw", "evolution", "loop", "tile"};
        const bool taken = std::find(std::begin(kTaken), std::end(kTaken), name) != std::end(kTaken);
        if (taken || isFormulaFunction(name) || variables_.contains(name))
            throw FormulaError(line, column, quoted(name) + " means something else: choose another name.");
    }

    void declare(const FormulaToken& token) {
        Parameter p = parseSetting(token);
        const std::size_t kind = token.text.find_first_not_of(" \t", 3);
        const std::size_t begin = token.text.find_first_not_of(" \t", token.text.find_first_of(" \t", kind));
        const std::string_view name = token.text.substr(begin, p.key.size());
        const int column = token.column + static_cast<int>(begin);
        checkFree(name, token.line, column);
        if (names_.contains(name))
            throw FormulaError(token.line, column, quoted(name) + " is declared twice.");
        if (settings_.size() >= kMostFormulaSettings)
            fail(token, "At most " + std::to_string(kMostFormulaSettings) + " parameters can be declared.");
        FormulaValue value{p.type == Parameter::Type::Colour ? 3 : 1, {}};
        for (int c = 0; c < value.size; ++c)
            value.parts[static_cast<std::size_t>(c)] = builder_.input(kInputSettings + inputs_++);
        names_[name] = value;
        settings_.push_back(std::move(p));
    }

    [[nodiscard]] bool isDefinition() const {
        if (token().kind != Kind::Name) return false;
        return sees("=", 1) || (token(1).kind == Kind::Name && sees("=", 2));
    }

    /// name = expression;  or with a type before it.
    void definition() {
        const FormulaToken* const type = sees("=", 1) ? nullptr : &tokens_[next_++];
        const FormulaToken name = tokens_[next_];
        checkFree(name.text, name.line, name.column);
        next_ += 2;
        const FormulaValue value = expression();
        if (type != nullptr) checkType(*type, value);
        expect(";", "after the definition");
        names_[name.text] = value;
        if (names_.size() > static_cast<std::size_t>(kMostFormulaNames))
            fail(name, "At most " + std::to_string(kMostFormulaNames) + " names can be defined.");
    }

    static void checkType(const FormulaToken& type, const FormulaValue& value) {
        constexpr std::string_view kTypes[] = {"float", "vec2", "vec3", "vec4"};
        const auto* const found = std::find(std::begin(kTypes), std::end(kTypes), type.text);
        if (found == std::end(kTypes))
            fail(type, quoted(type.text) + " is no type: float, vec2, vec3 or vec4.");
        if (found - kTypes + 1 != value.size) fail(type, "The value is " + typeText(value.size) + ".");
    }

    FormulaValue expression() {
        const Deeper deeper(*this);
        const FormulaValue condition = binary(0);
        const FormulaToken question = token();
        if (!take("?")) return condition;
        const FormulaValue yes = expression();
        expect(":", "between the two results of ?");
        const FormulaValue no = expression();
        return at(question, [&] { return callFormula(builder_, "select", {condition, yes, no}); });
    }

    struct Binary {
        std::string_view sign;
        int level;
        Op op;
        bool swapped = false, negated = false, floats = true;
    };
    [[nodiscard]] const Binary* binaryHere(int level) const {
        static constexpr Binary kAll[] = {
            {"||", 0, Op::Either},
            {"&&", 1, Op::Both},
            {"==", 2, Op::Same},
            {"!=", 2, Op::Same, false, true},
            {"<", 3, Op::Less},
            {"<=", 3, Op::NotMore},
            {">", 3, Op::Less, true},
            {">=", 3, Op::NotMore, true},
            {"+", 4, Op::Add, false, false, false},
            {"-", 4, Op::Subtract, false, false, false},
            {"*", 5, Op::Multiply, false, false, false},
            {"/", 5, Op::Divide, false, false, false},
            {"%", 5, Op::Modulo, false, false, false},
        };
        for (const Binary& b : kAll)
            if (b.level == level && sees(b.sign)) return &b;
        return nullptr;
    }

    /// Operators of a level and of those that bind more tightly, from left to right.
    FormulaValue binary(int level) {
        constexpr int kLevels = 6;
        if (level == kLevels) return unary();
        FormulaValue left = binary(level + 1);
        while (const Binary* const b = binaryHere(level)) {
            const FormulaToken sign = tokens_[next_++];
            const FormulaValue right = binary(level + 1);
            if (b->floats && (left.size != 1 || right.size != 1))
                fail(sign, quoted(sign.text) + " stands between floats.");
            left = at(sign, [&] {
                return applyToParts(builder_, b->op, b->swapped ? right : left, b->swapped ? left : right);
            });
            if (b->negated) left = applyToParts(builder_, Op::Not, left, left);
        }
        return left;
    }

    FormulaValue unary() {
        const Deeper deeper(*this);
        const FormulaToken sign = token();
        if (take("+")) return unary();
        if (take("-")) {
            const FormulaValue value = unary();
            return applyToParts(builder_, Op::Negate, value, value);
        }
        if (take("!")) {
            const FormulaValue value = unary();
            if (value.size != 1) fail(sign, "\"!\" stands before a float.");
            return applyToParts(builder_, Op::Not, value, value);
        }
        const FormulaValue base = postfix();
        const FormulaToken power = token();
        if (!take("^")) return base;
        const FormulaValue exponent = unary();  // 2^-1, and a^b^c is a^(b^c)
        return at(power, [&] { return callFormula(builder_, "pow", {base, exponent}); });
    }

    FormulaValue postfix() {
        FormulaValue value = primary();
        while (take(".")) {
            const FormulaToken letters = token();
            if (letters.kind != Kind::Name)
                fail(letters, "After the point stand components: x, y, z, w or r, g, b, a.");
            ++next_;
            value = swizzled(value, letters);
        }
        return value;
    }

    static FormulaValue swizzled(const FormulaValue& value, const FormulaToken& letters) {
        FormulaValue result{static_cast<int>(letters.text.size()), {}};
        if (value.size == 1) fail(letters, "A float has no components.");
        if (result.size > 4) fail(letters, "At most four components.");
        for (std::size_t i = 0; i < letters.text.size(); ++i) {
            constexpr std::string_view kPlaces = "xyzwrgba";
            const std::size_t place = kPlaces.find(letters.text[i]);
            const std::size_t part = place & 3;
            if (place == std::string_view::npos || part >= static_cast<std::size_t>(value.size))
                fail(letters,
                     typeText(value.size) + " has no component " + quoted(letters.text.substr(i, 1)) + ".");
            result.parts[i] = value.parts[part];
        }
        return result;
    }

    FormulaValue primary() {
        const FormulaToken first = token();
        if (first.kind == Kind::End) fail(first, "The formula ends in the middle of an expression.");
        if (first.kind == Kind::Unknown) fail(first, unknownText(first));
        ++next_;
        if (first.kind == Kind::Number) return {1, {builder_.number(first.number)}};
        if (first.kind == Kind::Colour) return colour(first.rgb);
        if (first.kind == Kind::Name) return sees("(") ? call(first) : named(first);
        if (first.text == "(") {
            const FormulaValue value = expression();
            expect(")", "after the expression");
            return value;
        }
        fail(first, "Here a value should stand, not " + quoted(first.text) + ".");
    }

    static std::string unknownText(const FormulaToken& token) {
        const char c = token.text[0];
        if (c == '#') return quoted(token.text) + " is not a colour #rrggbb.";
        if (c == '/') return "The comment does not end: */ is missing.";
        if (c == '.' || (c >= '0' && c <= '9')) return quoted(token.text) + " is not a number.";
        return "Formulas have no " + quoted(token.text) + ".";
    }

    FormulaValue colour(std::uint32_t rgb) {
        FormulaValue value{3, {}};
        for (int c = 0; c < 3; ++c)
            value.parts[static_cast<std::size_t>(c)] =
                builder_.number(static_cast<float>(rgb >> (16 - 8 * c) & 255) / 255.0f);
        return value;
    }

    [[nodiscard]] FormulaValue named(const FormulaToken& name) const {
        if (const auto own = names_.find(name.text); own != names_.end()) return own->second;
        if (const auto known = variables_.find(name.text); known != variables_.end()) return known->second;
        if (isFormulaFunction(name.text)) fail(name, quoted(name.text) + " is a function: ( is missing.");
        fail(name, "There is no " + quoted(name.text) + ".");
    }

    FormulaValue call(const FormulaToken& name) {
        if (!isFormulaFunction(name.text)) fail(name, "There is no function " + quoted(name.text) + ".");
        take("(");
        std::vector<FormulaValue> arguments;
        while (!sees(")")) {
            arguments.push_back(expression());
            if (!take(",")) break;
        }
        expect(")", "after the arguments");
        return at(name, [&] { return callFormula(builder_, name.text, arguments); });
    }

    FormulaBuilder builder_;
    Names variables_, names_;
    std::vector<FormulaToken> tokens_;
    std::vector<Parameter> settings_;
    std::size_t next_ = 0;
    int inputs_ = 0, depth_ = 0;
};

/// How many bytes the character at the begin has; 0: it is none of UTF-8, or steers a terminal.
std::size_t characterLength(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned first = byte(0);
    if (first < 0x80)
        return (first >= 0x20 && first != 0x7F) || first == '\t' || first == '\n' || first == '\r';
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0u) != 0x80u) return 0;
    // Longer than need be, half of a pair, beyond Unicode, controls of Latin-1.
    const bool wrong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                       (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F) ||
                       (first == 0xC2 && byte(1) < 0xA0);
    return wrong ? 0 : length;
}

/// So that the text can stand in one line of a recipe, in files and in messages.
void checkCharacters(std::string_view text) {
    int line = 1;
    for (std::size_t at = 0, begin = 0; at < text.size();) {
        const std::size_t length = characterLength(text.substr(at));
        if (length == 0)
            throw FormulaError(line, static_cast<int>(at - begin) + 1,
                               "Here is a character that is not text.");
        if (text[at] == '\n') ++line, begin = at + 1;
        at += length;
    }
}

}  // namespace

std::shared_ptr<const Formula> parseFormula(std::string_view text) {
    if (text.size() > kLongestFormula)
        throw FormulaError(1, 1, "The formula is longer than " + std::to_string(kLongestFormula) + " bytes.");
    checkCharacters(text);
    Parser parser(text);
    FormulaProgram program = parser.parse();
    return std::make_shared<const Formula>(std::string(text), parser.settings(), std::move(program));
}

}  // namespace fretsaw
