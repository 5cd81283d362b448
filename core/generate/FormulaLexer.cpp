// Reads words one after the other. Letters and digits are those of ASCII: no language settings count.
// No word is judged here but by its own characters.
#include "core/generate/FormulaLexer.h"

#include <algorithm>
#include <charconv>

namespace fretsaw {
namespace {

using Kind = FormulaToken::Kind;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool startsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool inName(char c) {
    return startsName(c) || isDigit(c);
}
bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : rest_(text) {}

    FormulaToken next() {
        while (!rest_.empty() && isBlank(rest_[0])) skip(1);
        FormulaToken token;
        token.line = line_;
        token.column = column_;
        const std::size_t length = rest_.empty() ? 0 : read(token);
        token.text = rest_.substr(0, length);
        skip(length);
        return token;
    }

private:
    [[nodiscard]] char at(std::size_t i) const { return i < rest_.size() ? rest_[i] : '\0'; }

    /// Sets kind and value; returns the length, at least 1.
    std::size_t read(FormulaToken& token) const {
        if (startsName(at(0))) {
            token.kind = Kind::Name;
            return static_cast<std::size_t>(std::find_if_not(rest_.begin(), rest_.end(), inName) -
                                            rest_.begin());
        }
        if (isDigit(at(0)) || (at(0) == '.' && isDigit(at(1)))) return number(token);
        if (at(0) == '#') return colour(token);
        if (at(0) == '/' && (at(1) == '/' || at(1) == '*')) return comment(token);
        return sign(token);
    }

    std::size_t number(FormulaToken& token) const {
        const char* const begin = rest_.data();
        const auto [end, error] = std::from_chars(begin, begin + rest_.size(), token.number);
        std::size_t length = static_cast<std::size_t>(end - begin);
        // 0..1 of a declaration never comes here; "1.x" and "12abc" are no numbers.
        const bool good = error == std::errc() && !inName(at(length)) && at(length) != '.';
        token.kind = good ? Kind::Number : Kind::Unknown;
        if (!good)
            while (inName(at(length)) || at(length) == '.') ++length;
        return length;
    }

    std::size_t colour(FormulaToken& token) const {
        std::size_t length = 1;
        while (inName(at(length))) ++length;
        const char* const end = rest_.data() + length;
        const bool good = length == 7 && std::from_chars(rest_.data() + 1, end, token.rgb, 16).ptr == end;
        token.kind = good ? Kind::Colour : Kind::Unknown;
        return length;
    }

    std::size_t comment(FormulaToken& token) const {
        if (at(1) == '*') {
            const std::size_t end = rest_.find("*/", 2);
            token.kind = end == std::string_view::npos ? Kind::Unknown : Kind::Comment;
            return end == std::string_view::npos ? 2 : end + 2;
        }
        token.kind = at(2) == '@' ? Kind::Declaration : Kind::Comment;
        return std::min(rest_.find('\n'), rest_.size());
    }

    std::size_t sign(FormulaToken& token) const {
        for (const std::string_view two : {"<=", ">=", "==", "!=", "&&", "||"}) {
            if (rest_.substr(0, 2) != two) continue;
            token.kind = Kind::Sign;
            return 2;
        }
        constexpr std::string_view kSigns = "+-*/%^<>!?:=(),;.";
        token.kind =
            kSigns.find(at(0)) != std::string_view::npos && at(0) != '\0' ? Kind::Sign : Kind::Unknown;
        if (token.kind == Kind::Sign) return 1;
        std::size_t length = 1;  // a character of several bytes is one word
        while ((static_cast<unsigned char>(at(length)) & 0xC0u) == 0x80u) ++length;
        return length;
    }

    void skip(std::size_t count) {
        for (const char c : rest_.substr(0, count)) {
            ++column_;
            if (c == '\n') ++line_, column_ = 1;
        }
        rest_.remove_prefix(count);
    }

    std::string_view rest_;
    int line_ = 1, column_ = 1;
};

}  // namespace

std::vector<FormulaToken> formulaTokens(std::string_view text) {
    std::vector<FormulaToken> tokens;
    Lexer lexer(text);
    do tokens.push_back(lexer.next());
    while (tokens.back().kind != Kind::End);
    return tokens;
}

}  // namespace fretsaw
