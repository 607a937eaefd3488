// SPDX-License-Identifier: Apache-2.0
// The RTL of global memory against its model in every clock: reads, writes and atomics of every function and size, while the bus reads and
// writes the same few rows. ws_gmem_check [N [SEED]]: N requests under each mix of traffic.
//
// Where the bus is silent, answers are also compared with a memory of bytes that knows no clocks: each request as it arrives, whole.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "gmem_dut.h"
#include "operands.h"

typedef struct mix {
  const char *name;
  unsigned atoms, writes;     // of 16 requests; the others are reads
  unsigned gaps, bus, stalls; // of 16 clocks: without a request, with an access of the bus, without room for an answer
} mix;

static const mix mixes[] = {
    {"reads", 0, 0, 4, 0, 0},         {"reads, busy bus", 0, 0, 4, 8, 4},   {"writes and reads", 0, 8, 4, 0, 0},
    {"atomics", 16, 0, 0, 0, 0},      {"atomics and reads", 8, 4, 2, 0, 8}, {"all, bus at times", 8, 4, 2, 1, 2},
    {"all, busy bus", 8, 4, 2, 2, 2},
};

typedef struct check {
  gmem_dut *dut;
  ws_gmem model;
  uint32_t word[GMEM_WORDS]; // of the model
  random_state random;
  uint64_t clk, requests, answers, again, wrong;
  ws_gm under_way;
  uint8_t bytes[4 * GMEM_WORDS], old[16]; // memory that knows no clocks; the next answer, from it
  bool silent;                            // the bus is
  bool read_before;
  uint32_t read_want;
} check;

static unsigned draw(check *c, unsigned n) { return (unsigned)(random_next(&c->random) >> 33) % n; }

// A function with its bytes: a scalar, or a vector.
static void make_atom(check *c, ws_gm *gm) {
  static const uint8_t sizes[] = {2, 4, 8, 16};
  do {
    gm->fn = draw(c, 256);
    gm->bytes = sizes[draw(c, 4)];
  } while (!ws_gmem_elements(gm->fn, gm->bytes).count);
}

static ws_gm make(check *c, const mix *m) {
  static const uint8_t sizes[] = {2, 4, 8, 16};
  ws_gm gm = {.valid = true, .tag = draw(c, 65536), .be = draw(c, 65536), .fn = draw(c, 256)};
  gm.s = (ws_atom_value){random_next(&c->random), random_next(&c->random)};
  gm.t = (ws_atom_value){random_next(&c->random), random_next(&c->random)};
  const unsigned dice = draw(c, 16);
  gm.bytes = sizes[draw(c, 4)];
  if (dice < m->atoms) {
    gm.op = WS_GM_ATOM;
    make_atom(c, &gm);
  } else if (dice < m->atoms + m->writes) {
    gm.op = WS_GM_WRITE;
  } else {
    gm.op = WS_GM_READ;
    gm.bytes = sizes[1 + draw(c, 3)];
  }
  // Few rows, so that they meet; the upper bits of an address do not count. A read needs no more than a word's alignment.
  gm.addr = (draw(c, 65536) << 16 | draw(c, 3) << 4 | draw(c, 16)) & ~(gm.op == WS_GM_READ ? 3u : gm.bytes - 1);
  if (gm.op == WS_GM_ATOM && draw(c, 2)) { // so that cas finds what it looks for, and others what is near
    const uint32_t *row = &c->word[gm.addr / 16 * 4 % GMEM_WORDS], first = gm.addr % 16 / 4;
    const unsigned shift = gm.bytes == 2 ? gm.addr % 4 * 8 : 0;
    gm.s.lo = row[first] >> shift | (gm.bytes > 4 ? (uint64_t)row[(first + 1) & 3] << 32 : 0);
    gm.s.hi = row[2] | (uint64_t)row[3] << 32;
    if (!draw(c, 4))
      gm.s.lo += draw(c, 3) - 1u;
  }
  return gm;
}

static void complain(check *c, const char *what, uint64_t got, uint64_t want) {
  static const char *const ops[] = {"read", "write", "atomic"};
  if (c->wrong++ >= 5)
    return;
  const ws_gm *gm = &c->under_way;
  printf("clock %" PRIu64 ": %s: got 0x%" PRIx64 ", want 0x%" PRIx64
         "\n  last taken: %s %s, %u bytes at 0x%x, be %04x, s 0x%016" PRIx64 "%016" PRIx64 ", t 0x%016" PRIx64
         "%016" PRIx64 ", tag %04x\n",
         c->clk, what, got, want, ops[gm->op % 3],
         gm->op == WS_GM_ATOM ? ws_op_name(WS_UNIT_ATOM << 8 | ws_gmem_elements(gm->fn, gm->bytes).fn) : "", gm->bytes,
         gm->addr, gm->be, gm->s.hi, gm->s.lo, gm->t.hi, gm->t.lo, gm->tag);
}

static ws_atom_value value_of(const uint8_t *bytes, unsigned n) {
  ws_atom_value v = {0, 0};
  for (unsigned k = n; k-- > 0;)
    *(k < 8 ? &v.lo : &v.hi) |= (uint64_t)bytes[k] << k % 8 * 8;
  return v;
}

static uint8_t byte_of(ws_atom_value v, unsigned k) { return (uint8_t)((k < 8 ? v.lo : v.hi) >> k % 8 * 8); }

// A request as a whole, element by element.
static void at_once(check *c, const ws_gm *gm) {
  const ws_gmem_shape shape = ws_gmem_elements(gm->fn, gm->bytes);
  uint8_t *at[16], s[16];
  for (unsigned k = 0; k < gm->bytes; k++) {
    at[k] = &c->bytes[(gm->addr + k) % sizeof c->bytes];
    c->old[k] = *at[k];
    s[k] = byte_of(gm->s, k);
    if (gm->op == WS_GM_WRITE && gm->be >> k & 1)
      *at[k] = s[k];
  }
  for (unsigned first = 0; gm->op == WS_GM_ATOM && first < gm->bytes; first += shape.bytes) {
    ws_atom_value v;
    ws_atom(shape.fn, true, value_of(&c->old[first], shape.bytes), value_of(&s[first], shape.bytes), gm->t, &v);
    for (unsigned k = 0; k < shape.bytes; k++)
      *at[first + k] = byte_of(v, k);
  }
}

// One clock of both. True if the request was taken.
static bool step(check *c, const ws_gmem_host *host, const ws_gm *gm, bool rsp_ready) {
  const gmem_out out = gmem_step(c->dut, false, host, gm, rsp_ready);
  const ws_gm_rsp rsp = ws_gmem_rsp(&c->model);
  const bool ready = ws_gmem_ready(&c->model), take = gm->valid && ready;
  if (out.ready != ready)
    complain(c, "ready", out.ready, ready);
  if (out.rsp.valid != rsp.valid)
    complain(c, "valid of the answer", out.rsp.valid, rsp.valid);
  if (c->read_before && out.rdata != c->read_want)
    complain(c, "word read by the bus", out.rdata, c->read_want);
  if (rsp.valid) {
    if (out.rsp.tag != rsp.tag)
      complain(c, "tag", out.rsp.tag, rsp.tag);
    for (unsigned k = 0; k < c->under_way.bytes && c->under_way.op != WS_GM_WRITE; k += 4)
      if (out.rsp.data[k / 4] != rsp.data[k / 4])
        complain(c, k ? "a higher word of the answer" : "first word of the answer", out.rsp.data[k / 4],
                 rsp.data[k / 4]);
    for (unsigned k = 0; k < c->under_way.bytes && c->under_way.op != WS_GM_WRITE && c->silent; k++)
      if ((out.rsp.data[k / 4] >> k % 4 * 8 & 0xff) != c->old[k])
        complain(c, "a byte of the answer, against the memory without clocks", out.rsp.data[k / 4] >> k % 4 * 8 & 0xff,
                 c->old[k]);
    c->answers += rsp_ready;
  }
  c->again += c->model.changed;
  c->read_before = host->read;
  c->read_want = c->word[host->word % GMEM_WORDS];
  ws_gmem_step(&c->model, c->word, GMEM_WORDS, host, gm, rsp_ready);
  if (take) {
    c->under_way = *gm;
    at_once(c, gm);
  }
  c->clk++;
  return take;
}

static ws_gmem_host access_of(check *c, const mix *m) {
  ws_gmem_host host = {.word = draw(c, 16), .data = draw(c, 65536) * 0x10001u, .strb = draw(c, 16)};
  if (!c->model.written.write && draw(c, 16) < m->bus) { // the bus leaves a clock behind a write
    host.read = draw(c, 2);
    host.write = !host.read;
  }
  return host;
}

// Every word through the port of the bus, first to the same values in both, at the end read from both.
static void fill(check *c) {
  const ws_gm none = {0};
  for (unsigned k = 0; k < GMEM_WORDS; k++)
    step(c, &(ws_gmem_host){.write = true, .word = k, .data = (uint32_t)random_next(&c->random), .strb = 15}, &none,
         true);
  step(c, &(ws_gmem_host){0}, &none, true);
}

static void look(check *c) {
  const ws_gm none = {0};
  for (unsigned k = 0; k < GMEM_WORDS; k++)
    step(c, &(ws_gmem_host){.read = true, .word = k}, &none, true);
  step(c, &(ws_gmem_host){0}, &none, true);
}

static void run(check *c, const mix *m, uint64_t n) {
  for (uint64_t done = 0; done < n;) {
    ws_gm gm = make(c, m);
    for (bool taken = false; !taken;) {
      const ws_gmem_host host = access_of(c, m);
      gm.valid = draw(c, 16) >= m->gaps;
      taken = step(c, &host, &gm, draw(c, 16) >= m->stalls);
    }
    done++;
  }
  for (unsigned k = 0; k < 64; k++)
    step(c, &(ws_gmem_host){0}, &(ws_gm){0}, true);
  c->requests += n;
}

int main(int argc, char **argv) {
  const uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 0) : 20000, seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  static check c;
  c.dut = gmem_open(seed);
  c.random = random_from(seed);
  printf("seed %" PRIu64 ", RTL of global memory against model\n", seed);
  unsigned passed = 0, failed = 0;
  for (unsigned k = 0; k < sizeof mixes / sizeof *mixes; k++) {
    const uint64_t clk = c.clk;
    for (unsigned i = 0; i < 2; i++)
      gmem_step(c.dut, true, &(ws_gmem_host){0}, &(ws_gm){.valid = true}, true);
    c.model = (ws_gmem){0};
    c.read_before = false;
    c.requests = c.answers = c.again = c.wrong = 0;
    fill(&c);
    for (unsigned i = 0; i < sizeof c.bytes; i++)
      c.bytes[i] = (uint8_t)(c.word[i / 4] >> i % 4 * 8);
    c.silent = !mixes[k].bus;
    run(&c, &mixes[k], n);
    look(&c);
    if (c.answers != c.requests)
      complain(&c, "answers", c.answers, c.requests);
    printf("%-20s %8" PRIu64 " requests %9" PRIu64 " clocks, %" PRIu64 " clocks of rows that changed meanwhile  %s\n",
           mixes[k].name, c.requests, c.clk - clk, c.again, c.wrong ? "FAIL" : "PASS");
    c.wrong ? failed++ : passed++;
  }
  gmem_close(c.dut);
  printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
