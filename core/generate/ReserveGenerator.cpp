// Asks one generator, and where that fails the other.
// No pixel is computed here.
#include "core/generate/ReserveGenerator.h"

#include <utility>

#include "core/image/Error.h"

namespace fretsaw {
namespace {

class ReserveGenerator final : public Generator {
public:
    ReserveGenerator(GeneratorFactory first, GeneratorFactory reserve, GeneratorNews news)
        : makeFirst_(std::move(first)), makeReserve_(std::move(reserve)), news_(std::move(news)) {}

    void setDocument(std::shared_ptr<const DocumentPictures> document) override {
        document_ = std::move(document);
        for (Generator* generator : {first_.get(), reserve_.get()})
            if (generator != nullptr) generator->setDocument(document_);
    }

    bool renderInto(const PictureRecipe& recipe, Size size, Rect region, ImageView<Rgb32f> pixels,
                    const std::stop_token& stop, const Progress& progress) override {
        double reported = 0;  // a second run begins with nothing
        const Progress rising = [&](double part) {
            if (part >= reported) report(progress, reported = part);
        };
        if (!broken_) try {
                if (!first_) first_ = made(makeFirst_);
                return first_->renderInto(recipe, size, region, pixels, stop, rising);
            } catch (const BackendError& error) {
                giveUp(error);
            } catch (const OutOfMemory& error) {
                first_.reset();  // with what it holds
                if (!std::exchange(toldOfMemory_, true))
                    tell("The GPU cannot take this picture, so the CPU does. " + std::string(error.what()));
            }
        if (!reserve_) reserve_ = made(makeReserve_);
        return reserve_->renderInto(recipe, size, region, pixels, stop, rising);
    }

    std::shared_ptr<const Frame<Rgba8>> renderOnDevice(const PictureRecipe& recipe, Size size, Rect region,
                                                       const std::stop_token& stop) override {
        if (broken_) return nullptr;
        try {
            if (!first_) first_ = made(makeFirst_);
            return first_->renderOnDevice(recipe, size, region, stop);
        } catch (const BackendError& error) {
            giveUp(error);
        } catch (const OutOfMemory&) {
            first_.reset();  // with what it holds
        }
        return nullptr;
    }

private:
    void giveUp(const BackendError& error) {
        broken_ = true;
        first_.reset();
        tell(std::string(error.what()) + " The CPU goes on.");
    }

    [[nodiscard]] std::unique_ptr<Generator> made(const GeneratorFactory& make) const {
        auto generator = make();
        generator->setDocument(document_);
        return generator;
    }
    void tell(const std::string& reason) const {
        if (news_) news_(reason);
    }

    GeneratorFactory makeFirst_, makeReserve_;
    GeneratorNews news_;
    std::shared_ptr<const DocumentPictures> document_;
    std::unique_ptr<Generator> first_, reserve_;
    bool broken_ = false, toldOfMemory_ = false;
};

}  // namespace

std::unique_ptr<Generator> makeReserveGenerator(GeneratorFactory first, GeneratorFactory reserve,
                                                GeneratorNews news) {
    return std::make_unique<ReserveGenerator>(std::move(first), std::move(reserve), std::move(news));
}

}  // namespace fretsaw
