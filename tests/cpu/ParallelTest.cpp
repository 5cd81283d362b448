// Parallel: every index once, ranges that do not depend on the threads, exceptions that come back.
// No algorithm is tested here.
#include "core/cpu/Parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace fretsaw::cpu {
namespace {

TEST(Parallel, VisitsEveryIndexOnce) {
    for (int threads : {1, 2, 4, 0}) {
        const Parallel parallel(threads);
        std::vector<std::atomic<int>> visits(1003);
        parallel.forRanges(1003, 10, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
        });
        for (const auto& n : visits) ASSERT_EQ(n, 1);
    }
}

TEST(Parallel, RangesDependOnCountAndGrainOnly) {
    std::set<std::pair<std::int64_t, std::int64_t>> expected{{0, 7}, {7, 14}, {14, 20}};
    for (int threads : {1, 3}) {
        std::mutex mutex;
        std::set<std::pair<std::int64_t, std::int64_t>> seen;
        Parallel(threads).forRanges(20, 7, [&](std::int64_t begin, std::int64_t end) {
            const std::lock_guard lock(mutex);
            seen.emplace(begin, end);
        });
        EXPECT_EQ(seen, expected);
    }
}

TEST(Parallel, KeepsToItsLimitOfThreads) {
    std::mutex mutex;
    std::set<std::thread::id> ids;
    Parallel(2).forEach(400, [&](std::int64_t) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        const std::lock_guard lock(mutex);
        ids.insert(std::this_thread::get_id());
    });
    EXPECT_LE(ids.size(), 2u);
    EXPECT_EQ(Parallel(2).threads(), 2);
    EXPECT_GE(Parallel(0).threads(), 1);
}

TEST(Parallel, NothingToDoCallsNothing) {
    int calls = 0;
    Parallel(1).forRanges(0, 4, [&](std::int64_t, std::int64_t) { ++calls; });
    Parallel(1).forRows(0, [&](int) { ++calls; });
    EXPECT_EQ(calls, 0);
}

TEST(Parallel, RethrowsWhatABodyThrows) {
    for (int threads : {1, 2})
        EXPECT_THROW(Parallel(threads).forEach(100,
                                               [](std::int64_t i) {
                                                   if (i == 57) throw std::runtime_error("57");
                                               }),
                     std::runtime_error);
}

}  // namespace
}  // namespace fretsaw::cpu
