// SPDX-License-Identifier: Apache-2.0
// What stands at the ports of the bridge, the receiver and the sender, cycle by cycle, as a text file for a bench in Verilog
// (tb/gate/fourstate_serial.v):
//   0                 reset
//   1 INS OUTS ...    a cycle: single bits that go in, rx_valid BVALID RVALID uart_tx_valid, then tx_ready AWREADY WREADY ARREADY line
//                     uart_rx_ready, from the low end; bits that must come out, tx_valid AWVALID WVALID ARVALID uart_rx_valid, then rx_ready
//                     checked bad BREADY RREADY uart_rx_error uart_tx_ready line; then, where these say so, rx_byte; BRESP; RRESP RDATA;
//                     uart_tx_byte; tx_byte; AWADDR; WSTRB WDATA; ARADDR; uart_rx_byte, a number each
// Numbers are hexadecimal (tb/lib/ports.h). The outputs are those of the RTL that was compared with the model.
#ifndef SERIAL_PORTS_H
#define SERIAL_PORTS_H

#include "serial_bench.h"

// Notes the reset, or the cycle, that `b` has just gone through, in b->stimulus, if that is not NULL.
void serial_ports_reset(const serial_bench *b);
void serial_ports_step(const serial_bench *b);

#endif
