// fretsaw-cli: parses the command line, runs one command, and turns what happened into an exit code.
// The commands are in app/cli; nothing here knows of pixels.
#include <cstdio>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>

#include "app/cli/Commands.h"
#include "core/image/Error.h"

namespace {

using namespace fretsaw;
using namespace fretsaw::cli;

/// The reason on stderr and, where --json was given, as an object on stdout.
int fail(int code, const std::string& message, bool json) {
    std::fprintf(stderr, "fretsaw-cli: %s\n", message.c_str());
    if (json) printJson({{"error", message}});
    return code;
}

int runCommand(const Run& run, Interrupt& interrupt, bool json) {
    try {
        run(interrupt);
        return kDone;
    } catch (const UsageError& e) {
        return fail(kWrongUsage, e.message, json);
    } catch (const Interrupted&) {
        return fail(kInterruptedCode, "Interrupted; nothing was written.", json);
    } catch (const std::bad_alloc&) {
        return fail(kFailed, "Not enough memory.", json);
    } catch (const std::exception& e) {
        return fail(kFailed, e.what(), json);
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Fretsaw cuts objects out of photos with exact minimum cuts.", "fretsaw-cli");
    app.set_version_flag("--version", "fretsaw-cli " FRETSAW_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    Run run;
    addCut(app, run);
    addInfo(app, run);
    addConvert(app, run);
    addScene(app, run);
    addSample(app, run);
    addDevices(app, run);

    bool json = false;  // also where the rest of the command line is wrong
    for (int i = 1; i < argc; ++i) json = json || std::strcmp(argv[i], "--json") == 0;
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& e) {
        return fail(kWrongUsage, std::string(e.what()) + " (fretsaw-cli --help shows the usage)", json);
    }
    Interrupt interrupt;
    return runCommand(run, interrupt, json);
}
