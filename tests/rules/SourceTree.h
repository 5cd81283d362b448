// Reads the project's own files for the rule tests.
// No rule is stated here.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace fretsaw::rules {

inline const std::filesystem::path& sourceRoot() {
    static const std::filesystem::path root{FRETSAW_SOURCE_DIR};
    return root;
}

/// A file of the project: path from the root with '/', and its text.
struct SourceFile {
    std::string path;
    std::string text;

    [[nodiscard]] std::vector<std::string> lines() const {
        std::vector<std::string> all;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) all.push_back(line);
        return all;
    }
    [[nodiscard]] std::string folder() const {
        return std::filesystem::path(path).parent_path().generic_string();
    }
    [[nodiscard]] std::string name() const { return std::filesystem::path(path).filename().string(); }
    [[nodiscard]] bool isIn(const std::string& room) const { return path.rfind(room + "/", 0) == 0; }
};

inline SourceFile readSource(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return {std::filesystem::relative(file, sourceRoot()).generic_string(), text.str()};
}

/// Files below `folder` whose name ends in one of `endings`, sorted by path.
inline std::vector<SourceFile> filesBelow(const std::string& folder,
                                          const std::vector<std::string>& endings) {
    std::vector<std::filesystem::path> found;
    const auto root = sourceRoot() / folder;
    if (!std::filesystem::exists(root)) return {};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        for (const std::string& ending : endings) {
            if (entry.is_regular_file() && entry.path().extension() == ending) found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    std::vector<SourceFile> files;
    for (const auto& path : found) files.push_back(readSource(path));
    return files;
}

/// Everything that a C++, CUDA or shader compiler reads.
inline std::vector<SourceFile> allSources() {
    std::vector<SourceFile> all;
    for (const char* folder : {"core", "app", "tests", "resources"}) {
        for (SourceFile& file : filesBelow(folder, {".h", ".cpp", ".inl", ".cu", ".cuh", ".vert", ".frag"})) {
            all.push_back(std::move(file));
        }
    }
    return all;
}

}  // namespace fretsaw::rules
