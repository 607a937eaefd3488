#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The functions of the mbarrier unit: several lanes at an object at once are as one after the other; what lanes take together, and
# before each quad; who enters the pipe, and as what job. Planted bugs: transactions that pass 0 on the way are taken together; the error
# of the lowest is not that of all; an init out of range makes an object; a
# quad of three lanes is taken for two; a quad adds the lowest in place of those below its own; what completes is added; with .expect_tx the quads
# count x. A message comes in during the sweep; two enter at once; a message is overwritten; a limit of its own is not looked at; the
# window is twice as large; a CTA that is gone takes messages; .noComplete at another CTA has the status of the others.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { # NAME TOP WHAT PROPERTIES FILE BUG
  ./frames_zero.sh "$1" "$2" 0 "$3" "$4" "mbar/$5" "$6" ${mode:+"$mode"} || exit
}
rank() { # NAME BUG FILE
  probes="own=dut.owns sums=dut.sums nums=dut.nums" \
    prove "$1" mbar_rank_same "what lanes take, together and before each quad, equals lane after lane, 32 lanes, full counts" \
    mbar_unit_props.v "${3:-ws_mbar_rank.v}" "$2"
}
enter() { # NAME BUG FILE
  prove "$1" mbar_enter_same "who enters, and as what job, equals a plain rule from the table of codes, 32 lanes" \
    mbar_enter_props.v "${3:-ws_mbar_enter.v}" "$2"
}
put() { # NAME BUG FILE
  prove "$1" mbar_put_serial "several lanes at once are as one after the other, 4 lanes, full counts" mbar_unit_props.v "${3:-ws_mbar_sum.v}" "$2"
}
if [ -z "$mode" ]; then
  put mbar_put ''
  rank mbar_rank ''
  enter mbar_enter ''
else
  put mbar_put_a 's/\.passes_i(passes_zero)/.passes_i(1'"'b0"')/'
  put mbar_put_b 's/|| (bad_o \&\& !all_i)//' ws_mbar_many.v
  put mbar_put_c 's/begins || (vld_i/init || (vld_i/'
  rank mbar_rank_a "s/3'd3: own_o\[\(.*\)\] = .*/3'd3: own_o[\1] = {x[20], x, 1'b0};/" ws_mbar_quads.v
  rank mbar_rank_b 's/LOW = .*;/LOW = 0;/'
  rank mbar_rank_c 's/= ones_i ? .* : sums/= sums/'
  rank mbar_rank_d 's/less_i ? minus : //' ws_mbar_quads.v
  enter mbar_enter_a 's/wire net = net_valid_i \&\& !sweep_i;/wire net = net_valid_i;/' ws_mbar_turn.v
  enter mbar_enter_b 's/deferred_ready_o = open_i \&\& !tx_valid_i;/deferred_ready_o = open_i;/' ws_mbar_turn.v
  enter mbar_enter_c 's/ \&\& (!piece_remote_i || send_ready_i)//' ws_mbar_turn.v
  enter mbar_enter_d 's/(piece_hint_i ? piece_some_i : limit_some_i)/limit_some_i/'
  enter mbar_enter_e "s/tx_addr_i\[31:14\] != 18'd0/tx_addr_i[31:15] != 17'd0/"
  enter mbar_enter_f "s/= !alive_i;/= 1'b0;/"
  enter mbar_enter_g 's/mbar_is_arrive(piece_fn_i) \&\& !mbar_is_nocomplete(piece_fn_i) ?/mbar_is_arrive(piece_fn_i) ?/'
fi
