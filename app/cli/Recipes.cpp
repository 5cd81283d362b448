// Recipes of the command line, bands of pictures, and the object before a generated background.
// No option is defined here.
#include "app/cli/Recipes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

namespace fretsaw::cli {
namespace {

constexpr std::int64_t kBandPixels = 1 << 20;  // 12 MiB of floats

std::string firstLine(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) throw IoError(path, "The recipe could not be read.");
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

float over(std::uint8_t front, float back, float alpha) {
    return static_cast<float>(front) / 255.0f * alpha + back * (1 - alpha);
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

void renderBands(const PictureRecipe& recipe, Size size, int threads, const std::stop_token& stop,
                 const Progress& progress,
                 const std::function<void(ImageView<const Rgb32f> rows, int top)>& use) {
    const auto generator = makeCpuGenerator(threads);
    const int most =
        static_cast<int>(std::clamp<std::int64_t>(kBandPixels / std::max(size.width, 1), 1, 4096));
    auto band = Image<Rgb32f>::uninitialized({size.width, std::min(most, size.height)});
    for (int top = 0; top < size.height; top += most) {
        const int rows = std::min(most, size.height - top);
        const double begin = static_cast<double>(top) / size.height,
                     share = static_cast<double>(rows) / size.height;
        const ImageView<Rgb32f> pixels = band.view().sub({0, 0, size.width, rows});
        const auto part = [&](double done) { report(progress, begin + share * done); };
        if (!generator->renderInto(recipe, size, {0, top, size.width, rows}, pixels, stop, part))
            throw Interrupted{};
        use(pixels, top);
    }
}

io::PictureWriter compositeAside(const std::string& path, const io::Photo& photo,
                                 ImageView<const std::uint8_t> mask, const PictureRecipe& background,
                                 const std::string& parameters, int threads, const std::stop_token& stop) {
    io::PictureFormat format;
    format.size = photo.size();
    format.software = "Fretsaw " FRETSAW_VERSION;
    format.description = parameters;
    format.recipe = background.text();
    io::PictureWriter writer(path, format);
    renderBands(background, photo.size(), threads, stop, {}, [&](ImageView<const Rgb32f> rows, int top) {
        auto band = Image<Rgb32f>::uninitialized(rows.size());
        for (int y = 0; y < rows.height(); ++y)
            for (int x = 0; x < rows.width(); ++x) {
                const Rgba8 front = (*photo.srgb)(x, top + y);
                const Rgb32f back = rows(x, y);
                const float alpha =
                    static_cast<float>(mask(x, top + y)) / 255.0f * (static_cast<float>(front.a) / 255.0f);
                band(x, y) = {over(front.r, back.r, alpha), over(front.g, back.g, alpha),
                              over(front.b, back.b, alpha)};
            }
        writer.write(std::as_const(band).view());
    });
    return writer;
}

}  // namespace fretsaw::cli
