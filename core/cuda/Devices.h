// What this machine offers to compute with, for people: the list of `fretsaw-cli devices` and the status bar.
// Plain C++ outside; nothing is computed here and no device is kept open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fretsaw {

/// One device, or one reason why a kind of device is missing.
struct ComputeDevice {
    enum class Kind { Cpu, Cuda };
    Kind kind = Kind::Cpu;
    std::string name;     ///< "Intel Xeon …", "NVIDIA H200"; "NVIDIA" where none was found
    bool usable = false;  ///< the program can cut on it
    std::string reason;   ///< one sentence: why it can or cannot be used
    std::string
        capability;  ///< instruction set ("x86-64-v3 (AVX2)") or compute capability ("9.0"); may be empty
    int cores = 0;   ///< threads of the CPU that the process may use, or multiprocessors
    std::uint64_t memoryBytes = 0;  ///< of the device; 0 for the CPU
    int index = 0;                  ///< of a CUDA device, in CUDA's order
};

/// The CPU first, then every NVIDIA device; with none, one entry that says why. Never throws for a missing or
/// old driver, and the list then says so. Any thread. The first call may take some tenths of a second where
/// there is a driver.
[[nodiscard]] std::vector<ComputeDevice> computeDevices();

/// The entry of the CPU alone, at once: no driver is asked.
[[nodiscard]] ComputeDevice cpuDevice();

/// GPU memory that this process holds for pictures. Any thread.
[[nodiscard]] std::uint64_t gpuMemoryBytes() noexcept;

}  // namespace fretsaw
