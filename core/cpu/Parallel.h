// Loops over rows, tiles and other ranges on a limited number of threads, for all CPU code.
// No algorithm here, and oneTBB stays hidden: users need only this header.
#pragma once

#include <cstdint>
#include <memory>

namespace fretsaw::cpu {

/// Runs loops on at most a given number of threads. The ranges a loop is cut into depend only on count and
/// grain, never on the number of threads: per-range partial results, combined in order, are reproducible.
/// Cheap to keep, not to make (a few microseconds): make one per solver, not one per loop.
class Parallel {
public:
    /// threads: 0 = all of the machine; otherwise the limit, the calling thread included (more than the
    /// machine has counts as all).
    explicit Parallel(int threads = 0);
    ~Parallel();
    Parallel(Parallel&&) noexcept;
    Parallel& operator=(Parallel&&) noexcept;

    /// The limit in effect, at least 1.
    [[nodiscard]] int threads() const;

    /// Calls body(begin, end) for [0, grain), [grain, 2·grain), … up to count, at the same time and in any
    /// order; returns when all are done. grain < 1 counts as 1. The first exception of a body is rethrown
    /// here (ranges that had not begun may then be left out). The body may poll a std::stop_token itself.
    template <typename Body>
    void forRanges(std::int64_t count, std::int64_t grain, const Body& body) const {
        run(
            count, grain,
            [](const void* b, std::int64_t begin, std::int64_t end) {
                (*static_cast<const Body*>(b))(begin, end);
            },
            &body);
    }

    /// body(index) for every index below count, each its own task: for work of tens of microseconds or more.
    template <typename Body>
    void forEach(std::int64_t count, const Body& body) const {
        forRanges(count, 1, [&body](std::int64_t begin, std::int64_t) { body(begin); });
    }

    /// body(y) for every row of an image `rows` high, 16 rows a task.
    template <typename Body>
    void forRows(int rows, const Body& body) const {
        forRanges(rows, 16, [&body](std::int64_t begin, std::int64_t end) {
            for (std::int64_t y = begin; y < end; ++y) body(static_cast<int>(y));
        });
    }

private:
    using RangeFunction = void (*)(const void* body, std::int64_t begin, std::int64_t end);
    void run(std::int64_t count, std::int64_t grain, RangeFunction function, const void* body) const;

    struct Arena;
    std::unique_ptr<Arena> arena_;
};

}  // namespace fretsaw::cpu
