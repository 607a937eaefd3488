#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Nobody waits for shared memory for ever. Planted bugs: no job is held back for a copy; none for an access; accesses are never given memory; a sweep passes over no window.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
for ((b = 0; b < 32; b++)); do
  bank="dut.banks.rams.banks[$b].bank"
  probes+=" $bank.row=7'd0 $bank.place=5'd0 $bank.kept=1'd0"
done
export probes
prove() { # SCRIPT NAME TOP FRAMES WHAT FILE BUG
  "./$1" "$2" "$3" "$4" "$5" "bank_row.v free_bank.v port_props.v smem_wait_props.v" "smem/ws_smem.v smem/ws_smem_sweep.v smem/ws_smem_banks.v" "$6" \
    "$7" ${mode:+"$mode"} || exit
}
wait_() { prove clocked_zero.sh "$1" smem_wait 220 "beside a pipe of 6 jobs of 2 clocks a copy waits fewer than 34 clocks, an access fewer than 16 without a copy or a sweep" smem/ws_smem.v "$2"; }
sweep() { start=any prove bound_zero.sh "$1" smem_sweep 140 "a sweep ends within 136 clocks in which memory is still, 8 windows" smem/ws_smem_sweep.v "$2"; }
if [ -z "$mode" ]; then
  wait_ smem_wait ''
  sweep smem_sweep ''
else
  wait_ smem_wait_a 's/ || copy_ask || copy;/ || copy;/'
  wait_ smem_wait_b 's/ || own || ls_ask || ls / || own || ls /'
  wait_ smem_wait_c 's/wire ls = ls_take || (ls_q \&\& !ls_give);/wire ls = ls_q ? !ls_give : ls_take \&\& ls_rest_q == 2;/'
  sweep smem_sweep_a 's/else if (|sweep_q \&\& !wanted).*//'
fi
