// The real fretsaw-cli and small scenes for it.
// What it should do is in the tests.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/generate/Scene.h"
#include "core/io/ImageFile.h"
#include "tests/common/Process.h"
#include "tests/common/TemporaryFolder.h"

namespace fretsaw::test {

class Cli : public ::testing::Test {
protected:
    [[nodiscard]] static ProcessResult cli(std::vector<std::string> arguments,
                                           const ProcessOptions& options = {}) {
        arguments.insert(arguments.begin(), FRETSAW_CLI);
        return run(arguments, options);
    }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
    [[nodiscard]] static std::string rectText(Rect r) {
        return std::to_string(r.x) + "," + std::to_string(r.y) + "," + std::to_string(r.width) + "," +
               std::to_string(r.height);
    }
    /// A scene of 96×72 as scene.png; its box is in scene_.
    std::string scene() {
        scene_ = makeScene({96, 72}, 3);
        io::saveRgba(file("scene.png"), scene_.picture.view());
        return file("scene.png");
    }
    [[nodiscard]] std::string box() const { return rectText(scene_.box); }
    /// The one object on stdout; a failure where there is anything else.
    static nlohmann::json jsonOf(const ProcessResult& result) {
        const auto parsed = nlohmann::json::parse(result.out, nullptr, false);
        EXPECT_TRUE(parsed.is_object()) << result.out << result.err;
        return parsed;
    }

    TemporaryFolder folder_;
    Scene scene_;
};

}  // namespace fretsaw::test
