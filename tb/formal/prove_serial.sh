#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# when: formal
# The bridge from a serial line keeps AXI4-Lite and never hangs, whatever comes from line and bus. Planted bugs: an address is
# taken back; data stand a clock too long; the next access begins without the answer to the one before; the data of a write change;
# reads of no words are read without end; a byte that was sent is sent again; a write that is left out is tried for ever.
cd "$(dirname "$0")" || exit 2
files="serial/ws_axil_manager.v serial/ws_serial.v"
what="the bridge from a serial line: one access at a time, valid and payload hold until taken; a measure of what is left to do falls in every clock in which it waits for neither line nor bus"
export probes="state=serial.state_q left=serial.left_q bit_no=serial.bit_q byte_no=serial.byte_q framed=serial.framed_q write=serial.write_q sent=serial.sent_q loaded=serial.loaded_q escape=serial.escape_q"
prove() { ./clocked_zero.sh "$1" serial_protocol 160 "$what" "free_serial.v serial_props.v" "$files" "$2" "$3" ${mode:+"$mode"}; }
mode=${1:-}
if [ -z "$mode" ]; then
  prove serial '' ''
else
  m=serial/ws_axil_manager.v s=serial/ws_serial.v
  prove serial1 $m 's/(awvalid_q \&\& !axil_awready_i)/(awvalid_q \&\& !axil_awready_i \&\& !axil_wready_i)/' &&
    prove serial2 $m 's/(wvalid_q \&\& !axil_wready_i)/(wvalid_q \&\& !axil_bvalid_i)/' &&
    prove serial3 $s 's/WAIT: if (axil_done) state_d = write_q ? NEXT/WAIT: if (axil_done || framed_q) state_d = write_q ? NEXT/' &&
    prove serial4 $s 's/else if (word_in ? in_done : state_q == OUT \&\& out_done) data_q/else if (rx_valid_i || word_in) data_q/' &&
    prove serial5 $s "s/if (left_q != 8'd0) state_d = !write_q/if (left_q != 8'd0 || !write_q) state_d = !write_q/" &&
    prove serial6 $s 's/ || (sent_q \&\& !last_bit) : 1/ : 1/' &&
    prove serial7 $s 's/(answered || (state_q == ACC \&\& skip))/answered/'
fi
