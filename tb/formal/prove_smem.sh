#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Shared memory: what is read is what was written last, by whomever. First of a bank, then of all, with banks that keep just what was
# shown of one (free_bank.v): any bit of any word. Once whatever comes, and once with nothing in the first sweep, so that the
# cases behind it are found. Planted bugs: a bank writes all bytes as the first; what it has read changes as side bits are written;
# accesses have memory where a job is; a copy is taken and does not go; one of 4 bytes takes the wrong word; a copy changes side bits;
# a sweep leaves rows out; a row is cleared while accesses have memory.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
bank() { # NAME BUG
  ./clocked_zero.sh "$1" smem_bank_row 8 "a bank: what is read is what was written last and stands until the next read, words and side bits; 4 rows" \
    "bank_row.v smem_props.v port_props.v" "smem/ws_smem_bank.v smem/ws_smem.v smem/ws_smem_sweep.v smem/ws_smem_banks.v" smem/ws_smem_bank.v "$2" ${mode:+"$mode"} || exit
}
probes="clears=dut.sweeper.row_q own=dut.own_q owned=dut.owned idle=dut.idle_q calm=dut.sweeper.calm_q clear=dut.clear read_ls=dut.read_ls_q read_copy=dut.read_copy_q read_meta=dut.read_meta_q"
probes+=" answer_copy=dut.answer_copy_q read_en=dut.read_en_q copy_held=cp.held_q"
for ((b = 0; b < 32; b++)); do
  bank="dut.banks.rams.banks[$b].bank" side="[$((2 * b + 1)):$((2 * b))]"
  probes+=" $bank.row=row_q $bank.place=place_q $bank.kept=kept[$b]"
  bank+=.promise
  probes+=" has[$b]=$bank.has_q value_in[$b]=$bank.bit_q has_side[$b]=$bank.has_side_q side_in$side=$bank.side_q"
  probes+=" sure[$b]=$bank.sure_o value_out[$b]=$bank.bit_o sure_side[$b]=$bank.side_sure_o side_out$side=$bank.side_o"
done
word() { # NAME QUIET FILE BUG MORE
  induct=1 params="SLOTS=8 QUIET=$2" probes=$probes ./clocked_zero.sh "$1" smem_word 140 \
    "any bit of any word of 16 KiB: read as written last, by access, copy or object, or 0 since a sweep; each access answered once, in order, 2 clocks later; nobody goes where another is; 8 windows${5:-}" \
    "bank_row.v free_bank.v port_props.v smem_props.v" "smem/ws_smem.v smem/ws_smem_sweep.v smem/ws_smem_banks.v" "$3" "$4" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  bank smem_bank ''
  word smem_word 0 smem/ws_smem.v '' ''
  word smem_word_quiet 1 smem/ws_smem.v '' ', nothing in the first sweep'
else
  bank smem_bank_a 's/write\[k\]) word_q/write[0]) word_q/'
  bank smem_bank_b 's/if (read) rside_q/if (read || bus_side_i) rside_q/'
  word smem_a 1 smem/ws_smem.v 's/wire empty = held_q \&\& idle_q/wire empty = held_q/'
  word smem_b 1 smem/ws_smem.v 's/assign copy_ready_o = copy_q;/assign copy_ready_o = 1;/'
  word smem_c 1 smem/ws_smem.v 's/wire \[31:0\] copy_odd = .*/wire [31:0] copy_odd = copy_data_i[63:32];/'
  word smem_d 1 smem/ws_smem_banks.v 's/bus_side_i     (write_pair\[g.2\])/bus_side_i     (write_pair[g\/2] || copy_banks[g])/'
  word smem_e 1 smem/ws_smem_sweep.v 's/wire last_row = .*/wire last_row = \&row_q[3:1];/'
  word smem_f 1 smem/ws_smem.v 's/free_i (!owned/free_i (!own_q/'
fi
