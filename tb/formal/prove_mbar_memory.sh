#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Shared memory with the copies into it. Planted bugs: 8 bytes are 12; a bit less of the source is taken; the lane of a copy is always 0;
# the note of a copy names lane for warp; plain accesses go elsewhere. What the CTA that begins has under way does not hold its sweep,
# its pieces do not, a write that stands does not; what others have under way does; it is quiet while copies are under way.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
unit=mbar/ws_mbar_memory.v
probes=
for p in valid=copy_valid_i ready=copy_ready_o addr=copy_addr_i bytes=copy_bytes_i data=copy_data_i raw=copy_raw_o still=still_i \
  sweep=sweep_o start=start_i word=word_o vld=vld_o seen=seen_o held=held_o read=read_i read_slot=read_slot_i pair=pair_i \
  write=write_i write_slot=write_slot_i write_word=write_word_i write_vld=write_vld_i write_seen=write_seen_i used=used_i \
  ls_valid=ls_valid_i ls_ready=ls_ready_o en=ls_en_i row=ls_row_i be=ls_be_i wdata=ls_wdata_i rsp_valid=ls_rsp_valid_o \
  rsp_en=ls_rsp_en_o rsp_raw=ls_rsp_raw_o rdata=ls_rsp_rdata_o quiet=quiet_o; do
  probes="$probes s_${p%=*}=dut.smem.${p#*=}"
done
export probes="$probes s_busy=dut.copies_busy"
prove() { # NAME KIND WHAT BUG
  params="KIND=$2" ./clocked_zero.sh "$1" mbar_memory_once 24 "$3; 2 copies, 4 threads of 2 CTAs, any memory" \
    "port_props.v marked_copy.v mbar_memory_props.v" "../formal/sweep_smem.v $unit mbar/ws_mbar_copy.v" $unit "$4" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove mbar_memory_way 0 "what a piece of cp.async says is asked for once and written once, and what is no copy passes" ''
  prove mbar_memory_sweep 1 "a row is cleared only while nothing of the CTA that begins is under way, and held back by nothing else" ''
else
  prove mbar_memory_a 0 '' "s/push_x_i\[22:21\] == 2'd0, 2'b00/!push_x_i[22], 2'b00/"
  prove mbar_memory_b 0 '' 's/push_x_i\[20:16\]/push_x_i[19:15]/'
  prove mbar_memory_c 0 '' 's/push_lane = push_lane | n/push_lane = push_lane; \/\/ | n/'
  prove mbar_memory_d 0 '' 's/({wr_warp, wr_lane, wr_cg})/({wr_lane, wr_warp, wr_cg})/'
  prove mbar_memory_e 0 '' 's/(ls_row_i)/(~ls_row_i)/'
  prove mbar_memory_f 1 '' 's/(piece_slot | copies_busy)/piece_slot/'
  prove mbar_memory_g 1 '' 's/(piece_slot | copies_busy)/copies_busy/'
  prove mbar_memory_h 1 '' 's/ \&\& !wr_valid//'
  prove mbar_memory_i 1 '' 's/copies_busy) \& sweep)/copies_busy))/'
  prove mbar_memory_j 1 '' 's/smem_quiet \&\& .*/smem_quiet;/'
fi
