// SPDX-License-Identifier: Apache-2.0
// Vectors of atom and red in shared and in global memory (PTX 9.7.13.5, 9.7.13.6).
#include "vectors_bench.h"

enum { WORDS_AT = 0x200, WORDS = 8, GLOBAL_WORDS = 16 };

static void one_warp(bench *b, const char *name) {
  static const uint32_t words[WORDS] = {0xfffffffe, 0x80000000, 3, 0x7fffffff, 0, 0xffffffff, 0x12345678, 0x9abcdef0};
  bench_scenario(b, FAMILY_ATOM, 1, name);
  bench_launch(b, 0, b->all, 1);
  bench_smem_put(b, WORDS_AT, words, WORDS);
}

static uint32_t size_of(uint32_t op) {
  const uint32_t atom = WS_UNIT_ATOM << 8 | (op & 0xff);
  return ws_atom_bits(op & 0xff) ? ws_atom_bits(op & 0xff) / 8 : ws_is_atom_quad(atom) ? 16 : 8;
}

// An operation of some lanes: the first four each at an element of its own, the others at the first. cas succeeds in lane 0; that of 128
// bits lays down its c before.
static void some_lanes(bench *b, uint32_t op, uint32_t lanes, uint64_t at) {
  const uint32_t size = size_of(op);
  ws_req r = bench_req(op, 0, lanes);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.addr[lane] = at + (lane < 4 ? lane : 0) * size;
    r.a[lane] = lane ? 0x8000000000000003u + lane : 0x80000000fffffffeu;
    r.b[lane] = 0x11110000 + lane;
    r.c[lane] = 0x22220000 + lane;
  }
  if (ws_is_atom_pairs(op)) {
    r.pred = lanes;
    bench_do(b, &r);
    r.pred = 0;
  }
  bench_do(b, &r);
}

static void all_lanes(bench *b, uint32_t op) {
  some_lanes(b, op, b->all, WORDS_AT);
  bench_smem_get(b, WORDS_AT, WORDS);
}

// In global memory; what one leaves there the next one answers. cas.b128 is refused there.
static void global_memory(bench *b) {
  static const uint32_t words[GLOBAL_WORDS] = {0x00000001, 0x80000001, 0x3f800000, 0x7f800000, 0x3c003c00, 0x7bff8001,
                                               0x00010400, 0xffffffff, 0x12345678, 0x9abcdef0, 0x40490fdb, 0xc0000000,
                                               0x7fc00000, 0x00000000, 0x33333333, 0x55555555};
  bench_scenario(b, FAMILY_ATOM, 1, "each operation in global memory");
  bench_launch(b, 0, b->all, 1);
  bench_gmem_put(b, WORDS_AT, words, GLOBAL_WORDS);
  for (uint32_t fn = 0; fn < 0x100; fn++) {
    if (ws_op_built(WS_UNIT_ATOM << 8 | fn))
      some_lanes(b, WS_UNIT_ATOM << 8 | fn, 15, WS_GLOBAL_WINDOW + WORDS_AT);
    if (ws_op_built(WS_UNIT_RED << 8 | fn))
      some_lanes(b, WS_UNIT_RED << 8 | fn, 15, WS_GLOBAL_WINDOW + WORDS_AT);
  }
  bench_error(b);
}

static void refused(bench *b) {
  one_warp(b, "misaligned, outside, at an object");
  ws_req r = bench_req(WS_OP_MBAR_INIT, 0, 1);
  r.addr[0] = WORDS_AT + 8;
  r.b[0] = 1;
  bench_do(b, &r);
  r = bench_req(WS_OP_ATOM_ADD_U64, 0, b->all);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    static const uint64_t where[] = {WORDS_AT + 4, WORDS_AT + 0x00100000, WORDS_AT + 8, WORDS_AT};
    r.addr[lane] = where[lane % 4];
    r.a[lane] = 1;
  }
  bench_do(b, &r);
  bench_smem_get(b, WORDS_AT, WORDS);
  bench_error(b);
}

void vectors_atom(bench *b) {
  one_warp(b, "each operation, with and without values");
  for (uint32_t fn = 0; fn < 0x100; fn++) {
    if (ws_is_atom_vector(WS_UNIT_ATOM << 8 | fn)) // not in shared memory
      continue;
    if (ws_op_built(WS_UNIT_ATOM << 8 | fn))
      all_lanes(b, WS_UNIT_ATOM << 8 | fn);
    if (ws_op_built(WS_UNIT_RED << 8 | fn))
      all_lanes(b, WS_UNIT_RED << 8 | fn);
  }
  global_memory(b);
  refused(b);
}
