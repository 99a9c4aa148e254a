# Writes OUTPUT from version.cc.in with VERSION and the commit of SOURCE_DIR ("unknown" outside git).

execute_process(
  COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  set(COMMIT "unknown")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.cc.in ${OUTPUT} @ONLY)
