// Hands ranges to oneTBB inside an arena of limited width.
// No algorithm here.
#include "core/cpu/Parallel.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace fretsaw::cpu {

struct Parallel::Arena {
    int threads;
    oneapi::tbb::task_arena tbb;
};

Parallel::Parallel(int threads) {
    const int available = std::max(1, oneapi::tbb::this_task_arena::max_concurrency());
    const int limit = threads <= 0 ? available : std::min(threads, available);
    arena_.reset(new Arena{limit, oneapi::tbb::task_arena(limit)});
}
Parallel::~Parallel() = default;
Parallel::Parallel(Parallel&&) noexcept = default;
Parallel& Parallel::operator=(Parallel&&) noexcept = default;

int Parallel::threads() const {
    return arena_->threads;
}

void Parallel::run(std::int64_t count, std::int64_t grain, RangeFunction function, const void* body) const {
    if (count <= 0) return;
    grain = std::max<std::int64_t>(grain, 1);
    const std::int64_t ranges = (count + grain - 1) / grain;
    const auto runRange = [=](std::int64_t i) {
        function(body, i * grain, std::min(count, (i + 1) * grain));
    };
    if (arena_->threads == 1 || ranges == 1) {
        for (std::int64_t i = 0; i < ranges; ++i) runRange(i);
        return;
    }
    arena_->tbb.execute([&] { oneapi::tbb::parallel_for(std::int64_t{0}, ranges, runRange); });
}

}  // namespace fretsaw::cpu
