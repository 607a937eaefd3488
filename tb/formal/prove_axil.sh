#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The bus keeps AXI4-Lite, and answers each access within a bounded number of clocks, whatever the block does. Planted bugs: a
# response is taken back; a read is begun while the response before waits; an access to shared memory is waited for without end;
# a write is answered without its data; EXOKAY; LANE_ALL never ends.
cd "$(dirname "$0")" || exit 2
files="bus/ws_axil.v bus/ws_bus_map.v bus/ws_bus_access.v"
what="AXI4-Lite: responses hold, one a request, none unasked, each access answered within 22 clocks, shared memory given up after 3"
prove() { ./clocked_zero.sh "$1" axil_protocol 48 "$what" axil_props.v "$files" "$2" "$3" ${mode:+"$mode"}; }
mode=${1:-}
if [ -z "$mode" ]; then
  prove axil '' ''
else
  prove axil1 bus/ws_axil.v 's/(bvalid_q \&\& !axil_bready_i)/(bvalid_q \&\& !axil_bready_i \&\& !axil_arvalid_i)/' &&
    prove axil2 bus/ws_axil.v 's/ar_full_q \&\& !rvalid_q/ar_full_q/' &&
    prove axil3 bus/ws_bus_access.v 's/ \&\& !ls_late_q)/)/' &&
    prove axil4 bus/ws_axil.v 's/aw_full_q \&\& w_full_q \&\& !bvalid_q/aw_full_q \&\& !bvalid_q/' &&
    prove axil5 bus/ws_bus_access.v "s/OKAY = 2'd0/OKAY = 2'd1/" &&
    prove axil6 bus/ws_bus_access.v 's/if (there_q\[2\]) lane_q/if (there_q[1]) lane_q/'
fi
