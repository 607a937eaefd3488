#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A bank of the atomic unit, from what is issued to old values and memory, of one bit of any word: what prove_atom_bank.sh and
# prove_atom_bank_high.sh prove of a bit of each half of a word.
#
# atom_bank.sh NAME BIT FILE SED [--negative]    as clocked_zero.sh
cd "$(dirname "$0")" || exit 2
name=$1 bit=$2 file=$3 bug=$4 mode=${5:-}
files=$(sed -n 's,^rtl/\(atom/.*\.v\|common/ws_mux4\.v\|common/ws_choose\.v\)$,\1,p' ../../rtl/files.f | grep -v 'ws_atom_int.v\|ws_atom_fadd.v' | tr '\n' ' ')
probes="get=dut.get prior=dut.prior near2=dut.p2_near_q mid2=dut.p2_mid_q far2=dut.p2_far_q bank2=dut.p2_bank_q ram2=dut.p2_ram_q near3=dut.p3_near_q raw3=dut.p3_raw_q r3=dut.p3_r_q d4=dut.p4_d ctl1=dut.p1_ctl_q fraw3=dut.p3_fold_raw ctl3=dut.p3_ctl_q none3=dut.p3_none_q"
for k in 1 2 3 4; do
  probes+=" v$k=dut.p${k}_valid_q use$k=dut.p${k}_use_q word$k=dut.p${k}_word_q"
done
for k in 1 2 3; do probes+=" h$k=dut.p${k}_head_q go$k=dut.p${k}_go_q code$k=dut.p${k}_code_q way$k=dut.p${k}_way_q"; done
for k in 1 2 3; do probes+=" half$k=dut.p${k}_half_q one$k=dut.p${k}_one_q at$k=dut.p${k}_one_word_q s$k=dut.p${k}_s_q t$k=dut.p${k}_t_q"; done
for k in 1 2; do probes+=" fold$k=dut.p${k}_fold_q fs$k=dut.p${k}_fold_s_q has$k=dut.p${k}_has_q"; done
probes+=" laid3=dut.p3_laid_q"
probes+=" under=dut.sums.under_q under_word=dut.sums.under_word_q under_kind=dut.sums.under_kind_q flow32=dut.sums.add_f32.flow_q flow64=dut.sums.add_f64.flow_q in32=dut.sums.add_f32.valid_q in64=dut.sums.add_f64.valid_q sum_r=dut.sums.r_q sum_s=dut.sums.s_q sum_go=dut.sums.go_q"
probes+=" float1=dut.p1_float_q float2=dut.p2_float_q rst_inside=dut.sums.rst_nq late_inside=dut.late_o cas3=dut.p3_cas_q pairs3=dut.p3_pairs_q"
induct=1 params="K=$bit" probes="$probes flow16=dut.sums.half[$((bit / 16))].add.flow_q in16=dut.sums.half[$((bit / 16))].add.valid_q" ./clocked_zero.sh "$name" atom_bank 24 \
  "each element finds its word as the one before it left it, with its own operands, and its lane gets that as the old value; memory is what was made last; sums are over in 12 clocks; 4 lanes, 4 ALUs, bit $bit of any word" \
  "port_props.v xor_atom.v atom_issue_ok.v atom_bank_props.v" "$files" "$file" "$bug" ${mode:+"$mode"}
