# What every target of ours is compiled with: warnings as errors, the sanitizers asked for, and
# include paths from the root. prestige_library() and prestige_executable() apply it.

set(PRESTIGE_SANITIZE "" CACHE STRING
    "Sanitizers to build with, as -fsanitize takes them: 'address,undefined' or 'thread'")
option(PRESTIGE_NATIVE "Compile for this machine's processor (local runs only)" OFF)

add_library(prestige_build_options INTERFACE)
target_include_directories(prestige_build_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(prestige_build_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in `"text" + std::string` where there are none (GCC bug 105651).
  target_compile_options(prestige_build_options INTERFACE -Wno-restrict)
endif()
if(PRESTIGE_NATIVE)
  target_compile_options(prestige_build_options INTERFACE -march=native)
endif()
if(PRESTIGE_SANITIZE)
  set(sanitizer_flags -fsanitize=${PRESTIGE_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  target_compile_options(prestige_build_options INTERFACE ${sanitizer_flags})
  target_link_options(prestige_build_options INTERFACE ${sanitizer_flags})
endif()

# prestige_library(NAME SOURCES files... [LIBS public...] [PRIVATE_LIBS private...])
# A static library of ours. Without sources it is a header-only one.
function(prestige_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS;PRIVATE_LIBS")
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC prestige_build_options ${arg_LIBS}
                                  PRIVATE ${arg_PRIVATE_LIBS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE prestige_build_options ${arg_LIBS})
  endif()
endfunction()

# prestige_executable(NAME SOURCES files... [LIBS libraries...])
function(prestige_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE prestige_build_options ${arg_LIBS})
endfunction()
