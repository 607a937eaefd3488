// SPDX-License-Identifier: Apache-2.0
// What stands at the ports of the bus, cycle by cycle, as a text file for a bench in Verilog (tb/gate/fourstate_bus.v):
//   0                 reset
//   1 INS OUTS ...    a cycle: single bits that go in, AWVALID WVALID ARVALID BREADY RREADY from the low end; bits that must come
//                     out, BVALID RVALID AWREADY WREADY ARREADY irq busy err; then, where these say so,
//                     AWADDR; WSTRB WDATA; ARADDR; BRESP; RRESP RDATA, a channel a number
// Numbers are hexadecimal (tb/lib/ports.h).
#ifndef WS_BUS_PORTS_H
#define WS_BUS_PORTS_H

#include "bus_bench.h"

// Notes the reset, or the cycle, that `b` has just gone through, in b->stimulus, if that is not NULL.
void bus_ports_reset(const bus_bench *b);
void bus_ports_step(const bus_bench *b);

#endif
