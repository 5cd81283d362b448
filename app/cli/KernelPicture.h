// The part of fretsaw-cli render that runs a person's own kernel.
// Recipes are RenderCommand's.
#pragma once

#include <string>

#include "app/cli/Command.h"
#include "core/io/PictureFile.h"

namespace fretsaw::cli {

struct KernelOptions {
    std::string file;
    double seconds = 2;
    bool fit = false;
};
/// --kernel and its own. The options outlive the command.
void addKernelOptions(CLI::App& command, KernelOptions& options);

/// Writes the kernel's numbers as greys, proportional to light. Throws Interrupted, Error.
void renderKernel(const KernelOptions& options, const std::string& output, io::PictureFormat format,
                  Interrupt& interrupt);

}  // namespace fretsaw::cli
