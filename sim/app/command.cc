#include "sim/app/command.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sim/config/suggest.h"

namespace prestige {

CLI::Option* AddRepeatedFlag(CLI::App& app, const std::string& name,
                             std::vector<std::string>& values, const std::string& help) {
  return app.add_option(name, values, help)->allow_extra_args(false)->type_name("TEXT");
}

CLI::Option* AddFolderFlag(CLI::App& app, const std::string& name, std::string& value,
                           const std::string& help) {
  return app.add_option(name, value, help)
      ->type_name("DIR")
      ->check([](const std::string& text) -> std::string {
        return text.empty() ? "there is no name of a folder" : "";
      });
}

CLI::Option* AddNumberFlag(CLI::App& app, const std::string& name,
                           std::function<void(uint64_t)> set, uint64_t first, uint64_t last,
                           const std::string& help) {
  const auto parse = [](const std::string& text, uint64_t* number) {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    return digits && absl::SimpleAtoi(text, number);
  };
  return app
      .add_option_function<std::string>(
          name,
          [set = std::move(set), parse](const std::string& text) {
            uint64_t number = 0;
            if (parse(text, &number)) set(number);
          },
          help)
      ->type_name("N")
      ->check([first, last, parse](const std::string& text) -> std::string {
        uint64_t number = 0;
        if (parse(text, &number) && number >= first && number <= last) return "";
        return absl::StrCat(Quoted(text), " is not a whole number from ", first, " to ", last);
      });
}

CLI::Option* AddChoiceFlag(CLI::App& app, const std::string& name, std::string& value,
                           std::vector<std::string_view> allowed, const std::string& help) {
  const std::string list = absl::StrJoin(
      allowed, "|", [](std::string* out, std::string_view choice) { out->append(choice); });
  return app.add_option(name, value, absl::StrCat(help, ": ", list, " (", value, " unless said)"))
      ->type_name("NAME")
      ->check([allowed = std::move(allowed), list](const std::string& given) -> std::string {
        if (std::find(allowed.begin(), allowed.end(), given) != allowed.end()) return "";
        return absl::StrCat(Quoted(given), " is none of ", list, DidYouMean(given, allowed));
      });
}

}  // namespace prestige
