#pragma once
#include <cstddef>
#include "json.hpp"
#include "option.h"

// Models that a server loads: only a field with `embed` asks for them, and is refused here.
struct EmbedderManager {
  static EmbedderManager& get_instance() {
    static EmbedderManager instance;
    return instance;
  }
  Option<bool> validate_and_init_model(const nlohmann::json&, std::size_t&) const {
    return Option<bool>(400, "No models here.");
  }
};
