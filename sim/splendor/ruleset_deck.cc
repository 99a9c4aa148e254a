#include "sim/splendor/ruleset_deck.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/config/card_cells.h"
#include "sim/config/csv_table.h"
#include "sim/config/text_file.h"

namespace prestige::splendor {
namespace {

constexpr std::span<const std::string_view> kCostNames(kColorNames.data(), kColors);

// A number of each colour, in cells that stand side by side in the order of the colours.
Gems ReadGems(CardCells& cells, std::span<const std::optional<CsvCell>> columns, size_t most) {
  Gems gems;
  for (size_t color = 0; color < kColors; ++color) {
    const auto count = cells.Number(columns[color], kColorNames[color], 0, most);
    gems += Gems::Of(static_cast<Color>(color), count.value_or(0));
  }
  return gems;
}

std::vector<Development> ReadDevelopments(const std::filesystem::path& path, IdPlaces& id_places,
                                          Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 9> kRequired{"id",   "tier",  "bonus", "points", "white",
                                                      "blue", "green", "red",   "black"};
  const std::optional<std::string> text = ReadCardFile(path, diagnostics);
  if (!text) return {};
  const std::string file = DisplayPath(path);
  const size_t errors_before = diagnostics.size();
  const std::vector<CsvRow> rows = ReadCsv(file, *text, {kRequired, {}}, diagnostics);
  CardCells cells(file, diagnostics);
  std::vector<Development> developments;
  std::array<size_t, kTiers> of_tier{};
  std::array<size_t, kColors> of_bonus{};
  for (const CsvRow& row : rows) {
    Development card;
    card.id = cells.Id(row.cells[0], id_places, {});
    const auto tier = cells.Number(row.cells[1], "tier", 1, kTiers);
    const auto bonus = cells.Name(row.cells[2], "bonus", kCostNames);
    card.tier = static_cast<uint8_t>(tier.value_or(1) - 1);
    card.bonus = static_cast<Color>(bonus.value_or(0));
    card.points = cells.Number(row.cells[3], "points", 0, kMaxPoints).value_or(0);
    card.cost = ReadGems(cells, std::span(row.cells).subspan(4), kMaxCost);
    if (tier) ++of_tier[card.tier];
    if (bonus && ++of_bonus[*bonus] == kMaxOfOneBonus + 1) {
      diagnostics.push_back(TooManyCards(
          file, row.line, absl::StrCat("cards with the bonus ", std::string(kColorNames[*bonus])),
          kMaxOfOneBonus));
    }
    if (developments.size() == kMaxCards) {
      diagnostics.push_back(TooManyCards(file, row.line, "development cards", kMaxCards));
    }
    developments.push_back(std::move(card));
  }
  if (diagnostics.size() > errors_before) return developments;
  for (size_t tier = 0; tier < kTiers; ++tier) {
    if (of_tier[tier] > 0) continue;
    diagnostics.push_back(
        {file, 0, 0,
         absl::StrCat("there is no card of tier ", tier + 1, "; allowed: one or more")});
  }
  return developments;
}

std::vector<Noble> ReadNobles(const std::filesystem::path& path, IdPlaces& id_places,
                              Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 7> kRequired{"id",    "points", "white", "blue",
                                                      "green", "red",    "black"};
  const std::optional<std::string> text = ReadCardFile(path, diagnostics);
  if (!text) return {};
  const std::string file = DisplayPath(path);
  const std::vector<CsvRow> rows = ReadCsv(file, *text, {kRequired, {}}, diagnostics);
  CardCells cells(file, diagnostics);
  std::vector<Noble> nobles;
  for (const CsvRow& row : rows) {
    Noble noble;
    noble.id = cells.Id(row.cells[0], id_places, {});
    noble.points = cells.Number(row.cells[1], "points", 0, kMaxPoints).value_or(0);
    noble.bonuses = ReadGems(cells, std::span(row.cells).subspan(2), kMaxCost);
    if (nobles.size() == kMaxNobles) {
      diagnostics.push_back(TooManyCards(file, row.line, "nobles", kMaxNobles));
    }
    nobles.push_back(std::move(noble));
  }
  return nobles;
}

}  // namespace

Deck ReadDeck(const std::optional<std::filesystem::path>& developments,
              const std::optional<std::filesystem::path>& nobles, Diagnostics& diagnostics) {
  IdPlaces id_places;
  Deck deck;
  if (developments) deck.developments = ReadDevelopments(*developments, id_places, diagnostics);
  if (nobles) deck.nobles = ReadNobles(*nobles, id_places, diagnostics);
  return deck;
}

}  // namespace prestige::splendor
