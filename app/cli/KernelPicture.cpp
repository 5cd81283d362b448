// fretsaw-cli render --kernel: a picture of a person's own CUDA kernel.
// It runs in another process; see core/cuda/KernelJob.h.
#include "app/cli/KernelPicture.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/cuda/KernelJob.h"

namespace fretsaw::cli {
namespace {

constexpr std::uintmax_t kLongestText = 1 << 20;

std::string textOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw IoError(path, "The kernel could not be read.");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.bad() || text.size() > kLongestText)
        throw IoError(path, "The kernel could not be read, or is too long.");
    return text;
}

}  // namespace

void addKernelOptions(CLI::App& command, KernelOptions& o) {
    command
        .add_option("--kernel", o.file,
                    "Your own CUDA: __global__ void generate_image(float* image, int width, int height)")
        ->type_name("FILE")
        ->check(notEmpty());
    command.add_option("--kernel-seconds", o.seconds, "It is ended after so many, 2 unless told otherwise")
        ->check(between(0.01, 3600));
    command.add_flag("--fit", o.fit, "Of --kernel: numbers over the largest one");
}

void renderKernel(const KernelOptions& options, const std::string& output, io::PictureFormat format,
                  Interrupt& interrupt) {
    const std::string text = textOf(options.file);
    format.linear = true;
    io::PictureWriter writer(output, format);
    interrupt.stopByTokenFromNow();
    std::optional<Image<float>> numbers;
    try {
        cuda::KernelLimits limits;
        limits.runSeconds = options.seconds;
        numbers = cuda::runKernel(cuda::kernelHelper(), text, format.size, limits, interrupt.token());
    } catch (const InvalidArgument& wrong) {
        throw Error(options.file + ": " + wrong.what());
    }
    if (!numbers) throw Interrupted{};
    if (options.fit) cuda::fitToOne(*numbers);
    Image<Rgb32f> row({format.size.width, 1});
    for (int y = 0; y < format.size.height; ++y) {
        if (interrupt.token().stop_requested()) throw Interrupted{};
        std::transform(numbers->row(y), numbers->row(y) + format.size.width, row.row(0), [](float v) {
            return Rgb32f{v, v, v};
        });
        writer.write(row.view());
    }
    writer.commit();
}

}  // namespace fretsaw::cli
