// SPDX-License-Identifier: Apache-2.0
// Any value at the ports of a CTA in a cluster, one CTA after the other: rows of shared memory, bytes of an engine, operands of
// mbarrier operations and copies. The model says what comes of it; what is compared here is that the others see nothing.
#include "directed.h"
#include "what/op_lists.h"

#include <inttypes.h>

enum { ROUNDS = 24, RESETS = 12 };

static const uint16_t ops[] = {WS_OPS_MBAR, WS_OPS_REDUX, WS_OPS_MATCH, 0xfff};

static void row(ws_scene *t, ws_rng *rng) {
  ws_ls access = {.en = ws_rng_u32(rng) | ws_rng_u32(rng)};
  ws_ls_rsp before;
  const unsigned banks = ws_dut_banks(&t->run->core);
  for (unsigned k = 0; k < banks; k++) {
    access.row[k] = (uint16_t)ws_rng_below(rng, WS_SMEM_BYTES / 4 / banks);
    access.be[k] = (uint8_t)ws_rng_below(rng, 16);
    access.wdata[k] = ws_rng_u32(rng);
  }
  if (!t->bad && !ws_session_ls(t->s, &access, &before))
    t->bad = true;
}

// Operands of which half are near what is legal: a few bits of the address, a size of 4, 8 or 16 bytes.
static void request(ws_scene *t, ws_rng *rng) {
  uint32_t op = ops[ws_rng_below(rng, sizeof ops / sizeof ops[0])];
  bool copy = ws_is_mbar_copy(op) && ws_op_name(op), near = ws_rng_percent(rng, 50);
  for (unsigned i = 0; i < t->lanes; i++) {
    t->q.addr[i] = near ? ws_rng_u32(rng) & 0x3ff0 : ws_rng_u64(rng);
    t->q.a[i] = near && copy ? ws_rng_u32(rng) & 0xfff0 : ws_rng_u64(rng);
    t->q.b[i] =
        near && copy ? (ws_is_mbar_cg(op) ? 16 : 4u << ws_rng_below(rng, 3)) : ws_rng_u32(rng) >> ws_rng_below(rng, 32);
    t->q.c[i] = near && copy ? t->q.b[i] : ws_rng_u32(rng);
  }
  uint32_t lanes = ws_rng_u32(rng) & t->all;
  t->q.tag = ws_rng_u32(rng) & 0xff;
  t->q.pred = ws_rng_u32(rng) & t->all;
  ws_do(t, op, lanes ? lanes : t->all, lanes ? lanes : t->all);
}

static void scene(ws_scene *t) {
  ws_rng rng = ws_rng_make(t->run->seed, t->run->name);
  unsigned ctas = t->run->core.ctas;
  for (unsigned k = 0; k < RESETS * ctas && !t->bad; k++) { // resets, since the capture keeps the first error
    unsigned own = k % ctas;
    if (!ws_session_reset(t->s))
      t->bad = true;
    for (unsigned c = 0; c < ctas && !t->bad; c++) {
      ws_session_cta(t->s, c);
      t->bad = !ws_session_launch(t->s, 0, t->all);
    }
    ws_cta(t, own);
    ws_settle(t);
    for (unsigned n = ws_rng_below(&rng, ROUNDS); n && !t->bad; n--) {
      row(t, &rng);
      request(t, &rng);
      uint32_t addr = ws_rng_u32(&rng) >> ws_rng_below(&rng, 20);
      if (!t->bad && !ws_session_tx(t->s, addr, ws_rng_u32(&rng)))
        t->bad = true;
    }
    ws_settle(t);
    for (unsigned c = 0; c < ctas && !t->bad; c++) {
      ws_cta(t, c);
      const ws_err *err = &ws_session_out(t->s)->err;
      if (c != own && err->valid)
        ws_wrong(t, "CTA %u has captured status %" PRIx32 ", though only CTA %u had input", c, err->status, own);
    }
    t->bad = t->bad || !ws_compare_memory(ws_session_lockstep(t->s));
  }
}

static bool run_ports(ws_run *r) { return ws_play(r, scene); }

static const ws_test tests[] = {
    {"cluster_ports", "any value at the ports of a CTA in a cluster, one after the other: the others see nothing of it",
     .run = run_ports, .ctas = 2},
};
WS_TESTS(cluster_ports, WS_FAMILY_ALL)
