// SPDX-License-Identifier: Apache-2.0
// A port of the driver to the golden model of the block on a bus, in this process; and a port that breaks what goes through it,
// to see that a fault is found.
#ifndef MODEL_PORT_H
#define MODEL_PORT_H

#include "bus/ws_bus.h"
#include "ws_driver.h"

typedef struct model_port {
  ws_bus *bus;
  uint64_t clocks;     // that accesses and waits took
  unsigned interrupts; // waits that ended because the interrupt line was high
} model_port;

// The model of cfg in its state after reset. False, after a message on stderr, if there is none of this configuration.
bool model_port_open(model_port *m, const ws_bus_config *cfg);
void model_port_close(model_port *m);
ws_port model_port_of(model_port *m);

typedef struct broken_port { // changes words on their way
  ws_port to;
  bool write;          // writes instead of reads
  uint32_t addr, bits; // of this address: these bits are complemented
  uint32_t op;         // reads: only while the oldest completion is one of this operation; ~0: always
  uint64_t after;      // accesses that pass unharmed before
  uint64_t accesses;
} broken_port;

ws_port broken_port_of(broken_port *b);

// From "r:ADDR:BITS[:OP[:AFTER]]" or "w:...", numbers as in C, OP may be "-". False if it is none.
bool broken_port_parse(broken_port *b, const char *text);

#endif
