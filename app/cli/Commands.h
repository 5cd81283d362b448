// The commands of fretsaw-cli: each adds itself to the command line and runs.
// What they share is in Command.h.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "app/cli/Command.h"

namespace fretsaw::cli {

/// Runs the chosen command. Throws UsageError, Interrupted, Error.
using Run = std::function<void(Interrupt&)>;

/// Each adds its sub-command to `app`; where it is chosen, `run` becomes what to do.
void addCut(CLI::App& app, Run& run);
void addInfo(CLI::App& app, Run& run);
void addConvert(CLI::App& app, Run& run);
void addScene(CLI::App& app, Run& run);
void addSample(CLI::App& app, Run& run);
void addDevices(CLI::App& app, Run& run);
void addRender(CLI::App& app, Run& run);
void addGenerators(CLI::App& app, Run& run);

}  // namespace fretsaw::cli
