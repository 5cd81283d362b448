# Turns ROOT, a header of core/pixel, and all that it includes into one string without includes, for NVRTC.
# cmake -DSOURCE=… -DROOT=core/pixel/….h -DOUTPUT=….cpp -P KernelPrelude.cmake
cmake_minimum_required(VERSION 3.25)
set(text "")
set(seen "")
function(append_header header)
  if(header IN_LIST seen)
    return()
  endif()
  list(APPEND seen ${header})
  file(STRINGS ${SOURCE}/${header} includes REGEX "^#include \"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"(.*)\"" "\\1" included "${include}")
    append_header(${included})
  endforeach()
  file(READ ${SOURCE}/${header} body)
  string(REGEX REPLACE "\n#(include \"[^\n]*|pragma once)" "\n" body "${body}")  # lines keep their numbers
  set(text "${text}#line 1 \"${header}\"\n${body}" PARENT_SCOPE)
  set(seen "${seen}" PARENT_SCOPE)
endfunction()
append_header(${ROOT})
file(WRITE ${OUTPUT} "// Made by core/cuda/KernelPrelude.cmake.\n#include \"core/cuda/KernelPrelude.h\"\n"
  "namespace fretsaw::cuda {\nconst char kKernelPrelude[] = R\"prelude(${text})prelude\";\n}\n")
