# SPDX-License-Identifier: Apache-2.0
# One configuration of RTL, compiled by Verilator, as a library. Verilator's CMake package runs Verilator when a folder is
# configured. So each configuration is a small project of its own (a folder verilated/ beside its bench), configured and built only
# when something that links it is built: asking for one lane count costs one run of Verilator, not twenty.
include_guard()
find_package(Threads REQUIRED)

# ws_values(<list> <defaults> [KEY value]... [TRACE] [COVERAGE] [GATE]): sets <list> to what such a project is told, -DWS_KEY=value for each
# key of <defaults>, a list of keys and values, and cfg_KEY, cfg_TRACE, cfg_COVERAGE, cfg_GATE.
macro(ws_values list defaults)
  set(ws_pairs ${defaults})
  set(ws_keys)
  set(${list})
  while(ws_pairs)
    list(POP_FRONT ws_pairs ws_key ws_value)
    list(APPEND ws_keys ${ws_key})
    set(ws_default_${ws_key} ${ws_value})
  endwhile()
  cmake_parse_arguments(cfg "TRACE;COVERAGE;GATE" "${ws_keys}" "" ${ARGN})
  foreach(ws_key ${ws_keys})
    if(NOT DEFINED cfg_${ws_key})
      set(cfg_${ws_key} ${ws_default_${ws_key}})
    endif()
    list(APPEND ${list} -DWS_${ws_key}=${cfg_${ws_key}})
  endforeach()
  list(APPEND ${list} -DWS_TRACE=${cfg_TRACE} -DWS_COVERAGE=${cfg_COVERAGE})
endmacro()

# ws_compile(<target> <project> <folder> <library> [BEFORE command...] ARGS -D...): the target builds the project in build/verilated/<folder>;
# what links the library there, ${<target>_library}, depends on it, and on ${<target>_links} too.
function(ws_compile target project folder library)
  cmake_parse_arguments(cfg "" "" "BEFORE;ARGS" ${ARGN})
  set(dir ${CMAKE_BINARY_DIR}/verilated/${folder})
  set(make ${CMAKE_COMMAND} --build ${dir})
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(make $(MAKE) --no-print-directory -C ${dir}) # takes part in the outer make's job limit
  endif()
  set(before)
  if(cfg_BEFORE)
    set(before COMMAND ${cfg_BEFORE})
  endif()
  # Built twice: a change may make Verilator write more files than before, which the second one notices as it begins.
  add_custom_target(${target}
    ${before}
    COMMAND ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S ${project} -B ${dir} ${cfg_ARGS} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    COMMAND ${make}
    COMMAND ${make}
    BYPRODUCTS ${dir}/${library}
    COMMENT "RTL of ${folder}")
  set(links stdc++ m Threads::Threads)
  if("-DWS_TRACE=TRUE" IN_LIST cfg_ARGS)
    list(APPEND links z)
  endif()
  set(${target}_library ${dir}/${library} PARENT_SCOPE)
  set(${target}_links ${links} PARENT_SCOPE)
endfunction()
