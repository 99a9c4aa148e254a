// The regular expression engines that the matcher is measured against. A coatl is a text of
// letters; all expressions are compiled once, and the engines find the same as the matcher: the
// level that the non-overlapping matches reach, and its points. Where an engine can be used in
// several ways, this is the fastest of those tried:
//
// RE2: all levels of all cards as one RE2::Set, scanned once per coatl. "Met n times" is written
// out: E.*E for twice E.
//   A frame has no lookaround, so it becomes (?:^|[^C])CC(?:$|[^C]). Tried and slower: an RE2 for
//   each level (15 times slower), finding and counting matches one after the other (20 times). The
//   set's automaton is built as texts come; it has memory enough to hold all that it meets, and is
//   warm when the clock starts.
// PCRE2: an expression for each card, compiled to machine code, matches counted one after the other
// up to the top level
//   by the fast entry pcre2_jit_match. Tried and slower: an expression that captures the levels of
//   a card at once, and one expression of lookaheads for all cards.
// Hyperscan: one database of all cards, and many coameh in one scanned text with '-' between them,
// which saves the cost of
//   a call for each. It reports every end of a match; the callback counts them for each coatl,
//   leaving out those that overlap the last one counted. Tried and slower: a scan for each coatl
//   (1.2 times slower), and all levels as expressions that report once (2 times).
//
// Expressions are made for patterns as printed: a frame has the colour of its pair, on both sides.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "bench/matcher_engine.h"
#include "engine/coatl/pattern.h"

#ifdef PRESTIGE_HAVE_RE2
#include <re2/re2.h>
#include <re2/set.h>
#endif
#ifdef PRESTIGE_HAVE_PCRE2
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
#ifdef PRESTIGE_HAVE_HYPERSCAN
#include <hs/hs.h>
#endif

namespace prestige::coatl {
namespace {

bool IsFramed(const Pattern& pattern) { return pattern.tokens.front().kind == TokenKind::kNot; }

// The pattern's tokens without its frame; `any` stands for `*+`.
std::string Tokens(const Pattern& pattern, const std::string& any) {
  std::string text;
  for (const Token& token : pattern.tokens) {
    if (token.kind == TokenKind::kNot) continue;
    if (token.kind == TokenKind::kAnyPlus) {
      text += any;
      continue;
    }
    text += Letter(token.color);
    if (token.kind == TokenKind::kPlus) text += '+';
  }
  return text;
}

// The parts one after the other. (g++ 12 warns of `"a" + text` for no reason.)
std::string Join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string OtherThan(Color color) {
  const char letter = Letter(color);
  return Join({"[^", std::string_view(&letter, 1), "]"});
}

// Points by the number of matches, which is at most 128.
class Points {
 public:
  explicit Points(const std::vector<DeckCard>& deck) : of_times_(deck.size()) {
    for (size_t card = 0; card < deck.size(); ++card) {
      for (size_t times = 0; times < of_times_[card].size(); ++times) {
        for (const Level& level : deck[card].levels) {
          if (times >= level.times) of_times_[card][times] = level.points;
        }
      }
    }
  }
  uint8_t Of(size_t card, size_t times) const { return of_times_[card][times]; }

 private:
  std::vector<std::array<uint8_t, 129>> of_times_;
};

// Points in the order of coameh, then cards.
class RegexEngine : public Engine {
 public:
  explicit RegexEngine(const std::vector<DeckCard>& deck) : deck_(deck), by_times_(deck) {}
  int PointsOf(size_t coatl, size_t card) override { return points_[coatl * deck_.size() + card]; }

 protected:
  [[noreturn]] static void Fail(const std::string& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::exit(1);
  }

  const std::vector<DeckCard>& deck_;
  const Points by_times_;
  std::vector<uint8_t> points_;
};

#ifdef PRESTIGE_HAVE_RE2
class Re2Engine : public RegexEngine {
 public:
  explicit Re2Engine(const std::vector<DeckCard>& deck)
      : RegexEngine(deck), set_(Options(), RE2::UNANCHORED) {
    for (size_t card = 0; card < deck.size(); ++card) {
      for (const Level& level : deck[card].levels) {
        std::string error;
        if (set_.Add(Times(deck[card].pattern, level.times), &error) < 0) Fail(error);
        levels_.push_back({card, level});
      }
    }
    if (!set_.Compile()) Fail("RE2: out of memory");
  }

  void Score(const Corpus& corpus) override {
    points_.assign(corpus.texts.size() * deck_.size(), 0);
    uint8_t* own = points_.data();
    for (const std::string& text : corpus.texts) {
      found_.clear();
      set_.Match(text, &found_);
      // Points rise with the level.
      for (const int number : found_) {
        const LevelOfCard& reached = levels_[static_cast<size_t>(number)];
        own[reached.card] = std::max(own[reached.card], reached.level.points);
      }
      own += deck_.size();
    }
  }

 private:
  static RE2::Options Options() {
    RE2::Options options;
    options.set_encoding(RE2::Options::EncodingLatin1);
    options.set_dot_nl(true);
    options.set_never_capture(true);
    options.set_max_mem(int64_t{1} << 30);
    return options;
  }

  static std::string Times(const Pattern& pattern, int times) {
    const std::string once = Tokens(pattern, ".+");
    std::string text = once;
    if (!IsFramed(pattern)) {
      for (int i = 1; i < times; ++i) text += Join({".*", once});
      return text;
    }
    const std::string other = OtherThan(pattern.tokens.front().color);
    for (int i = 1; i < times; ++i) text += Join({other, "(?:.*", other, ")?", once});
    return Join({"(?:^|", other, ")", text, "(?:$|", other, ")"});
  }

  struct LevelOfCard {
    size_t card;
    Level level;
  };

  RE2::Set set_;
  std::vector<LevelOfCard> levels_;
  std::vector<int> found_;
};
#endif

#ifdef PRESTIGE_HAVE_PCRE2
class Pcre2Engine : public RegexEngine {
 public:
  explicit Pcre2Engine(const std::vector<DeckCard>& deck)
      : RegexEngine(deck), match_data_(pcre2_match_data_create(1, nullptr)) {
    for (const DeckCard& card : deck) {
      const std::string text = Once(card.pattern);
      int error = 0;
      PCRE2_SIZE offset = 0;
      pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                       PCRE2_DOTALL, &error, &offset, nullptr);
      if (code == nullptr || pcre2_jit_compile(code, PCRE2_JIT_COMPLETE) != 0) {
        Fail(Join({"PCRE2: ", text}));
      }
      codes_.push_back(code);
    }
  }
  ~Pcre2Engine() override {
    for (pcre2_code* code : codes_) pcre2_code_free(code);
    pcre2_match_data_free(match_data_);
  }
  Pcre2Engine(const Pcre2Engine&) = delete;
  Pcre2Engine& operator=(const Pcre2Engine&) = delete;

  void Score(const Corpus& corpus) override {
    points_.resize(corpus.texts.size() * deck_.size());
    uint8_t* own = points_.data();
    const PCRE2_SIZE* span = pcre2_get_ovector_pointer(match_data_);
    for (const std::string& text : corpus.texts) {
      const auto subject = reinterpret_cast<PCRE2_SPTR>(text.data());
      for (size_t card = 0; card < deck_.size(); ++card) {
        const size_t top = deck_[card].levels.back().times;
        size_t times = 0;
        PCRE2_SIZE at = 0;
        while (times < top && pcre2_jit_match(codes_[card], subject, text.size(), at, 0,
                                              match_data_, nullptr) >= 0) {
          ++times;
          at = span[1];
        }
        *own++ = by_times_.Of(card, times);
      }
    }
  }

 private:
  static std::string Once(const Pattern& pattern) {
    const std::string text = Tokens(pattern, ".+?");
    if (!IsFramed(pattern)) return text;
    const std::string color(1, Letter(pattern.tokens.front().color));
    return Join({"(?<!", color, ")", text, "(?!", color, ")"});
  }

  pcre2_match_data* match_data_;
  std::vector<pcre2_code*> codes_;
};
#endif

#ifdef PRESTIGE_HAVE_HYPERSCAN
class HyperscanEngine : public RegexEngine {
 public:
  explicit HyperscanEngine(const std::vector<DeckCard>& deck) : RegexEngine(deck) {
    std::vector<std::string> texts;
    std::vector<const char*> expressions;
    std::vector<unsigned> flags(deck.size(), HS_FLAG_DOTALL);
    std::vector<unsigned> numbers;
    for (size_t card = 0; card < deck.size(); ++card) {
      const Pattern& pattern = deck[card].pattern;
      std::string text = Tokens(pattern, "[^-]+");
      if (IsFramed(pattern)) {
        const std::string other = OtherThan(pattern.tokens.front().color);
        text = Join({other, text, other});
      }
      texts.push_back(text);
      overlaps_.push_back(OverlapOf(deck[card]));
      numbers.push_back(static_cast<unsigned>(card));
    }
    for (const std::string& text : texts) expressions.push_back(text.c_str());
    hs_compile_error_t* error = nullptr;
    if (hs_compile_multi(expressions.data(), flags.data(), numbers.data(),
                         static_cast<unsigned>(deck.size()), HS_MODE_BLOCK, nullptr, &database_,
                         &error) != HS_SUCCESS) {
      Fail(Join({"Hyperscan: ", error->message}));
    }
    if (hs_alloc_scratch(database_, &scratch_) != HS_SUCCESS) Fail("Hyperscan: out of memory");
    counts_.resize(kTogether * deck.size());
    last_ends_.resize(kTogether * deck.size());
  }
  ~HyperscanEngine() override {
    hs_free_scratch(scratch_);
    hs_free_database(database_);
  }
  HyperscanEngine(const HyperscanEngine&) = delete;
  HyperscanEngine& operator=(const HyperscanEngine&) = delete;

  void Score(const Corpus& corpus) override {
    points_.resize(corpus.texts.size() * deck_.size());
    for (size_t first = 0; first < corpus.texts.size(); first += kTogether) {
      const size_t count = std::min(kTogether, corpus.texts.size() - first);
      text_.assign(1, '-');
      coatl_at_.assign(1, 0);
      for (size_t i = 0; i < count; ++i) {
        const std::string& text = corpus.texts[first + i];
        text_ += text;
        text_ += '-';
        coatl_at_.insert(coatl_at_.end(), text.size() + 1, static_cast<uint32_t>(i));
      }
      std::fill(counts_.begin(), counts_.end(), uint8_t{0});
      std::fill(last_ends_.begin(), last_ends_.end(), 0U);
      hs_scan(database_, text_.data(), static_cast<unsigned>(text_.size()), 0, scratch_, &OnMatch,
              this);
      for (size_t i = 0; i < count; ++i) {
        for (size_t card = 0; card < deck_.size(); ++card) {
          const size_t times = counts_[i * deck_.size() + card];
          points_[(first + i) * deck_.size() + card] = by_times_.Of(card, times);
        }
      }
    }
  }

 private:
  static constexpr size_t kTogether = 256;

  // How matches of one card can overlap.
  enum class Overlap : uint8_t {
    kNever,
    kAnyOnce,   // it is asked for once: the first is enough
    kSequence,  // by less than its length
    kEnds,      // C D+ C: the last piece of one is the first of the next
  };

  static Overlap OverlapOf(const DeckCard& card) {
    const std::vector<Token>& tokens = card.pattern.tokens;
    if (card.levels.back().times == 1) return Overlap::kAnyOnce;
    if (IsFramed(card.pattern) || tokens.size() == 1 ||
        tokens.front().color != tokens.back().color) {
      return Overlap::kNever;
    }
    return tokens[1].kind == TokenKind::kPlus ? Overlap::kEnds : Overlap::kSequence;
  }

  static int OnMatch(unsigned card, unsigned long long /*from*/, unsigned long long to,
                     unsigned /*flags*/, void* context) {
    auto& self = *static_cast<HyperscanEngine*>(context);
    const size_t slot = self.coatl_at_[to - 1] * self.deck_.size() + card;
    uint8_t& count = self.counts_[slot];
    uint32_t& last_end = self.last_ends_[slot];
    const auto end = static_cast<uint32_t>(to);
    switch (self.overlaps_[card]) {
      case Overlap::kNever:
        ++count;
        break;
      case Overlap::kAnyOnce:
        count = 1;
        break;
      case Overlap::kSequence:
        if (count == 0 || end - last_end >= self.deck_[card].pattern.tokens.size()) {
          ++count;
          last_end = end;
        }
        break;
      case Overlap::kEnds: {
        uint32_t start = end - 2;
        while (self.text_[start] != self.text_[end - 1]) --start;
        if (count == 0 || start >= last_end) {
          ++count;
          last_end = end;
        }
        break;
      }
    }
    return 0;
  }

  hs_database_t* database_ = nullptr;
  hs_scratch_t* scratch_ = nullptr;
  std::vector<Overlap> overlaps_;
  std::string text_;
  std::vector<uint32_t> coatl_at_;   // the coatl that each letter of text_ belongs to
  std::vector<uint8_t> counts_;      // by coatl, then card
  std::vector<uint32_t> last_ends_;  // likewise: behind the last match that was counted
};
#endif

[[maybe_unused]] void Skip(const char* name) {
  std::fprintf(stderr, "%s was not there when this was built: left out\n", name);
}

}  // namespace

std::vector<NamedEngine> MakeRegexEngines(const std::vector<DeckCard>& deck) {
  std::vector<NamedEngine> engines;
#ifdef PRESTIGE_HAVE_RE2
  engines.push_back({"re2", std::make_unique<Re2Engine>(deck)});
#else
  Skip("RE2");
#endif
#ifdef PRESTIGE_HAVE_PCRE2
  engines.push_back({"pcre2", std::make_unique<Pcre2Engine>(deck)});
#else
  Skip("PCRE2");
#endif
#ifdef PRESTIGE_HAVE_HYPERSCAN
  engines.push_back({"hyperscan", std::make_unique<HyperscanEngine>(deck)});
#else
  Skip("Hyperscan");
#endif
  return engines;
}

}  // namespace prestige::coatl
