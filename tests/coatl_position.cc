#include "tests/coatl_position.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "tests/rules_cases.h"

namespace prestige::coatl {
namespace {

constexpr std::string_view kAny = "?";      // something, chance decides what
constexpr std::string_view kRest = "rest";  // all that is nowhere else

std::string TextOf(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return {};
  if (!node->is_string()) testing::FailCase(std::string(key) + " is no text");
  return node->as_string()->get();
}

std::vector<std::string> TextsOf(const toml::table& table, std::string_view key) {
  std::vector<std::string> texts;
  const toml::array* array = table[key].as_array();
  if (array == nullptr) testing::FailCase(std::string(key) + " is no list");
  for (const toml::node& node : *array) {
    if (!node.is_string()) testing::FailCase(std::string(key) + " is no list of texts");
    texts.push_back(node.as_string()->get());
  }
  return texts;
}

void CheckKeys(const toml::table& table, const std::set<std::string_view>& known) {
  for (const auto& [key, value] : table) {
    if (!known.contains(key.str()))
      testing::FailCase("unknown key '" + std::string(key.str()) + "' in a position");
  }
}

// Draws without replacement from what is nowhere else yet.
template <class Item>
class Pool {
 public:
  Pool(std::vector<Item> items, uint64_t key) : items_(std::move(items)), stream_(key) {}

  // Takes one particular item; false when there is none left.
  bool Take(const Item& item) {
    const auto found = std::find(items_.begin(), items_.end(), item);
    if (found == items_.end()) return false;
    items_.erase(found);
    return true;
  }
  // Takes any item for which `fits` holds.
  template <class Fits>
  Item TakeAny(const Fits& fits) {
    std::vector<Item> candidates;
    std::copy_if(items_.begin(), items_.end(), std::back_inserter(candidates), fits);
    if (candidates.empty()) testing::FailCase("nothing is left for a place that chance fills");
    const Item item = candidates[stream_.Below(static_cast<uint32_t>(candidates.size()))];
    Take(item);
    return item;
  }
  std::vector<Item> TakeRest() { return std::exchange(items_, {}); }
  bool empty() const { return items_.empty(); }

 private:
  std::vector<Item> items_;
  Stream stream_;
};

class Builder {
 public:
  Builder(const Rules& rules, int players, const toml::table& given, uint64_t key)
      : rules_(rules),
        config_(rules.config()),
        given_(given),
        pieces_(AllPieces(config_), SplitKey(key, 100)),
        cards_(Numbers(rules.cards()), SplitKey(key, 101)),
        temples_(Numbers(rules.temples().size()), SplitKey(key, 102)) {
    CheckKeys(given,
              {"opening", "turn", "supply", "bags", "row", "deck", "discards", "piles", "tokens",
               "seat0", "seat1", "seat2", "seat3", "marco", "completed", "discarded"});
    state_.key = key;
    state_.player_count = static_cast<uint8_t>(players);
    for (auto& space : state_.supply) space.fill(kNoPiece);
    state_.tops.fill(kNoCard);
  }

  State Build() {
    const bool opening = given_["opening"].value_or(false);
    state_.seat = static_cast<uint8_t>(given_["turn"].value_or(int64_t{0}));
    if (state_.seat >= state_.player_count) testing::FailCase("turn is no seat of this game");
    state_.phase = opening ? Phase::kKeep : Phase::kAction;
    // M.A.R.C.O. begins each round.
    const int begun = state_.seat + (rules_.solo() ? 2 : 1);
    state_.turns = opening ? uint16_t{0} : static_cast<uint16_t>(begun);
    for (size_t seat = 0; seat < kMaxPlayers; ++seat) {
      const toml::node* node = given_.get("seat" + std::to_string(seat));
      if (node != nullptr && (seat >= state_.player_count || !node->is_table())) {
        testing::FailCase("seat" + std::to_string(seat) + " is no seat of this game");
      }
      if (seat < state_.player_count)
        PlaceSeat(seat, node == nullptr ? toml::table() : *node->as_table());
    }
    // What is named comes before what chance fills.
    PlaceMarco();
    PlaceNamedCards();
    PlaceSupply();
    PlaceRow();
    PlaceDeck();
    PlacePiles();
    for (const Piece piece : pieces_.TakeRest()) ++state_.bag[piece];
    if (given_.contains("bags") && BagText(state_) != TextOf(given_, "bags")) {
      testing::FailCase("what is left for the bags is: " + BagText(state_));
    }
    RebuildDerived(rules_, &state_);
    std::string why;
    if (!CoatlGame::IsConsistent(rules_, state_, &why))
      testing::FailCase("the position is inconsistent: " + why);
    return state_;
  }

 private:
  static std::vector<Piece> AllPieces(const RulesConfig& config) {
    std::vector<Piece> pieces;
    for (size_t c = 0; c < kColors; ++c) {
      const auto add = [&](Part part, uint8_t count) {
        pieces.insert(pieces.end(), count, MakePiece(part, static_cast<Color>(c)));
      };
      add(Part::kBody, config.body[c]);
      add(Part::kHead, config.heads[c]);
      add(Part::kTail, config.tails[c]);
    }
    return pieces;
  }
  static std::vector<uint8_t> Numbers(size_t count) {
    std::vector<uint8_t> numbers;
    numbers.reserve(count);
    for (size_t i = 0; i < count; ++i) numbers.push_back(static_cast<uint8_t>(i));
    return numbers;
  }

  Piece TakePiece(const std::string& word) {
    const std::optional<Piece> piece = ParsePiece(word);
    if (!piece) testing::FailCase("no piece: '" + word + "'");
    if (!pieces_.Take(*piece)) testing::FailCase("too many pieces " + word);
    return *piece;
  }
  uint8_t TakeCard(const std::string& word) {
    const std::optional<uint8_t> kind = rules_.FindProphecy(word);
    if (!kind) testing::FailCase("no prophecy: '" + word + "'");
    for (size_t card = 0; card < rules_.cards(); ++card) {
      const auto number = static_cast<uint8_t>(card);
      if (rules_.KindOf(number) == *kind && cards_.Take(number)) return number;
    }
    testing::FailCase("too many cards " + word);
  }
  uint8_t TakeTemple(const std::string& word) {
    const std::optional<uint8_t> temple = rules_.FindTemple(word);
    if (!temple) testing::FailCase("no temple: '" + word + "'");
    if (!temples_.Take(*temple)) testing::FailCase("too many temples " + word);
    return *temple;
  }

  void PlaceSeat(size_t seat, const toml::table& table) {
    CheckKeys(table, {"board", "hand", "temples", "tokens", "coatls"});
    Player& player = state_.players[seat];
    for (const std::string& word : testing::WordsOf(TextOf(table, "board")))
      player.board.Add(TakePiece(word));
    for (const std::string& word : testing::WordsOf(TextOf(table, "hand")))
      player.hand.InsertSorted(TakeCard(word));
    for (const std::string& word : testing::WordsOf(TextOf(table, "temples"))) {
      player.temples.InsertSorted(TakeTemple(word));
    }
    PlaceCoatls(player, TextOf(table, "coatls"));
    PlaceTokens(seat, table);
  }

  void PlaceTokens(size_t seat, const toml::table& table) {
    if (!table.contains("tokens") && !given_.contains("tokens")) {
      for (size_t token = 0; token < kSacrifices; ++token) {
        if (config_.tokens[token]) AddToken(seat, token);
      }
      return;
    }
    for (const std::string& word :
         testing::WordsOf(TextOf(table.contains("tokens") ? table : given_, "tokens"))) {
      size_t token = 0;
      while (token < kSacrifices && SacrificeText(static_cast<Sacrifice>(token)) != word) ++token;
      if (token == kSacrifices) testing::FailCase("no token: '" + word + "'");
      AddToken(seat, token);
    }
  }
  void AddToken(size_t seat, size_t token) {
    state_.tokens[seat] = static_cast<uint8_t>(state_.tokens[seat] | 1U << token);
  }

  // "^YGG$: P03 T06 = 5 | RR: P01".
  void PlaceCoatls(Player& player, const std::string& text) {
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, '|');) {
      std::vector<std::string> words = testing::WordsOf(part);
      if (words.empty()) testing::FailCase("an empty coatl");
      if (player.coatl_count == kMaxCoatls) testing::FailCase("too many coameh");
      Coatl& coatl = player.coatls[player.coatl_count++];
      if (words[0].back() == ':') words[0].pop_back();
      coatl.serpent = ParseSerpent(words[0]);
      TakeSerpent(coatl.serpent);
      std::optional<int> points;
      for (size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "=" && i + 2 == words.size()) {
          points = std::stoi(words[++i]);
        } else if (words[i][0] == 'T') {
          coatl.temple = TakeTemple(words[i]);
        } else {
          coatl.prophecies.push_back(TakeCard(words[i]));
        }
      }
      coatl.finished = coatl.serpent.has_head && coatl.serpent.has_tail;
      if (coatl.finished) coatl.points = static_cast<uint16_t>(PointsOf(coatl));
      if (points.value_or(coatl.points) != coatl.points) {
        testing::FailCase("the coatl " + words[0] + " is worth " + std::to_string(coatl.points));
      }
    }
  }
  void TakeSerpent(const Serpent& serpent) {
    for (size_t i = 0; i < serpent.length; ++i) {
      const Part part = i == 0 && serpent.has_head                     ? Part::kHead
                        : i + 1U == serpent.length && serpent.has_tail ? Part::kTail
                                                                       : Part::kBody;
      if (!pieces_.Take(MakePiece(part, serpent.ColorAt(i))))
        testing::FailCase("too few pieces for a coatl");
    }
  }
  int PointsOf(const Coatl& coatl) const {
    int points = coatl.temple == kNoCard ? 0 : rules_.temples()[coatl.temple].Points(coatl.serpent);
    for (const uint8_t card : coatl.prophecies) {
      points += rules_.matcher().Points(rules_.KindOf(card), coatl.serpent);
    }
    return points;
  }

  // "P04: bB hB | P15".
  void PlaceMarco() {
    Marco& marco = state_.marco;
    std::istringstream stream(TextOf(given_, "marco"));
    for (std::string part; std::getline(stream, part, '|');) {
      std::vector<std::string> words = testing::WordsOf(part);
      if (words.empty()) testing::FailCase("an empty card of M.A.R.C.O.");
      if (words[0].back() == ':') words[0].pop_back();
      MarcoCard open;
      open.card = TakeCard(words[0]);
      for (size_t i = 1; i < words.size(); ++i) open.pieces.push_back(TakePiece(words[i]));
      marco.cards.push_back(open);
    }
    for (const std::string& word : testing::WordsOf(TextOf(given_, "completed"))) {
      const uint8_t card = TakeCard(word);
      marco.completed.Add(card);
      marco.points = static_cast<uint16_t>(marco.points + rules_.TopPoints(card));
      marco.best = std::max(marco.best, rules_.TopPoints(card));
    }
    for (const std::string& word : testing::WordsOf(TextOf(given_, "discarded"))) {
      ++marco.discarded[TakePiece(word)];
    }
  }

  void PlaceNamedCards() {
    for (const std::string& word : testing::WordsOf(TextOf(given_, "row"))) {
      state_.row.push_back(word == kAny ? kNoCard : TakeCard(word));
    }
    for (const std::string& word : testing::WordsOf(TextOf(given_, "discards")))
      state_.discards.Add(TakeCard(word));
    for (const std::string& word : testing::WordsOf(TextOf(given_, "deck")))
      state_.deck.push_back(TakeCard(word));
  }

  void PlaceSupply() {
    std::vector<std::string> spaces(config_.supply.size(), std::string(kAny));
    if (given_.contains("supply")) {
      spaces = TextsOf(given_, "supply");
      if (spaces.size() != config_.supply.size())
        testing::FailCase("supply does not name every space");
    }
    for (size_t space = 0; space < spaces.size(); ++space) {
      if (spaces[space] == kAny) continue;
      const std::vector<std::string> words = testing::WordsOf(spaces[space]);
      if (words.size() > kMaxPerSpace) testing::FailCase("too many pieces in a space");
      for (size_t i = 0; i < words.size(); ++i) state_.supply[space][i] = TakePiece(words[i]);
    }
    for (size_t space = 0; space < spaces.size(); ++space) {
      if (spaces[space] != kAny) continue;
      const Part part = config_.supply[space];
      const size_t amount = part == Part::kBody ? config_.segments_per_space : 1;
      for (size_t i = 0; i < amount; ++i) {
        state_.supply[space][i] =
            pieces_.TakeAny([&](Piece piece) { return PartOf(piece) == part; });
      }
    }
  }

  void PlaceRow() {
    const auto any = [](uint8_t) { return true; };
    if (!given_.contains("row")) {
      while (state_.row.size() < config_.row) state_.row.push_back(cards_.TakeAny(any));
    }
    for (uint8_t& card : state_.row) {
      if (card == kNoCard) card = cards_.TakeAny(any);
    }
  }

  // The rest is the deck; if the deck is named, the discards.
  void PlaceDeck() {
    if (given_.contains("deck") && given_.contains("discards") && !cards_.empty()) {
      testing::FailCase("deck and discards are named, but some cards are nowhere");
    }
    for (const uint8_t card : cards_.TakeRest()) {
      if (given_.contains("deck")) {
        state_.discards.Add(card);
      } else {
        state_.deck.push_back(card);
      }
    }
  }

  void PlacePiles() {
    std::vector<std::string> piles(kPiles, std::string(kRest));
    if (given_.contains("piles")) piles = TextsOf(given_, "piles");
    if (piles.size() != kPiles) testing::FailCase("piles does not name both piles");
    std::vector<size_t> takers;
    for (size_t pile = 0; pile < kPiles; ++pile) {
      for (const std::string& word : testing::WordsOf(piles[pile])) {
        if (word == kRest) {
          takers.push_back(pile);
        } else {
          AddTemple(pile, TakeTemple(word));
        }
      }
    }
    if (takers.empty() && !temples_.empty()) testing::FailCase("some temples are nowhere");
    for (size_t i = 0; !temples_.empty(); ++i) {
      AddTemple(takers[i % takers.size()], temples_.TakeAny([](uint8_t) { return true; }));
    }
  }
  void AddTemple(size_t pile, uint8_t temple) {
    if (state_.tops[pile] == kNoCard) {
      state_.tops[pile] = temple;
    } else {
      state_.piles[pile] |= uint64_t{1} << temple;
    }
  }

  const Rules& rules_;
  const RulesConfig& config_;
  const toml::table& given_;
  Pool<Piece> pieces_;
  Pool<uint8_t> cards_;
  Pool<uint8_t> temples_;
  State state_;
};

// "bY*2 hK": so many of each kind of piece.
std::string CountsText(const std::array<uint8_t, kPieces>& counts) {
  std::vector<std::string> words;
  for (Piece piece = 0; piece < kPieces; ++piece) {
    const int count = counts[piece];
    if (count > 0)
      words.push_back(PieceText(piece) + (count > 1 ? "*" + std::to_string(count) : ""));
  }
  return testing::JoinedWords(words);
}

template <class Cards>
std::string CardsText(const Rules& rules, const Cards& cards) {
  std::vector<std::string> words;
  words.reserve(cards.size());
  for (const uint8_t card : cards) words.push_back(rules.prophecies()[rules.KindOf(card)].id);
  return testing::JoinedWords(words);
}

std::string CoatlText(const Rules& rules, const Coatl& coatl) {
  std::string text = SerpentText(coatl.serpent);
  if (!coatl.prophecies.empty() || coatl.temple != kNoCard) text += ':';
  for (const uint8_t card : coatl.prophecies)
    text += ' ' + rules.prophecies()[rules.KindOf(card)].id;
  if (coatl.temple != kNoCard) text += ' ' + rules.temples()[coatl.temple].id;
  if (coatl.finished) text += " = " + std::to_string(coatl.points);
  return text;
}

}  // namespace

Serpent ParseSerpent(std::string_view text) {
  const std::string whole(text);
  const bool head = text.starts_with('^');
  const bool tail = text.ends_with('$');
  if (head) text.remove_prefix(1);
  if (tail) text.remove_suffix(1);
  std::vector<Color> colors;
  for (size_t i = 0; i < text.size();) {
    const size_t color = kColorLetters.find(text[i++]);
    if (color == std::string_view::npos) testing::FailCase("no coatl: '" + whole + "'");
    size_t count = 0;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9' && count <= kMaxLength) {
      count = count * 10 + static_cast<size_t>(text[i++] - '0');
    }
    colors.insert(colors.end(), count == 0 ? 1 : count, static_cast<Color>(color));
    if (colors.size() > kMaxLength) testing::FailCase("too long: '" + whole + "'");
  }
  if (colors.empty() || (head && tail && colors.size() < 2))
    testing::FailCase("no coatl: '" + whole + "'");
  Serpent serpent;
  for (size_t i = 0; i < colors.size(); ++i) {
    const Part part = head && i == 0                   ? Part::kHead
                      : tail && i + 1 == colors.size() ? Part::kTail
                                                       : Part::kBody;
    const Piece piece = MakePiece(part, colors[i]);
    if (i == 0) {
      serpent = Serpent::Start(piece);
    } else {
      serpent.AddAtTail(piece);
    }
  }
  return serpent;
}

std::string SerpentText(const Serpent& serpent) {
  std::string text;
  if (serpent.has_head) text += '^';
  for (size_t i = 0; i < serpent.length; ++i) text += Letter(serpent.ColorAt(i));
  if (serpent.has_tail) text += '$';
  return text;
}

State BuildPosition(const Rules& rules, int players, const toml::table& given, uint64_t key) {
  return Builder(rules, players, given, key).Build();
}

void RebuildDerived(const Rules& rules, State* state) {
  for (size_t seat = 0; seat < state->player_count; ++seat) {
    Player& player = state->players[seat];
    player.board_count = 0;
    for (Piece piece = 0; piece < kPieces; ++piece) {
      player.board_count = static_cast<uint8_t>(player.board_count + player.board.Count(piece));
    }
    player.finished = 0;
    for (size_t c = 0; c < player.coatl_count; ++c) {
      player.finished = static_cast<uint8_t>(player.finished + player.coatls[c].finished);
    }
  }
  state->bag_left = {};
  for (Piece piece = 0; piece < kPieces; ++piece) {
    uint8_t& left = state->bag_left[static_cast<size_t>(PartOf(piece))];
    left = static_cast<uint8_t>(left + state->bag[piece]);
  }
  Derive(rules, state);
}

std::string SpaceText(const State& state, size_t space) {
  std::vector<std::string> words;
  for (const Piece piece : state.supply[space]) {
    if (piece != kNoPiece) words.push_back(PieceText(piece));
  }
  return testing::JoinedWords(words);
}

std::string BagText(const State& state) { return CountsText(state.bag); }

std::string BoardText(const Player& player) {
  std::vector<std::string> words;
  for (Piece piece = 0; piece < kPieces; ++piece) {
    words.insert(words.end(), static_cast<size_t>(player.board.Count(piece)), PieceText(piece));
  }
  return testing::JoinedWords(words);
}

std::string HandText(const Rules& rules, const Player& player) {
  return CardsText(rules, player.hand);
}

std::string TemplesText(const Rules& rules, const Player& player) {
  std::vector<std::string> words;
  for (const uint8_t temple : player.temples) words.push_back(rules.temples()[temple].id);
  return testing::JoinedWords(words);
}

std::string TokensText(const State& state, int seat) {
  std::vector<std::string> words;
  for (size_t token = 0; token < kSacrifices; ++token) {
    if (((state.tokens[static_cast<size_t>(seat)] >> token) & 1) != 0) {
      words.emplace_back(SacrificeText(static_cast<Sacrifice>(token)));
    }
  }
  return testing::JoinedWords(words);
}

std::string CoatlsText(const Rules& rules, const Player& player) {
  std::string text;
  for (size_t c = 0; c < player.coatl_count; ++c) {
    if (c > 0) text += " | ";
    text += CoatlText(rules, player.coatls[c]);
  }
  return text;
}

std::string RowText(const Rules& rules, const State& state) { return CardsText(rules, state.row); }

std::string DiscardsText(const Rules& rules, const State& state) {
  std::vector<uint8_t> cards;
  state.discards.ForEach([&](uint8_t card) { cards.push_back(card); });
  return CardsText(rules, cards);
}

std::string TopText(const Rules& rules, const State& state, size_t pile) {
  return state.tops[pile] == kNoCard ? "none" : rules.temples()[state.tops[pile]].id;
}

std::string MarcoText(const Rules& rules, const State& state) {
  std::string text;
  for (const MarcoCard& open : state.marco.cards) {
    if (!text.empty()) text += " | ";
    text += rules.prophecies()[rules.KindOf(open.card)].id;
    if (!open.pieces.empty()) text += ':';
    for (const Piece piece : open.pieces) text += ' ' + PieceText(piece);
  }
  return text;
}

std::string CompletedText(const Rules& rules, const State& state) {
  std::vector<uint8_t> cards;
  state.marco.completed.ForEach([&](uint8_t card) { cards.push_back(card); });
  return CardsText(rules, cards);
}

std::string DiscardedText(const State& state) { return CountsText(state.marco.discarded); }

std::string NeedText(const Need& need) {
  std::vector<std::string> words;
  const auto add = [&words](const std::string& what, int count) {
    if (count > 0) words.push_back(what + (count > 1 ? "*" + std::to_string(count) : ""));
  };
  for (size_t c = 0; c < kColors; ++c) {
    add(std::string(1, Letter(static_cast<Color>(c))), need.of[c]);
  }
  add("any", need.any);
  return testing::JoinedWords(words);
}

std::string_view EndText(End end) {
  switch (end) {
    case End::kNone:
      return "none";
    case End::kCoatls:
      return "third-coatl";
    case End::kBodies:
      return "bodies";
    case End::kPasses:
      return "passes";
  }
  return {};
}

std::string EventText(const Rules& rules, const Event& event) {
  if (rules.solo() && event.seat == kMarcoSeat) {
    Event alike = event;
    alike.seat = 0;
    return "marco " + EventText(rules, alike);
  }
  const std::vector<uint8_t> values(event.values.begin(), event.values.begin() + event.count);
  const std::string a = std::to_string(event.a);
  const auto prophecy = [&](uint8_t kind) { return rules.prophecies()[kind].id; };
  const auto temple = [&](uint8_t card) {
    return card == kNoCard ? "none" : rules.temples()[card].id;
  };
  const auto side = [](uint8_t s) { return static_cast<Side>(s) == Side::kHead ? "head" : "tail"; };
  const auto pile = [](uint8_t p) { return "pile" + std::to_string(p); };
  const auto with = [&](std::string text, const auto& word) {
    for (const uint8_t value : values) text += " " + word(value);
    return text;
  };
  switch (static_cast<Do>(event.what)) {
    case Do::kKeep:
      return with("keep", prophecy);
    case Do::kTake:
      return with("take " + std::to_string(event.a + 1), PieceText);
    case Do::kRefill: {
      std::string text = "refill";
      for (size_t i = 0; i + 2 < values.size(); i += 3) {
        text += " " + std::to_string(values[i] + 1) + " " + PieceText(values[i + 1]);
        if (values[i + 2] != kNoPiece) text += " " + PieceText(values[i + 2]);
      }
      return text;
    }
    case Do::kDraw:
      return with(event.a == 0 ? "draw row" : "draw deck", prophecy);
    case Do::kReveal:
      return with("reveal", prophecy);
    case Do::kReshuffle:
      return "reshuffle " + a;
    case Do::kStart:
      return "start " + a + " " + PieceText(event.b);
    case Do::kExtend:
      return "extend " + a + " " + side(event.b) + " " + PieceText(event.c);
    case Do::kProphecy:
      return with("prophecy " + a, prophecy);
    case Do::kTemple:
      return with("temple " + a, temple) + " " +
             (event.b == 0 ? "hand" : pile(static_cast<uint8_t>(event.b - 1)));
    case Do::kUncover:
      return with("uncover " + pile(event.a), temple);
    case Do::kFinish: {
      std::string cards;
      int points = 0;
      size_t i = 0;
      for (; i + 1 < values.size(); i += 2) {
        cards += " " + prophecy(values[i]) + ":" + std::to_string(values[i + 1]);
        points += values[i + 1];
      }
      if (i < values.size()) {
        cards += " " + temple(event.b) + ":" + std::to_string(values[i]);
        points += values[i];
      }
      return "finish " + a + " = " + std::to_string(points) + cards;
    }
    case Do::kToken: {
      const auto token = static_cast<Sacrifice>(event.a);
      const std::string text = "token " + std::string(SacrificeText(token));
      if (token == Sacrifice::kPriestsCommitment) return with(text + " " + pile(event.b), temple);
      return with(text, PieceText);
    }
    case Do::kDiscard:
      return with(event.a == 0 ? "discard row" : "discard hand", prophecy);
    case Do::kPass:
      return "pass";
    case Do::kEndAction:
      return "end_action";
    case Do::kLastTurns:
      return "last_turns " + std::string(EndText(static_cast<End>(event.a)));
    case Do::kDiscardSpace:
      return with("discard_space " + std::to_string(event.a + 1), PieceText);
    case Do::kPlace:
      return "place " + PieceText(event.a) + " " +
             (values[0] == kNoCard ? "none" : prophecy(values[0]));
    case Do::kComplete:
      return with("complete", prophecy) + " = " + std::to_string(event.b);
    case Do::kClaim:
      return with("claim", prophecy);
  }
  return {};
}

}  // namespace prestige::coatl
