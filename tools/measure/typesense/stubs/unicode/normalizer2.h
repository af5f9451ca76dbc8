#pragma once

namespace icu {
class Normalizer2;
}
