# SPDX-License-Identifier: Apache-2.0
# What every CMake project that compiles RTL with Verilator needs; to be included behind its project(). The one place where
# the flags of such a command stand. Gives
#   root           of the tree
#   rtl            all of rtl/files.f behind rtl/lint.vlt, to be changed as the project wants
#   rtl_headers    what these include
#   ws_replace()   puts the files of WS_REPLACE in the places of the modules that they are called after: call it when `rtl` is as wanted;
#                  gives `warnings`, flags, and `mutant`, a source
#   ws_verilate(<target> [COVERAGE] [TRACE_FST] [SYSTEMC] PREFIX name TOP_MODULE name SOURCES file... OPT_FAST flag OPT_SLOW flag
#     VERILATOR_ARGS flag...)    verilate() of Verilator's package with the flags below; include folders for the sources of <target>
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(CMAKE_BUILD_TYPE Release)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
# The package probes the compiler for each of these, seconds each time; these are what a current gcc or clang knows.
set(VERILATOR_CFLAGS -faligned-new -Wno-sign-compare -Wno-uninitialized -Wno-unused-but-set-variable
  -Wno-unused-parameter -Wno-unused-variable -Wno-shadow -Wno-bool-operation -Wno-tautological-compare)
set(VERILATOR_MT_CFLAGS -pthread)
find_package(verilator REQUIRED HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)

# rtl/files.f holds paths that begin at the root of the tree.
file(STRINGS ${root}/rtl/files.f lines REGEX "^[^/+#-]")
list(TRANSFORM lines PREPEND ${root}/)
set(rtl ${root}/rtl/lint.vlt ${lines})
file(GLOB_RECURSE rtl_headers ${root}/rtl/*.vh)

# -fno-const-bit-op-tree, -fno-dfg: this version computes wrong values with either optimisation (the second: seen on a netlist of
# Yosys, and it gains nothing here). -fno-localize: with it, wide variables of functions become local and are zeroed in every
# cycle, a fifth of the time. They come behind -O, which turns all on again. WS_CLOCK_GATES: idle units have no clock.
set(WS_VERILATOR_FLAGS -fno-const-bit-op-tree -fno-dfg -fno-localize --default-language 1364-2005 --x-assign unique --x-initial unique
  --output-split 20000 --output-split-cfuncs 20000 +incdir+${root}/rtl +define+WS_CLOCK_GATES)

# scripts/mutants.py hands in WS_REPLACE; made by Yosys, these files are no style.
macro(ws_replace)
  set(warnings -Wall)
  set(mutant)
  foreach(file ${WS_REPLACE})
    get_filename_component(unit ${file} NAME_WE)
    list(FILTER rtl EXCLUDE REGEX "/${unit}\\.v$")
    list(APPEND rtl ${file})
  endforeach()
  if(WS_REPLACE)
    set(warnings -Wno-fatal -Wno-lint -Wno-style +1800-2017ext+sv)
    set(mutant ${root}/tb/verilated/mutant.cpp)
  endif()
endmacro()

function(ws_verilate target)
  cmake_parse_arguments(given "COVERAGE;TRACE_FST;SYSTEMC" "PREFIX;TOP_MODULE;OPT_FAST;OPT_SLOW" "SOURCES;VERILATOR_ARGS" ${ARGN})
  # A change of the RTL can change which files Verilator writes, and a build only knows the files that were there when the
  # folder was configured. So any change configures the folder anew, from nothing.
  set(from ${given_SOURCES} ${rtl_headers})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${root}/rtl/files.f ${from})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/${given_PREFIX}.dir)
  foreach(file ${from})
    if(EXISTS ${output} AND ${file} IS_NEWER_THAN ${output}/${given_PREFIX}_copy.cmake)
      file(REMOVE_RECURSE ${output})
    endif()
  endforeach()
  set(what)
  foreach(option COVERAGE TRACE_FST SYSTEMC)
    if(given_${option})
      list(APPEND what ${option})
    endif()
  endforeach()
  verilate(${target} ${what} PREFIX ${given_PREFIX} TOP_MODULE ${given_TOP_MODULE} SOURCES ${given_SOURCES}
    OPT_FAST ${given_OPT_FAST} OPT_SLOW ${given_OPT_SLOW} VERILATOR_ARGS ${given_VERILATOR_ARGS} ${WS_VERILATOR_FLAGS})
  # Asked of Verilator's own record of how it was called, for without these results are wrong and nothing says so.
  file(STRINGS ${output}/${given_PREFIX}__verFiles.dat called REGEX "^C ")
  foreach(flag -fno-const-bit-op-tree -fno-dfg)
    if(NOT called MATCHES " ${flag} " OR called MATCHES " ${flag} .* -O[0-9]? ")
      message(FATAL_ERROR "Verilator was called without ${flag}, or with -O behind it: ${output}/${given_PREFIX}__verFiles.dat")
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE .. ${root}/tb/verilated ${root}/cmodel)
endfunction()
