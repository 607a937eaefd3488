#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# cp.async and the arrives that wait for copies. Planted bugs: a full queue takes a copy; a byte too many is taken from global memory;
# a copy is written to where the one before it went. A second arrive takes the place of the first at one copy; a newer copy of a lane
# does not count; two jobs at once are one; a job changes while it stands; who hands in is not busy; a job goes before its copy is
# written; an arrive of no lane makes a job.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
unit=async/ws_async_copy.v
prove() { # NAME KIND WHAT BUG
  params="KIND=$2" ./clocked_zero.sh "$1" async_copy_once 24 "$3; 2 copies, 4 threads of 2 CTAs" "port_props.v marked_copy.v async_copy_props.v" "$unit common/ws_late.v async/ws_async_turn.v" "${5:-$unit}" "$4" \
    ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove async_copy_way 0 "a copy asks once, is written once, in order, with what it brought, each as soon as the ports let it" ''
  prove async_copy_arrive 1 "an arrive follows once, not before the earlier copies of its thread are written, within 4 clocks that take jobs; busy is right" ''
else
  prove async_copy_a 0 '' 's/push_ready_o = arr_ready_o \&\& .*/push_ready_o = arr_ready_o;/'
  prove async_copy_b 0 '' 's/push_take_i > t\[4:0\]/push_take_i >= t[4:0]/'
  prove async_copy_c 0 '' 's/wr_mem\[next_q\[IDX_W-1:0\]\]/wr_mem[done_idx]/'
  prove async_copy_d 1 '' 's/(hit_i \& ~attached_i)/(hit_i)/' async/ws_async_turn.v
  prove async_copy_e 1 '' 's/open \& ~(push ? push_same : {ENTRIES{1.b0}})/open/'
  prove async_copy_f 1 '' 's/free \&\& !(some \&\& attached)/free/' async/ws_async_turn.v
  prove async_copy_g 1 '' 's/!walk \&\& !(job_valid_q \&\& job_direct_q)/!walk/'
  prove async_copy_h 1 '' 's/if (walk \&\& arr_warp_q.*//'
  prove async_copy_i 1 '' 's/done_i      (done_q)/done_i      (ask_q)/'
  prove async_copy_j 1 '' "s/some_q <= |arr_lanes_i/some_q <= 1'b1/"
fi
