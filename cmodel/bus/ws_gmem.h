// SPDX-License-Identifier: Apache-2.0
// Global memory of the block on a bus, clock by clock (rtl/bus/ws_gmem.v, ws_gmem_atom.v, ws_atom_alu.v): reads of copies, and, unless
// `words_only`, writes and atomic operations (PTX 9.7.13.5, 9.7.13.6), one request at a time.
#ifndef WS_GMEM_H
#define WS_GMEM_H

#include "ws.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WS_ATOM_INT_CLKS = 1, WS_ATOM_SERIAL_CLKS = 27 }; // clocks of ws_atom_alu.v from operands to result

typedef struct ws_gmem_host { // what the bus does in a clock; it goes first
  bool read, write;
  uint32_t word, data, strb; // strb: byte enables
} ws_gmem_host;

typedef struct ws_gmem {
  bool
      words_only; // every request is a read                                                            (parameter ATOM = 0)
  uint32_t at;   // word that is read next; of an atomic or a write, where it begins
  unsigned left; // words still to be read
  unsigned came; // words that have come
  bool reading;  // one was read in the clock before
  bool full;     // the answer is whole
  uint32_t data[4];
  uint32_t read;        // word read in the clock before
  ws_gmem_host written; // what the bus does takes effect a clock later
  // an atomic or a write
  unsigned state; // 0: there is none
  unsigned wait;  // clocks to the end of this state
  bool changed;   // by the bus, since the row was read
  ws_gm gm;
  uint32_t row[4], value[4]; // as it was read; what it becomes
} ws_gmem;

// Number of words in an element, and of elements, of an atomic operation; 0 elements if fn is none on so many bytes.
typedef struct ws_gmem_shape {
  unsigned fn;    // of one element
  unsigned bytes; // of one element
  unsigned count; // of elements
} ws_gmem_shape;

ws_gmem_shape ws_gmem_elements(unsigned fn, unsigned bytes);

static inline bool ws_gmem_ready(const ws_gmem *g) { return !g->left && !g->reading && !g->full && !g->state; }

// What stands at gm_rsp in this clock.
ws_gm_rsp ws_gmem_rsp(const ws_gmem *g);

// One clock, on a memory of `words`, a power of two. gm is taken if it is valid and ws_gmem_ready.
void ws_gmem_step(ws_gmem *g, uint32_t *word, uint32_t words, const ws_gmem_host *host, const ws_gm *gm,
                  bool rsp_ready);

#ifdef __cplusplus
}
#endif

#endif
