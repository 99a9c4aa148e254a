#include "tests/splendor_position.h"

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "tests/rules_cases.h"

namespace prestige::splendor {
namespace {

using testing::FailCase;
using testing::TextsAt;
using testing::WordsOf;

constexpr std::string_view kAny = "?";  // something, chance decides what

void CheckKeys(const toml::table& table, const std::set<std::string_view>& known) {
  for (const auto& [key, value] : table) {
    if (!known.contains(key.str())) {
      FailCase("unknown key '" + std::string(key.str()) + "' in a position");
    }
  }
}

std::string TextAt(const toml::table& table, std::string_view key) {
  const std::vector<std::string> texts = TextsAt(table, key);
  if (texts.size() > 1) FailCase(std::string(key) + " is no single text");
  return texts.empty() ? "" : texts[0];
}

Gems ParseGems(const std::string& text) {
  Gems gems;
  for (const std::string& word : WordsOf(text)) {
    const size_t star = word.find('*');
    const auto name = std::find(kColorNames.begin(), kColorNames.end(), word.substr(0, star));
    if (name == kColorNames.end()) FailCase("no token: '" + word + "'");
    const int count = star == std::string::npos ? 1 : std::stoi(word.substr(star + 1));
    gems += Gems::Of(static_cast<Color>(name - kColorNames.begin()), count);
  }
  return gems;
}

class Builder {
 public:
  Builder(const Rules& rules, int players, const toml::table& given, uint64_t key)
      : rules_(rules), given_(given), state_(SplendorGame::Setup(rules, players, key)) {
    CheckKeys(given, {"turn", "bank", "table", "nobles", "passes", "round", "seat0", "seat1",
                      "seat2", "seat3"});
  }

  State Build() {
    state_.seat = static_cast<uint8_t>(given_["turn"].value_or(int64_t{0}));
    if (state_.seat >= state_.player_count) FailCase("turn is no seat of this game");
    const auto round = static_cast<int>(given_["round"].value_or(int64_t{1}));
    state_.turns = static_cast<uint16_t>((round - 1) * state_.player_count + state_.seat + 1);
    state_.passes = static_cast<uint8_t>(given_["passes"].value_or(int64_t{0}));
    // All cards and nobles go back where they are named or drawn from.
    std::vector<uint8_t> places(state_.table.begin(), state_.table.end());
    state_.table.fill(kNoCard);
    for (size_t seat = 0; seat < kMaxPlayers; ++seat) {
      const toml::node* node = given_.get("seat" + std::to_string(seat));
      if (node == nullptr) continue;
      if (seat >= state_.player_count || !node->is_table()) {
        FailCase("seat" + std::to_string(seat) + " is no seat of this game");
      }
      PlaceSeat(state_.players[seat], *node->as_table());
    }
    if (given_.contains("bank") && GemsText(state_.bank) != TextAt(given_, "bank")) {
      FailCase("what is left for the bank is: " + GemsText(state_.bank));
    }
    PlaceTable(places);
    PlaceNobles();
    Derive(rules_, &state_);
    std::string why;
    if (!SplendorGame::IsConsistent(rules_, state_, &why)) {
      FailCase("the position is inconsistent: " + why);
    }
    return state_;
  }

 private:
  uint8_t TakeCard(const std::string& id) {
    const auto card = rules_.FindDevelopment(id);
    if (!card) FailCase("no card: '" + id + "'");
    if (!placed_.insert(*card).second) FailCase("twice: " + id);
    return *card;
  }
  uint32_t TakeNobles(const std::string& ids) {
    uint32_t nobles = 0;
    for (const std::string& id : WordsOf(ids)) {
      const auto noble = rules_.FindNoble(id);
      if (!noble) FailCase("no noble: '" + id + "'");
      nobles |= uint32_t{1} << *noble;
    }
    received_ |= nobles;
    return nobles;
  }

  void PlaceSeat(Player& player, const toml::table& table) {
    CheckKeys(table, {"tokens", "bought", "reserved", "unseen", "nobles"});
    player.tokens = ParseGems(TextAt(table, "tokens"));
    if (!state_.bank.Covers(player.tokens)) FailCase("too many tokens");
    state_.bank -= player.tokens;
    for (const std::string& id : WordsOf(TextAt(table, "bought"))) {
      const uint8_t card = TakeCard(id);
      player.bought.Add(card);
      player.bonuses += rules_.BonusOf(card);
      player.points = static_cast<uint16_t>(player.points + rules_.PointsOf(card));
      ++player.cards;
    }
    for (const char* key : {"reserved", "unseen"}) {
      for (const std::string& id : WordsOf(TextAt(table, key))) {
        if (player.hand_size == kMaxReserved) FailCase("too many reserved cards");
        if (std::string_view(key) == "unseen") {
          player.hidden = static_cast<uint8_t>(player.hidden | 1U << player.hand_size);
        }
        player.hand[player.hand_size++] = TakeCard(id);
      }
    }
    player.nobles = TakeNobles(TextAt(table, "nobles"));
    for (size_t noble = 0; noble < rules_.nobles().size(); ++noble) {
      if (((player.nobles >> noble) & 1) == 0) continue;
      player.points = static_cast<uint16_t>(player.points + rules_.nobles()[noble].points);
    }
  }

  // Places that are not named take what chance dealt there, or else the next card of their deck.
  void PlaceTable(const std::vector<uint8_t>& dealt) {
    const size_t face_up = rules_.config().face_up;
    std::vector<std::string> rows(kTiers, "? ? ? ? ?");
    if (given_.contains("table")) rows = TextsAt(given_, "table");
    if (rows.size() != kTiers) FailCase("table does not name every tier");
    for (size_t tier = 0; tier < kTiers; ++tier) {
      const std::vector<std::string> words = WordsOf(rows[tier]);
      for (size_t i = 0; i < face_up; ++i) {
        if (i < words.size() && words[i] != kAny) {
          state_.table[tier * face_up + i] = TakeCard(words[i]);
        }
      }
    }
    state_.deck.fill(kNoCard);
    for (size_t tier = 0; tier < kTiers; ++tier) {
      std::vector<uint8_t> left(dealt.begin() + static_cast<long>(tier * face_up),
                                dealt.begin() + static_cast<long>((tier + 1) * face_up));
      for (size_t i = 0; i < rules_.TierSize(tier); ++i) {
        left.push_back(static_cast<uint8_t>(rules_.TierBegin(tier) + i));
      }
      size_t next = 0;
      const auto take = [&]() -> uint8_t {
        while (next < left.size()) {
          const uint8_t card = left[next++];
          if (card != kNoCard && placed_.insert(card).second) return card;
        }
        return kNoCard;
      };
      for (size_t place = tier * face_up; place < (tier + 1) * face_up; ++place) {
        if (state_.table[place] == kNoCard) state_.table[place] = take();
      }
      size_t size = 0;
      for (uint8_t card = take(); card != kNoCard; card = take()) {
        state_.deck[rules_.TierBegin(tier) + size++] = card;
      }
      state_.deck_size[tier] = static_cast<uint8_t>(size);
    }
  }

  // As many as are dealt, those that were received included; named ones first.
  void PlaceNobles() {
    const uint32_t received = received_;
    const uint32_t named = TakeNobles(TextAt(given_, "nobles"));
    uint32_t candidates = state_.nobles & ~received_;
    state_.nobles = named;
    const size_t dealt = rules_.NobleCount(state_.player_count);
    const auto count = [&] { return static_cast<size_t>(std::popcount(received | state_.nobles)); };
    for (; candidates != 0 && count() < dealt; candidates &= candidates - 1) {
      state_.nobles |= candidates & -candidates;
    }
    for (uint32_t noble = 0; count() < dealt && noble < rules_.nobles().size(); ++noble) {
      if (((received_ >> noble) & 1) == 0) state_.nobles |= uint32_t{1} << noble;
    }
  }

  const Rules& rules_;
  const toml::table& given_;
  State state_;
  std::set<uint8_t> placed_;
  uint32_t received_ = 0;  // nobles that are named
};

}  // namespace

std::string GemsText(Gems gems) {
  std::vector<std::string> words;
  for (size_t kind = 0; kind < kKinds; ++kind) {
    const int count = gems.Count(static_cast<Color>(kind));
    if (count == 0) continue;
    words.push_back(std::string(kColorNames[kind]) +
                    (count > 1 ? "*" + std::to_string(count) : ""));
  }
  return testing::JoinedWords(words);
}

State BuildPosition(const Rules& rules, int players, const toml::table& given, uint64_t key) {
  return Builder(rules, players, given, key).Build();
}

std::string HandText(const Rules& rules, const Player& player) {
  std::vector<std::string> words;
  for (size_t i = 0; i < player.hand_size; ++i) {
    words.push_back(rules.developments()[player.hand[i]].id);
  }
  return testing::JoinedWords(words);
}

std::string RowText(const Rules& rules, const State& state, size_t tier) {
  std::vector<std::string> words;
  for (size_t i = 0; i < rules.config().face_up; ++i) {
    const uint8_t card = state.table[tier * rules.config().face_up + i];
    if (card != kNoCard) words.push_back(rules.developments()[card].id);
  }
  return testing::JoinedWords(words);
}

std::string NoblesText(const Rules& rules, uint32_t nobles) {
  std::vector<std::string> words;
  for (size_t noble = 0; noble < rules.nobles().size(); ++noble) {
    if (((nobles >> noble) & 1) != 0) words.push_back(rules.nobles()[noble].id);
  }
  return testing::JoinedWords(words);
}

std::string_view EndText(End end) {
  switch (end) {
    case End::kNone:
      return "none";
    case End::kPoints:
      return "points";
    case End::kPasses:
      return "passes";
    case End::kRounds:
      return "rounds";
  }
  return {};
}

std::string EventText(const Rules& rules, const Event& event) {
  const auto card = [&] {
    return event.a == kNoCard ? std::string("none") : rules.developments()[event.a].id;
  };
  const auto tokens = [&] {
    Gems gems;
    for (size_t kind = 0; kind < kKinds; ++kind) {
      gems += Gems::Of(static_cast<Color>(kind), event.values[kind]);
    }
    return gems.empty() ? std::string("nothing") : GemsText(gems);
  };
  switch (static_cast<Do>(event.what)) {
    case Do::kTake:
      return "take " + tokens();
    case Do::kReserve:
      return std::string(event.b == 0 ? "reserve table " : "reserve deck ") + card() +
             (event.c > 0 ? " gold" : "");
    case Do::kBuy:
      return std::string(event.b == 0 ? "buy table " : "buy hand ") + card() + " for " + tokens();
    case Do::kReveal:
      return "reveal " + std::to_string(event.b + 1) + " " + card();
    case Do::kReturn:
      return "return " + tokens();
    case Do::kNoble:
      return "noble " + rules.nobles()[event.a].id;
    case Do::kPass:
      return "pass";
    case Do::kEndAction:
      return "end_action";
    case Do::kLastTurns:
      return "last_turns";
  }
  return {};
}

}  // namespace prestige::splendor
