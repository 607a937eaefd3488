#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The transition of a named barrier: equal to the rule in integers; its rules one by one, with what must be possible.
# Planted bugs, each found by the proof named with it:
#   same     a count above the CTA's warps passes; the order of two errors; red.and counts what holds; an exited warp is
#            still awaited where no count was named; a barrier without a count breaks
#   rules    a warp arrives twice; a refused arrival completes; the set of the barrier before stays; nothing ever breaks
set -u
cd "$(dirname "$0")" || exit 2
mode=${1:-}
next=bar/ws_bar_next.v ask=bar/ws_bar_ask.v

proof() { # TOP WHAT
  ./frames_zero.sh "$1" "$1" 0 "$2" bar_props.v $next ''
}
bug() { # NAME TOP FILE SED
  ./frames_zero.sh "$1" "$2" 0 "" bar_props.v "$3" "$4" "$mode"
}

if [ -z "$mode" ]; then
  proof bar_next_same "arrivals at a barrier and its examination equal the rule in integers, 4 warps" &&
    proof bar_next_same_32 "the same for 32 warps" &&
    proof bar_next_rules "an error ends nothing, no warp is counted twice, no count passed; who waits waits for a live warp"
else
  bug bar_next_a bar_next_same $ask 's/ || key_i\[10:5\] > most//' &&
    bug bar_next_b bar_next_same $next 's/else if (mix_i)/else if (again)/' &&
    bug bar_next_c bar_next_same $ask "s/{LANES{op_i\[1:0\] == WS_OP_BAR_RED_AND\[1:0\]}}/{LANES{1'b0}}/" &&
    bug bar_next_d bar_next_same_32 $next 's/live_i & ~arr_o/~arr_o/' &&
    bug bar_next_e bar_next_same_32 $next 's/!all && below/below/' &&
    bug bar_next_f bar_next_rules $next 's/mismatch || mix_i || again/mismatch || mix_i/' &&
    bug bar_next_g bar_next_rules $next 's/ends_o = would_o && !refused_o/ends_o = would_o/' &&
    bug bar_next_h bar_next_rules $next "s/(act_i ? arr_i : {WPS{1'b0}})/arr_i/" &&
    bug bar_next_i bar_next_rules $next "s/wire short = .*/wire short = 1'b0;/"
fi
