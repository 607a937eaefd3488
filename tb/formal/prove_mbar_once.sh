#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# From a group of lanes to their responses: every lane once, with what came of it. Planted bugs: a lane goes again with the next piece; a lane
# goes before a lower one that changes the same object; lanes of other counts go along; a warp whose lanes differ goes whole; a group overwrites
# the rest of one; a piece, a job in a spare place is lost; lanes are carried out again; an operation is answered before its last lane; results come while others stand; what
# the pieces before brought is forgotten; a status is lost; results come while
# the first of two responses is taken; a response has lanes of another status; a group is put where no entry is free; an entry
# is given back that was not kept; the next operation does not wait for arrives; the last job waits for one behind it;
# put does not stay for the lanes that are left.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(.*\.v\)$,\1,p' ../../rtl/files.f | grep '^mbar/\|^async/\|^common/' | tr '\n' ' ')
probes="piece_take=dut.mbar.piece_take enter_valid=dut.mbar.enter_valid suspend=dut.mbar.suspend step=dut.mbar.put_lanes"
for r in in_head in_kind in_lanes in_first in_single in_full in_brief in_x in_copy cut_head cut_kind cut_brief cut_x cut_copy same other \
  low_head low_kind low_lanes low_last low_brief low_x low_copy self; do probes+=" $r=dut.mbar.issue.${r}_q"; done
for r in in cut low out; do probes+=" ${r}_v=dut.mbar.issue.${r}_valid_q"; done
for r in whole apart ends todo first; do probes+=" $r=dut.mbar.issue.cut_${r}_q"; done
probes+=" cut_step=dut.mbar.issue.step_q back_v=dut.mbar.issue.spare_valid_q in_ready=dut.mbar.issue.ready_q"
for r in place0 place1 from first to; do probes+=" o_$r=dut.mbar.issue.${r}_q"; done
probes+=" cut_piece=dut.mbar.issue.piece take_off=dut.mbar.issue.take pick=dut.mbar.issue.pick"
probes+=" short=dut.mbar.put_short put_piece=dut.mbar.put_piece value=dut.mbar.value bit_value=dut.mbar.bit_value base=dut.mbar.base before=dut.mbar.table_before each=dut.mbar.each"
probes+=" room=dut.mbar.entries.room_q room_back=dut.mbar.entries.back_q room_freed=dut.mbar.entries.freed_q room_some=dut.mbar.room defers=dut.mbar.defers_q push_ready=dut.mbar.push_ready_i arr_ready=dut.mbar.arr_ready_i copy_job=dut.mbar.job_valid_i"
probes+=" held=dut.mbar.mem_held_i sweep=dut.mbar.mem_sweep_i"
for r in sum put; do probes+=" ${r}_v=dut.mbar.pipe.${r}_valid_q ${r}_j=dut.mbar.pipe.${r}_q"; done
for r in job raw got spare; do probes+=" ${r}_v=dut.mbar.pipe.read.${r}_valid_q ${r}_j=dut.mbar.pipe.read.${r}_q"; done
probes+=" moves=dut.mbar.pipe.read.go raw_num=dut.mbar.pipe.read.raw_num_q got_f=dut.mbar.pipe.read.got_found_q spare_f=dut.mbar.pipe.read.spare_found_q"
probes+=" put_go=dut.mbar.pipe.put_go put_some=dut.mbar.pipe.put_some_q put_finish=dut.mbar.pipe.put_finish_q left=dut.mbar.pipe.left_q count=dut.mbar.pipe.count_q"
probes+=" sum_count=dut.mbar.pipe.sum_count_q does=dut.mbar.pipe.does_q sum_does=dut.mbar.pipe.sum_does_q sum_counts=dut.mbar.pipe.sum_counts_q put_counts=dut.mbar.pipe.counts_q outcome=dut.mbar.pipe.outcome_q"
for r in all calc put_acts; do probes+=" $r=dut.mbar.pipe.${r}_q"; done
probes+=" straight=dut.mbar.pipe.put_straight_q put_bad=dut.mbar.pipe.put_bad_q put_whole=dut.mbar.pipe.put_whole_q put_mine_any=dut.mbar.pipe.put_local_q put_single=dut.mbar.pipe.single_q"
probes+=" t_pick=dut.mbar.waiters.pick_q t_pick_sel=dut.mbar.waiters.pick_sel_q"
probes+=" closed=dut.mbar.result.closed_q once=dut.mbar.result.once_q open_r=dut.mbar.result.open_q valid_r=dut.mbar.result.valid_q r_lanes=dut.mbar.result.lanes_q r_bit=dut.mbar.result.bit_q r_short=dut.mbar.result.short_q r_value=dut.mbar.result.value_q"
probes+=" r_warp=dut.mbar.result.warp_q r_tag=dut.mbar.result.tag_q r_fn=dut.mbar.result.fn_q r_mixed=dut.mbar.result.mixed_q r_shown=dut.mbar.result.short_shown_q r_pick=dut.mbar.result.pick_q r_group=dut.mbar.result.group_q r_step=dut.mbar.result.step_q r_last=dut.mbar.result.last_q tx_in=dut.mbar.tx_full_q"
probes+=" t_wait=dut.mbar.waiters.wait_q t_done=dut.mbar.waiters.done_q t_free=dut.mbar.waiters.free_q"
export probes
prove() { # NAME FILE BUG
  induct=1 ./clocked_zero.sh "$1" mbar_once 30 "each lane of an operation is carried out once, in order of pieces, on its own object, and answered once, with what came of it, or put once among those who wait; what is left to do falls in every clock in which nothing enters, unless responses are not taken or a piece needs what is not there; 4 lanes, 2 warps, any memory" \
    "port_props.v mbar_block.v mbar_once_props.v" "$files" "mbar/$2" "$3" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove mbar_once ws_mbar.v ''
else
  prove mbar_once_a ws_mbar_issue.v 's/cut_todo_q \& ~piece : later/cut_todo_q \& ~cut_first_q : later/'
  prove mbar_once_b ws_mbar_issue.v 's/cut_todo_q \& same_q \& below;/cut_todo_q \& same_q;/'
  prove mbar_once_c ws_mbar_issue.v 's/ \&\& cut_x_q\[k\*32+:20\] == low_x_q\[19:0\] \&\&/ \&\&/'
  prove mbar_once_p ws_mbar_issue.v 's/(in_full_q \&\& !differs)/in_full_q/'
  prove mbar_once_d ws_mbar_issue.v 's/? !several(copies) :/? 1 :/'
  prove mbar_once_q ws_mbar_issue.v 's/spare_valid_q <= !out_free .*/spare_valid_q <= 0;/'
  prove mbar_once_e ws_mbar_read.v "s/{spare_valid_q, go} <= .*/{spare_valid_q, go} <= 2'b01;/"
  prove mbar_once_f ws_mbar_pipe.v 's/left_q   <= left_q & ~step;//'
  prove mbar_once_g ws_mbar_pipe.v 's/put_local \&\& put_last \&\& put_finish_q/put_local \&\& put_last/'
  prove mbar_once_h ws_mbar_go.v 's/put_takes_o = .*/put_takes_o = 1;/'
  prove mbar_once_i ws_mbar_result.v 's/merge_i ? rest | lanes_i : rest/merge_i ? lanes_i : rest/'
  prove mbar_once_j ws_mbar_result.v 's/<= short_i;/<= 0;/'
  prove mbar_once_o ws_mbar_result.v 's/mixed_q <= .*/mixed_q <= 0;/'
  prove mbar_once_r ws_mbar_result.v 's/== pick_q;/!= 0;/'
  prove mbar_once_k ws_mbar_room.v "s/{some_o, room_q}  <= next;/{some_o, room_q} <= {1'b1, next[FREE_W-1:0]};/"
  prove mbar_once_l ws_mbar_pipe.v 's/put_finish_q \&\& try \&\& !pass/put_finish_q \&\& waits \&\& !pass/'
  prove mbar_once_m ws_mbar.v 's/if (enter_defers || undefer)/if (undefer)/'
  prove mbar_once_n ws_mbar_go.v 's/put_takes_o = \(.*\);/put_takes_o = sum_valid_i \&\& (\1);/'
  prove mbar_once_s ws_mbar_pipe.v 's/!put_valid_q || put_done/!put_valid_q || put_go/'
fi
