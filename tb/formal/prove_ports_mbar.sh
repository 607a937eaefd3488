#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The handshake of the ports of the mbarrier unit. Planted bug: a message is overwritten before it is taken.
cd "$(dirname "$0")" || exit 2
mode=${1:-}
files=$(sed -n 's,^rtl/\(.*\.v\)$,\1,p' ../../rtl/files.f | grep '^mbar/\|^async/\|^common/' | tr '\n' ' ')
prove() { # NAME TOP FRAMES WHAT FILE BUG
  ./clocked_zero.sh "$1" "$2" "$3" "$4" "port_props.v mbar_block.v port_units_props.v" "$files" "$5" "$6" ${mode:+"$mode"} || exit
}
rule="stays with its payload until taken, valid does not wait for ready"
if [ -z "$mode" ]; then
  prove port_mbar port_mbar 24 "mbarrier: what stands at res, wake, gm, net $rule; 4 lanes, 2 warps, any memory" mbar/ws_mbar.v ''
else
  prove port_mbar_a port_mbar 24 "" mbar/ws_mbar.v 's/if (send || net_ready_i) net_valid_q <= send;/net_valid_q <= send;/'
fi
