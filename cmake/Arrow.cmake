# Apache Arrow C++ and Parquet as imported targets prestige::arrow and prestige::parquet.
#
# By default they are the libraries and headers inside the pyarrow wheel of the tree's Python
# environment (.venv, made by scripts/setup), so that every machine writes the same bytes. The wheel
# has neither a CMake package nor unversioned .so links, so the files are named by the version that
# pyarrow reports. PRESTIGE_ARROW=system takes an installed Arrow with CMake packages instead.

set(PRESTIGE_ARROW "wheel" CACHE STRING "Where Arrow comes from: 'wheel' (.venv) or 'system'")
set_property(CACHE PRESTIGE_ARROW PROPERTY STRINGS wheel system)

if(PRESTIGE_ARROW STREQUAL "system")
  find_package(Arrow REQUIRED)
  find_package(Parquet REQUIRED)
  add_library(prestige::arrow ALIAS Arrow::arrow_shared)
  add_library(prestige::parquet ALIAS Parquet::parquet_shared)
elseif(PRESTIGE_ARROW STREQUAL "wheel")
  set(venv_python ${PROJECT_SOURCE_DIR}/.venv/bin/python)
  if(NOT EXISTS ${venv_python})
    message(FATAL_ERROR "${venv_python} is missing: run scripts/setup, "
                        "or configure with -DPRESTIGE_ARROW=system")
  endif()
  execute_process(
    COMMAND ${venv_python} -c "import pyarrow
info = pyarrow.cpp_build_info
print(info.version, pyarrow.get_include(), pyarrow.get_library_dirs()[0], sep=';', end='')
print(';%d%02d' % (info.version_info.major, info.version_info.minor), end='')"
    OUTPUT_VARIABLE arrow_facts
    COMMAND_ERROR_IS_FATAL ANY)
  list(GET arrow_facts 0 arrow_version)
  list(GET arrow_facts 1 arrow_include)
  list(GET arrow_facts 2 arrow_library_dir)
  list(GET arrow_facts 3 arrow_so_version)

  foreach(library arrow parquet)
    set(library_file ${arrow_library_dir}/lib${library}.so.${arrow_so_version})
    if(NOT EXISTS ${library_file})
      message(FATAL_ERROR "pyarrow ${arrow_version} in .venv has no ${library_file}: "
                          "remove .venv and run scripts/setup")
    endif()
    add_library(prestige::${library} SHARED IMPORTED)
    set_target_properties(prestige::${library} PROPERTIES
      IMPORTED_LOCATION ${library_file}
      INTERFACE_INCLUDE_DIRECTORIES ${arrow_include})
  endforeach()
  target_link_libraries(prestige::parquet INTERFACE prestige::arrow)
  message(STATUS "Arrow ${arrow_version} from the pyarrow wheel in .venv")
else()
  message(FATAL_ERROR "PRESTIGE_ARROW is '${PRESTIGE_ARROW}'; it can be 'wheel' or 'system'")
endif()
