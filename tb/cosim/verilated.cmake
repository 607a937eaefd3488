# SPDX-License-Identifier: Apache-2.0
# ws_dut(<name> LANES n [WARPS n] [SHFL_FORM n] [MATCH_BITS n] [WAITERS n] [COPIES n] [STRUCT n] [WATCHDOG n]
#   [TICK_NS n] [SLOTS n] [FAMILIES n] [CTAS n] [HOP n] [OPTIMISE n] [TRACE] [COVERAGE] [GATE])
#
# Library ws_dut_<name>: rtl/ws_top.v, or with CTAS above 1 rtl/ws_cluster.v, with these parameters behind
# `extern "C" const ws_dut_ops ws_dut_<name>` (dut.h).
# OPTIMISE 0 turns off what Verilator does to the design before it writes C++; 3 is all of it.
# With GATE it is the netlist that synthesis makes of either (scripts/gate.py, which has the same parameters).
# Libraries of different names can be linked into one program.
#
# Verilator's CMake package runs Verilator when a folder is configured. Each configuration is therefore a small project
# of its own (verilated/), configured and built only when something that links it is built: asking for one lane count
# costs one run of Verilator, not twenty.
function(ws_dut name)
  cmake_parse_arguments(cfg "TRACE;COVERAGE;GATE" "LANES;WARPS;SHFL_FORM;MATCH_BITS;WAITERS;COPIES;STRUCT;WATCHDOG;TICK_NS;SLOTS;FAMILIES;CTAS;HOP;OPTIMISE" "" ${ARGN})
  set(values LANES 32 WARPS 4 SHFL_FORM 0 MATCH_BITS 4 WAITERS 8 COPIES 8 STRUCT 0 WATCHDOG 1 TICK_NS 10 SLOTS 1 FAMILIES 65535 CTAS 1 HOP 4 OPTIMISE 3)
  set(args -DWS_NAME=${name} -DWS_TRACE=${cfg_TRACE} -DWS_COVERAGE=${cfg_COVERAGE} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
  while(values)
    list(POP_FRONT values key default)
    if(NOT DEFINED cfg_${key})
      set(cfg_${key} ${default})
    endif()
    list(APPEND args -DWS_${key}=${cfg_${key}})
  endwhile()

  set(dir ${CMAKE_BINARY_DIR}/verilated/${name})
  set(library ${dir}/libws_dut_${name}.a)
  set(make ${CMAKE_COMMAND} --build ${dir})
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(make $(MAKE) --no-print-directory -C ${dir}) # takes part in the outer make's job limit
  endif()
  set(netlist)
  if(cfg_GATE)
    set(top ws_top)
    if(cfg_CTAS GREATER 1)
      set(top ws_cluster)
    endif()
    set(netlist ${CMAKE_BINARY_DIR}/gate/${top}.v)
    list(APPEND args -DWS_NETLIST=${netlist})
    set(netlist COMMAND python3 ${CMAKE_SOURCE_DIR}/scripts/gate.py --ctas ${cfg_CTAS} ${netlist})
  endif()
  # Built twice: a change may make Verilator write more files than before, which the second one notices as it begins.
  add_custom_target(ws_verilated_${name}
    ${netlist}
    COMMAND ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/verilated -B ${dir} ${args}
    COMMAND ${make}
    COMMAND ${make}
    BYPRODUCTS ${library}
    COMMENT "RTL with the parameters of ${name}")

  add_library(ws_dut_${name} INTERFACE)
  add_dependencies(ws_dut_${name} ws_verilated_${name})
  target_include_directories(ws_dut_${name} INTERFACE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  find_package(Threads REQUIRED)
  target_link_libraries(ws_dut_${name} INTERFACE ${library} warpsync stdc++ m Threads::Threads $<$<BOOL:${cfg_TRACE}>:z>)
endfunction()
