#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The units without a state of their own: every group comes out once, in order, with its own meta and lanes, in time, and
# the result port keeps the handshake. Planted bugs, one a unit: a stage whose valid waits for ready; one that takes while
# full; OUT that changes while it stands; a class that is served for ever; lanes of another group; a result twice.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(\(common\|vote\|shfl\|match\|redux\)/.*\.v\)$,\1,p' ../../rtl/files.f | tr '\n' ' ')
prove() { # UNIT FRAMES CLOCKS FILE BUG
  ./clocked_zero.sh "$1" "$1" "$2" "every group comes out once, in order, as it was, within $3 clocks that are taken; 4 lanes" \
    "port_props.v pipe_props.v" "$files" "$4" "$5" ${mode:+"$mode"} || exit
}
prove pipe_vote 12 2 common/ws_stage.v 's/valid_i && ready_o;/valid_i \&\& ready_o \&\& ready_i;/'
prove pipe_shfl 16 6 common/ws_stage.v 's/ready_o = !valid_o || ready_i/ready_o = 1/'
prove pipe_shfl_bfly 24 10 shfl/ws_shfl_net.v 's/net_rest_q <= rest;/net_rest_q <= net_rest_q;/'
prove pipe_redux 12 4 redux/ws_redux.v 's/s2_lanes_q <= s1_lanes_q;/s2_lanes_q <= in_lanes_q;/'
prove pipe_match_all 12 3 match/ws_match_all.v 's/if (out_load) begin/if (key_valid) begin/'
prove pipe_match_any 40 17 match/ws_match_any.v 's/valid_i(in_valid && in_last)/valid_i(in_valid)/'
