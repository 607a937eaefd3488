# SPDX-License-Identifier: Apache-2.0
# ws_dut(<name> [LANES n] [WARPS n] ... [TRACE] [COVERAGE] [GATE]), the keys below and what they are by default: library ws_dut_<name>,
# rtl/ws_top.v, or with CTAS above 1 rtl/cluster/ws_cluster.v, with these parameters behind `extern "C" const ws_dut_ops ws_dut_<name>`
# (dut.h). OPTIMISE 0 turns off what Verilator does to the design before it writes C++; 3 is all of it.
# With GATE it is the netlist that synthesis makes of either (scripts/gate.py, which has the same parameters).
# Libraries of different names can be linked into one program.
include(${CMAKE_CURRENT_LIST_DIR}/../verilated/build.cmake)

function(ws_dut name)
  set(values LANES 32 WARPS 4 SHFL_FORM 0 MATCH_BITS 4 WAITERS 8 COPIES 8 ALUS 8 BANKS 32 BEAT 32 STRUCT 0 WATCHDOG 1 TICK_NS 10 SLOTS 1 FAMILIES 65535 CTAS 1 HOP 4 OPTIMISE 3)
  ws_values(args "${values}" ${ARGN})
  set(netlist)
  if(cfg_GATE)
    set(top ws_top)
    if(cfg_CTAS GREATER 1)
      set(top ws_cluster)
    endif()
    list(APPEND args -DWS_NETLIST=${CMAKE_BINARY_DIR}/gate/${top}.v)
    set(netlist BEFORE python3 ${CMAKE_SOURCE_DIR}/scripts/gate.py --ctas ${cfg_CTAS} ${CMAKE_BINARY_DIR}/gate/${top}.v)
  endif()
  set(target ws_verilated_${name})
  ws_compile(${target} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/verilated ${name} libws_dut_${name}.a ${netlist} ARGS -DWS_NAME=${name} ${args})
  add_library(ws_dut_${name} INTERFACE)
  add_dependencies(ws_dut_${name} ${target})
  target_include_directories(ws_dut_${name} INTERFACE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  target_link_libraries(ws_dut_${name} INTERFACE ${${target}_library} warpsync ${${target}_links})
endfunction()
