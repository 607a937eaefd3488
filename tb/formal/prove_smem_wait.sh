#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Nobody waits for shared memory for ever. Planted bugs: no job is held back for a copy; none for an access; an access that was read
# is read again and again; copies go before it without end; a sweep passes over no window.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
for ((b = 0; b < 32; b++)); do
  bank="dut.banks.rams.banks[$b].bank"
  probes+=" $bank.row=7'd0 $bank.place=5'd0 $bank.kept=1'd0"
done
prove() { # SCRIPT NAME TOP FRAMES WHAT FILE BUG
  "./$1" "$2" "$3" "$4" "$5" "bank_row.v free_bank.v port_props.v smem_wait_props.v" "smem/ws_smem.v smem/ws_smem_sweep.v smem/ws_smem_banks.v" "$6" \
    "$7" ${mode:+"$mode"} || exit
}
copies="a copy beside a pipe of 4 jobs of 2 clocks and plain accesses waits fewer than 11 clocks"
accesses="an access that was taken goes in fewer than 23 clocks beside a pipe of 4 jobs of 2 clocks and copies in every clock"
wait_() { params="KIND=$2 LATE=$3" probes="$probes full=dut.ls_full_q goes=dut.ls_go own=dut.own_q" prove rest_zero.sh "$1" smem_wait 30 "$4" smem/ws_smem.v "$5"; }
sweep() { probes=$probes prove rest_zero.sh "$1" smem_sweep 140 "a sweep ends within 136 clocks in which memory is still, 8 windows" smem/ws_smem_sweep.v "$2"; }
if [ -z "$mode" ]; then
  wait_ smem_wait_copy 0 11 "$copies" ''
  wait_ smem_wait_ls 1 23 "$accesses" ''
  sweep smem_sweep ''
else
  wait_ smem_wait_a 0 11 '' 's/held_q <= (copy_valid_i \&\& !copy_free) ||/held_q <=/'
  wait_ smem_wait_b 1 23 '' 's/ (ls_full_q \&\& !ls_free) ||//'
  wait_ smem_wait_c 1 23 '' 's/begun_q <= ls_read \&\& ls_writes_q;/begun_q <= ls_read \&\& ls_writes_q \&\& held_q;/'
  wait_ smem_wait_d 1 23 '' 's/ \&\& !ls_turn_q;/;/'
  sweep smem_sweep_a 's/else if (|sweep_q \&\& !wanted).*//'
fi
