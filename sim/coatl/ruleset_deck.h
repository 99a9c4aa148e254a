#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/coatl/rules.h"
#include "sim/config/diagnostic.h"

namespace prestige::coatl {

struct Deck {
  std::vector<Prophecy> prophecies;
  std::vector<Temple> temples;
};

// Reads the two deck files, as far as they are known. Every error goes to `diagnostics`; the deck
// is whole only when none did.
Deck ReadDeck(const std::optional<std::filesystem::path>& prophecies,
              const std::optional<std::filesystem::path>& temples, Diagnostics& diagnostics);

}  // namespace prestige::coatl
