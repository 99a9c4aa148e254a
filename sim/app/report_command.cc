#include "sim/app/report_command.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "sim/app/python_package.h"

namespace prestige {
namespace {

struct ReportFlags {
  std::vector<std::string> runs;
  std::string out;
  std::string threshold;
};

absl::Status RunReport(const ReportFlags& flags, Context& context) {
  if (flags.runs.empty()) {
    return absl::InvalidArgumentError(
        "prestige report: no run folder given; `prestige simulate --out=FOLDER` makes one");
  }
  std::vector<std::string> arguments{"report"};
  if (!flags.out.empty()) arguments.push_back(absl::StrCat("--out=", flags.out));
  if (!flags.threshold.empty()) arguments.push_back(absl::StrCat("--threshold=", flags.threshold));
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), flags.runs.begin(), flags.runs.end());
  return RunPythonPackage(arguments, "", context.out);
}

}  // namespace

CommandRun DeclareReport(CLI::App& app) {
  const auto flags = std::make_shared<ReportFlags>();
  app.add_option("RUN", flags->runs, "run folders; several are compared")->type_name("FOLDER...");
  app.add_option("--out", flags->out,
                 "the file to write (report.html in the first run's folder "
                 "unless said)")
      ->type_name("FILE");
  app.add_option("--threshold", flags->threshold,
                 "a card stands out beyond so many percentage points (1 unless said)")
      ->type_name("PP");
  return [flags](Context& context) { return RunReport(*flags, context); };
}

}  // namespace prestige
