#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/splendor/rules.h"
#include "sim/config/diagnostic.h"

namespace prestige::splendor {

struct Deck {
  std::vector<Development> developments;
  std::vector<Noble> nobles;
};

// Reads the two deck files, as far as they are known. Every error goes to `diagnostics`; the deck
// is whole only when none did.
Deck ReadDeck(const std::optional<std::filesystem::path>& developments,
              const std::optional<std::filesystem::path>& nobles, Diagnostics& diagnostics);

}  // namespace prestige::splendor
