#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/event.h"
#include "engine/core/game.h"
#include "engine/core/perft.h"
#include "engine/core/playout.h"
#include "engine/core/rng.h"
#include "tests/move_texts.h"

// The contract of engine/core/game.h as a typed test suite. A game gets all of it by a struct of
// traits:
//
//   struct MyTraits {
//     using Game = MyGame;
//     static constexpr int kGames = 20;  // for each property, each of the rules, each number of
//     players
//     // The rules to try, each with a name; all of them for any number of players.
//     static const std::vector<RulesCase<MyGame::Rules>>& Cases();
//     // What each source of chance gave after the set-up, up to where a choice changed what it
//     holds. static Gifts GiftsOf(const MyGame::Rules&, const std::vector<Event>&);
//     // The things a seat cannot know and that could be otherwise, each written as a text.
//     static std::vector<std::string> HiddenParts(const MyGame::Rules&, const MyGame::State&, int
//     seat);
//     // Beginnings of move texts: stubborn players always or never choose such a move.
//     static std::vector<std::string_view> Words();
//     // Only for a game with seats that the rules play by themselves, after those of the players.
//     static constexpr int kAutomata = 1;
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(MyGame, Conformance, MyTraits);
namespace prestige::testing {

template <class Rules>
struct RulesCase {
  std::string name;
  Rules rules;
};

using Gifts = std::map<std::string, std::vector<int>>;  // by source, in order

template <class State>
std::string Bytes(const State& state) {
  return {reinterpret_cast<const char*>(&state), sizeof(State)};
}
template <class State>
bool SameBytes(const State& a, const State& b) {
  return std::memcmp(&a, &b, sizeof(State)) == 0;
}

// Events as plain bytes: what compares equal is equal.
inline std::vector<std::vector<uint8_t>> Flat(const std::vector<Event>& events) {
  std::vector<std::vector<uint8_t>> flat;
  for (const Event& event : events) {
    flat.push_back({event.what, event.seat, event.a, event.b, event.c});
    flat.back().insert(flat.back().end(), event.values.begin(), event.values.begin() + event.count);
  }
  return flat;
}

template <class T>
class Conformance : public ::testing::Test {
 public:
  using G = typename T::Game;
  using Rules = typename G::Rules;
  using State = typename G::State;
  using Move = typename G::Move;
  using MoveList = typename G::MoveList;
  // Answers the index of a move.
  using Policy = std::function<size_t(const State&, const MoveList&)>;
  static_assert(Game<G>);

  static constexpr int Automata() {
    if constexpr (requires { T::kAutomata; }) return T::kAutomata;
    return 0;
  }

  State Deal(const Rules& rules, uint64_t n) {
    return G::Setup(rules, players_, DealKey(20260101, n));
  }

  static MoveList Legal(const Rules& rules, const State& state) {
    MoveList moves;
    G::LegalMoves(rules, state, &moves);
    return moves;
  }

  static size_t Pick(Stream& stream, size_t size) {
    return stream.Below(static_cast<uint32_t>(size));
  }

  static Policy Random(uint64_t key) {
    return [stream = Stream(key)](const State&, const MoveList& moves) mutable {
      return Pick(stream, moves.size());
    };
  }

  // Players who would not care whether a game ever ends.
  static std::map<std::string, Policy> StubbornPolicies(const Rules& rules) {
    std::map<std::string, Policy> policies;
    policies["first"] = [](const State&, const MoveList&) { return size_t{0}; };
    policies["last"] = [](const State&, const MoveList& moves) { return moves.size() - 1; };
    policies["middle"] = [](const State&, const MoveList& moves) { return moves.size() / 2; };
    policies["alternating"] = [turn = size_t{0}](const State&, const MoveList& moves) mutable {
      return ++turn % 2 == 0 ? 0 : moves.size() - 1;
    };
    for (const std::string_view word : T::Words()) {
      for (const bool wanted : {true, false}) {
        const auto policy = [&rules, word, wanted](const State&, const MoveList& moves) {
          for (size_t i = 0; i < moves.size(); ++i) {
            if (G::MoveText(rules, moves[i]).starts_with(word) == wanted) return i;
          }
          return size_t{0};
        };
        policies[(wanted ? "always " : "never ") + std::string(word)] = policy;
      }
    }
    return policies;
  }

  // Calls f(rules) for all rules and numbers of players.
  void ForEachCase(const std::function<void(const Rules&)>& f) {
    for (players_ = G::kMinPlayers; players_ <= G::kMaxPlayers; ++players_) {
      for (const auto& rules_case : T::Cases()) {
        SCOPED_TRACE("rules: " + rules_case.name + ", " + std::to_string(players_) + " players");
        f(rules_case.rules);
        if (HasFatalFailure()) return;
      }
    }
  }

  // Calls f(rules, state, moves) on positions of random games, the finished ones included (no moves
  // then): one position of `stride`, on average.
  using OnPosition = std::function<void(const Rules&, const State&, const MoveList&)>;
  void ForEachPosition(int games, uint32_t stride, const OnPosition& f) {
    ForEachCase([&](const Rules& rules) {
      for (int game = 0; game < games; ++game) {
        SCOPED_TRACE("deal " + std::to_string(game));
        State state = Deal(rules, static_cast<uint64_t>(game));
        Stream stream(SplitKey(7, static_cast<uint64_t>(game)));
        const int most = G::MaxMoves(rules, players_);
        for (int played = 0; played <= most; ++played) {
          const MoveList moves = Legal(rules, state);
          if (moves.empty() || Pick(stream, stride) == 0) {
            SCOPED_TRACE("after " + std::to_string(played) + " moves");
            f(rules, state, moves);
            if (HasFatalFailure()) return;
          }
          if (moves.empty()) break;
          NoEvents events;
          G::Apply(rules, &state, moves[Pick(stream, moves.size())], &events);
        }
      }
    });
  }

  // Calls f(rules, state, moves, seat) for every seat of such positions.
  using OnView = std::function<void(const Rules&, const State&, const MoveList&, int seat)>;
  void ForEachView(int games, uint32_t stride, const OnView& f) {
    ForEachPosition(games, stride,
                    [&](const Rules& rules, const State& state, const MoveList& moves) {
                      for (int seat = 0; seat < players_; ++seat) {
                        SCOPED_TRACE("seen by seat " + std::to_string(seat));
                        f(rules, state, moves, seat);
                        if (HasFatalFailure()) return;
                      }
                    });
  }

  struct Played {
    State state;
    std::vector<Event> events;
    int moves = 0;
  };
  // Plays on to the end, one policy a seat, but never beyond the longest game.
  Played PlayOn(const Rules& rules, const State& start, std::vector<Policy> policies) {
    Played played{start, {}, 0};
    EventLog log;
    while (!G::IsTerminal(played.state) && played.moves <= G::MaxMoves(rules, players_)) {
      const MoveList moves = Legal(rules, played.state);
      if (moves.empty()) break;
      const auto seat = static_cast<size_t>(G::SeatToAct(played.state));
      G::Apply(rules, &played.state, moves[policies[seat](played.state, moves)], &log);
      ++played.moves;
    }
    played.events = std::move(log.events);
    return played;
  }
  std::vector<Policy> Everyone(const Policy& policy) {
    return std::vector<Policy>(static_cast<size_t>(players_), policy);
  }

  static State Resampled(const Rules& rules, const State& state, int seat, uint64_t key) {
    Stream stream(key);
    return G::Resample(G::Observe(rules, state, seat), stream);
  }

  // How many gifts two plays of one deal have in common; they must be the same, source by source.
  size_t ExpectSameGifts(const Rules& rules, const Played& a, const Played& b) {
    const Gifts gifts_a = T::GiftsOf(rules, a.events);
    const Gifts gifts_b = T::GiftsOf(rules, b.events);
    size_t compared = 0;
    for (const auto& [source, given_a] : gifts_a) {
      const auto found = gifts_b.find(source);
      if (found == gifts_b.end()) continue;
      const std::vector<int>& given_b = found->second;
      const size_t common = std::min(given_a.size(), given_b.size());
      for (size_t n = 0; n < common; ++n) {
        EXPECT_EQ(given_a[n], given_b[n]) << source << ", number " << n;
      }
      compared += common;
    }
    return compared;
  }

  // --- The properties, one test each

  void LegalMovesAreUnique() {
    ForEachPosition(T::kGames, 1, [&](const Rules&, const State&, const MoveList& moves) {
      for (size_t i = 0; i < moves.size(); ++i) {
        for (size_t k = 0; k < i; ++k)
          ASSERT_FALSE(moves[i] == moves[k]) << "moves " << k << " and " << i;
      }
    });
  }

  void HasMovesUntilTheEndAndNoneAfter() {
    ForEachPosition(T::kGames, 1, [&](const Rules&, const State& state, const MoveList& moves) {
      ASSERT_EQ(moves.empty(), G::IsTerminal(state));
      if (moves.empty()) return;
      ASSERT_GE(G::SeatToAct(state), 0);
      ASSERT_LT(G::SeatToAct(state), players_);
    });
  }

  void LegalMovesReplacesWhatTheListHeld() {
    ForEachPosition(1, 4, [&](const Rules& rules, const State& state, const MoveList& moves) {
      MoveList again = moves;
      G::LegalMoves(rules, state, &again);
      ASSERT_TRUE(again == moves);
    });
  }

  // Copies made all along a game are what they were when it is over, and playing on from one leads
  // to the next.
  void PastCopiesNeverChange() {
    ForEachCase([&](const Rules& rules) {
      State state = Deal(rules, 1);
      std::vector<State> copies{state};
      std::vector<std::string> bytes{Bytes(state)};
      std::vector<Move> moves;
      Stream stream(11);
      NoEvents events;
      while (!G::IsTerminal(state)) {
        const MoveList legal = Legal(rules, state);
        moves.push_back(legal[Pick(stream, legal.size())]);
        G::Apply(rules, &state, moves.back(), &events);
        copies.push_back(state);
        bytes.push_back(Bytes(state));
      }
      for (size_t i = 0; i < moves.size(); ++i) {
        ASSERT_EQ(Bytes(copies[i]), bytes[i]) << "after " << i << " moves";
        G::Apply(rules, &copies[i], moves[i], &events);
        ASSERT_EQ(Bytes(copies[i]), bytes[i + 1]) << "after " << i << " moves";
      }
    });
  }

  void NotationGoesBothWays() {
    ForEachPosition(T::kGames, 2, [&](const Rules& rules, const State&, const MoveList& moves) {
      for (const Move& move : moves) {
        const std::string text = G::MoveText(rules, move);
        const auto parsed = G::ParseMove(rules, text);
        ASSERT_TRUE(parsed.has_value()) << text;
        ASSERT_TRUE(*parsed == move) << text;
      }
    });
  }

  void TextsAreUniqueInAPosition() {
    ForEachPosition(T::kGames, 2, [&](const Rules& rules, const State&, const MoveList& moves) {
      std::set<std::string> texts;
      for (const Move& move : moves) {
        const std::string text = G::MoveText(rules, move);
        ASSERT_FALSE(text.empty());
        ASSERT_TRUE(texts.insert(text).second) << text;
      }
    });
  }

  // Every move has one spelling: what can be read is what would be written.
  void ParsesOneSpellingOnly() {
    std::set<std::string> texts;
    for (const std::string& text : GarbageTexts()) texts.insert(text);
    Stream stream(12);
    ForEachPosition(2, 4, [&](const Rules& rules, const State&, const MoveList& moves) {
      for (const Move& move : moves) texts.insert(Mutated(G::MoveText(rules, move), stream));
    });
    ForEachCase([&](const Rules& rules) {
      size_t rejected = 0;
      for (const std::string& text : texts) {
        const auto move = G::ParseMove(rules, text);
        if (move) {
          ASSERT_EQ(G::MoveText(rules, *move), text);
        } else {
          ++rejected;
        }
      }
      ASSERT_GT(rejected, 1000U);
    });
  }

  void ConsistentAfterEachMove() {
    ForEachPosition(T::kGames, 1, [&](const Rules& rules, const State& state, const MoveList&) {
      std::string why = "not asked";
      ASSERT_TRUE(G::IsConsistent(rules, state, &why)) << why;
      ASSERT_EQ(why, "");
      ASSERT_TRUE(G::IsConsistent(rules, state, nullptr));
    });
  }

  void LengthIsBounded() {
    ForEachCase([&](const Rules& rules) {
      for (uint64_t game = 0; game < uint64_t{T::kGames} * 4; ++game) {
        const Played played = PlayOn(rules, Deal(rules, game), Everyone(Random(game)));
        ASSERT_TRUE(G::IsTerminal(played.state)) << "deal " << game;
        ASSERT_LE(played.moves, G::MaxMoves(rules, players_)) << "deal " << game;
      }
    });
  }

  void LengthIsBoundedWhoeverPlays() {
    ForEachCase([&](const Rules& rules) {
      for (const auto& [name, policy] : StubbornPolicies(rules)) {
        SCOPED_TRACE("player: " + name);
        for (uint64_t game = 0; game < 3; ++game) {
          const Played played = PlayOn(rules, Deal(rules, game), Everyone(policy));
          ASSERT_TRUE(G::IsTerminal(played.state)) << "deal " << game;
          ASSERT_LE(played.moves, G::MaxMoves(rules, players_)) << "deal " << game;
          std::string why;
          ASSERT_TRUE(G::IsConsistent(rules, played.state, &why)) << why;
        }
      }
    });
  }

  void SameKeySameGame() {
    ForEachCase([&](const Rules& rules) {
      for (uint64_t game = 0; game < 4; ++game) {
        const Played a = PlayOn(rules, Deal(rules, game), Everyone(Random(game)));
        const Played b = PlayOn(rules, Deal(rules, game), Everyone(Random(game)));
        ASSERT_EQ(Flat(a.events), Flat(b.events));
        ASSERT_TRUE(SameBytes(a.state, b.state));
      }
    });
  }

  void SetupIsAFunctionOfTheKey() {
    ForEachCase([&](const Rules& rules) {
      const State before = Deal(rules, 5);
      PlayOn(rules, Deal(rules, 6), Everyone(Random(6)));
      ASSERT_TRUE(SameBytes(before, Deal(rules, 5)));
      ASSERT_FALSE(G::IsTerminal(before));
    });
  }

  void DifferentDealsDiffer() {
    constexpr uint64_t kDeals = 40;
    ForEachCase([&](const Rules& rules) {
      std::set<std::vector<std::vector<uint8_t>>> games;
      size_t other_views = 0;
      const State first = Deal(rules, 0);
      for (uint64_t deal = 0; deal < kDeals; ++deal) {
        const State state = Deal(rules, deal);
        games.insert(Flat(PlayOn(rules, state, Everyone(StubbornPolicies(rules)["first"])).events));
        other_views +=
            G::SameView(G::Observe(rules, first, 0), G::Observe(rules, state, 0)) ? 0U : 1U;
      }
      ASSERT_GT(games.size(), kDeals / 2);
      ASSERT_GT(other_views, kDeals / 2);
    });
  }

  // The n-th gift of a source is the same however play goes.
  void ChanceDoesNotDependOnPlay() {
    ForEachCase([&](const Rules& rules) {
      size_t compared = 0;
      for (uint64_t game = 0; game < uint64_t{T::kGames}; ++game) {
        SCOPED_TRACE("deal " + std::to_string(game));
        const State start = Deal(rules, game);
        compared += ExpectSameGifts(rules, PlayOn(rules, start, Everyone(Random(2 * game))),
                                    PlayOn(rules, start, Everyone(Random(2 * game + 1))));
        ASSERT_FALSE(HasFailure());
      }
      ASSERT_GT(compared, size_t{T::kGames});
    });
  }

  // A deal is the same deal whoever sits where.
  void ChanceDoesNotDependOnSeating() {
    ForEachCase([&](const Rules& rules) {
      size_t compared = 0;
      const auto stubborn = StubbornPolicies(rules);
      for (uint64_t game = 0; game < 4; ++game) {
        SCOPED_TRACE("deal " + std::to_string(game));
        const State start = Deal(rules, game);
        std::vector<Policy> seating{stubborn.at("last"), stubborn.at("middle"), Random(1),
                                    Random(2)};
        const Played straight = PlayOn(rules, start, seating);
        for (int turned = 1; turned < players_; ++turned) {
          std::rotate(seating.begin(), seating.begin() + 1, seating.begin() + players_);
          compared += ExpectSameGifts(rules, straight, PlayOn(rules, start, seating));
        }
        ASSERT_FALSE(HasFailure());
      }
      if (players_ > 1) {
        ASSERT_GT(compared, 4U);
      }
    });
  }

  void SameViewTellsMovesApart() {
    ForEachPosition(
        T::kGames, 4, [&](const Rules& rules, const State& state, const MoveList& moves) {
          for (int seat = 0; seat < players_; ++seat) {
            const auto view = G::Observe(rules, state, seat);
            ASSERT_TRUE(G::SameView(view, view));
          }
          if (moves.empty()) return;
          const int mover = G::SeatToAct(state);
          for (const Move& move : moves) {
            State next = state;
            NoEvents events;
            G::Apply(rules, &next, move, &events);
            ASSERT_FALSE(
                G::SameView(G::Observe(rules, state, mover), G::Observe(rules, next, mover)))
                << "nothing seen of " << G::MoveText(rules, move);
          }
        });
  }

  void ResamplingKeepsTheView() {
    ForEachView(
        T::kGames, 6, [&](const Rules& rules, const State& state, const MoveList&, int seat) {
          for (uint64_t key = 0; key < 3; ++key) {
            const State other = Resampled(rules, state, seat, key);
            ASSERT_TRUE(
                G::SameView(G::Observe(rules, state, seat), G::Observe(rules, other, seat)));
            std::string why;
            ASSERT_TRUE(G::IsConsistent(rules, other, &why)) << why;
            ASSERT_EQ(G::IsTerminal(other), G::IsTerminal(state));
            if (!G::IsTerminal(state)) {
              ASSERT_EQ(G::SeatToAct(other), G::SeatToAct(state));
            }
          }
        });
  }

  // Two states that look the same to a seat are resampled to the same state by the same stream.
  void ResamplingDependsOnTheViewAlone() {
    ForEachView(T::kGames, 6,
                [&](const Rules& rules, const State& state, const MoveList&, int seat) {
                  const State twin = Resampled(rules, state, seat, 101);
                  const State a = Resampled(rules, state, seat, 102);
                  const State b = Resampled(rules, twin, seat, 102);
                  ASSERT_TRUE(SameBytes(a, b));
                });
  }

  void ResamplingUsesTheStream() {
    ForEachView(2, 20, [&](const Rules& rules, const State& state, const MoveList&, int seat) {
      Stream stream(5);
      const State a = G::Resample(G::Observe(rules, state, seat), stream);
      const State b = G::Resample(G::Observe(rules, state, seat), stream);
      ASSERT_TRUE(SameBytes(a, Resampled(rules, state, seat, 5)));
      ASSERT_FALSE(SameBytes(a, b));
    });
  }

  void ResamplingVariesAllThatIsHidden() {
    size_t parts_seen = 0;
    ForEachView(
        T::kGames, 40, [&](const Rules& rules, const State& state, const MoveList&, int seat) {
          const size_t parts = T::HiddenParts(rules, state, seat).size();
          std::vector<std::set<std::string>> values(parts);
          for (uint64_t key = 0; key < 120; ++key) {
            const auto hidden = T::HiddenParts(rules, Resampled(rules, state, seat, key), seat);
            ASSERT_EQ(hidden.size(), parts);
            for (size_t i = 0; i < parts; ++i) values[i].insert(hidden[i]);
          }
          for (size_t i = 0; i < parts; ++i)
            ASSERT_GT(values[i].size(), 1U) << "always " << *values[i].begin();
          parts_seen += parts;
        });
    ASSERT_GT(parts_seen, 0U);
  }

  // What chance will give is hidden too: the opening, resampled and then played the same way, goes
  // differently.
  void ResamplingVariesTheFuture() {
    ForEachCase([&](const Rules& rules) {
      const State state = Deal(rules, 3);
      std::set<std::vector<std::vector<uint8_t>>> futures;
      for (uint64_t key = 0; key < 20; ++key) {
        const State other = Resampled(rules, state, 0, key);
        futures.insert(
            Flat(PlayOn(rules, other, Everyone(StubbornPolicies(rules)["last"])).events));
      }
      ASSERT_GT(futures.size(), 10U);
    });
  }

  // A resampled state is a position like any other, whoever it was resampled for.
  void ResampledStatesCanBePlayedOn() {
    ForEachView(
        T::kGames, 15, [&](const Rules& rules, const State& state, const MoveList&, int seat) {
          for (uint64_t key = 0; key < 4; ++key) {
            const Played played =
                PlayOn(rules, Resampled(rules, state, seat, key), Everyone(Random(key)));
            ASSERT_TRUE(G::IsTerminal(played.state)) << "stuck, or longer than the longest game";
            std::string why;
            ASSERT_TRUE(G::IsConsistent(rules, played.state, &why)) << why;
          }
        });
  }

  // The list and its order give nothing away: they are a function of the mover's view.
  void LegalMovesDependOnTheMoversView() {
    ForEachPosition(T::kGames, 4,
                    [&](const Rules& rules, const State& state, const MoveList& moves) {
                      if (moves.empty()) return;
                      for (uint64_t key = 0; key < 3; ++key) {
                        const State other = Resampled(rules, state, G::SeatToAct(state), key);
                        ASSERT_TRUE(Legal(rules, other) == moves);
                      }
                    });
  }

  // Games that offer the compact form of their legal moves mean the same moves by it, in the same
  // order; any game is played at random as if from the lists.
  void RandomPlayoutIsThatOfTheLists() {
    if constexpr (requires { typename G::Choices; }) {
      ForEachPosition(T::kGames, 1,
                      [&](const Rules& rules, const State& state, const MoveList& moves) {
                        const typename G::Choices choices(rules, state);
                        ASSERT_EQ(choices.size(), moves.size());
                        for (size_t i = 0; i < moves.size(); ++i) {
                          ASSERT_TRUE(choices[i] == moves[i]) << "move " << i;
                        }
                      });
    }
    ForEachCase([&](const Rules& rules) {
      for (uint64_t game = 0; game < uint64_t{T::kGames}; ++game) {
        State compact = Deal(rules, game);
        State plain = compact;
        EventLog compact_log;
        EventLog plain_log;
        Stream stream(game);
        const int compact_decisions = PlayOutAtRandom<G>(rules, &compact, stream, &compact_log);
        Stream same(game);
        const int plain_decisions = PlayOut<G>(
            rules, &plain,
            [&](const State&, const MoveList& moves) { return Pick(same, moves.size()); },
            &plain_log);
        ASSERT_EQ(compact_decisions, plain_decisions);
        ASSERT_EQ(Flat(compact_log.events), Flat(plain_log.events));
        ASSERT_TRUE(SameBytes(compact, plain));
        ASSERT_EQ(stream.Next(), same.Next());
      }
    });
  }

  void SinksDoNotChangeTheGame() {
    ForEachCase([&](const Rules& rules) {
      for (uint64_t game = 0; game < 4; ++game) {
        State state = Deal(rules, game);
        Stream stream(game);
        EventHash hash;
        EventLog log;
        while (!G::IsTerminal(state)) {
          const MoveList moves = Legal(rules, state);
          const Move move = moves[Pick(stream, moves.size())];
          State logged = state;
          State hashed = state;
          NoEvents nothing;
          G::Apply(rules, &state, move, &nothing);
          G::Apply(rules, &logged, move, &log);
          G::Apply(rules, &hashed, move, &hash);
          ASSERT_TRUE(SameBytes(state, logged));
          ASSERT_TRUE(SameBytes(state, hashed));
        }
        EventHash again;
        for (const Event& event : log.events) again.Take(event);
        ASSERT_EQ(again.hash, hash.hash);
      }
    });
  }

  // Every event, chance included, is told under the seat that made the move.
  void EventsNameTheActingSeat() {
    ForEachPosition(
        T::kGames, 2, [&](const Rules& rules, const State& state, const MoveList& moves) {
          for (const Move& move : moves) {
            State next = state;
            EventLog log;
            G::Apply(rules, &next, move, &log);
            for (const Event& event : log.events) {
              const bool automaton = event.seat >= players_ && event.seat < players_ + Automata();
              if (!automaton) {
                ASSERT_EQ(int{event.seat}, G::SeatToAct(state)) << G::MoveText(rules, move);
              }
              ASSERT_LE(event.count, Event::kMaxValues);
            }
          }
        });
  }

  void OutcomeIsSane() {
    ForEachCase([&](const Rules& rules) {
      for (uint64_t game = 0; game < uint64_t{T::kGames} * 4; ++game) {
        const Played played = PlayOn(rules, Deal(rules, game), Everyone(Random(game)));
        const Outcome outcome = G::OutcomeOf(rules, played.state);
        ASSERT_EQ(outcome.seats, players_ + Automata());
        const auto seats = static_cast<size_t>(outcome.seats);
        int shares = 0;
        int winners = 0;
        for (size_t a = 0; a < seats; ++a) {
          shares += outcome.win12[a];
          winners += outcome.rank[a] == 1 ? 1 : 0;
          int above = 0;
          for (size_t b = 0; b < seats; ++b) {
            above += outcome.rank[b] < outcome.rank[a] ? 1 : 0;
            if (outcome.points[a] > outcome.points[b]) {
              ASSERT_LT(outcome.rank[a], outcome.rank[b]);
            }
          }
          ASSERT_EQ(outcome.rank[a], above + 1);
        }
        ASSERT_GE(winners, 1);
        ASSERT_EQ(shares, 12);
        for (size_t a = 0; a < seats; ++a) {
          ASSERT_EQ(outcome.win12[a], outcome.rank[a] == 1 ? 12 / winners : 0);
        }
      }
    });
  }

  void PerftCountsThePaths() {
    ForEachPosition(2, 20, [&](const Rules& rules, const State& state, const MoveList& moves) {
      ASSERT_EQ(Perft<G>(rules, state, 0), 1U);
      ASSERT_EQ(Perft<G>(rules, state, 1), moves.empty() ? 1U : moves.size());
      uint64_t paths = 0;
      for (const Move& move : moves) {
        State next = state;
        NoEvents events;
        G::Apply(rules, &next, move, &events);
        paths += G::IsTerminal(next) ? 1 : Legal(rules, next).size();
      }
      ASSERT_EQ(Perft<G>(rules, state, 2), moves.empty() ? 1U : paths);
    });
  }

 private:
  int players_ = 0;  // of the case that is being tried
};

TYPED_TEST_SUITE_P(Conformance);

TYPED_TEST_P(Conformance, LegalMovesAreUnique) { TestFixture::LegalMovesAreUnique(); }
TYPED_TEST_P(Conformance, HasMovesUntilTheEndAndNoneAfter) {
  TestFixture::HasMovesUntilTheEndAndNoneAfter();
}
TYPED_TEST_P(Conformance, LegalMovesReplacesWhatTheListHeld) {
  TestFixture::LegalMovesReplacesWhatTheListHeld();
}
TYPED_TEST_P(Conformance, PastCopiesNeverChange) { TestFixture::PastCopiesNeverChange(); }
TYPED_TEST_P(Conformance, NotationGoesBothWays) { TestFixture::NotationGoesBothWays(); }
TYPED_TEST_P(Conformance, TextsAreUniqueInAPosition) { TestFixture::TextsAreUniqueInAPosition(); }
TYPED_TEST_P(Conformance, ParsesOneSpellingOnly) { TestFixture::ParsesOneSpellingOnly(); }
TYPED_TEST_P(Conformance, ConsistentAfterEachMove) { TestFixture::ConsistentAfterEachMove(); }
TYPED_TEST_P(Conformance, LengthIsBounded) { TestFixture::LengthIsBounded(); }
TYPED_TEST_P(Conformance, LengthIsBoundedWhoeverPlays) {
  TestFixture::LengthIsBoundedWhoeverPlays();
}
TYPED_TEST_P(Conformance, SameKeySameGame) { TestFixture::SameKeySameGame(); }
TYPED_TEST_P(Conformance, SetupIsAFunctionOfTheKey) { TestFixture::SetupIsAFunctionOfTheKey(); }
TYPED_TEST_P(Conformance, DifferentDealsDiffer) { TestFixture::DifferentDealsDiffer(); }
TYPED_TEST_P(Conformance, ChanceDoesNotDependOnPlay) { TestFixture::ChanceDoesNotDependOnPlay(); }
TYPED_TEST_P(Conformance, ChanceDoesNotDependOnSeating) {
  TestFixture::ChanceDoesNotDependOnSeating();
}
TYPED_TEST_P(Conformance, SameViewTellsMovesApart) { TestFixture::SameViewTellsMovesApart(); }
TYPED_TEST_P(Conformance, ResamplingKeepsTheView) { TestFixture::ResamplingKeepsTheView(); }
TYPED_TEST_P(Conformance, ResamplingDependsOnTheViewAlone) {
  TestFixture::ResamplingDependsOnTheViewAlone();
}
TYPED_TEST_P(Conformance, ResamplingUsesTheStream) { TestFixture::ResamplingUsesTheStream(); }
TYPED_TEST_P(Conformance, ResamplingVariesAllThatIsHidden) {
  TestFixture::ResamplingVariesAllThatIsHidden();
}
TYPED_TEST_P(Conformance, ResamplingVariesTheFuture) { TestFixture::ResamplingVariesTheFuture(); }
TYPED_TEST_P(Conformance, ResampledStatesCanBePlayedOn) {
  TestFixture::ResampledStatesCanBePlayedOn();
}
TYPED_TEST_P(Conformance, LegalMovesDependOnTheMoversView) {
  TestFixture::LegalMovesDependOnTheMoversView();
}
TYPED_TEST_P(Conformance, RandomPlayoutIsThatOfTheLists) {
  TestFixture::RandomPlayoutIsThatOfTheLists();
}
TYPED_TEST_P(Conformance, SinksDoNotChangeTheGame) { TestFixture::SinksDoNotChangeTheGame(); }
TYPED_TEST_P(Conformance, EventsNameTheActingSeat) { TestFixture::EventsNameTheActingSeat(); }
TYPED_TEST_P(Conformance, OutcomeIsSane) { TestFixture::OutcomeIsSane(); }
TYPED_TEST_P(Conformance, PerftCountsThePaths) { TestFixture::PerftCountsThePaths(); }

REGISTER_TYPED_TEST_SUITE_P(Conformance, LegalMovesAreUnique, HasMovesUntilTheEndAndNoneAfter,
                            LegalMovesReplacesWhatTheListHeld, PastCopiesNeverChange,
                            NotationGoesBothWays, TextsAreUniqueInAPosition, ParsesOneSpellingOnly,
                            ConsistentAfterEachMove, LengthIsBounded, LengthIsBoundedWhoeverPlays,
                            SameKeySameGame, SetupIsAFunctionOfTheKey, DifferentDealsDiffer,
                            ChanceDoesNotDependOnPlay, ChanceDoesNotDependOnSeating,
                            SameViewTellsMovesApart, ResamplingKeepsTheView,
                            ResamplingDependsOnTheViewAlone, ResamplingUsesTheStream,
                            ResamplingVariesAllThatIsHidden, ResamplingVariesTheFuture,
                            ResampledStatesCanBePlayedOn, LegalMovesDependOnTheMoversView,
                            RandomPlayoutIsThatOfTheLists, SinksDoNotChangeTheGame,
                            EventsNameTheActingSeat, OutcomeIsSane, PerftCountsThePaths);

}  // namespace prestige::testing
