// SPDX-License-Identifier: Apache-2.0
// The RTL of the atomic unit's arithmetic against ws_atom: every function, mixed, in every clock or with gaps; results, tags, latencies, and
// when an operation is refused, as f32 is added in global memory, with subnormals as 0. ws_atom_alu_check [N [SEED [NAME]]]: N operations of each function, 8 N of each sum; NAME:
// of one function alone, atom.add.f64.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alu_dut.h"
#include "operands.h"

enum { INT_CLKS = 1, SUM_CLKS = 27, RING = 64 }; // a pair takes twice SUM_CLKS

typedef struct awaited {
  bool valid;
  uint16_t tag;
  uint8_t fn;
  ws_atom_value r, s, t, d;
} awaited;

typedef struct check {
  alu_dut *dut;
  random_state random;
  awaited ring[RING]; // by the clock in which the result has to come
  uint64_t clk, done, wrong;
  alu_in sum; // is under way, until clock `end`: its operands stand
  uint64_t end;
  uint64_t index[256];
} check;

static const float_format *format_of(unsigned fn) {
  switch (fn >> 4) {
  case 8: return &formats[FORMAT_F32];
  case 9: return &formats[FORMAT_F64];
  case 10:
  case 12: return &formats[FORMAT_F16];
  case 11:
  case 13: return &formats[FORMAT_BF16];
  default: return NULL;
  }
}

static bool is_sum(unsigned fn) { return format_of(fn) && (fn & 15) == (WS_OP_ATOM_ADD_F32 & 15); }

static void make(check *c, alu_in *in, unsigned fn) {
  random_state *random = &c->random;
  const float_format *f = format_of(fn);
  const unsigned bits = ws_atom_bits(fn);
  in->fn = (uint8_t)fn;
  in->tag = (uint16_t)random_next(random);
  // What stands above an element must not matter.
  in->r = (ws_atom_value){random_next(random), random_next(random)};
  in->s = (ws_atom_value){random_next(random), random_next(random)};
  in->t = (ws_atom_value){random_next(random), random_next(random)};
  if (f) {
    const unsigned width = 1 + f->exp + f->frac;
    for (unsigned at = 0; at < bits; at += width) {
      const operands pair = float_operands(f, c->index[fn]++, random);
      const uint64_t mask = (UINT64_MAX >> (64 - width)) << at;
      in->r.lo = (in->r.lo & ~mask) | pair.x << at;
      in->s.lo = (in->s.lo & ~mask) | pair.y << at;
    }
    return;
  }
  const unsigned low = bits < 64 ? bits : 64;
  const uint64_t mask = UINT64_MAX >> (64 - low);
  in->r.lo = (in->r.lo & ~mask) | integer_operand(low, 0, random);
  in->s.lo = (in->s.lo & ~mask) | integer_operand(low, in->r.lo, random);
  if (bits == 128)
    in->s.hi = integer_operand(64, in->r.hi, random);
}

static void compare(check *c, const alu_out *out) {
  awaited *want = &c->ring[c->clk % RING];
  const unsigned bits = want->valid ? ws_atom_bits(want->fn) : 0;
  const uint64_t lo = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX, hi = bits > 64 ? UINT64_MAX : 0;
  const bool good =
      out->valid == want->valid && (!want->valid || (out->tag == want->tag && ((out->d.lo ^ want->d.lo) & lo) == 0 &&
                                                     ((out->d.hi ^ want->d.hi) & hi) == 0));
  if (!good && c->wrong++ < 5) {
    if (!want->valid)
      printf("clock %" PRIu64 ": a result, d 0x%" PRIx64 ", which nothing asked for\n", c->clk, out->d.lo);
    else
      printf("clock %" PRIu64 ": %s, r 0x%016" PRIx64 "%016" PRIx64 ", s 0x%016" PRIx64 "%016" PRIx64
             ", t 0x%016" PRIx64 "%016" PRIx64 ":\n  got  %s, tag %04x, d 0x%016" PRIx64 "%016" PRIx64
             "\n  want result, tag %04x, d 0x%016" PRIx64 "%016" PRIx64 " (%u bits)\n",
             c->clk, ws_op_name(WS_UNIT_ATOM << 8 | want->fn), want->r.hi, want->r.lo, want->s.hi, want->s.lo,
             want->t.hi, want->t.lo, out->valid ? "result" : "nothing", out->tag, out->d.hi, out->d.lo, want->tag,
             want->d.hi, want->d.lo, bits);
  }
  c->done += want->valid;
  *want = (awaited){0};
}

// One clock. Returns true if an operation went in.
static bool step(check *c, const alu_in *in) {
  const bool busy = c->clk < c->end && !in->reset;
  alu_in now = busy ? c->sum : *in;
  now.valid = in->valid;
  now.tag = in->tag;
  const alu_out out = alu_step(c->dut, &now);
  compare(c, &out);
  if (out.ready == busy && !in->reset && c->wrong++ < 5)
    printf("clock %" PRIu64 ": ready is %d\n", c->clk, out.ready);
  const bool take = in->valid && out.ready && !in->reset;
  if (take) {
    const unsigned clks = !is_sum(in->fn) ? INT_CLKS : in->fn >> 4 < 12 ? SUM_CLKS : 2 * SUM_CLKS;
    awaited *a = &c->ring[(c->clk + clks) % RING];
    *a = (awaited){true, in->tag, in->fn, in->r, in->s, in->t, {0}};
    ws_atom(in->fn, true, in->r, in->s, in->t, &a->d);
    if (is_sum(in->fn)) {
      c->sum = *in;
      c->end = c->clk + clks;
    }
  }
  c->clk++;
  return take;
}

// Reset drops what is under way.
static void reset(check *c) {
  alu_in in = {.reset = true};
  for (unsigned i = 0; i < 2; i++) {
    in.valid = i == 0;
    alu_step(c->dut, &in);
    c->clk++;
  }
  for (unsigned i = 0; i < RING; i++)
    c->ring[i] = (awaited){0};
  c->end = 0;
}

// `fns` that take turns; gaps: of 256 clocks these have no operation.
static void run(check *c, const uint8_t *fns, unsigned count, uint64_t n, unsigned gaps) {
  alu_in in = {0};
  make(c, &in, fns[0]);
  for (uint64_t done = 0; done < n;) {
    in.valid = (random_next(&c->random) & 255) >= gaps;
    if (step(c, &in)) {
      done++;
      make(c, &in, fns[count > 1 ? random_next(&c->random) % count : 0]);
    }
  }
  in.valid = false;
  for (unsigned i = 0; i < RING; i++)
    step(c, &in);
}

static unsigned report(check *c, const char *what, uint64_t before) {
  printf("%-32s %10" PRIu64 " operations  %s\n", what, c->done - before, c->wrong ? "FAIL" : "PASS");
  const unsigned failed = c->wrong != 0;
  c->wrong = 0;
  return failed;
}

int main(int argc, char **argv) {
  const uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 20000, seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  check *c = calloc(1, sizeof *c);
  if (!c)
    return 2;
  c->dut = alu_open(seed);
  c->random = random_from(seed);
  printf("seed %" PRIu64 ", RTL against ws_atom\n", seed);
  reset(c);
  unsigned passed = 0, failed = 0, count = 0;
  uint8_t all[256];
  for (unsigned fn = 0; fn < 256; fn++)
    if (ws_atom_bits(fn) && (argc < 4 || !strcmp(argv[3], ws_op_name(WS_UNIT_ATOM << 8 | fn)))) {
      all[count++] = (uint8_t)fn;
      const uint64_t before = c->done;
      run(c, &all[count - 1], 1, is_sum(fn) ? 8 * n : n, 16);
      report(c, ws_op_name(WS_UNIT_ATOM << 8 | fn), before) ? failed++ : passed++;
    }
  static const unsigned gaps[] = {0, 128, 240};
  for (unsigned i = 0; i < 3 && count; i++) {
    const uint64_t before = c->done;
    char what[64];
    snprintf(what, sizeof what, "all, %u of 256 clocks empty", gaps[i]);
    run(c, all, count, 4 * n, gaps[i]);
    run(c, all, count, 100, 0);
    reset(c);
    report(c, what, before) ? failed++ : passed++;
  }
  alu_close(c->dut);
  free(c);
  printf("%u passed, %u failed\n", passed, failed);
  return failed || !passed;
}
