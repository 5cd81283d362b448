// Measures how long the event loop of this thread leaves events waiting.
// No tests and no limits here: what is measured is printed.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace fretsaw::test {

/// The longest time between two turns of the event loop, for each part of a session. GUI thread.
class EventGaps {
public:
    EventGaps() {
        watch_.setTimerType(Qt::PreciseTimer);
        watch_.setInterval(1);
        QObject::connect(&watch_, &QTimer::timeout, [this] { note(); });
    }

    /// What follows counts for this part, until the next one or end().
    void begin(const char* part) {
        end();
        parts_.push_back({part});
        lastWorkMs_ = threadMs();
        sinceLast_.start();
        watch_.start();
    }
    void end() {
        if (watch_.isActive()) note();
        watch_.stop();
    }
    /// Turns of the event loop in the present part, as long as work took one.
    [[nodiscard]] int turns() const { return parts_.back().turns; }

    /// A table on stdout: the longest gap, and the most CPU time that this thread itself used in one.
    void print(const std::string& title) const {
        std::printf("%s\n  %-44s %10s %10s\n", title.c_str(), "", "gap", "own work");
        for (const Part& part : parts_)
            std::printf("  %-44s %7.0f ms %7.0f ms\n", part.name, part.gapMs, part.workMs);
    }

private:
    struct Part {
        const char* name;
        double gapMs = 0, workMs = 0;
        int turns = 0;
    };

    static double threadMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    void note() {
        Part& part = parts_.back();
        const double gapMs = static_cast<double>(sinceLast_.nsecsElapsed()) / 1e6;
        sinceLast_.start();
        const double workMs = threadMs() - lastWorkMs_;
        lastWorkMs_ += workMs;
        part.gapMs = std::max(part.gapMs, gapMs);
        part.workMs = std::max(part.workMs, workMs);
        ++part.turns;
    }

    QTimer watch_;
    QElapsedTimer sinceLast_;
    double lastWorkMs_ = 0;
    std::vector<Part> parts_;
};

}  // namespace fretsaw::test
