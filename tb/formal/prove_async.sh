#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# Copies as pieces of operations know them, beside shared memory. Planted bugs: 8 bytes are 12; a bit less of the source is taken; the
# lane of a copy is always 0; the note of a copy names lane for warp. What the CTA that begins has under way does not hold its sweep;
# a job in the pipe does not, a write that stands does not; what others have under way does; a piece under way is not busy.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
unit=async/ws_async.v sweep=smem/ws_smem_sweep.v
export probes="s_clear=memory.sweeper.clear s_wanted=memory.sweeper.wanted"
prove() { # NAME KIND WHAT FILE BUG
  params="KIND=$2" ./clocked_zero.sh "$1" async_once 24 "$3; 2 copies, 4 threads of 2 CTAs, any memory" \
    "port_props.v marked_copy.v async_props.v" "../formal/sweep_smem.v $sweep $unit common/ws_late.v async/ws_async_turn.v async/ws_async_copy.v" "$4" "$5" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove async_way 0 "what a piece of cp.async says is asked for once and written once; what it does to an object is told of its own thread" $unit ''
  prove async_sweep 1 "a row is cleared only while nothing of the CTA that begins is under way, and held back by nothing else" $unit ''
else
  prove async_a 0 '' $unit "s/push_x_q\[22:21\] == 2'd0, 2'b00/!push_x_q[22], 2'b00/"
  prove async_b 0 '' $unit 's/push_x_q\[20:16\]/push_x_q[19:15]/'
  prove async_c 0 '' $unit 's/push_lane = push_lane | n/push_lane = push_lane; \/\/ | n/'
  prove async_d 0 '' $unit 's/{copy_warp, copy_lane, copy_cg}/{copy_lane, copy_warp, copy_cg}/'
  prove async_e 1 '' $sweep "s/ \&\& (busy_i & sweep_q) == .*/;/"
  prove async_f 1 '' $sweep 's/calm_q  <= idle_i \&\& /calm_q  <= /'
  prove async_g 1 '' $sweep 's/(busy_i \& sweep_q) ==/busy_i ==/'
  prove async_h 1 '' async/ws_async_copy.v 's/more\[IDX_W\]/more[IDX_W-1]/;s/if (used_q\[e\]/if (newest_q[e]/'
fi
