#include <array>
#include <charconv>

#include "engine/coatl/game.h"
#include "engine/core/words.h"

namespace prestige::coatl {
namespace {

constexpr std::array<std::string_view, kActions> kActionNames{
    "take", "draw", "build", "perfect-pick", "see-the-future", "priests-commitment", "pass"};
constexpr std::array<std::string_view, 2> kSideNames{"head", "tail"};
constexpr std::array<std::string_view, kPiles> kPileNames{"pile0", "pile1"};

// The number of a name in a list of names.
template <size_t N>
std::optional<uint8_t> IndexOf(const std::array<std::string_view, N>& names,
                               std::string_view name) {
  for (size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<uint8_t>(i);
  }
  return std::nullopt;
}

// A number from first to last, written without sign or leading zeros.
std::optional<uint8_t> ParseNumber(std::string_view text, unsigned first, unsigned last) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (number < first || number > last || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  return static_cast<uint8_t>(number);
}

std::optional<uint8_t> ParseCoatl(std::string_view text) {
  return ParseNumber(text, 0, kMaxCoatls - 1);
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

std::string PieceText(Piece piece) { return {Letter(PartOf(piece)), Letter(ColorOf(piece))}; }

std::optional<Piece> ParsePiece(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const size_t part = kPartLetters.find(text[0]);
  const size_t color = kColorLetters.find(text[1]);
  if (part == std::string_view::npos || color == std::string_view::npos) return std::nullopt;
  return MakePiece(static_cast<Part>(part), static_cast<Color>(color));
}

std::string_view ActionText(Action action) { return kActionNames[static_cast<size_t>(action)]; }

std::string_view SacrificeText(Sacrifice token) {
  return kActionNames[static_cast<size_t>(Action::kPerfectPick) + static_cast<size_t>(token)];
}

std::string CoatlGame::MoveText(const Rules& rules, Move move) {
  const auto prophecy = [&](uint8_t kind) { return rules.prophecies()[kind].id; };
  switch (move.kind) {
    case MoveKind::kKeep:
      return Join({"keep", prophecy(move.a)});
    case MoveKind::kAction:
      return std::string(kActionNames[move.a]);
    case MoveKind::kTake:
      return Join({"take", std::to_string(move.a + 1)});
    case MoveKind::kDrawRow:
      return Join({"draw", "row", prophecy(move.a)});
    case MoveKind::kDrawDeck:
      return "draw deck";
    case MoveKind::kStart:
      return Join({"start", PieceText(move.a)});
    case MoveKind::kExtend:
      return Join({"extend", std::to_string(move.a), kSideNames[move.b], PieceText(move.c)});
    case MoveKind::kProphecy:
      return Join({"prophecy", std::to_string(move.a), prophecy(move.b)});
    case MoveKind::kTempleHand:
      return Join({"temple", "hand", rules.temples()[move.a].id});
    case MoveKind::kTemplePile:
      return Join({"temple", kPileNames[move.a]});
    case MoveKind::kNoTemple:
      return "temple none";
    case MoveKind::kPick:
      return move.b == kNoPiece ? Join({"pick", PieceText(move.a)})
                                : Join({"pick", PieceText(move.a), PieceText(move.b)});
    case MoveKind::kDiscard:
      return Join({"discard", prophecy(move.a)});
    case MoveKind::kPile:
      return Join({"commit", kPileNames[move.a]});
    case MoveKind::kDone:
      return "done";
  }
  return {};
}

std::optional<Move> CoatlGame::ParseMove(const Rules& rules, std::string_view text) {
  const auto words = SplitWords<4>(text);
  if (!words) return std::nullopt;
  const size_t n = words->size();
  const std::string_view verb = (*words)[0];
  const auto word = [&](size_t i) { return i < n ? (*words)[i] : std::string_view(); };
  const auto with = [](MoveKind kind, std::optional<uint8_t> a) -> std::optional<Move> {
    if (!a) return std::nullopt;
    return Move{kind, *a};
  };

  if (n == 1) {
    if (verb == "done") return Move{MoveKind::kDone};
    return with(MoveKind::kAction, IndexOf(kActionNames, verb));
  }
  if (n == 2) {
    if (verb == "keep") return with(MoveKind::kKeep, rules.FindProphecy(word(1)));
    if (verb == "discard") return with(MoveKind::kDiscard, rules.FindProphecy(word(1)));
    if (verb == "take") {
      const auto spaces = static_cast<unsigned>(rules.config().supply.size());
      const auto number = ParseNumber(word(1), 1, spaces);
      if (!number) return std::nullopt;
      return Move{MoveKind::kTake, static_cast<uint8_t>(*number - 1)};
    }
    if (verb == "draw" && word(1) == "deck") return Move{MoveKind::kDrawDeck};
    if (verb == "start") return with(MoveKind::kStart, ParsePiece(word(1)));
    if (verb == "temple" && word(1) == "none") return Move{MoveKind::kNoTemple};
    if (verb == "temple") return with(MoveKind::kTemplePile, IndexOf(kPileNames, word(1)));
    if (verb == "commit") return with(MoveKind::kPile, IndexOf(kPileNames, word(1)));
    if (verb == "pick") {
      const auto piece = ParsePiece(word(1));
      if (!piece) return std::nullopt;
      return Move{MoveKind::kPick, *piece, kNoPiece};
    }
  }
  if (n == 3) {
    if (verb == "draw" && word(1) == "row") {
      return with(MoveKind::kDrawRow, rules.FindProphecy(word(2)));
    }
    if (verb == "temple" && word(1) == "hand") {
      return with(MoveKind::kTempleHand, rules.FindTemple(word(2)));
    }
    if (verb == "prophecy") {
      const auto coatl = ParseCoatl(word(1));
      const auto kind = rules.FindProphecy(word(2));
      if (coatl && kind) return Move{MoveKind::kProphecy, *coatl, *kind};
    }
    if (verb == "pick") {
      const auto first = ParsePiece(word(1));
      const auto second = ParsePiece(word(2));
      if (first && second) return Move{MoveKind::kPick, *first, *second};
    }
  }
  if (n == 4 && verb == "extend") {
    const auto coatl = ParseCoatl(word(1));
    const auto side = IndexOf(kSideNames, word(2));
    const auto piece = ParsePiece(word(3));
    if (coatl && side && piece) return Move{MoveKind::kExtend, *coatl, *side, *piece};
  }
  return std::nullopt;
}

}  // namespace prestige::coatl
