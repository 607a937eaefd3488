// SPDX-License-Identifier: Apache-2.0
// What went over the bus, as its ports showed it where RTL and model were equal: whole accesses with the clocks of their parts, and the
// operations that they launched, for messages and for coverage.
#ifndef WS_BUS_WATCH_H
#define WS_BUS_WATCH_H

#include "bus_dut.h"

typedef struct bus_done { // an access whose answer was taken
  bool write;
  uint32_t addr, data, strb; // data: of a read what it gave
  unsigned resp;
  uint64_t stood, whole, rose,
      over;                // clocks: its request stood first, was taken whole, the answer stood first, was taken
  unsigned wait_a, wait_w; // clocks in which address and data stood and were not taken
  int behind;              // clocks by which the data was taken behind the address
} bus_done;

enum { BUS_OUTSTANDING = 4, BUS_OPERATIONS = 64 };

typedef struct bus_part { // of a request, taken
  uint32_t value, strb;
  uint64_t stood, taken;
} bus_part;

typedef struct bus_line { // a channel of requests: what stands, and what was taken and is not answered
  bool stands;
  uint64_t since;
  bus_part part[BUS_OUTSTANDING];
  unsigned count;
} bus_line;

typedef struct bus_operation { // as SUBMIT launched it
  uint32_t submit, lanes, pred;
  uint32_t mask[WS_LANES_MAX], b[WS_LANES_MAX], c[WS_LANES_MAX];
  uint64_t a[WS_LANES_MAX], addr[WS_LANES_MAX];
} bus_operation;

typedef struct bus_watch {
  bus_line aw, w, ar;
  bool b_stands, r_stands;
  uint64_t b_rose, r_rose;
  bus_operation now; // operands as they were written
  bus_operation launched[BUS_OPERATIONS];
  uint64_t operations;
  uint32_t info; // CPL_INFO as it was read last; 0: no completion was
} bus_watch;

// One clock has passed. done: what was answered in it; returns how many, at most one of each direction.
unsigned bus_watch_clock(bus_watch *w, const ws_bus_in *in, const ws_bus_out *out, uint64_t clock, unsigned lanes,
                         bus_done done[2]);

// A reset from outside, and by software.
void bus_watch_reset(bus_watch *w);
void bus_watch_soft_reset(bus_watch *w);

// The operation launched last with this SUBMIT, but for its bit neg. NULL: none that is still known.
const bus_operation *bus_watch_operation(const bus_watch *w, uint32_t submit);

#endif
