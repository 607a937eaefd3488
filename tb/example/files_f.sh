#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# files_f.sh FOLDER: rtl/files.f is a list that tools take as it is, from the root of the tree, and from anywhere with the root put
# before each path. FOLDER is made and takes the list of the second kind. One line a tool, then the count.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD out=$1 passed=0 failed=0
mkdir -p "$out"
out=$(cd "$out" && pwd)

try() {
  name=$1
  shift
  if "$@" >"$out/files_f.log" 2>&1; then
    passed=$((passed + 1))
    echo "ok    $name"
  else
    failed=$((failed + 1))
    echo "FAIL  $name"
    sed 's/^/      | /' "$out/files_f.log" | tail -8
  fi
}

lint="--lint-only -Wall --default-language 1364-2005 -fno-const-bit-op-tree -fno-dfg --top-module ws_bus"
try "iverilog -f rtl/files.f" iverilog -g2005 -tnull -s ws_bus -f rtl/files.f
try "verilator -f rtl/files.f" verilator $lint rtl/lint.vlt -f rtl/files.f
try "yosys, the lines that name files" yosys -q -p "read_verilog -Irtl $(grep '^rtl/' rtl/files.f | tr '\n' ' '); hierarchy -check -top ws_bus"
sed "s|rtl|$root/rtl|" rtl/files.f >"$out/files.f"
cd "$out"
try "iverilog, from elsewhere" iverilog -g2005 -tnull -s ws_bus -f files.f
try "verilator, from elsewhere" verilator $lint "$root/rtl/lint.vlt" -f files.f
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
