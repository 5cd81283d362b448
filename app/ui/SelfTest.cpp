// Does this machine cut and show masks rightly? The scene is edited in two documents at once, the window's
// and one that the CPU cuts; then the masks are compared, and the window with them, pixel by pixel.
#include "app/ui/SelfTest.h"

#include <QCoreApplication>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "app/ui/Canvas.h"
#include "app/ui/CanvasView.h"
#include "app/ui/Overlay.h"
#include "app/ui/StatusText.h"

namespace fretsaw::ui {
namespace {

constexpr int kPatienceMs = 600'000;
constexpr int kFrames = 30;

void paint(app::Document& document, Label label, double widthPx, PointF from, PointF to) {
    document.beginStroke(label, widthPx, from);
    document.extendStroke(to);
    document.endStroke();
}

std::int64_t differences(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b) {
    std::int64_t count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) count += a(x, y) != b(x, y);
    return count;
}

/// Pixels that were read back, how many of them were wrong, and how many lie under something else.
struct Compared {
    std::int64_t pixels = 0, wrong = 0, covered = 0;
};

/// The part of the mask that is on the screen at one device pixel a pixel in black and white, but for what
/// lies over the picture.
Compared compare(const QImage& shown, const Viewport& viewport, Rect part, ImageView<const std::uint8_t> mask,
                 std::optional<Rect> rect) {
    const int reach = Overlay::rectangleReach(viewport.devicePixelRatio());
    const Rect frame = rect.value_or(Rect{-3 * reach, -3 * reach, 0, 0});
    const Rect outer{frame.x - reach, frame.y - reach, frame.width + 2 * reach, frame.height + 2 * reach},
        inner{frame.x + reach, frame.y + reach, frame.width - 2 * reach, frame.height - 2 * reach};
    const QPoint origin = viewport.deviceRect(Rect::of(mask.size())).topLeft();
    Compared compared;
    for (int y = part.y; y < part.bottom(); ++y)
        for (int x = part.x; x < part.right(); ++x) {
            const QPoint device = origin + QPoint(x, y);
            if (!shown.valid(device)) continue;
            if (outer.contains(x, y) && !inner.contains(x, y)) {
                ++compared.covered;
                continue;
            }
            const QRgb pixel = shown.pixel(device);
            const int value = mask(x, y);
            ++compared.pixels;
            compared.wrong += qRed(pixel) != value || qGreen(pixel) != value || qBlue(pixel) != value;
        }
    return compared;
}

double medianFrameMs(Canvas& canvas, bool withNewMask) {
    std::vector<double> ms;
    for (int i = 0; i < kFrames; ++i) ms.push_back(canvas.measureFrameMs(withNewMask));
    std::nth_element(ms.begin(), ms.begin() + kFrames / 2, ms.end());
    return ms[kFrames / 2];
}

QString milliseconds(double ms) {
    return QString("%1 ms").arg(ms, 0, 'f', 2);
}

}  // namespace

SelfTest::SelfTest(MainWindow& window, app::Document& document, app::Engine& engine,
                   const app::SelfTestOptions& options, QObject* parent)
    : QObject(parent),
      window_(window),
      document_(document),
      engine_(engine),
      options_(options),
      cpuEngine_([] { return makeCpuSegmenter(); }),
      cpu_(cpuEngine_) {
    connect(&window_.opener(), &PhotoOpener::opened, this, &SelfTest::onOpened);
    for (app::Document* d : {&document_, &cpu_}) {
        connect(d, &app::Document::solveFailed, this, [this](const QString& why) {
            say("failed", why);
            expect(false);
            end();
        });
        connect(d, &app::Document::maskChanged, this, &SelfTest::goOn);
    }
    for (app::Engine* e : {&engine_, &cpuEngine_})
        connect(e, &app::Engine::busyChanged, this, &SelfTest::goOn);
    QTimer::singleShot(kPatienceMs, this, [this] {
        say("failed", "It took too long.");
        expect(false);
        end();
    });
    say("Fretsaw", FRETSAW_VERSION);
    say("window", driverText(openGlDriver()));
    window_.opener().openScene(options_.picture);
}

void SelfTest::onOpened(const OpenedPhoto& opened) {
    const Rect box = opened.sceneBox.value();
    say("picture", QString("%1 x %2, generated").arg(options_.picture.width).arg(options_.picture.height));
    const auto at = [box](double x, double y) {
        return PointF{box.x + x * box.width, box.y + y * box.height};
    };
    const double width = std::max(4.0, box.width / 40.0);
    edits_ = {
        {"box", [box](app::Document& d) { d.commitRect(box); }},
        {"foreground",
         [=](app::Document& d) { paint(d, Label::SureForeground, width, at(0.4, 0.5), at(0.6, 0.55)); }},
        {"background",
         [=](app::Document& d) { paint(d, Label::SureBackground, width, at(0.02, 0.5), at(0.2, 0.98)); }}};
    cpu_.setPhoto(opened.photo);
    goOn();
}

/// The next edit, once both have cut the last one.
void SelfTest::goOn() {
    if (ended_ || !document_.hasPhoto() || !cpu_.hasPhoto()) return;
    if (!running_.isEmpty()) {
        if (engine_.busy() || cpuEngine_.busy() || !document_.maskIsCurrent() || !cpu_.maskIsCurrent())
            return;
        const SegmentResult& result = document_.maskFrame()->result;
        say(std::exchange(running_, {}), QString("%1, %2").arg(milliseconds(result.totalMs),
                                                               result.certified ? "exact" : "not certified"));
        expect(result.certified);
    }
    if (edits_.isEmpty()) {
        ended_ = true;
        QTimer::singleShot(0, this, &SelfTest::check);
        return;
    }
    const auto [name, edit] = edits_.takeFirst();
    running_ = name;
    edit(document_);
    edit(cpu_);
}

void SelfTest::check() {
    say("backend", cutText(document_.maskFrame().get()));
    if (options_.needsGpu && !document_.maskFrame()->result.backend.gpu) {
        say("asked", "FRETSAW_BACKEND asks for CUDA, and no GPU cut this.");
        expect(false);
    }
    checkMask();
    measure();
    say("masks", maskPathText(window_.canvas().maskPath()));
    checkWindow();
    compareWithoutInterop();
    end();
}

void SelfTest::checkMask() {
    const std::int64_t wrong =
        differences(document_.maskFrame()->result.mask->view(), cpu_.maskFrame()->result.mask->view());
    say("mask", QString("%1 of %2 pixels differ from the CPU's").arg(wrong).arg(document_.size().area()));
    expect(wrong == 0);
}

void SelfTest::checkWindow() {
    Canvas& canvas = window_.canvas();
    const auto mask = cpu_.maskFrame()->result.mask;
    canvas.setTool(Tool::Hand);
    canvas.setViewMode(ViewMode::BlackAndWhite);
    canvas.zoomTo100();
    const Size size = document_.size();
    const QSize step = canvas.size() * canvas.devicePixelRatioF() * 0.9;
    Compared all;
    for (int y = 0; y < size.height; y += step.height())
        for (int x = 0; x < size.width; x += step.width()) {
            const Rect part = Rect{x, y, step.width(), step.height()}.intersected(Rect::of(size));
            canvas.centreOn(QPointF(part.x + part.width / 2.0, part.y + part.height / 2.0));
            canvas.finishUploads();
            const Compared one =
                compare(canvas.grabFrame(), canvas.viewport(), part, mask->view(), document_.rect());
            all.pixels += one.pixels;
            all.wrong += one.wrong;
            all.covered += one.covered;
        }
    say("screen",
        QString("%1 of %2 pixels read back differ from the CPU's mask").arg(all.wrong).arg(all.pixels));
    expect(all.wrong == 0 && all.pixels > 0 && all.pixels + all.covered == size.area());
    canvas.setViewMode(ViewMode::Overlay);
    canvas.zoomToFit();
}

/// In the view that people have: all of the picture, and the mask over it.
void SelfTest::measure() {
    Canvas& canvas = window_.canvas();
    canvas.zoomToFit();
    canvas.finishUploads();
    static_cast<void>(medianFrameMs(canvas, true));  // programs are compiled, textures made
    say("frame",
        QString("%1 with a new mask, %2 without, medians of %3, %4 x %5 device pixels")
            .arg(milliseconds(medianFrameMs(canvas, true)), milliseconds(medianFrameMs(canvas, false)))
            .arg(kFrames)
            .arg(canvas.width() * canvas.devicePixelRatioF())
            .arg(canvas.height() * canvas.devicePixelRatioF()));
}

/// The picture must not depend on the way that masks take.
void SelfTest::compareWithoutInterop() {
    Canvas& canvas = window_.canvas();
    if (canvas.maskPath().kind != MaskPath::Kind::Direct) return;
    canvas.finishUploads();
    const QImage direct = canvas.grabFrame();
    canvas.disableInterop("The self-test compares both ways.");
    say("copied", QString("%1, the same through memory").arg(milliseconds(medianFrameMs(canvas, true))));
    canvas.finishUploads();
    const bool same = canvas.grabFrame() == direct;
    say("views", same ? "equal both ways" : "differ between both ways");
    expect(same);
}

void SelfTest::say(const QString& what, const QString& text) {
    std::printf("%-12s %s\n", qUtf8Printable(what), qUtf8Printable(text));
    std::fflush(stdout);
}

void SelfTest::expect(bool isRight) {
    right_ = right_ && isRight;
}

void SelfTest::end() {
    ended_ = true;
    say("result", right_ ? "all is right" : "SOMETHING IS WRONG");
    QCoreApplication::exit(right_ ? 0 : 1);
}

}  // namespace fretsaw::ui
