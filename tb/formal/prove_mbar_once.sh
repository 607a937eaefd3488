#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# From a group of lanes to their responses: every lane once, with what came of it. Planted bugs: a lane goes again with the next piece; a lane
# goes before a lower one that changes the same object; lanes of other counts go along; a group overwrites the rest of one; a job in
# spare is lost; lanes are carried out again; an operation is answered before its last lane; results come while others stand; what
# the pieces before brought is forgotten; a status is lost; a group is put where no entry is free; an entry
# is given back that was not kept; the next operation does not wait for arrives; the last job waits for one behind it.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(.*\.v\)$,\1,p' ../../rtl/files.f | grep '^mbar/\|^common/' | tr '\n' ' ')
probes="piece_take=dut.piece_take piece_last=dut.piece_last piece_want=dut.piece_want piece=dut.piece_lanes piece_owner=dut.piece_owner"
probes+=" piece_code=dut.piece_code piece_at=dut.issue.at piece_x=dut.piece_x enter_valid=dut.enter_valid suspend=dut.suspend step=dut.put_lanes"
probes+=" short=dut.put_short put_piece=dut.put_piece value=dut.value bit_value=dut.bit_value base=dut.base before=dut.table_before each=dut.each"
probes+=" waits=dut.waits_q defers=dut.defers_q push_ready=dut.copy_push_ready arr_ready=dut.copy_arr_ready copy_job=dut.copy_job_valid"
probes+=" held=dut.held sweep=dut.sweep"
for r in valid warp tag fn kind todo first brief x copy; do probes+=" i_$r=dut.issue.${r}_q"; done
for r in spare job get put; do probes+=" ${r}_v=dut.pipe.${r}_valid_q ${r}_j=dut.pipe.${r}_q"; done
probes+=" put_go=dut.pipe.put_go put_finish=dut.pipe.put_finish left=dut.pipe.left_q count=dut.pipe.count_q init=dut.pipe.init_q"
probes+=" inval=dut.pipe.inval_q is_waiting=dut.pipe.wait_q try_=dut.pipe.try_q inc=dut.pipe.inc_q check=dut.pipe.check_q"
probes+=" closed=dut.result.closed_q r_lanes=dut.result.lanes_q r_bit=dut.result.bit_q r_short=dut.result.short_q r_value=dut.result.value_q"
probes+=" r_warp=dut.result.warp_q r_tag=dut.result.tag_q r_fn=dut.result.fn_q"
probes+=" t_wait=dut.waiters.wait_q t_done=dut.waiters.done_q t_free=dut.waiters.free_q"
export probes
prove() { # NAME FILE BUG
  induct=1 ./clocked_zero.sh "$1" mbar_once 24 "each lane of an operation is carried out once, in order of pieces, on its own object, and answered once, with what came of it, or put once among those who wait; what is left to do falls in every clock in which nothing enters, unless responses are not taken or a piece needs what is not there; 4 lanes, 2 warps, any memory" \
    "port_props.v mbar_once_props.v" "../formal/free_smem.v $files" "mbar/$2" "$3" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove mbar_once ws_mbar.v ''
else
  prove mbar_once_a ws_mbar_issue.v 's/rest = todo_q & ~piece;/rest = todo_q \& ~first_q;/'
  prove mbar_once_b ws_mbar_issue.v 's/todo_q & same & low;/todo_q \& same;/'
  prove mbar_once_c ws_mbar_issue.v 's/ && x_q\[k\*32+:20\] == low_x\[19:0\] &&/ \&\&/'
  prove mbar_once_d ws_mbar_issue.v 's/(piece_take_i && last)/piece_take_i/'
  prove mbar_once_e ws_mbar_pipe.v 's/!job_free && (spare_valid_q || job_valid_i)/!job_free \&\& job_valid_i/'
  prove mbar_once_f ws_mbar_pipe.v 's/left_q  <= left_q & ~step;//'
  prove mbar_once_g ws_mbar_pipe.v 's/put_local && put_last && put_finish/put_local \&\& put_last/'
  prove mbar_once_h ws_mbar_pipe.v 's/!= LOCAL || res_ready_i/!= LOCAL || 1/'
  prove mbar_once_i ws_mbar_result.v 's/merge_i ? rest | lanes_i : rest/merge_i ? lanes_i : rest/'
  prove mbar_once_j ws_mbar_result.v 's/<= short_i;/<= 0;/'
  prove mbar_once_k ws_mbar.v 's/wait_free} > /wait_free} >= /'
  prove mbar_once_l ws_mbar_pipe.v 's/put_finish && wait_q && try_q/put_finish \&\& wait_q/'
  prove mbar_once_m ws_mbar.v 's/if (enter_defers || undefer)/if (undefer)/'
  prove mbar_once_n ws_mbar_pipe.v 's/!= LOCAL || res_ready_i/!= LOCAL || (res_ready_i \&\& job_valid_q)/'
fi
