#include "sim/coatl/score.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/coatl/batch_matcher.h"
#include "sim/coatl/ruleset.h"
#include "sim/config/suggest.h"
#include "sim/config/text_file.h"

namespace prestige::coatl {
namespace {

// Output is collected up to about this size before it goes to the stream.
constexpr size_t kBufferBytes = size_t{1} << 16;

class BufferedWriter {
 public:
  explicit BufferedWriter(std::ostream& out) : out_(out) {}
  ~BufferedWriter() { out_ << buffer_; }
  BufferedWriter(const BufferedWriter&) = delete;
  BufferedWriter& operator=(const BufferedWriter&) = delete;

  std::string& buffer() { return buffer_; }
  void FlushIfFull() {
    if (buffer_.size() < kBufferBytes) return;
    out_ << buffer_;
    buffer_.clear();
  }

 private:
  std::ostream& out_;
  std::string buffer_;
};

// ",7": most of what a large table consists of, so without a detour.
void AppendCell(std::string& buffer, int points) {
  std::array<char, 12> cell;
  cell[0] = ',';
  const auto end = std::to_chars(cell.data() + 1, cell.data() + cell.size(), points).ptr;
  buffer.append(cell.data(), end);
}

const Temple& TempleOf(const Rules& rules, ScoreCard card) { return rules.temples()[card.index]; }

std::string Demand(const Rules& rules, ScoreCard card) {
  if (card.deck == ScoreCard::Deck::kProphecies) {
    return ToString(rules.prophecies()[card.index].pattern);
  }
  const Temple& temple = TempleOf(rules, card);
  return absl::StrCat(ToString(temple.requirements[0]), ", ", ToString(temple.requirements[1]));
}

std::string Scale(const Rules& rules, ScoreCard card) {
  if (card.deck == ScoreCard::Deck::kProphecies) {
    return ToString(rules.prophecies()[card.index].levels);
  }
  const Temple& temple = TempleOf(rules, card);
  return absl::StrCat("one ", temple.one, ", both ", temple.both);
}

// Scores coameh many at a time: the prophecies by the batch matcher, the temples one by one.
class Scorer {
 public:
  Scorer(const Rules& rules, std::span<const ScoreCard> cards)
      : rules_(rules),
        cards_(cards),
        matcher_(Prophecies(rules, cards), rules.config().open_end_satisfies_not) {}

  // Calls row(index, serpent, points) for every coatl, in their order; points are by card.
  template <class Row>
  void ForEach(std::span<const std::string_view> coatls, const Row& row) {
    for (size_t first = 0; first < coatls.size(); first += kTogether) {
      ScoreSome(coatls.subspan(first, std::min(kTogether, coatls.size() - first)));
      for (size_t i = 0; i < serpents_.size(); ++i) {
        row(first + i, serpents_[i],
            std::span<const int>(points_).subspan(i * cards_.size(), cards_.size()));
      }
    }
  }

 private:
  static constexpr size_t kTogether = 4096;

  static std::vector<DeckCard> Prophecies(const Rules& rules, std::span<const ScoreCard> cards) {
    std::vector<DeckCard> deck;
    for (const ScoreCard card : cards) {
      if (card.deck != ScoreCard::Deck::kProphecies) continue;
      const Prophecy& prophecy = rules.prophecies()[card.index];
      deck.push_back({prophecy.pattern, prophecy.levels});
    }
    return deck;
  }

  void ScoreSome(std::span<const std::string_view> coatls) {
    serpents_.clear();
    for (const std::string_view coatl : coatls) {
      serpents_.push_back(std::get<Serpent>(ParseCoatl(coatl)));
    }
    points_.resize(coatls.size() * cards_.size());
    results_.resize(matcher_.ResultBytes(coatls.size()));
    order_.resize(BatchMatcher::Slots(coatls.size()));
    const size_t slots = matcher_.Score(ResultKind::kPoints, serpents_, results_, order_);
    for (size_t slot = 0; slot < slots; ++slot) {
      if (order_[slot] != kNoCoatl) PutPoints(order_[slot], slot);
    }
  }

  void PutPoints(size_t coatl, size_t slot) {
    int* points = points_.data() + coatl * cards_.size();
    size_t prophecy = 0;
    for (const ScoreCard card : cards_) {
      *points++ = card.deck == ScoreCard::Deck::kProphecies
                      ? results_[matcher_.ResultAt(slot, prophecy++)]
                      : TempleOf(rules_, card).Points(serpents_[coatl]);
    }
  }

  const Rules& rules_;
  std::span<const ScoreCard> cards_;
  BatchMatcher matcher_;
  std::vector<Serpent> serpents_;
  std::vector<uint8_t> results_;
  std::vector<uint32_t> order_;
  std::vector<int> points_;  // by coatl, then card
};

std::string_view EndsText(const Serpent& serpent) {
  if (serpent.has_head && serpent.has_tail) return "finished";
  if (serpent.has_head) return "tail end open";
  return serpent.has_tail ? "head end open" : "both ends open";
}

}  // namespace

std::variant<Serpent, CoatlError> ParseCoatl(std::string_view text) {
  if (text.empty()) return CoatlError{1, "the line is empty; allowed: a coatl such as ^YGGB$"};
  const bool head = text.front() == '^';
  const bool tail = text.back() == '$';
  const size_t begin = head ? 1 : 0;
  const size_t end = text.size() - (tail ? 1 : 0);
  if (begin >= end) return CoatlError{1, absl::StrCat(Quoted(text), " has no piece")};

  Serpent serpent;
  for (size_t i = begin; i < end; ++i) {
    const size_t color = kColorLetters.find(text[i]);
    if (color == std::string_view::npos) {
      const std::string_view rest = text.substr(i);
      const std::string letter =
          Quoted(rest.substr(0, std::max<size_t>(1, Utf8CharacterSize(rest))));
      if (text[i] == '^') return CoatlError{i + 1, "'^' (a head) stands only first"};
      if (text[i] == '$') return CoatlError{i + 1, "'$' (a tail) stands only last"};
      return CoatlError{i + 1, absl::StrCat(letter,
                                            " is no piece; allowed: Y, R, K, G, B, with ^ before a "
                                            "head and $ behind a tail")};
    }
    if (serpent.length == kMaxLength) {
      return CoatlError{i + 1, absl::StrCat("there are more than ", kMaxLength, " pieces")};
    }
    serpent.AddAtTail(MakePiece(Part::kBody, static_cast<Color>(color)));
  }
  serpent.has_head = head ? 1 : 0;
  serpent.has_tail = tail ? 1 : 0;
  if (head && tail && serpent.length == 1) {
    return CoatlError{end, "the head is also the tail; a body segment stands between them"};
  }
  if (head && tail && serpent.length == 2) {
    return CoatlError{end, "the head touches the tail; a body segment stands between them"};
  }
  return serpent;
}

std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Diagnostics CheckCoatls(const std::string& source, std::span<const std::string_view> coatls,
                        size_t limit) {
  Diagnostics diagnostics;
  size_t bad = 0;
  for (size_t i = 0; i < coatls.size(); ++i) {
    auto parsed = ParseCoatl(coatls[i]);
    auto* error = std::get_if<CoatlError>(&parsed);
    if (error == nullptr || ++bad > limit) continue;
    diagnostics.push_back({source, i + 1, error->column, std::move(error->message)});
  }
  if (bad > limit) {
    diagnostics.push_back({source, 0, 0, absl::StrCat("and ", bad - limit, " more bad lines")});
  }
  return diagnostics;
}

std::vector<ScoreCard> AllCards(const Rules& rules) {
  std::vector<ScoreCard> cards;
  cards.reserve(rules.prophecies().size() + rules.temples().size());
  for (size_t i = 0; i < rules.prophecies().size(); ++i) {
    cards.push_back({ScoreCard::Deck::kProphecies, static_cast<uint8_t>(i)});
  }
  for (size_t i = 0; i < rules.temples().size(); ++i) {
    cards.push_back({ScoreCard::Deck::kTemples, static_cast<uint8_t>(i)});
  }
  return cards;
}

const std::string& IdOf(const Rules& rules, ScoreCard card) {
  return card.deck == ScoreCard::Deck::kProphecies ? rules.prophecies()[card.index].id
                                                   : TempleOf(rules, card).id;
}

void WriteScoresCsv(const Rules& rules, std::span<const ScoreCard> cards,
                    std::span<const std::string_view> coatls, std::ostream& out) {
  BufferedWriter writer(out);
  std::string& buffer = writer.buffer();
  buffer += "coatl";
  for (const ScoreCard card : cards) absl::StrAppend(&buffer, ",", IdOf(rules, card));
  buffer += '\n';
  Scorer(rules, cards).ForEach(coatls, [&](size_t i, const Serpent&, std::span<const int> points) {
    buffer += coatls[i];
    for (const int cell : points) AppendCell(buffer, cell);
    buffer += '\n';
    writer.FlushIfFull();
  });
}

void WriteScoresJson(const Rules& rules, std::span<const ScoreCard> cards,
                     std::span<const std::string_view> coatls, std::ostream& out) {
  // Neither ids nor coameh hold a character that JSON would have escaped.
  BufferedWriter writer(out);
  std::string& buffer = writer.buffer();
  buffer += '[';
  Scorer(rules, cards).ForEach(coatls, [&](size_t i, const Serpent&, std::span<const int> points) {
    absl::StrAppend(&buffer, i == 0 ? "" : ",", "\n{\"coatl\":\"");
    buffer += coatls[i];
    buffer += "\",\"points\":{";
    for (size_t k = 0; k < cards.size(); ++k) {
      absl::StrAppend(&buffer, k == 0 ? "\"" : ",\"", IdOf(rules, cards[k]), "\":", points[k]);
    }
    buffer += "}}";
    writer.FlushIfFull();
  });
  buffer += "\n]\n";
}

void WriteScoresText(const Rules& rules, std::span<const ScoreCard> cards,
                     std::span<const std::string_view> coatls, std::ostream& out) {
  size_t id_width = 0;
  size_t demand_width = 0;
  size_t scale_width = 0;
  for (const ScoreCard card : cards) {
    id_width = std::max(id_width, IdOf(rules, card).size());
    demand_width = std::max(demand_width, Demand(rules, card).size());
    scale_width = std::max(scale_width, Scale(rules, card).size());
  }
  const auto pad = [](const std::string& text, size_t width) {
    return text + std::string(width - text.size(), ' ');
  };
  BufferedWriter writer(out);
  std::string& buffer = writer.buffer();
  Scorer(rules, cards)
      .ForEach(coatls, [&](size_t i, const Serpent& serpent, std::span<const int> points) {
        if (i > 0) buffer += '\n';
        buffer += coatls[i];
        absl::StrAppend(&buffer, "  ", serpent.length,
                        serpent.length == 1 ? " piece, " : " pieces, ",
                        std::string(EndsText(serpent)), "\n");
        int total = 0;
        for (size_t k = 0; k < cards.size(); ++k) {
          total += points[k];
          absl::StrAppend(&buffer, "  ", pad(IdOf(rules, cards[k]), id_width), "  ",
                          pad(Demand(rules, cards[k]), demand_width), "  ",
                          pad(Scale(rules, cards[k]), scale_width),
                          absl::StrFormat("  %5d\n", points[k]));
        }
        absl::StrAppend(&buffer, "  ", pad("total", id_width + demand_width + scale_width + 4),
                        absl::StrFormat("  %5d\n", total));
        writer.FlushIfFull();
      });
}

}  // namespace prestige::coatl
