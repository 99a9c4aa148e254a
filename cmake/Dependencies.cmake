# Everything the tree takes from outside, in one place. scripts/packages.txt names the Debian
# packages. Imported targets count as system includes: their headers raise no warnings of ours.

find_package(Threads REQUIRED)
find_package(absl REQUIRED)           # sim: status, strings, containers, time
find_package(hwy REQUIRED)            # matcher: SIMD with run-time dispatch
find_package(tomlplusplus REQUIRED)   # sim: rulesets and run files
find_package(nlohmann_json REQUIRED)  # sim: run.json, replays, --format=json
find_package(CLI11 REQUIRED)          # sim: command line
find_package(Boost REQUIRED)          # sim/stats: distributions (Boost.Math, headers only)
find_package(GTest REQUIRED)          # tests (with GoogleMock)
find_package(rapidcheck REQUIRED)     # tests: properties
find_package(benchmark REQUIRED)      # bench

# libcsv has a header and a library, but no CMake package: sim reads the decks with it.
find_path(PRESTIGE_CSV_INCLUDE csv.h REQUIRED)
find_library(PRESTIGE_CSV_LIBRARY csv REQUIRED)
mark_as_advanced(PRESTIGE_CSV_INCLUDE PRESTIGE_CSV_LIBRARY)
add_library(prestige::csv UNKNOWN IMPORTED)
set_target_properties(prestige::csv PROPERTIES
  IMPORTED_LOCATION ${PRESTIGE_CSV_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${PRESTIGE_CSV_INCLUDE})

# The regular expression engines that bench/ holds the matcher against; it leaves out those absent.
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 IMPORTED_TARGET re2)
pkg_check_modules(PCRE2 IMPORTED_TARGET libpcre2-8)
pkg_check_modules(HYPERSCAN IMPORTED_TARGET libhs)

include(Arrow)  # sim/output: prestige::arrow, prestige::parquet
