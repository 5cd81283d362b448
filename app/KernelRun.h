// A kernel of a person's own, for the window: from its text to numbers, or to what is wrong with it.
// It runs in a process of its own; see core/cuda/KernelJob.h.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/image/Image.h"

namespace fretsaw::app {

struct KernelTask {
    std::string text;  ///< with __global__ void generate_image(float* image, int width, int height)
    Size size;
    double seconds = 2;  ///< for the kernel itself
    bool fit = false;    ///< numbers over the largest one
};

struct KernelOutcome {
    std::shared_ptr<const Image<float>> numbers;  ///< null: stopped, or there is a problem
    std::string problem;                          ///< a sentence
    int line = 0, column = 0;                     ///< of the problem in the text, from 1; 0: it has no place
};

/// Any thread; it takes as long as compiler and kernel do. After a stop: neither numbers nor a problem.
using KernelRunner = std::function<KernelOutcome(const KernelTask& task, const std::stop_token& stop)>;

/// On this machine's GPU. Throws OutOfMemory.
[[nodiscard]] KernelOutcome runKernel(const KernelTask& task, const std::stop_token& stop);

}  // namespace fretsaw::app
