# Looks for nvcc. AUTO uses it where it is, ON insists, OFF ignores it. The runtime is linked statically, so
# that the programs start on machines without a driver.
# Unless told otherwise, code for the GPUs of this machine, or for one architecture where it has none: builds for
# oneself need no other. The cuda preset names them all.
set(FRETSAW_CUDA_FOUND OFF)
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
    OUTPUT_VARIABLE capabilities ERROR_QUIET RESULT_VARIABLE no_driver)
  string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
  list(TRANSFORM capabilities REPLACE "\\." "")
  list(FILTER capabilities EXCLUDE REGEX "^([0-6].|7[0-4])$")  # below 7.5: the CPU computes
  list(REMOVE_DUPLICATES capabilities)
  if(no_driver OR NOT capabilities)
    set(capabilities 90)
  endif()
  set(CMAKE_CUDA_ARCHITECTURES ${capabilities} CACHE STRING "GPUs that code is made for")
endif()
if(FRETSAW_CUDA STREQUAL "ON")
  enable_language(CUDA)
  set(FRETSAW_CUDA_FOUND ON)
elseif(FRETSAW_CUDA STREQUAL "AUTO")
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE version ERROR_QUIET)
    string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" version "${version}")
    if(CMAKE_MATCH_1 VERSION_LESS 12)  # C++20 came with 12; Debian 12 has 11.8
      message(STATUS "nvcc ${CMAKE_MATCH_1} at ${CMAKE_CUDA_COMPILER} is too old: 12 or newer is needed")
    else()
      enable_language(CUDA)
      set(FRETSAW_CUDA_FOUND ON)
    endif()
  endif()
elseif(NOT FRETSAW_CUDA STREQUAL "OFF")
  message(FATAL_ERROR "FRETSAW_CUDA must be AUTO, ON or OFF, not '${FRETSAW_CUDA}'")
endif()
if(FRETSAW_CUDA_FOUND)
  find_package(CUDAToolkit REQUIRED)
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know how to ask nvcc
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  # constexpr functions of core/image, such as ImageView's, are called on the device as they are.
  add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-fmad=false>
                      $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>
                      $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffp-contract=off>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-march=x86-64-v2>)
  endif()
endif()
message(STATUS "CUDA backend: ${FRETSAW_CUDA_FOUND}")
