#include "sim/app/score_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "engine/coatl/game.h"
#include "sim/app/ruleset_flags.h"
#include "sim/coatl/ruleset.h"
#include "sim/coatl/score.h"
#include "sim/config/suggest.h"

namespace prestige {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// A file of something else entirely is told by its first errors.
constexpr size_t kErrorsShown = 20;

struct ScoreFlags {
  RulesetFlags ruleset;
  std::vector<std::string> coatls;
  bool from_stdin = false;
  std::string input;  // "-" is another way to say --stdin
  std::vector<std::string> cards;
  std::string format = "text";
};

// The ids in the values of --card: each a list separated by commas, or `all`.
absl::StatusOr<std::vector<coatl::ScoreCard>> FindCards(const coatl::Rules& rules,
                                                        const std::vector<std::string>& lists) {
  const std::vector<coatl::ScoreCard> all = coatl::AllCards(rules);
  if (lists.empty() || (lists.size() == 1 && lists[0] == "all")) return all;
  std::vector<std::string_view> ids;
  for (const coatl::ScoreCard card : all) ids.push_back(coatl::IdOf(rules, card));

  std::vector<coatl::ScoreCard> cards;
  std::vector<bool> taken(all.size());
  for (const std::string& list : lists) {
    std::string_view rest = list;
    while (true) {
      const size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view id = rest.substr(0, comma);
      const auto found = std::find(ids.begin(), ids.end(), id);
      if (found == ids.end()) {
        return absl::InvalidArgumentError(absl::StrCat(
            "--card=", Printable(list), ": no card ", Quoted(id), " in ruleset '", rules.name(),
            "'; allowed: 'all', or ids such as ", std::string(ids.front()), DidYouMean(id, ids)));
      }
      const auto index = static_cast<size_t>(found - ids.begin());
      if (taken[index]) {
        return absl::InvalidArgumentError(
            absl::StrCat("--card=", Printable(list), ": ", Quoted(id), " is named twice"));
      }
      taken[index] = true;
      cards.push_back(all[index]);
      if (comma == rest.size()) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return cards;
}

std::string ReadAll(std::istream& in) {
  std::string text;
  std::array<char, 1 << 16> chunk;
  while (in.read(chunk.data(), chunk.size()) || in.gcount() > 0) {
    text.append(chunk.data(), static_cast<size_t>(in.gcount()));
  }
  return text;
}

absl::Status RunScore(const ScoreFlags& flags, Context& context) {
  const bool from_stdin = flags.from_stdin || flags.input == "-";
  if (!flags.input.empty() && flags.input != "-") {
    return absl::InvalidArgumentError(absl::StrCat("prestige score: unexpected argument ",
                                                   Quoted(flags.input),
                                                   "; allowed: '-' for standard input"));
  }
  if (from_stdin != flags.coatls.empty()) {
    return absl::InvalidArgumentError(
        from_stdin ? "prestige score: coameh come from --coatl or from --stdin, not from both"
                   : "prestige score: no coatl; give --coatl='^YGGB$', or --stdin");
  }
  if (flags.ruleset.game != coatl::CoatlGame::kName) {
    return absl::InvalidArgumentError(absl::StrCat("--game=", flags.ruleset.game,
                                                   ": only the cards of coatl have patterns to "
                                                   "score; allowed: coatl"));
  }
  const absl::StatusOr<std::filesystem::path> path = RulesetPath(flags.ruleset);
  if (!path.ok()) return path.status();
  const auto loaded = coatl::LoadRuleset({*path, flags.ruleset.sets});
  if (const auto* wrong = std::get_if<Diagnostics>(&loaded)) {
    return absl::InvalidArgumentError(ToString(*wrong));
  }
  const coatl::Rules& rules = std::get<coatl::LoadedRuleset>(loaded).rules;
  const absl::StatusOr<std::vector<coatl::ScoreCard>> cards = FindCards(rules, flags.cards);
  if (!cards.ok()) return cards.status();

  std::string text;
  std::vector<std::string_view> coatls(flags.coatls.begin(), flags.coatls.end());
  if (from_stdin) {
    text = ReadAll(context.in);
    if (context.in.bad())
      return absl::DataLossError("prestige score: standard input cannot be read");
    std::string_view content = text;
    if (content.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      content.remove_prefix(kByteOrderMark.size());
    }
    coatls = coatl::SplitLines(content);
  }
  const Diagnostics diagnostics =
      coatl::CheckCoatls(from_stdin ? "standard input" : "--coatl", coatls, kErrorsShown);
  if (!diagnostics.empty()) return absl::InvalidArgumentError(ToString(diagnostics));

  if (flags.format == "csv") {
    coatl::WriteScoresCsv(rules, *cards, coatls, context.out);
  } else if (flags.format == "json") {
    coatl::WriteScoresJson(rules, *cards, coatls, context.out);
  } else {
    coatl::WriteScoresText(rules, *cards, coatls, context.out);
  }
  return absl::OkStatus();
}

}  // namespace

CommandRun DeclareScore(CLI::App& app) {
  const auto flags = std::make_shared<ScoreFlags>();
  AddRepeatedFlag(app, "--coatl", flags->coatls,
                  "pieces from the head end on; ^ first: a head, $ last: a tail; may be repeated");
  app.add_flag("--stdin", flags->from_stdin, "read coameh from standard input, one a line");
  app.add_option("input", flags->input, "- is the same as --stdin")->type_name("");
  AddRepeatedFlag(app, "--card,--cards", flags->cards, "ids separated by commas (all unless said)")
      ->type_name("IDS");
  AddChoiceFlag(app, "--format", flags->format, {"text", "csv", "json"}, "how to print the points");
  AddRulesetFlags(app, flags->ruleset);
  return [flags](Context& context) { return RunScore(*flags, context); };
}

}  // namespace prestige
