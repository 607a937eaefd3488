// SPDX-License-Identifier: Apache-2.0
// What the machine gives to a program: a port to the block for the driver, a console, time, and the end of the run.
#ifndef MACHINE_H
#define MACHINE_H

#include "ws_driver.h"

// The port of ws_open: memory-mapped accesses whose faults are return codes, and a wait for the interrupt.
extern const ws_port machine_port;

void machine_put(void *user, char c);    // to the UART; gives up on one that is never ready
uint64_t machine_time_ns(void *user);    // since reset
unsigned machine_interrupts(void *user); // taken so far

#endif
