#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The two cells of tb/gate/ecp5_cells.v that are not read off at a glance, LUT4 and CCU2C, against Yosys' models of them: all
# inputs, each bit of INIT alone and some mixtures. Cases that occur: each bit of a LUT4 is 1; a carry of an adder begins in either half,
# passes one or both, or ends. Planted bug: the carry of the first half goes in upside down.
set -u
name=gate_cells mode=${1:-}
cd "$(dirname "$0")/../.." || exit 2
work=build/formal/$name$mode
rm -rf "$work" && mkdir -p "$work" || exit 2
# Ours get names of their own; Yosys knows the others already.
sed 's/^module /module ws_/' tb/gate/ecp5_cells.v > "$work/cells.v"
if [ "$mode" = --negative ]; then
  sed -i 's/x0 ? CIN : /x0 ? !CIN : /' "$work/cells.v"
  grep -q '!CIN' "$work/cells.v" || { echo "$name: nothing was planted in tb/gate/ecp5_cells.v, the text to replace is gone"; exit 1; }
elif [ -n "$mode" ]; then
  echo "$name: unknown argument '$mode'; there is --negative"
  exit 2
fi
start=$SECONDS n=0 cases=24 count=$((16 + 4 * 20))
{
  echo "module same(input A, B, C, D, E, F, G, H, I, output bad, output [$((cases - 1)):0] reached);"
  echo "wire [$((count - 1)):0] differ; assign bad = |differ;"
  for k in $(seq 0 15); do
    echo "wire a$n, b$n; LUT4 #(.INIT(16'd$((1 << k)))) ta$n (A, B, C, D, a$n); ws_LUT4 #(.INIT(16'd$((1 << k)))) tb$n (A, B, C, D, b$n);"
    echo "assign differ[$n] = a$n ^ b$n;"
    n=$((n + 1))
  done
  # What adders and comparisons are made of, and each bit of either half.
  for half in 38570 23130 65535 4080 $(for k in $(seq 0 15); do echo $((1 << k)); done); do
    for other in 38570 23130 43605 13107; do
      p="#(.INIT0(16'd$half), .INIT1(16'd$other), .INJECT1_0(\"NO\"), .INJECT1_1(\"NO\"))"
      pins=".CIN(I), .A0(A), .B0(B), .C0(C), .D0(D), .A1(E), .B1(F), .C1(G), .D1(H)"
      echo "wire [2:0] a$n, b$n; CCU2C $p ta$n ($pins, .S0(a$n[0]), .S1(a$n[1]), .COUT(a$n[2]));"
      echo "ws_CCU2C $p tb$n ($pins, .S0(b$n[0]), .S1(b$n[1]), .COUT(b$n[2])); assign differ[$n] = a$n != b$n;"
      n=$((n + 1))
    done
  done
  # The first CCU2C adds two numbers of two bits and I where C = G = 0 and D = H = 1.
  echo "wire adds = !C & D & !G & H; wire [2:0] sum = b16;"
  echo "assign reached = {adds & I & sum == 7, adds & I & A != B & E != F & sum == 4, adds & !I & A != B & E != F & sum == 3,"
  echo "  adds & !I & A & B & !E & !F & sum == 2, adds & !I & !A & !B & E & F & sum == 4, adds & I & !A & !B & E & F & sum == 5,"
  echo "  adds & !I & A & B & E != F & sum == 4, adds & !I & sum == 0, $(for k in $(seq 15 -1 1); do echo -n "b$k, "; done)b0};"
  echo "endmodule"
} > "$work/same.v"
yosys -q -p "read_verilog +/ecp5/cells_sim.v; read_verilog $work/cells.v $work/same.v; hierarchy -check -top same; proc; flatten; opt_clean
  sat -verify -prove bad 0 same" > "$work/yosys.log" 2>&1
status=$?
if grep -q "proof did fail" "$work/yosys.log"; then
  found=counterexample
elif [ $status = 0 ]; then
  found=none
else
  echo "$name: Yosys failed, $work/yosys.log ends with:"
  tail -5 "$work/yosys.log"
  exit 2
fi
if [ "$mode" = --negative ]; then
  echo "$name: planted bug $([ $found = none ] && echo 'NOT found' || echo found) (Yosys, $((SECONDS - start)) s)"
  [ $found = counterexample ]
  exit
fi
[ $found = none ] || { echo "$name: does NOT hold, see $work/yosys.log"; exit 1; }
yosys -p "read_verilog $work/cells.v $work/same.v; read_verilog +/ecp5/cells_sim.v; hierarchy -check -top same; proc; flatten; opt_clean
  $(for k in $(seq 0 $((cases - 1))); do echo "log case $k; sat -verify -set reached[$k] 1 same;"; done)" > "$work/reached.log" 2>&1 || {
  echo "$name: reached[$(sed -n 's/^case //p' "$work/reached.log" | tail -1)] cannot be shown to occur, $work/reached.log ends with:"
  tail -2 "$work/reached.log"
  exit 1
}
echo "PROVED $name LUT4 and CCU2C of the netlist simulation equal Yosys' models, $count settings (Yosys, all inputs, each of $cases cases occurs, $((SECONDS - start)) s)"
