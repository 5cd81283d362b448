// Strict reading of the strokes file.
// Painting is in core/segment.
#include "core/io/StrokesFile.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/image/Error.h"

namespace fretsaw::io {
namespace {

using Json = nlohmann::json;

constexpr int kVersion = 1;

/// Walks the document and knows where it is, for messages.
class Reader {
public:
    explicit Reader(std::string path) : path_(std::move(path)) {}

    std::vector<Stroke> strokes(const Json& document) const {
        checkKeys(document, "the file", {"version", "strokes"});
        const Json& version = document["version"];
        if (!version.is_number_integer() || version != kVersion) fail("version", "must be 1");
        const Json& list = document["strokes"];
        if (!list.is_array()) fail("strokes", "must be an array");
        std::vector<Stroke> strokes;
        for (const Json& item : list)
            strokes.push_back(stroke(item, "strokes[" + std::to_string(strokes.size()) + "]"));
        return strokes;
    }

private:
    [[noreturn]] void fail(const std::string& where, const std::string& what) const {
        throw IoError(path_, where + " " + what + ".");
    }

    void checkKeys(const Json& object, const std::string& where, const std::set<std::string>& keys) const {
        if (!object.is_object()) fail(where, "must be an object");
        for (const auto& [key, value] : object.items())
            if (keys.count(key) == 0) fail(where, "has the unknown key \"" + key + "\"");
        for (const std::string& key : keys)
            if (!object.contains(key)) fail(where, "lacks \"" + key + "\"");
    }

    Stroke stroke(const Json& item, const std::string& where) const {
        checkKeys(item, where, {"label", "widthPx", "points"});
        Stroke stroke;
        stroke.label = label(item["label"], where + ".label");
        stroke.widthPx = number(item["widthPx"], where + ".widthPx");
        if (stroke.widthPx < kMinBrushPx || stroke.widthPx > kMaxBrushPx)
            fail(where + ".widthPx", "must be 1 … 2000");
        const Json& points = item["points"];
        if (!points.is_array() || points.empty())
            fail(where + ".points", "must be an array of at least one point");
        for (const Json& point : points) {
            const std::string at = where + ".points[" + std::to_string(stroke.points.size()) + "]";
            if (!point.is_array() || point.size() != 2) fail(at, "must be [x, y]");
            stroke.points.push_back({number(point[0], at), number(point[1], at)});
        }
        return stroke;
    }

    double number(const Json& value, const std::string& where) const {
        if (!value.is_number()) fail(where, "must be a number");
        return value.get<double>();
    }

    Label label(const Json& value, const std::string& where) const {
        constexpr std::pair<const char*, Label> kLabels[] = {
            {"foreground", Label::SureForeground},
            {"background", Label::SureBackground},
            {"probableForeground", Label::ProbableForeground},
            {"probableBackground", Label::ProbableBackground},
            {"none", Label::None}};
        for (const auto& [name, known] : kLabels)
            if (value == name) return known;
        fail(where, "must be foreground, background, probableForeground, probableBackground or none");
    }

    std::string path_;
};

}  // namespace

std::vector<Stroke> readStrokes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file || file.peek() == std::ifstream::traits_type::eof()) {
        throw IoError(path, "The file of strokes is empty or cannot be read.");
    }
    Json document;
    try {
        document = Json::parse(file);
    } catch (const Json::exception& e) {
        const std::string text = e.what();  // "[json.exception.parse_error.101] parse error at line 1, …"
        const std::size_t bracket = text.find("] ");
        throw IoError(
            path, "This is not JSON: " + text.substr(bracket == std::string::npos ? 0 : bracket + 2) + ".");
    }
    return Reader(path).strokes(document);
}

}  // namespace fretsaw::io
