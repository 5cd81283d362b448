# fretsaw-cli: core and io, no Qt. CLI11 and nlohmann-json are headers only.
find_package(CLI11 REQUIRED)
find_package(nlohmann_json 3 REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)   # SHA-256 of masks

add_executable(fretsaw-cli cli.cpp
  Backdrop.h cli/Command.cpp cli/Command.h cli/Commands.h cli/CutCommand.cpp cli/FileCommands.cpp cli/Gallery.cpp cli/Gallery.h
  cli/KernelPicture.cpp cli/KernelPicture.h cli/Recipes.cpp cli/Recipes.h cli/RenderCommand.cpp cli/SceneCommands.cpp)
target_compile_definitions(fretsaw-cli PRIVATE FRETSAW_VERSION="${PROJECT_VERSION}")
target_link_libraries(fretsaw-cli PRIVATE fretsaw_io CLI11::CLI11 nlohmann_json::nlohmann_json OpenSSL::Crypto
  fretsaw_warnings)
# CLI11's templates take a long time to optimise, and nothing here is hot: the work is done in core.
target_compile_options(fretsaw-cli PRIVATE $<$<CONFIG:Release>:-O1>)
if(TARGET fretsaw-kernel)
  add_dependencies(fretsaw-cli fretsaw-kernel)
endif()
install(TARGETS fretsaw-cli)
