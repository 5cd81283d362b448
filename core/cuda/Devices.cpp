// The CPU's name and instruction set, and the devices that the CUDA runtime reports.
// No CUDA header here: NvidiaDevices.cpp is the one that has them, where CUDA is compiled in.
#include "core/cuda/Devices.h"

#include <sched.h>

#include <fstream>
#include <thread>

#include "core/cuda/NvidiaDevices.h"

namespace fretsaw {
namespace {

std::string cpuName() {
    std::ifstream info("/proc/cpuinfo");
    std::string line;
    while (std::getline(info, line)) {
        if (line.rfind("model name", 0) != 0) continue;
        const auto colon = line.find(':');
        const auto begin = colon == std::string::npos ? colon : line.find_first_not_of(' ', colon + 1);
        if (begin != std::string::npos && line.substr(begin) != "unknown") return line.substr(begin);
    }
    return "CPU";
}

std::string instructionSet() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return "x86-64-v4 (AVX-512)";
    if (__builtin_cpu_supports("avx2")) return "x86-64-v3 (AVX2)";
    return "x86-64-v2 (SSE4.2)";
#else
    return {};
#endif
}

// Cores this process may run on: a container or taskset may grant fewer than the machine has.
int availableCores() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

ComputeDevice cpuDevice() {
    ComputeDevice cpu;
    cpu.name = cpuName();
    cpu.usable = true;
    cpu.reason = "Used where no GPU can be.";
    cpu.capability = instructionSet();
    cpu.cores = availableCores();
    return cpu;
}

std::vector<ComputeDevice> computeDevices() {
    std::vector<ComputeDevice> devices{cpuDevice()};
    for (ComputeDevice& device : cuda::nvidiaDevices()) devices.push_back(std::move(device));
    return devices;
}

}  // namespace fretsaw
