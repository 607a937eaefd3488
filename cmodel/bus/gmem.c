// SPDX-License-Identifier: Apache-2.0
// Global memory of the block on a bus: see ws_gmem.h. States are those of ws_gmem_atom.v.
#include "bus/ws_gmem.h"

#include <string.h>

#include "what/bits.h"

enum { IDLE, READ, LOAD, FEED, WRITE }; // FEED: with the wait for the results
enum { FIRST_OF_VECTORS = 10 };

ws_gmem_shape ws_gmem_elements(unsigned fn, unsigned bytes) {
  static const uint8_t element[] = {WS_OP_ATOM_ADD_F32 & 15, WS_OP_ATOM_MIN_U32 & 15, WS_OP_ATOM_MAX_U32 & 15};
  const unsigned op = fn & 15;
  if (op < FIRST_OF_VECTORS)
    return (ws_gmem_shape){fn, bytes, ws_atom_bits(fn) == 8 * bytes};
  const unsigned one = (fn & 0xf0) | element[(op - FIRST_OF_VECTORS) / 2];
  const bool legal = ws_atom_bits(one) == 32 && bytes == (op & 1 ? 16 : 8);
  return (ws_gmem_shape){one, 4, legal ? bytes / 4 : 0};
}

static bool is_sum(unsigned fn) {
  return (fn & 15) == (WS_OP_ATOM_ADD_F32 & 15) && fn >> 4 >= (WS_OP_ATOM_ADD_F32 >> 4 & 15);
}

ws_gm_rsp ws_gmem_rsp(const ws_gmem *g) {
  ws_gm_rsp rsp = {.valid = g->full, .tag = g->gm.tag};
  memcpy(rsp.data, g->data, sizeof rsp.data);
  return rsp;
}

static ws_atom_value element_of(const uint32_t v[4], unsigned k) {
  return k ? (ws_atom_value){v[k], 0} : (ws_atom_value){v[0] | (uint64_t)v[1] << 32, v[2] | (uint64_t)v[3] << 32};
}

static void words_of(uint32_t v[4], ws_atom_value from) {
  v[0] = (uint32_t)from.lo;
  v[1] = (uint32_t)(from.lo >> 32);
  v[2] = (uint32_t)from.hi;
  v[3] = (uint32_t)(from.hi >> 32);
}

// What stands at the request's address, in the low words.
static void load(ws_gmem *g) {
  const unsigned first = g->gm.bytes == 16 ? 0 : g->gm.bytes == 8 ? g->at & 2 : g->at & 3;
  for (unsigned k = 0; k < 4; k++)
    g->data[k] = g->row[first + k < 4 ? first + k : k];
  if (g->gm.bytes == 2)
    g->data[0] = g->gm.addr & 2 ? g->data[0] >> 16 : g->data[0] & 0xffff;
}

// The new value, and the clocks that it takes, one element after the other.
static void feed(ws_gmem *g) {
  const ws_gmem_shape shape = ws_gmem_elements(g->gm.fn, g->gm.bytes);
  uint32_t s[4], t[4], d[4];
  words_of(s, g->gm.s);
  words_of(t, g->gm.t);
  for (unsigned k = 0; k < shape.count; k++) {
    ws_atom_value is;
    ws_atom(shape.fn, true, element_of(g->data, k), element_of(s, k), element_of(t, 0), &is);
    words_of(d, is);
    memcpy(&g->value[k], d, shape.count > 1 ? 4 : 16);
  }
  const bool pair = shape.fn == (WS_OP_ATOM_ADD_F16X2 & 255) || shape.fn == (WS_OP_ATOM_ADD_BF16X2 & 255);
  const unsigned clks = !is_sum(shape.fn) ? WS_ATOM_INT_CLKS : pair ? 2 * WS_ATOM_SERIAL_CLKS : WS_ATOM_SERIAL_CLKS;
  g->wait = shape.count * (clks + 2);
}

// Byte k of the low words goes to byte addr + k.
static void store(const ws_gmem *g, uint32_t *row) {
  const unsigned from = g->gm.addr & (16 - g->gm.bytes);
  for (unsigned k = 0; k < g->gm.bytes; k++)
    if (g->gm.op != WS_GM_WRITE || g->gm.be >> k & 1) {
      const unsigned to = from + k, byte = g->value[k / 4] >> k % 4 * 8 & 0xff;
      row[to / 4] = (row[to / 4] & ~(0xffu << to % 4 * 8)) | byte << to % 4 * 8;
    }
}

// The course of an atomic or a write. True when it is done.
static bool course(ws_gmem *g, uint32_t *row, bool quiet, bool changed) {
  const unsigned state = g->state;
  const bool was_changed = g->changed;
  g->changed = state > READ && g->gm.op == WS_GM_ATOM && (g->changed || changed);
  switch (state) {
  case READ:
    if (quiet) {
      memcpy(g->row, row, sizeof g->row);
      g->state = LOAD;
    }
    break;
  case LOAD:
    load(g);
    feed(g);
    g->state = FEED;
    break;
  case FEED:
    if (!g->wait--)
      g->state = WRITE;
    break;
  case WRITE:
    if (was_changed) {
      g->state = READ;
    } else if (quiet) {
      store(g, row);
      g->state = IDLE;
      return true;
    }
    break;
  default: break;
  }
  return false;
}

void ws_gmem_step(ws_gmem *g, uint32_t *word, uint32_t words, const ws_gmem_host *host, const ws_gm *gm,
                  bool rsp_ready) {
  const ws_gmem_host write = g->written; // by the bus, in the clock before
  const bool take = ws_gmem_ready(g) && gm->valid, quiet = !host->read && !write.write, issue = g->left && quiet;
  const uint32_t row = g->at & (words - 4);
  const bool done = course(g, &word[row], quiet, write.write && (write.word & (words - 4)) == row);
  if (g->reading) {
    g->data[g->came++] = g->read;
    g->full = !g->left;
  } else if (g->full) {
    g->full = !rsp_ready;
  }
  g->full |= done;
  g->reading = issue;
  if (issue) {
    g->read = word[g->at];
    g->at = (g->at + 1) % words;
    g->left--;
  }
  if (take) {
    g->gm = *gm;
    g->at = gm->addr / 4 % words;
    g->came = 0;
    if (g->words_only || gm->op == WS_GM_READ) {
      g->left = gm->bytes / 4;
    } else {
      g->state = gm->op == WS_GM_WRITE ? WRITE : READ;
      words_of(g->value, gm->s);
    }
  }
  if (write.write)
    word[write.word] = bits_merge(word[write.word], write.data, write.strb);
  g->written = *host;
}
