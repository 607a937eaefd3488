# SPDX-License-Identifier: Apache-2.0
# ws_dut(<name> LANES n [WARPS n] [SHFL_FORM n] [MATCH_BITS n] [STRUCT n] [WATCHDOG n] [TRACE])
#
# Library ws_dut_<name>: rtl/ws_top.v with these parameters behind `extern "C" const ws_dut_ops ws_dut_<name>` (dut.h).
# Libraries of different names can be linked into one program.
#
# Verilator's CMake package runs Verilator when a folder is configured. Each configuration is therefore a small project
# of its own (verilated/), configured and built only when something that links it is built: asking for one lane count
# costs one run of Verilator, not twenty.
include(ExternalProject)

function(ws_dut name)
  cmake_parse_arguments(cfg "TRACE" "LANES;WARPS;SHFL_FORM;MATCH_BITS;STRUCT;WATCHDOG" "" ${ARGN})
  set(values LANES 32 WARPS 4 SHFL_FORM 0 MATCH_BITS 4 STRUCT 0 WATCHDOG 1)
  set(args)
  while(values)
    list(POP_FRONT values key default)
    if(NOT DEFINED cfg_${key})
      set(cfg_${key} ${default})
    endif()
    list(APPEND args -DWS_${key}=${cfg_${key}})
  endwhile()

  set(dir ${CMAKE_BINARY_DIR}/verilated/${name})
  set(library ${dir}/libws_dut_${name}.a)
  set(launchers)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set(launchers -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
  ExternalProject_Add(ws_verilated_${name}
    SOURCE_DIR ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/verilated
    BINARY_DIR ${dir}
    STAMP_DIR ${dir}/stamp
    TMP_DIR ${dir}/tmp
    DOWNLOAD_COMMAND ""
    UPDATE_COMMAND ""
    # Twice: a change of the RTL may give Verilator's output another file, which only the next run of the build sees.
    BUILD_COMMAND ${CMAKE_COMMAND} --build <BINARY_DIR>
    COMMAND ${CMAKE_COMMAND} --build <BINARY_DIR>
    INSTALL_COMMAND ""
    CMAKE_ARGS -DWS_NAME=${name} ${args} -DWS_TRACE=$<BOOL:${cfg_TRACE}> -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} ${launchers}
    BUILD_ALWAYS ON
    BUILD_BYPRODUCTS ${library}
    EXCLUDE_FROM_ALL ON)

  add_library(ws_dut_${name} INTERFACE)
  add_dependencies(ws_dut_${name} ws_verilated_${name})
  target_include_directories(ws_dut_${name} INTERFACE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  find_package(Threads REQUIRED)
  target_link_libraries(ws_dut_${name} INTERFACE ${library} warpsync stdc++ m Threads::Threads $<$<BOOL:${cfg_TRACE}>:z>)
endfunction()
