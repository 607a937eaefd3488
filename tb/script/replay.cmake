# SPDX-License-Identifier: Apache-2.0
# The executing half: library ws_script_machine, which the replayer links behind the parser, and the tests that run
# scripts. With WS_REPLAY_RTL=OFF the model stands in for the RTL, so that nothing needs Verilator.
option(WS_REPLAY_RTL "Link the RTL into ws_replay" ON)

# All but block.c, which other programs replace by a block of their own (wsctl: a board).
add_library(ws_script_statements OBJECT alu.c alu_bits.c alu_convert.c clock.c expect.c helpers.c machine.c memory.c record.c registers.c token.c
  warp_ops.c)
target_include_directories(ws_script_statements PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(ws_script_statements PUBLIC warpsync m)

add_library(ws_script_machine STATIC block.c $<TARGET_OBJECTS:ws_script_statements>)
target_include_directories(ws_script_machine PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(ws_script_machine PUBLIC warpsync PRIVATE ws_cosim m)
if(WS_REPLAY_RTL)
  target_compile_definitions(ws_script_machine PRIVATE WS_REPLAY_RTL)
  target_link_libraries(ws_script_machine PRIVATE ws_dut_4_w32 ws_dut_8_w32 ws_dut_16_w32 ws_dut_32_w32)
endif()

# The model alone: make check and make replay DUT=cmodel, which wait for no RTL.
add_executable(ws_replay_model EXCLUDE_FROM_ALL main.c block.c $<TARGET_OBJECTS:ws_script_statements>)
target_link_libraries(ws_replay_model PRIVATE ws_script_front ws_cosim m)
set_target_properties(ws_replay_model PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

# A program for each lane count, with waves or without: make replay builds the one that it needs.
if(WS_REPLAY_RTL)
  foreach(lanes 4 8 16 32)
    foreach(waves "" _waves)
      set(program ws_replay${waves}_${lanes})
      set(dut ws_dut_${lanes}_w32${waves})
      add_executable(${program} EXCLUDE_FROM_ALL main.c block.c $<TARGET_OBJECTS:ws_script_statements>)
      target_compile_definitions(${program} PRIVATE WS_REPLAY_ONE=${dut})
      target_link_libraries(${program} PRIVATE ws_script_front ws_cosim ${dut} m)
      set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
    endforeach()
  endforeach()
endif()

# Every script of scripts/ holds, as it stands and as recorded; every script of scripts/fail/ fails as it says.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(ws_replay_test name)
  add_test(NAME ${name} COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/test_replay.py --replay $<TARGET_FILE:ws_replay>
    ${ARGN} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/scripts)
  set_tests_properties(${name} PROPERTIES LABELS script TIMEOUT 300)
endfunction()

file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/scripts scripts/*.wsv)
foreach(script ${scripts})
  get_filename_component(name ${script} NAME_WE)
  ws_replay_test(script.${name} ${script})
endforeach()
file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/scripts scripts/fail/*.wsv)
foreach(script ${scripts})
  get_filename_component(name ${script} NAME_WE)
  ws_replay_test(script.fail.${name} --fail ${script})
endforeach()

# Every script that silicon has answered, as script.silicon.NAME; the label keeps them apart, since they are long.
set(captured ${CMAKE_SOURCE_DIR}/scripts/silicon)
file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${captured}/captured ${captured}/captured/*.wsv.xz)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${captured}/captured/digests.tsv)
set(rows "")
if(EXISTS ${captured}/captured/digests.tsv)
  file(STRINGS ${captured}/captured/digests.tsv rows)
  list(POP_FRONT rows)
endif()
foreach(row ${rows})
  if(NOT row MATCHES "^[a-z]+_[a-z0-9_]+\t")
    message(FATAL_ERROR "${captured}/captured/digests.tsv: '${row}' does not begin with a name")
  endif()
  string(REGEX MATCH "^[a-z0-9_]+" script ${row})
  list(APPEND scripts ${script})
endforeach()
foreach(script ${scripts})
  get_filename_component(name ${script} NAME_WE)
  add_test(NAME script.silicon.${name} COMMAND Python3::Interpreter ${captured}/captured.py --replay $<TARGET_FILE:ws_replay> ${script})
  set_tests_properties(script.silicon.${name} PROPERTIES LABELS silicon TIMEOUT 3600)
endforeach()

# A faulty RTL, made from the model, is noticed on both sides and alone; block.c asks for it also where there is no RTL.
add_executable(ws_replay_broken main.c broken_rtl.c block.c)
target_compile_definitions(ws_replay_broken PRIVATE WS_REPLAY_RTL)
target_link_libraries(ws_replay_broken PRIVATE ws_script_machine ws_script_front ws_cosim)
add_test(NAME script.broken_rtl COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/test_replay.py
  --replay $<TARGET_FILE:ws_replay_broken> --fail difference.wsv hang.wsv lost.wsv stray.wsv
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/scripts/broken)
set_tests_properties(script.broken_rtl PROPERTIES LABELS script TIMEOUT 300)

# Failing streams of the bench replay.
add_executable(ws_make_stream make_stream.c)
target_link_libraries(ws_make_stream PRIVATE ws_cosim)
target_include_directories(ws_make_stream PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
add_test(NAME script.streams COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/test_streams.py
  --make $<TARGET_FILE:ws_make_stream> --replay $<TARGET_FILE:ws_replay_broken>)
set_tests_properties(script.streams PROPERTIES LABELS script TIMEOUT 300)

ws_replay_test(script.record --record-rules)
ws_replay_test(script.fuzz --fuzz 40 --seed 1)
ws_replay_test(script.oracle --oracle 100 --seed 1)
ws_replay_test(script.mbar --mbar 100 --seed 1)
ws_replay_test(script.bar --bar 200 --seed 1)
ws_replay_test(script.atom --atom 60 --seed 1)
ws_replay_test(script.arithmetic --helpers 60 --seed 1)
