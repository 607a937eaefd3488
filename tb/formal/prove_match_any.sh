#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The result of match.any, in its forms and at two widths. Planted bugs: words are cleared one clock late; a pair is not set anew
# for the next group; an absent lane is equal; b32 compares 64 bits; a result is taken a clock early; the plain form
# compares half of the key, and names lanes that are absent.
cd "$(dirname "$0")" || exit 2
mode=${1:-} unit="common/ws_stage.v common/ws_ready.v match/ws_match_any.v match/ws_match_rows.v match/ws_match_serial.v"
inside="at_in=dut.in_valid in_meta=dut.in_meta_q in_lanes=dut.in_lanes_q step=dut.in_step_q"
serial="$inside serial.words=dut.g_serial.u_serial.words_q serial.pairs=dut.g_serial.u_serial.same_q"
plain="$inside plain.keys=dut.g_plain.u_rows.keys_q"
prove() { # NAME BITS STRUCT FORM FILE BUG
  induct=1 params="BITS=$2 STRUCT=$3" probes=${!4} ./clocked_zero.sh "$1" match_any_rule $((64 / $2 + 6)) \
    "match.any: two lanes are in each other's row just if their keys are equal, $4 form, 4 lanes, $2 bits a clock, groups in any sequence" \
    "port_props.v match_any_props.v" "$unit" "$5" "$6" ${mode:+"$mode"} || exit
}
m=match/ws_match_serial.v
if [ -z "$mode" ]; then
  prove match_any 4 1 serial '' ''
  prove match_any_16 16 1 serial '' ''
  prove match_any_plain 4 0 plain '' ''
else
  prove match_any_a 4 1 serial $m 's/step_i\[word\]/step_i[word-1]/'
  prove match_any_b 16 1 serial $m 's/if (load_i) same_q/if (load_i \&\& !(\&same_q)) same_q/'
  prove match_any_c 4 1 serial $m 's/if (take_i && !lanes_i\[j\])/if (0)/'
  prove match_any_d 16 1 serial $m 's/load_i && !b64_i)/load_i \&\& 0)/'
  prove match_any_e 4 1 serial match/ws_match_any.v 's/valid_i(in_valid && in_last)/valid_i(in_valid \&\& |in_step_q[1:0])/'
  prove match_any_f 4 0 plain match/ws_match_rows.v 's/row\[lane\] = keys\[lane\*64+:64\] == key;/row[lane] = keys[lane*64+:32] == key[31:0];/'
  prove match_any_g 4 0 plain match/ws_match_rows.v 's/lanes_i\[j\] ? lanes_i & row/lanes_i[j] ? row/'
fi
