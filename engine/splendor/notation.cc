#include <array>

#include "engine/core/words.h"
#include "engine/splendor/game.h"

namespace prestige::splendor {
namespace {

std::optional<uint8_t> ParseColor(std::string_view name, size_t kinds) {
  for (size_t kind = 0; kind < kinds; ++kind) {
    if (kColorNames[kind] == name) return static_cast<uint8_t>(kind);
  }
  return std::nullopt;
}

std::optional<uint8_t> ParseTier(std::string_view text) {
  if (text.size() != 1 || text[0] < '1' || text[0] >= static_cast<char>('1' + kTiers)) {
    return std::nullopt;
  }
  return static_cast<uint8_t>(text[0] - '1');
}

std::string Join(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace

std::string SplendorGame::MoveText(const Rules& rules, Move move) {
  const auto card = [&]() -> std::string_view { return rules.developments()[move.a].id; };
  switch (move.kind) {
    case MoveKind::kTake: {
      std::string text = "take";
      for (size_t color = 0; color < kColors; ++color) {
        if (((move.a >> color) & 1) == 0) continue;
        text += ' ';
        text += kColorNames[color];
      }
      return text;
    }
    case MoveKind::kTakeSame:
      return Join({"take-same", kColorNames[move.a]});
    case MoveKind::kReserveTable:
      return Join({"reserve", "table", card()});
    case MoveKind::kReserveDeck:
      return Join({"reserve", "deck", std::to_string(move.a + 1)});
    case MoveKind::kBuyTable:
      return Join({"buy", "table", card()});
    case MoveKind::kBuyHand:
      return Join({"buy", "hand", card()});
    case MoveKind::kPass:
      return "pass";
    case MoveKind::kReturn:
      return Join({"return", kColorNames[move.a]});
    case MoveKind::kNoble:
      return Join({"noble", rules.nobles()[move.a].id});
  }
  return {};
}

std::optional<Move> SplendorGame::ParseMove(const Rules& rules, std::string_view text) {
  const auto words = SplitWords<1 + kColors>(text);
  if (!words) return std::nullopt;
  const size_t n = words->size();
  const std::string_view verb = (*words)[0];
  const auto word = [&](size_t i) { return i < n ? (*words)[i] : std::string_view(); };
  const auto with = [](MoveKind kind, std::optional<uint8_t> a) -> std::optional<Move> {
    if (!a) return std::nullopt;
    return Move{kind, *a};
  };

  if (verb == "take" && n > 1) {
    unsigned colors = 0;
    for (size_t i = 1; i < n; ++i) {
      const auto color = ParseColor(word(i), kColors);
      // In the order of the colours, each once.
      if (!color || colors >> *color != 0) return std::nullopt;
      colors |= 1U << *color;
    }
    return Move{MoveKind::kTake, static_cast<uint8_t>(colors)};
  }
  if (n == 1 && verb == "pass") return Move{MoveKind::kPass};
  if (n == 2) {
    if (verb == "take-same") return with(MoveKind::kTakeSame, ParseColor(word(1), kColors));
    if (verb == "return") return with(MoveKind::kReturn, ParseColor(word(1), kKinds));
    if (verb == "noble") return with(MoveKind::kNoble, rules.FindNoble(word(1)));
  }
  if (n == 3 && verb == "reserve") {
    if (word(1) == "table") return with(MoveKind::kReserveTable, rules.FindDevelopment(word(2)));
    if (word(1) == "deck") return with(MoveKind::kReserveDeck, ParseTier(word(2)));
  }
  if (n == 3 && verb == "buy") {
    if (word(1) == "table") return with(MoveKind::kBuyTable, rules.FindDevelopment(word(2)));
    if (word(1) == "hand") return with(MoveKind::kBuyHand, rules.FindDevelopment(word(2)));
  }
  return std::nullopt;
}

}  // namespace prestige::splendor
