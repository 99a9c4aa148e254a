# prestige_version: the program's version and the commit it was built from (sim/version.h). The
# commit is looked up at each build; the source is rewritten, and so recompiled, only if it changed.

set(version_source ${PROJECT_BINARY_DIR}/generated/version.cc)
add_custom_target(prestige_version_source
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
          -DOUTPUT=${version_source} -P ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake
  BYPRODUCTS ${version_source}
  COMMENT "")
prestige_library(prestige_version SOURCES ${version_source})
add_dependencies(prestige_version prestige_version_source)
