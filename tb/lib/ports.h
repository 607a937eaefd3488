// SPDX-License-Identifier: Apache-2.0
// Writes what stands at ports as text, a number a record: stimulus.h of the block, bus_ports.c of the bus, serial_ports.c of the
// serial line. Numbers are hexadecimal, with a blank before each. A file that is NULL gets nothing.
#ifndef WS_PORTS_H
#define WS_PORTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { WS_PORTS_BITS = 8192 }; // a request of 32 lanes is the widest

typedef struct ws_bits { // a number under construction, low end first
  uint8_t bit[WS_PORTS_BITS];
  unsigned n;
} ws_bits;

void ws_bits_add(ws_bits *b, unsigned width, uint64_t value);
void ws_bits_put(FILE *f, const ws_bits *b);

// A number of up to 64 bits; those above `width` are left away.
void ws_ports_put(FILE *f, unsigned width, uint64_t value);

// The file of --stimulus=FILE; NULL after saying why it cannot be written. And its end: false, after saying so, if something was lost.
FILE *ws_ports_open(const char *path);
bool ws_ports_close(FILE *f, const char *path);

#endif
