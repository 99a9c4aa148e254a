// The solo game as a whole; its single rules are in tests/rules/coatl-solo.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "engine/coatl/game.h"
#include "engine/core/playout.h"
#include "sim/coatl/host.h"
#include "sim/coatl/view_json.h"
#include "sim/config/strategy_spec.h"
#include "sim/play/game_host.h"
#include "sim/record/card_facts.h"
#include "tests/coatl_rulesets.h"

namespace prestige::coatl {
namespace {

const Rules& SoloRules() {
  static const Rules rules = SoloRulesWith({});
  return rules;
}

State Deal(const Rules& rules, uint64_t deal) {
  return CoatlGame::Setup(rules, 1, DealKey(1, deal));
}

// Calls f(state) after every move of a random game, and returns its end.
template <class Events>
State PlayRandomly(const Rules& rules, uint64_t deal, Events* events,
                   const std::function<void(const State&)>& f) {
  State state = Deal(rules, deal);
  Stream stream(DealKey(2, deal));
  while (!CoatlGame::IsTerminal(state)) {
    const Choices choices(rules, state);
    const Move move = choices[stream.Below(static_cast<uint32_t>(choices.size()))];
    CoatlGame::Apply(rules, &state, move, events);
    f(state);
  }
  return state;
}

TEST(CoatlSolo, NothingIsLostAtAnyLevel) {
  std::map<End, int> ends;
  for (unsigned levels = 0; levels <= kAllLevels; ++levels) {
    const Rules rules = SoloRules().WithLevels(static_cast<Levels>(levels));
    ASSERT_EQ(rules.levels(), levels);
    for (uint64_t deal = 0; deal < 12; ++deal) {
      NoEvents events;
      const State end = PlayRandomly(rules, deal, &events, [&](const State& state) {
        std::string why;
        ASSERT_TRUE(CoatlGame::IsConsistent(rules, state, &why)) << why;
      });
      ASSERT_FALSE(HasFatalFailure()) << "levels " << levels << ", deal " << deal;
      ++ends[end.end];
      // The turn that ended it was the ender's; M.A.R.C.O. plays the odd ones.
      EXPECT_EQ(end.ender, end.turns % 2 == 1 ? kMarcoSeat : 0);
      // 80 segments are taken in pairs, or someone ended it before.
      EXPECT_LE(end.turns, 2 * 120);
    }
  }
  EXPECT_GT(ends[End::kCoatls], 0);
  EXPECT_GT(ends[End::kBodies], 0);
  EXPECT_EQ(ends.size(), 2U);
}

// Every event of ten games at each combination of levels: the referee (tests/referee) found each of
// them legal.
TEST(CoatlSolo, GamesGoAsTheyWent) {
  EventHash events;
  for (unsigned levels = 0; levels <= kAllLevels; ++levels) {
    const Rules rules = SoloRules().WithLevels(static_cast<Levels>(levels));
    for (uint64_t deal = 0; deal < 10; ++deal) {
      PlayRandomly(rules, deal, &events, [](const State&) {});
    }
  }
  EXPECT_EQ(events.hash, 0xDB1F0EFAE80E212BULL);
}

// A deal is the same deal at every level, but for the fourth card of level 5.
TEST(CoatlSolo, LevelsLeaveTheDealAlone) {
  for (uint64_t deal = 0; deal < 20; ++deal) {
    const State plain = Deal(SoloRules(), deal);
    for (unsigned levels = 0; levels <= kAllLevels; ++levels) {
      State other = Deal(SoloRules().WithLevels(static_cast<Levels>(levels)), deal);
      const bool four = HasLevel(static_cast<Levels>(levels), 5);
      ASSERT_EQ(other.marco.cards.size(), four ? 4U : 3U);
      for (size_t i = 0; i < 3; ++i) ASSERT_EQ(other.marco.cards[i], plain.marco.cards[i]);
      if (!four) {
        ASSERT_EQ(std::memcmp(&plain, &other, sizeof(State)), 0) << "levels " << levels;
      }
      EXPECT_EQ(other.row, plain.row);
      EXPECT_EQ(other.players[0].hand, plain.players[0].hand);
      EXPECT_EQ(other.supply, plain.supply);
      EXPECT_EQ(other.tops, plain.tops);
    }
  }
}

TEST(CoatlSolo, OtherGamesLeaveMarcoBlank) {
  const Rules rules = BaseRulesWith({});
  State state = CoatlGame::Setup(rules, 4, 1);
  Stream stream(1);
  NoEvents events;
  PlayOutAtRandom<CoatlGame>(rules, &state, stream, &events);
  const Marco blank;
  EXPECT_EQ(std::memcmp(&state.marco, &blank, sizeof(Marco)), 0);
}

// A position in which M.A.R.C.O. has completed something, has pieces on a card, and discarded some.
State RichPosition() {
  for (uint64_t deal = 0; deal < 50; ++deal) {
    State found;
    bool is_found = false;
    NoEvents events;
    PlayRandomly(SoloRules(), deal, &events, [&](const State& state) {
      const Marco& marco = state.marco;
      if (is_found || marco.completed.size() < 2 || marco.cards[0].pieces.size() < 2 ||
          marco.discarded[0] == 0 || marco.cards[1].pieces.empty())
        return;
      found = state;
      is_found = true;
    });
    if (is_found) return found;
  }
  ADD_FAILURE() << "no such position";
  return Deal(SoloRules(), 0);
}

TEST(CoatlSolo, DamageToMarcoIsSeen) {
  struct Damage {
    const char* why;
    std::function<void(Marco&)> make;
  };
  const Damage damages[] = {
      {"M.A.R.C.O.: points", [](Marco& m) { ++m.points; }},
      {"M.A.R.C.O.: points", [](Marco& m) { ++m.best; }},
      {"M.A.R.C.O.: points", [](Marco& m) { m.completed = {}; }},
      {"pieces lost or made", [](Marco& m) { ++m.discarded[3]; }},
      {"pieces lost or made", [](Marco& m) { m.cards[0].pieces.Remove(0); }},
      {"prophecy cards lost or made",
       [](Marco& m) {
         while (m.cards[0].pieces.size() > 0) {
           ++m.discarded[m.cards[0].pieces.back()];
           m.cards[0].pieces.Remove(m.cards[0].pieces.size() - 1);
         }
         m.cards.Remove(0);
       }},
      {"M.A.R.C.O.: number of cards",
       [](Marco& m) {
         while (!m.cards.full()) m.cards.push_back(m.cards[0]);
       }},
      {"M.A.R.C.O.: a piece that its card does not need",
       [](Marco& m) {
         while (!m.cards[0].pieces.full()) m.cards[0].pieces.push_back(0);
       }},
  };
  const State sound = RichPosition();
  std::string why;
  ASSERT_TRUE(CoatlGame::IsConsistent(SoloRules(), sound, &why)) << why;
  for (const Damage& damage : damages) {
    State state = sound;
    damage.make(state.marco);
    EXPECT_FALSE(CoatlGame::IsConsistent(SoloRules(), state, &why));
    EXPECT_EQ(why, damage.why);
  }
}

TEST(CoatlSolo, MarcoLiesOpen) {
  const State state = RichPosition();
  const View view = CoatlGame::Observe(SoloRules(), state, 0);
  EXPECT_EQ(view.players(), 1);
  EXPECT_EQ(view.marco().cards, state.marco.cards);
  State other = state;
  ++other.marco.discarded[0];
  EXPECT_FALSE(CoatlGame::SameView(view, CoatlGame::Observe(SoloRules(), other, 0)));
  Stream stream(1);
  const State sample = CoatlGame::Resample(view, stream);
  EXPECT_EQ(std::memcmp(&sample.marco, &state.marco, sizeof(Marco)), 0);
}

// An outside player is told all of M.A.R.C.O., and where every piece is.
TEST(CoatlSolo, OutsidePlayersSeeMarco) {
  const State state = RichPosition();
  const auto json = ViewJson(CoatlGame::Observe(SoloRules(), state, 0));
  const auto& marco = json.at("marco");
  EXPECT_EQ(marco.at("cards").size(), state.marco.cards.size());
  EXPECT_EQ(marco.at("completed").size(), state.marco.completed.size());
  EXPECT_EQ(marco.at("points"), state.marco.points);
  size_t pieces = 0;
  for (const auto& count : json.at("bag")) pieces += count.get<size_t>();
  for (const auto& count : marco.at("discarded")) pieces += count.get<size_t>();
  for (const auto& space : json.at("supply")) pieces += space.size();
  for (const auto& card : marco.at("cards")) pieces += card.at("pieces").size();
  pieces += json.at("players").at(0).at("board").size();
  for (const auto& coatl : json.at("players").at(0).at("coameh")) {
    pieces += coatl.at("pieces").size();
  }
  EXPECT_EQ(pieces, 110U);
  EXPECT_FALSE(
      ViewJson(CoatlGame::Observe(BaseRulesWith({}), CoatlGame::Setup(BaseRulesWith({}), 2, 1), 0))
          .contains("marco"));
  EXPECT_EQ(NewGameJson(SoloRules().WithLevels(0b01001)).at("levels").dump(), "[1,4]");
}

TEST(CoatlSolo, BadFieldsAreNamed) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"marco.space_order=[1,2,3,4,5,6,7,8,9,9]"}, "marco.space_order names a space twice"},
      {{"marco.space_order=[0,1,2,3,4,5,6,7,8,9]"}, "marco.space_order"},
      {{"marco.space_order=[1,2,3]"}, "marco.space_order"},
      {{"marco.cards=5"}, "marco.cards is 5; allowed: a whole number from 1 to 4"},
      {{"levels.marco_cards=0"}, "levels.marco_cards is 0"},
      {{"levels.hand_limit=2"}, "keep is 3; allowed: at most 2, the value of levels.hand_limit"},
      {{"levels.min_prophecies=5"}, "levels.min_prophecies is 5; allowed: at most 4"},
      {{"body={Y=17,R=16,K=16,G=16,B=16}"},
       "body makes 81 body segments; allowed: a multiple of 2"},
      {{"solo.private_temple=3"}, "solo.private_temple is 3"},
      {{"deal=[3,4,5,6]"}, "deal is"},
      {{"last_actions_after=1"}, "last_actions_after"},
      {{"end_bodies=false"}, "end_bodies"},
      {{"game=\"coatl\""}, "game is 'coatl'; allowed: 'coatl-solo'"},
      {{"row=12", "deal=12",
        "prophecies=" + std::string(PRESTIGE_SOURCE_DIR) + "/tests/data/solo_prophecies.csv"},
       "the highest level of P00 needs 10 pieces; allowed in the solo game: at most 9"},
      {{"row=12", "deal=12",
        "prophecies=" + std::string(PRESTIGE_SOURCE_DIR) + "/tests/data/solo_prophecies.csv"},
       "a game of 1 needs 28 prophecy cards at setup (row, M.A.R.C.O. and deal); the deck has 4"},
  };
  for (const auto& [sets, message] : cases) {
    const auto loaded = LoadRuleset(
        {std::string(PRESTIGE_SOURCE_DIR) + "/data/coatl-solo/base.toml", sets, /*solo=*/true});
    ASSERT_TRUE(std::holds_alternative<Diagnostics>(loaded)) << sets[0];
    EXPECT_THAT(ToString(std::get<Diagnostics>(loaded)), testing::HasSubstr(message));
  }
  EXPECT_FALSE(CheckPlayers(SoloRules(), 2).ok());
  EXPECT_TRUE(CheckPlayers(SoloRules(), 1).ok());
}

// A block is one deal with every set of levels; M.A.R.C.O. has a row for each game, and no cards.
TEST(CoatlSolo, ABlockHasEverySetOfLevels) {
  const auto host =
      LoadSoloHost(std::string(PRESTIGE_SOURCE_DIR) + "/data/coatl-solo/base.toml", {});
  ASSERT_TRUE(host.ok()) << host.status();
  std::vector<int> levels(kAllLevels + 1U);
  std::iota(levels.begin(), levels.end(), 0);
  const auto random = ParseStrategy("random", StrategyInfos());
  ASSERT_TRUE(random.ok()) << random.status();
  const MatchPlan plan{Schedule({"random"}, Seating::kAll, levels, "marco"), {*random}, 1};
  ASSERT_EQ(plan.schedule.games_per_block(), 32U);
  const auto table = (*host)->OpenTable(plan);
  const RecordLayout& layout = (*host)->layout();
  Chunk chunk;
  chunk.full = true;
  chunk.cards.resize(plan.schedule.player_lines() * layout.cards.size() *
                     CardColumns(layout.levels));
  for (uint64_t id = 0; id < 32; ++id) table->Play(plan.schedule.GameAt(id), &chunk);
  ASSERT_EQ(chunk.games.size(), 32U);
  ASSERT_EQ(chunk.seats.size(), 64U);
  for (size_t game = 0; game < 32; ++game) {
    const SeatRow& player = chunk.seats[2 * game];
    const SeatRow& marco = chunk.seats[2 * game + 1];
    EXPECT_EQ(plan.schedule.lines()[player.line].levels, static_cast<int>(game));
    EXPECT_EQ(plan.schedule.lines()[marco.line].levels, static_cast<int>(game));
    EXPECT_EQ(plan.schedule.lines()[marco.line].seat, kMarcoSeat);
    EXPECT_EQ(player.turns + marco.turns, chunk.games[game].turns);
    EXPECT_EQ(marco.turns - player.turns, chunk.games[game].ender == kMarcoSeat ? 1 : 0);
    EXPECT_EQ(player.win12 + marco.win12, 12);
    EXPECT_EQ(player.win12 == 12, player.points > marco.points);
    EXPECT_EQ(marco.counts[0], 0) << "coameh";
    EXPECT_GT(marco.counts[3], 0) << "pieces";
    EXPECT_EQ(marco.counts[4], 0) << "it claims prophecies and draws none";
  }
  // The replay tells the levels, and of the same games.
  for (const EventRow& event : chunk.events) {
    if (event.seq != 0) continue;
    std::string text;
    for (int level = 1; level <= kLevels; ++level) {
      if (HasLevel(static_cast<Levels>(event.game_id), level)) {
        text += (text.empty() ? "" : ",") + std::to_string(level);
      }
    }
    EXPECT_THAT(event.line, testing::HasSubstr("\"levels\":[" + text + "]"));
  }
}

// The canonical text tells rulesets apart by every field, and reads back as the same.
TEST(CoatlSolo, CanonicalConfigHasEveryField) {
  const std::string base = CanonicalConfig(SoloRules().config());
  std::vector<std::string> sets;
  for (size_t begin = 0; begin < base.size();) {
    const size_t end = base.find('\n', begin);
    sets.push_back(base.substr(begin, end - begin));
    begin = end + 1;
  }
  EXPECT_EQ(CanonicalConfig(SoloRulesWith(sets).config()), base);
  for (const std::string change :
       {"marco.space_order=[2,1,3,4,5,6,7,8,9,10]", "marco.cards=2", "solo.private_temple=true",
        "levels.hand_limit=3", "levels.min_prophecies=3", "levels.marco_cards=3", "deal=6"}) {
    EXPECT_NE(CanonicalConfig(SoloRulesWith({change}).config()), base) << change;
  }
}

}  // namespace
}  // namespace prestige::coatl
