#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The network between the CTAs of a cluster. Planted bugs: a full queue takes a message; two messages of a queue change
# places; a message leaves twice; a lower source always goes first; a message ripens a clock late.
cd "$(dirname "$0")" || exit 2
unit=cluster/ws_net.v
mode=${1:-}
prove() { # NAME TOP WHAT BUG
  ./clocked_zero.sh "$1" "$2" 20 "$3" mbar_net_props.v "$unit common/ws_pick.v" $unit "$4" ${mode:+"$mode"}
}
order="no message is lost, doubled, reordered or early, 2 CTAs, HOP"
late="a message alone comes after HOP clocks, any one within 5 in which destinations are ready, 2 CTAs, HOP"
if [ -z "$mode" ]; then
  prove mbar_net_1 mbar_net_1 "$order 1" '' &&
    prove mbar_net_2 mbar_net_2 "$order 2" '' &&
    prove mbar_net_time mbar_net_time_1 "$late 1" ''
else
  prove mbar_net_a mbar_net_1 "" 's/in_ready_o\[s\] = !count_q\[IDX_W\]/in_ready_o[s] = 1/' &&
    prove mbar_net_b mbar_net_2 "" 's/= mem\[read_q\];/= mem[count_q == 2 ? ~read_q : read_q];/' &&
    prove mbar_net_c mbar_net_1 "" 's/if (taken) read_q/if (taken \&\& count_q != 2) read_q/' &&
    prove mbar_net_d mbar_net_time_1 "" 's/above_q <= ~(pick | (pick - 1.b1));/above_q <= 0;/' &&
    prove mbar_net_e mbar_net_time_1 "" 's/head_valid\[s\] = ripens ||/head_valid[s] =/'
fi
