#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# What the atomic unit issues to its pipe. Planted bugs: a lane does not wait for a lower one at its ALU; the highest chunk goes first; lanes without
# memory go again; a sum goes while its word is under way; another lane than the next one is compared; a group enters over one that is there; lanes at different words are
# combined; lanes without memory wait for ever.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(atom/.*\.v\|common/ws_mux4\.v\|common/ws_choose\.v\)$,\1,p' ../../rtl/files.f | grep -v 'ws_atom_pipe.v' | tr '\n' ' ')
probes="issue=dut.pipe.issue_i is_fold=dut.pipe.fold_i is_lay=dut.pipe.lay_i one_use=dut.pipe.one_use_i one_word=dut.pipe.one_word_i is_half=dut.pipe.upper_half_i"
for r in head go take has code word one place a b c; do probes+=" is_$r=dut.pipe.${r}_i"; done
probes+=" room=dut.queue_room some_far=dut.chunks.w_some_far w_far=dut.chunks.w_far w_rec=dut.chunks.w_rec late=dut.late float_busy=dut.float_busy wv=dut.chunks.w_valid_q vv=dut.chunks.v_valid_q xv=dut.chunks.x_valid_q x_free=dut.chunks.x_free_q x_all=dut.chunks.x_q w_last=dut.chunks.w_last_q w_turn=dut.chunks.w_chunk_q knows_pairs=dut.chunks.w_pairs_q knows_vector=dut.chunks.w_vector_q knows_hints=dut.chunks.w_hints_q uv=dut.chunks.u_valid_q qv=dut.q_valid_q"
for r in w_head w_todo v_head v_todo v_use v_rec v_base v_last v_far v_done v_some; do probes+=" $r=dut.chunks.${r}_q"; done
probes+=" u_head=dut.chunks.head_o u_any=dut.chunks.any_use_o u_same=dut.chunks.same_o"
for r in todo use lays half word a b c code; do probes+=" u_$r=dut.chunks.${r}_o"; done
for r in fold last uses lay head todo use go take lays half one place a b c code meet; do probes+=" q_$r=dut.q_${r}_q"; done
probes+=" q_word=dut.q_words_q q_one_word=dut.q_word_q"
probes+=" is_first=dut.pipe.first_i is_next_use=dut.pipe.next_use_i is_next_word=dut.pipe.next_word_i"
probes+=" q_first=dut.q_first_q q_next_word=dut.q_next_word_q q_next_one=dut.q_next_one_q"
probes+=" go_inside=dut.mem_go_q"
export probes
order() { # NAME FILE BUG
  induct=1 ./clocked_zero.sh "$1" atom_order 24 \
    "each lane of a group is issued once, as it came, behind a lower one at its word, groups in their order; nothing is issued that the pipe cannot take; what is left falls in every clock in which it takes something and nothing enters; 8 lanes, 4 ALUs" \
    "port_props.v free_pipe.v atom_issue_ok.v atom_order_props.v" "$files" "atom/$2" "$3" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  order atom_order ws_atom.v ''
else
  order atom_order_a ws_atom_meet.v "s/if (apart == {G{1'b0}}) meet_o/if (1'b0) meet_o/"
  order atom_order_b ws_atom_chunk.v 's/lowest = any.*/lowest = any[CHUNKS-1] ? {1'"'"'b1, {CHUNKS - 1{1'"'"'b0}}} : any;/'
  order atom_order_c ws_atom.v 's/q_rest = q_todo_q & ~q_go_q/q_rest = q_todo_q \& ~q_take_q/'
  order atom_order_d ws_atom_ready.v 's/q_float_i ? late_i || q_first_i/q_float_i ? q_first_i/'
  order atom_order_e ws_atom.v 's/room \&\& !mem_sweep_i/1'"'"'b1/'
  order atom_order_f ws_atom.v 's/u_same && u_head/u_head/'
  order atom_order_h ws_atom.v 's/q_after = q_rest & ~q_next_one_q/q_after = q_rest/'
  order atom_order_g ws_atom_ready.v 's/(mem_go_i || !q_uses_i)/mem_go_i \&\& q_uses_i/'
fi
