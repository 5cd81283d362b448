// The program that runs a person's own kernel, so that no other one has to.
// Everything is in KernelHelper.cpp.
#include "core/cuda/KernelJob.h"

int main() {
    return fretsaw::cuda::kernelHelperMain();
}
