// SPDX-License-Identifier: Apache-2.0
// Makes a failing stream for test_streams.py: random statements with barriers on the model, beside a second model with a
// fault of broken.h that stands in for the RTL. The bench finds the difference and writes the stream.
//
// ws_make_stream FOLDER SEED FAULT CTAS SLOTS: exit 0 with FOLDER/fail_stream_SEED.wsv and, if that shows
// the difference, FOLDER/short.waves with a byte for each clock of it; 1 where nothing differed.
#include <stdio.h>
#include <stdlib.h>

#include "broken.h"
#include "rng.h"
#include "session.h"

enum { LANES = 4, WARPS = 4, STATEMENTS = 600 };

static const char *fault;
static unsigned ctas, slots;

struct ws_dut {
  ws_dut *model;
  FILE *waves; // a byte a clock
};

static ws_dut *broken_open(const ws_config *cfg, int rank, uint64_t seed) {
  ws_dut *dut = calloc(1, sizeof *dut);
  if (dut)
    dut->model = ws_dut_model.open(cfg, rank, seed);
  return dut;
}

static void broken_close(ws_dut *dut) {
  ws_dut_model.close(dut->model);
  if (dut->waves)
    fclose(dut->waves);
  free(dut);
}

static void broken_reset(ws_dut *dut) { ws_dut_model.reset(dut->model); }

static void broken_step(ws_dut *dut, const ws_in in[], uint32_t new_req, ws_out out[]) {
  ws_dut_model.step(dut->model, in, new_req, out);
  for (unsigned c = 0; c < ctas; c++)
    break_answer(fault, &out[c].rsp);
  if (dut->waves)
    fputc('.', dut->waves);
}

static bool broken_waves(ws_dut *dut, const char *file) { return (dut->waves = fopen(file, "w")) != NULL; }

static const ws_dut_ops broken = {.name = "rtl",
                                  .open = broken_open,
                                  .close = broken_close,
                                  .reset = broken_reset,
                                  .step = broken_step,
                                  .waves = broken_waves};

// What is issued most, by fault, so that warps meet.
static uint32_t main_op(ws_rng *r) {
  static const uint32_t popc[] = {WS_OP_BAR_RED_POPC, WS_OP_BAR_RED_POPC_COUNT, WS_OP_BAR_RED_POPC_ALIGNED};
  static const uint32_t sync[] = {WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_COUNT, WS_OP_BAR_ARRIVE, WS_OP_BAR_SYNC_ALIGNED};
  static const uint32_t wait[] = {WS_OP_CLUSTER_ARRIVE_RELEASE, WS_OP_CLUSTER_WAIT, WS_OP_CLUSTER_WAIT_ALIGNED};
  static const uint32_t test[] = {WS_OP_MBAR_ARRIVE, WS_OP_MBAR_ARRIVE_SINK, WS_OP_MBAR_TEST_WAIT_PARITY,
                                  WS_OP_MBAR_INIT};
  switch (*fault) {
  case 'p': return popc[ws_rng_below(r, 3)];
  case 's': return sync[ws_rng_below(r, 4)];
  case 'w': return wait[ws_rng_below(r, 3)];
  default: return ws_rng_percent(r, 5) ? test[3] : test[ws_rng_below(r, 3)];
  }
}

static ws_req request(ws_rng *r, uint32_t warp, uint32_t lanes) {
  static const uint32_t others[] = {
      WS_OP_BAR_WARP,    WS_OP_BAR_RED_OR, WS_OP_BAR_RED_AND_COUNT,     WS_OP_MBAR_INIT,
      WS_OP_MBAR_ARRIVE, WS_OP_BAR_ARRIVE, WS_OP_MBAR_TEST_WAIT_PARITY, WS_OP_CLUSTER_ARRIVE_RELAXED};
  ws_req q = {.warp = warp, .op = ws_rng_percent(r, 85) ? main_op(r) : others[ws_rng_below(r, 8)]};
  bool mbar = q.op >> 8 == WS_UNIT_MBAR, odd = ws_rng_percent(r, 4);
  q.lanes = ws_rng_percent(r, 85) ? lanes : lanes & ws_rng_u32(r);
  q.tag = ws_rng_u32(r) & 0xff;
  q.pred = ws_rng_u32(r) | ws_rng_u32(r);
  q.neg = ws_rng_percent(r, 20);
  uint32_t id = ws_rng_percent(r, 10), warps = 1 + ws_rng_below(r, WARPS / slots);
  for (unsigned i = 0; i < LANES; i++) {
    q.mask[i] = (1u << LANES) - 1;
    q.addr[i] = 8 * ws_rng_below(r, 4) + (ws_rng_percent(r, 10) ? ws_rng_below(r, ctas + 1) << 24 : 0);
    q.a[i] = mbar ? 0 : odd ? ws_rng_below(r, 18) : id;
    q.b[i] = mbar ? 1 + (q.op == WS_OP_MBAR_INIT) * 11 : odd ? 16 * ws_rng_below(r, 6) : 32 * warps;
  }
  return q;
}

// A warp whose lanes have exited runs again; the first one of a CTA says how many it has.
static bool launch(ws_rng *r, ws_session *s, uint32_t warp) {
  ws_session_warps(s, ws_rng_percent(r, 90) ? WARPS / slots : ws_rng_below(r, WARPS / slots));
  return ws_session_launch(s, warp, ws_rng_percent(r, 80) ? (1u << LANES) - 1 : ws_rng_below(r, 1u << LANES));
}

static bool statement(ws_rng *r, ws_session *s) {
  unsigned kind = ws_rng_below(r, 100);
  uint32_t warp = ws_rng_below(r, WARPS);
  ws_session_cta(s, ws_rng_below(r, ctas));
  const ws_out *out = ws_session_out(s);
  uint32_t run = out->live[warp] & ~out->wait[warp];
  if (!out->live[warp])
    return kind < 80 || launch(r, s, warp);
  if (!run)
    return true;
  if (kind < 4)
    return ws_session_store(s, 8 * ws_rng_below(r, 8), 8, ws_rng_u32(r), NULL);
  if (kind < 6)
    return ws_session_tx(s, 8 * ws_rng_below(r, 4), 1);
  if (kind < 14)
    return ws_session_exit(s, warp, ws_rng_percent(r, 70) ? run : run & ws_rng_u32(r));
  ws_req q = request(r, warp, run);
  return ws_session_issue(s, &q);
}

int main(int argc, char **argv) {
  if (argc != 6)
    return 2;
  fault = argv[3];
  ctas = (unsigned)atoi(argv[4]);
  slots = (unsigned)atoi(argv[5]);
  char waves[600];
  snprintf(waves, sizeof waves, "%s/short.waves", argv[1]);
  FILE *nowhere = fopen("/dev/null", "w");
  ws_session_cfg cfg = {.core = {.lanes = LANES, .warps = WARPS, .match_bits = 4, .ctas = ctas, .slots = slots},
                        .rtl = &broken,
                        .test = "stream",
                        .faildir = argv[1],
                        .short_waves = waves,
                        .seed = (uint64_t)atoi(argv[2]),
                        .err = nowhere};
  ws_session *s = ws_session_open(&cfg);
  if (!s || !nowhere)
    return 2;
  ws_rng r = ws_rng_make(cfg.seed, fault);
  bool same = ws_session_settle(s);
  for (unsigned n = 0; n < STATEMENTS && same; n++)
    same = statement(&r, s) && ws_session_settle(s);
  ws_session_close(s);
  fclose(nowhere);
  return same;
}
