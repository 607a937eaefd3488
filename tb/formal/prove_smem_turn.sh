#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Turns at shared memory with atomics. Planted bugs: a job enters in the clock in which atomics take memory; a copy goes while they have it;
# an access does; a row is cleared; they give memory back before they have written; they never give it back to who waits; their turn
# has no end; they do not keep jobs out while they ask.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
for ((b = 0; b < 32; b++)); do
  bank="dut.banks.rams.banks[$b].bank"
  probes+=" $bank.row=7'd0 $bank.place=5'd0 $bank.kept=1'd0"
done
export probes="$probes clear=dut.clear own=dut.own_q"
prove() { # NAME KIND WHAT BUG
  params="KIND=$2" ./clocked_zero.sh "$1" smem_turn 40 "$3" "bank_row.v free_bank.v port_props.v smem_turn_props.v" \
    "smem/ws_smem.v smem/ws_smem_sweep.v smem/ws_smem_banks.v" smem/ws_smem.v "$4" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove smem_alone 0 "from when atomics take memory until they give it back nobody else uses it: no job, no copy, no access, no sweep" ''
  prove smem_turns 1 "beside atomics in every clock a job, a copy, and atomics beside jobs in every clock, wait fewer than 30, 60, 60 clocks" ''
else
  prove smem_turn_a 0 '' 's/wire empty = held_q \&\& idle_q/wire empty = idle_q/'
  prove smem_turn_b 0 '' "s/assign copy_ready_o = copy_q/assign copy_ready_o = copy_q || own_q/"
  prove smem_turn_c 0 '' 's/copy, own || ls || copy}/copy, ls || copy}/'
  prove smem_turn_d 0 '' 's/free_i (!owned)/free_i (!ls_q)/'
  prove smem_turn_e 0 '' 's/own_q \&\& !at_uses_i \&\& (yield_q/own_q \&\& (yield_q/'
  prove smem_turn_f 1 '' 's/wire yield = .*/wire yield = 0;/'
  prove smem_turn_g 1 '' "s/: budget_q - .*/: budget_q;/"
  prove smem_turn_h 1 '' 's/held_q <= at_ask || own/held_q <= own/'
fi
