// Fills from the strokes through the pixels in which mask and cut differ, run by run.
// One thread: the filled places are about as large as the strokes.
#include "core/segment/LocalChanges.h"

#include <algorithm>
#include <utility>

#include "core/image/Error.h"

namespace fretsaw {
namespace {

/// Makes the mask the cut wherever they differ and a place to look at is reached.
class Filling {
public:
    Filling(ImageView<std::uint8_t> mask, ImageView<const std::uint8_t> cut) : mask_(mask), cut_(cut) {}

    /// From the pixels of a span and all around them. False: stopped.
    bool from(const Span& span, const std::stop_token& stop) {
        lookAround(span);
        for (int step = 0; !places_.empty(); ++step) {
            if (step % kPollInterval == 0 && stop.stop_requested()) return false;
            const Span place = places_.back();
            places_.pop_back();
            fill(place);
        }
        return true;
    }

    [[nodiscard]] std::int64_t gained() const { return gained_; }
    [[nodiscard]] Rect changed() const { return changed_; }

private:
    static constexpr int kPollInterval = 1024;

    void lookAround(const Span& span) {
        const int begin = std::max(span.begin - 1, 0), end = std::min(span.end + 1, mask_.width());
        for (int y = std::max(span.y - 1, 0); y <= std::min(span.y + 1, mask_.height() - 1); ++y)
            places_.push_back({y, begin, end});
    }

    void fill(const Span& place) {
        std::uint8_t* mask = mask_.row(place.y);
        const std::uint8_t* cut = cut_.row(place.y);
        for (int x = place.begin; x < place.end; ++x) {
            if (mask[x] == cut[x]) continue;
            Span run{place.y, x, x};
            while (run.begin > 0 && mask[run.begin - 1] != cut[run.begin - 1]) --run.begin;
            while (run.end < mask_.width() && mask[run.end] != cut[run.end]) ++run.end;
            for (int i = run.begin; i < run.end; ++i) {
                mask[i] = cut[i];
                gained_ += cut[i] != 0 ? 1 : -1;
            }
            changed_ = changed_.united({run.begin, run.y, run.end - run.begin, 1});
            lookAround(run);
            x = run.end;  // which does not differ
        }
    }

    ImageView<std::uint8_t> mask_;
    ImageView<const std::uint8_t> cut_;
    std::vector<Span> places_;
    std::int64_t gained_ = 0;
    Rect changed_;
};

}  // namespace

void LocalChanges::settle(CleanMask base) {
    base_ = std::move(base);
    strokes_.clear();
    lastCut_ = nullptr;
    last_ = {};
    changed_ = {};
}

void LocalChanges::secure() {
    try {
        if (base_.mask) static_cast<void>(base_.mask->view());
    } catch (const BackendError&) {
        forget();
    }
}

void LocalChanges::note(ImageView<const Label> labels, const LabelPatch& patch) {
    const Rect where = patch.rect;
    lastCut_ = nullptr;
    for (int y = 0; y < where.height; ++y) {
        const Label *before = labels.row(where.y + y) + where.x, *end = before + where.width;
        const Label* after = patch.after.data() + static_cast<std::ptrdiff_t>(y) * where.width;
        for (const Label* at = before;;) {
            const auto [from, beside] = std::mismatch(at, end, after + (at - before));
            if (from == end) break;
            at = std::mismatch(from, end, beside, [](Label a, Label b) { return a != b; }).first;
            strokes_.push_back({where.y + y, where.x + static_cast<int>(from - before),
                                where.x + static_cast<int>(at - before)});
        }
    }
}

std::optional<CleanMask> LocalChanges::masked(const std::shared_ptr<const Mask>& cut,
                                              const std::stop_token& stop) {
    if (cut == lastCut_) return last_;
    auto mask = Image<std::uint8_t>::copyOf(base_.mask->view());
    Filling filling(mask.view(), cut->view());
    for (const Span& stroke : strokes_)
        if (!filling.from(stroke, stop)) return std::nullopt;
    last_ = {hostFrame(std::move(mask)), base_.foreground + filling.gained()};
    lastCut_ = cut;
    changed_ = filling.changed();
    return last_;
}

}  // namespace fretsaw
