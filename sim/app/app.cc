#include "sim/app/app.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/coatl/matcher_target.h"
#include "sim/config/suggest.h"
#include "sim/version.h"

namespace prestige {
namespace {

constexpr int kFailed = 1;
constexpr int kBadInput = 2;
constexpr int kInterrupted = 130;

int ExitCode(const absl::Status& status) {
  if (status.ok()) return 0;
  if (absl::IsInvalidArgument(status)) return kBadInput;
  if (absl::IsCancelled(status)) return kInterrupted;
  return kFailed;
}

// Flags as `--flag VALUE`, without CLI11's marks for defaults and counts: the help texts name them.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(
      const CLI::Option* option) const override {  // NOLINT(readability-identifier-naming)
    const std::string type = option->get_type_name();
    return type.empty() ? "" : absl::StrCat(" ", type);
  }
};

int Usage(Context& context, const std::string& command, const std::string& message) {
  context.err << command << ": " << message << "\nRun '" << command
              << " --help' for how to call it.\n";
  return kBadInput;
}

// CLI11 takes `--flag=` for a flag whose value is the next argument; it is one with an empty value.
std::vector<std::string> SplitEmptyValues(const std::vector<std::string>& arguments) {
  std::vector<std::string> split;
  for (const std::string& argument : arguments) {
    if (argument.size() > 3 && argument.substr(0, 2) == "--" &&
        argument.find('=') == argument.size() - 1) {
      split.push_back(argument.substr(0, argument.size() - 1));
      split.emplace_back();
    } else {
      split.push_back(argument);
    }
  }
  return split;
}

// What is wrong with the first argument that the (sub)command did not know; nothing if it knew all.
std::optional<std::string> UnknownArgument(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  if (unknown.empty()) return std::nullopt;
  const std::string& first = unknown.front();
  if (first.size() < 2 || first[0] != '-')
    return absl::StrCat("unexpected argument ", Quoted(first));
  const std::string name = first.substr(0, first.find('='));
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& flag : option->get_lnames()) flags.push_back(absl::StrCat("--", flag));
  }
  const std::vector<std::string_view> names(flags.begin(), flags.end());
  return absl::StrCat("unknown flag ", Quoted(name), DidYouMean(name, names));
}

int Run(const std::vector<std::string>& arguments, Context& context) {
  const char* simd = std::getenv("PRESTIGE_SIMD");
  if (const auto problem = coatl::SelectSimdTarget(simd == nullptr ? "" : simd)) {
    context.err << "PRESTIGE_SIMD: " << *problem << "\n";
    return kBadInput;
  }

  CLI::App app("Simulator of board games for players and designers", "prestige");
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.set_version_flag("--version", absl::StrCat("prestige ", std::string(Version()), " (commit ",
                                                 std::string(Commit()), ")"));
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_formatter()->column_width(26);
  app.footer("Each command has a --help of its own, with an example.");
  struct Declared {
    CLI::App* app;
    CommandRun run;
  };
  std::vector<Declared> declared;
  std::vector<std::string_view> names;
  for (const Command& command : Commands()) {
    CLI::App* subcommand =
        app.add_subcommand(std::string(command.name), std::string(command.summary));
    subcommand->allow_extras();
    subcommand->footer(absl::StrCat("Example:\n  ", std::string(command.example)));
    declared.push_back({subcommand, command.declare(*subcommand)});
    names.push_back(command.name);
  }

  std::vector<std::string> reversed = SplitEmptyValues(arguments);
  std::reverse(reversed.begin(), reversed.end());
  const auto called = [&declared]() -> const Declared* {
    const auto it = std::find_if(declared.begin(), declared.end(),
                                 [](const Declared& command) { return command.app->parsed(); });
    return it == declared.end() ? nullptr : &*it;
  };
  const auto name_of = [](const Declared* command) {
    return command == nullptr ? std::string("prestige")
                              : absl::StrCat("prestige ", command->app->get_name());
  };
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    const Declared* command = called();
    context.out << (command == nullptr ? app.help() : command->app->help("prestige"));
    return 0;
  } catch (const CLI::CallForVersion& version) {
    context.out << version.what() << "\n";
    return 0;
  } catch (const CLI::ArgumentMismatch& error) {
    // Our flags take one value each: there is none, or the flag is there again.
    const std::string what = error.what();
    const bool again = what.find("received") != std::string::npos;
    return Usage(context, name_of(called()),
                 absl::StrCat(what.substr(0, what.find(':')),
                              again ? " is there more than once" : " needs a value"));
  } catch (const CLI::ParseError& error) {
    return Usage(context, name_of(called()), error.what());
  }

  const Declared* command = called();
  if (command == nullptr) {
    const std::vector<std::string> unknown = app.remaining();
    if (unknown.empty()) {
      context.err << app.help();
      return kBadInput;
    }
    if (unknown.front().empty() || unknown.front()[0] != '-') {
      return Usage(context, "prestige",
                   absl::StrCat("unknown command ", Quoted(unknown.front()),
                                DidYouMean(unknown.front(), names)));
    }
  }
  if (const auto problem = UnknownArgument(app)) return Usage(context, "prestige", *problem);
  if (const auto problem = UnknownArgument(*command->app)) {
    return Usage(context, name_of(command), *problem);
  }

  const absl::Status status = command->run(context);
  // Without a message: another program has told already what was wrong.
  if (!status.message().empty()) context.err << std::string(status.message()) << "\n";
  return ExitCode(status);
}

}  // namespace

int RunApp(const std::vector<std::string>& arguments, Context& context) {
  int code = kFailed;
  try {
    code = Run(arguments, context);
  } catch (const std::exception& error) {
    context.err << "prestige: " << error.what() << "\n";
  }
  context.out.flush();
  if (!context.out) {
    context.err << "prestige: standard output cannot be written\n";
    if (code == 0) code = kFailed;
  }
  context.err.flush();
  return code;
}

}  // namespace prestige
