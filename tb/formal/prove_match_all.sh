#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The result of match.all. Planted bugs: absent lanes are 0 where the AND is formed; b32 compares 64 bits; the stage before the last takes
# lanes that are offered behind; keys are equal unless they differ in every bit.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
inside="at_in=dut.in_valid in_meta=dut.in_meta_q in_lanes=dut.in_lanes_q in_keys=dut.in_keys_q"
inside="$inside at_key=dut.key_valid key_meta=dut.key_meta_q key_lanes=dut.key_lanes_q key_or=dut.key_or_q key_and=dut.key_and_q"
prove() { # NAME BUG
  induct=1 probes=$inside ./clocked_zero.sh "$1" match_all_rule 8 \
    "match.all: p is set if all lanes have the same key, and only if any two have; d is the group then; 4 lanes, groups in any sequence" \
    "port_props.v match_all_props.v" "common/ws_stage.v common/ws_ready.v match/ws_match_all.v" match/ws_match_all.v "$2" ${mode:+"$mode"} || exit
}
if [ -z "$mode" ]; then
  prove match_all ''
else
  prove match_all_a 's/ | {64{!lanes\[lane\]}}//'
  prove match_all_b 's/!(grp_lanes\[i\] \&\& grp_b64)/!grp_lanes[i]/'
  prove match_all_c 's/key_lanes_q <= in_lanes_q/key_lanes_q <= grp_lanes/'
  prove match_all_d 's/equal = !(|(/equal = !(\&(/'
fi
