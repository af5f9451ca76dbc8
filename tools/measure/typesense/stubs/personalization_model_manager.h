#pragma once
#include <cstddef>
#include "json.hpp"
#include "option.h"

struct PersonalizationModelManager {
  static Option<bool> validate_personalization_model(const nlohmann::json&, std::size_t&) {
    return Option<bool>(400, "No models here.");
  }
};
