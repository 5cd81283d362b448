// Renders every generator once and writes the page in Markdown.
// The page is shown by the editor's help and by whatever shows Markdown.
#include "app/cli/Gallery.h"

#include <filesystem>
#include <fstream>

#include "core/generate/Generator.h"
#include "core/io/PictureFile.h"

namespace fretsaw::cli {
namespace {

constexpr Size kPicture{128, 80};
constexpr char kIntroduction[] =
    "# Gallery\n\n"
    "Every generator as it is by default, with its recipe. A recipe defines the picture at any size, on "
    "every\n"
    "machine: paste it in the Background tab, or give it to `fretsaw-cli render --recipe`. What else a\n"
    "generator can be is listed by `fretsaw-cli generators`, and this page was written by\n"
    "`fretsaw-cli generators --gallery`.\n";

void writePicture(Generator& generator, const PictureRecipe& recipe, const std::string& path) {
    io::PictureFormat format;
    format.size = kPicture;
    format.recipe = recipe.text();
    io::PictureWriter writer(path, format);
    const std::optional<Image<Rgb32f>> pixels = generator.render(recipe, kPicture, Rect::of(kPicture));
    writer.write(pixels->view());
    writer.commit();
}

}  // namespace

void writeGallery(const std::string& folder) {
    const std::filesystem::path page = std::filesystem::path(folder) / "gallery.md";
    const std::filesystem::path pictures = std::filesystem::path(folder) / "gallery";
    std::error_code error;
    std::filesystem::create_directories(pictures, error);
    if (error) throw IoError(pictures.string(), "The folder could not be made.");
    std::string text = kIntroduction;
    const auto generator = makeCpuGenerator();
    for (const GeneratorInfo& info : generators()) {
        const PictureRecipe recipe(info);
        const std::string picture = info.key + ".png";
        writePicture(*generator, recipe, (pictures / picture).string());
        text += "\n## " + info.name + "\n\n" + info.about + "\n\n![" + info.name + "](gallery/" + picture +
                ")\n\n    " + recipe.text() + "\n";
    }
    std::ofstream file(page);
    file << text;
    file.close();
    if (!file) throw IoError(page.string(), "The page could not be written.");
}

}  // namespace fretsaw::cli
