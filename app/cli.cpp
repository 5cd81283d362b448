// fretsaw-cli: parses the command line, runs one command, and turns what happened into an exit code.
// The commands are in app/cli; nothing here knows of pixels.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
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

/// Programs may be started without standard streams; a file opened in such a place would get what is printed.
void openMissingStreams() {
    while (true) {
        const int file = ::open("/dev/null", O_RDWR);
        if (file < 0 || file > STDERR_FILENO) {
            if (file >= 0) ::close(file);
            return;
        }
    }
}

int runCommand(const Run& run, Interrupt& interrupt, bool json) {
    try {
        run(interrupt);
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return kDone;
        return fail(kFailed, "The result could not be printed.", false);
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
    openMissingStreams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is an error like a full disk
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
    addRender(app, run);
    addGenerators(app, run);
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
