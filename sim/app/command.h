#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace prestige {

// What a command reads and writes: main gives it the standard streams, tests give it strings. A
// command writes results to `out` alone; what went wrong it returns, and the app prints it.
struct Context {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;       // progress lines
  bool out_color = false;  // whether `out` is a terminal that wants colours
  bool err_terminal = false;
};

// Runs a command whose flags have been parsed. The status is the exit code: OK is 0,
// InvalidArgument (bad usage or bad input) 2, Cancelled (interrupted, work saved) 130, anything
// else 1. Its message is printed as it stands, if there is one.
using CommandRun = std::function<absl::Status(Context&)>;

// A subcommand of the program: one row of the table in commands.cc.
struct Command {
  std::string_view name;
  std::string_view summary;  // a line of the program's help
  std::string_view example;  // a call, for the subcommand's help
  // Declares the flags on `app` and returns what runs them once they are parsed. Flags are never
  // marked as required: the command itself says what is missing.
  CommandRun (*declare)(CLI::App& app);
};

// Every subcommand, in the order of the help.
std::span<const Command> Commands();

// A flag that may be given several times, each time with one value (commas and brackets are left
// alone).
CLI::Option* AddRepeatedFlag(CLI::App& app, const std::string& name,
                             std::vector<std::string>& values, const std::string& help);

// A flag whose value is the name of a folder.
CLI::Option* AddFolderFlag(CLI::App& app, const std::string& name, std::string& value,
                           const std::string& help);

// A flag whose value is a whole number from `first` to `last`, written in digits alone; `set` gets
// it.
CLI::Option* AddNumberFlag(CLI::App& app, const std::string& name,
                           std::function<void(uint64_t)> set, uint64_t first, uint64_t last,
                           const std::string& help);

// A flag whose value is one of `allowed`; another one is a usage error with a suggestion.
CLI::Option* AddChoiceFlag(CLI::App& app, const std::string& name, std::string& value,
                           std::vector<std::string_view> allowed, const std::string& help);

}  // namespace prestige
