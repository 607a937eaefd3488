#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The functions of the mbarrier unit: several lanes at an object at once are as one after the other; what lanes take together, and
# before each quad; who enters the pipe, and as what job. Planted bugs: transactions that pass 0 on the way are taken together; a
# quad of three lanes is taken for two; the upper half of a warp does without the quads below its own; with .expect_tx the quads
# count x. A message comes in during the sweep; two enter at once; a message is overwritten; a limit of its own is not looked at; the
# window is twice as large; a CTA that is gone takes messages; .noComplete at another CTA has the status of the others.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
prove() { # NAME TOP WHAT PROPERTIES FILE BUG
  ./frames_zero.sh "$1" "$2" 0 "$3" "$4" "mbar/$5" "$6" ${mode:+"$mode"} || exit
}
rank() { # NAME BUG FILE
  probes="own=dut.sum0 sums=dut.sum3 nums=dut.num3" \
    prove "$1" mbar_rank_same "what lanes take, together and before each quad, equals lane after lane, 32 lanes, full counts" \
    mbar_unit_props.v "${3:-ws_mbar_rank.v}" "$2"
}
enter() { # NAME BUG
  prove "$1" mbar_enter_same "who enters, and as what job, equals a plain rule from the table of codes, 32 lanes" \
    mbar_enter_props.v ws_mbar_enter.v "$2"
}
prove mbar_put mbar_put_serial "several lanes at once are as one after the other, 4 lanes, full counts" mbar_unit_props.v ws_mbar_put.v \
  's/wire passes_zero = .*/wire passes_zero = 0;/'
if [ -z "$mode" ]; then
  rank mbar_rank ''
  enter mbar_enter ''
else
  rank mbar_rank_a "s/3'd3: own_o\[\(.*\)\] = .*/3'd3: own_o[\1] = {1'b0, x_i, 1'b0};/" ws_mbar_quads.v
  rank mbar_rank_b 's/= sum2\[q\*25+:25\] + sum2\[.*/= sum2[q*25+:25];/'
  rank mbar_rank_c 's/= ones_i ? .* : sum3/= sum3/'
  enter mbar_enter_a 's/wire net = net_valid_i \&\& !sweep_i;/wire net = net_valid_i;/'
  enter mbar_enter_b 's/deferred_ready_o = open_i \&\& !tx;/deferred_ready_o = open_i;/'
  enter mbar_enter_c 's/ \&\& (!remote || send_ready_i)//'
  enter mbar_enter_d 's/ \&\& !piece_fn_i\[5\])/)/'
  enter mbar_enter_e "s/tx_addr_i\[31:14\] != 18'd0/tx_addr_i[31:15] != 17'd0/"
  enter mbar_enter_f 's/^        !alive_i,/        1'"'b0"',/'
  enter mbar_enter_g 's/is_arrive(piece_fn_i) \&\& !is_nocomplete(piece_fn_i) ?/is_arrive(piece_fn_i) ?/'
fi
