// The table of rooms in ARCHITECTURE.md as a test: who may include what.
// A new library or a new edge between rooms is a decision, written down there first and then here.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "tests/rules/SourceTree.h"

namespace fretsaw::rules {
namespace {

struct Include {
    std::string target;
    bool quoted;
    int line;
};

std::vector<Include> includesOf(const SourceFile& file) {
    static const std::regex pattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
    std::vector<Include> found;
    int number = 0;
    for (const std::string& line : file.lines()) {
        ++number;
        std::smatch match;
        if (std::regex_search(line, match, pattern)) found.push_back({match[2], match[1] == "\"", number});
    }
    return found;
}

bool startsWith(const std::string& text, const std::string& prefix) {
    return text.rfind(prefix, 0) == 0;
}

bool anyPrefix(const std::string& text, const std::vector<std::string>& prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](const auto& p) { return startsWith(text, p); });
}

// A library that is not the standard one, by how its headers begin; and the rooms that may include it.
struct Library {
    std::string name;
    std::vector<std::string> headers, rooms;
};

const std::vector<Library>& libraries() {
    static const std::vector<Library> all{
        {"oneTBB", {"tbb/", "oneapi/tbb"}, {"core/cpu"}},
        {"OpenImageIO", {"OpenImageIO/", "Imath/", "OpenEXR/"}, {"core/io"}},
        {"Little CMS", {"lcms2"}, {"core/io"}},
        {"libpng", {"png.h"}, {"core/io"}},
        {"libjpeg", {"jpeglib.h"}, {"core/io"}},
        {"libcrypto", {"openssl/"}, {"app/cli"}},
        {"nlohmann-json", {"nlohmann/"}, {"core/io", "app/cli"}},
        {"CLI11", {"CLI/"}, {"app/cli"}},
        {"CUDA", {"cuda", "nvrtc", "cub/", "thrust/"}, {"core/cuda"}},
        {"Qt", {"Q"}, {"app"}},
        {"OpenGL", {"GL/", "EGL/"}, {"app/ui"}},
        {"OpenCV", {"opencv2/"}, {}},
        {"Boost", {"boost/"}, {}},
        {"LEMON", {"lemon/"}, {}},
        {"GoogleTest", {"gtest/", "gmock/"}, {}},
        {"Google Benchmark", {"benchmark/"}, {}},
    };
    return all;
}

// Rooms of the project that a room may include besides itself.
struct Room {
    std::string folder;
    std::vector<std::string> mayInclude;
};

// The most specific folder comes first.
const std::vector<Room>& rooms() {
    const std::vector<std::string> values{"core/image/", "core/pixel/"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), values.begin(), values.end());
        return more;
    };
    static const std::vector<Room> all{
        {"core/pixel", {}},
        {"core/image", {}},
        {"core/segment", values},
        {"core/generate", values},
        {"core/io", with({"core/segment/"})},
        {"core/cpu", with({"core/segment/", "core/generate/"})},
        {"core/cuda", with({"core/segment/", "core/generate/", "core/cpu/"})},
        {"app/ui", with({"app/", "core/segment/", "core/generate/", "core/io/", "core/cuda/ChooseBackend.h",
                         "core/cuda/Devices.h", "core/cuda/GlInterop.h"})},
        {"app", with({"core/segment/", "core/generate/", "core/io/", "core/cuda/ChooseBackend.h",
                      "core/cuda/CompileError.h", "core/cuda/Devices.h", "core/cuda/KernelJob.h"})},
    };
    return all;
}

const Room* roomOf(const SourceFile& file) {
    const auto found =
        std::find_if(rooms().begin(), rooms().end(), [&](const Room& r) { return file.isIn(r.folder); });
    return found == rooms().end() ? nullptr : &*found;
}

std::string place(const SourceFile& file, const Include& include) {
    return file.path + ":" + std::to_string(include.line) + " includes " + include.target;
}

std::vector<SourceFile> shippedSources() {
    std::vector<SourceFile> shipped;
    for (SourceFile& file : allSources()) {
        if (file.isIn("core") || file.isIn("app")) shipped.push_back(std::move(file));
    }
    return shipped;
}

TEST(Includes, OwnHeadersAreNamedFromTheRoot) {
    for (const SourceFile& file : allSources()) {
        for (const Include& include : includesOf(file)) {
            // Moc output is the one exception: it lies in the build folder.
            if (!include.quoted || include.target.find(".moc") != std::string::npos) continue;
            EXPECT_TRUE(anyPrefix(include.target, {"core/", "app/", "tests/"})) << place(file, include);
            EXPECT_TRUE(std::filesystem::exists(sourceRoot() / include.target)) << place(file, include);
        }
    }
}

TEST(Includes, RoomsFollowTheTable) {
    int checked = 0;
    for (const SourceFile& file : shippedSources()) {
        const Room* room = roomOf(file);
        ASSERT_NE(room, nullptr) << file.path << " lies in no room of the table";
        for (const Include& include : includesOf(file)) {
            if (!include.quoted) continue;
            ++checked;
            // The programs' own main files put the rooms together and may see the window.
            const bool isMain = file.path == "app/main.cpp" && startsWith(include.target, "app/ui/");
            const bool own = startsWith(include.target, room->folder + "/") &&
                             (room->folder != "app" || !startsWith(include.target, "app/ui/"));
            EXPECT_TRUE(own || isMain || anyPrefix(include.target, room->mayInclude)) << place(file, include);
        }
    }
    EXPECT_GT(checked, 20);
}

TEST(Includes, LibrariesStayInTheirRooms) {
    for (const SourceFile& file : shippedSources()) {
        for (const Include& include : includesOf(file)) {
            if (include.quoted) continue;
            for (const Library& library : libraries()) {
                if (!anyPrefix(include.target, library.headers)) continue;
                EXPECT_TRUE(anyPrefix(file.path, library.rooms))
                    << place(file, include) << " (" << library.name << ")";
            }
        }
    }
}

TEST(Includes, PixelMathsIncludesAlmostNothing) {
    const std::set<std::string> freestanding{"bit", "cmath", "cstddef", "cstdint", "limits", "type_traits"};
    for (const SourceFile& file : filesBelow("core/pixel", {".h", ".cpp", ".inl"})) {
        for (const Include& include : includesOf(file)) {
            EXPECT_TRUE(include.quoted || freestanding.count(include.target) == 1) << place(file, include);
        }
    }
}

#ifdef FRETSAW_QT_HEADERS
// Qt's headers lie in a folder a module, so the module of a header is known.
TEST(Includes, QtModulesFollowTheTable) {
    const std::filesystem::path headers{FRETSAW_QT_HEADERS};
    const std::vector<std::string> values{"QtCore", "QtGui", "QtConcurrent"};
    const std::vector<std::string> widgets{"QtCore",   "QtGui",           "QtConcurrent", "QtWidgets",
                                           "QtOpenGL", "QtOpenGLWidgets", "QtSvg",        "QtDBus"};
    for (const SourceFile& file : filesBelow("app", {".h", ".cpp"})) {
        const auto& allowed = file.isIn("app/ui") || file.path == "app/main.cpp" ? widgets : values;
        for (const Include& include : includesOf(file)) {
            if (include.quoted || include.target[0] != 'Q') continue;
            const bool found = std::any_of(allowed.begin(), allowed.end(), [&](const std::string& module) {
                return std::filesystem::exists(headers / module / include.target);
            });
            EXPECT_TRUE(found) << place(file, include);
        }
    }
}
#endif

}  // namespace
}  // namespace fretsaw::rules
