// Comparing priors.
// No maths of places here.
#include "core/segment/Recipe.h"

#include <algorithm>

namespace fretsaw {

bool operator==(const Prior& a, const Prior& b) {
    return a.cells.size() == b.cells.size() &&
           std::equal(a.cells.data(), a.cells.data() + a.cells.size().area(), b.cells.data());
}

}  // namespace fretsaw
