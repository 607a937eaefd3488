// SPDX-License-Identifier: Apache-2.0
// One session of the lockstep bench for each CTA (block.h). The RTL is built with 32 warps for every lane count; all
// four builds are linked in; ws_replay_N has one alone, ws_replay_waves_N one with tracing.
#include "block.h"

#include <stdio.h>
#include <stdlib.h>

#include "session.h"
#include "waves.h"

enum { BUILT_WARPS = 32 };

struct block {
  block_cfg cfg;
  ws_session *session;
};

#ifdef WS_REPLAY_ONE
extern const ws_dut_ops WS_REPLAY_ONE;

static const ws_dut_ops *rtl_of(unsigned lanes) { return WS_REPLAY_ONE.fixed.lanes == lanes ? &WS_REPLAY_ONE : NULL; }
#elif defined WS_REPLAY_RTL
extern const ws_dut_ops ws_dut_4_w32, ws_dut_8_w32, ws_dut_16_w32, ws_dut_32_w32;

static const ws_dut_ops *rtl_of(unsigned lanes) {
  switch (lanes) {
  case 4: return &ws_dut_4_w32;
  case 8: return &ws_dut_8_w32;
  case 16: return &ws_dut_16_w32;
  default: return &ws_dut_32_w32;
  }
}
#else
// A build without Verilator: the model stands in for the RTL, so that scripts still run.
static const ws_dut_ops *rtl_of(unsigned lanes) {
  (void)lanes;
  return &ws_dut_model;
}
#endif

static bool launch(block *b) {
  uint32_t all = b->cfg.lanes == 32 ? UINT32_MAX : (1u << b->cfg.lanes) - 1;
  for (unsigned w = 0; w < b->cfg.warps; w++)
    if (!ws_session_launch(b->session, w, all))
      return false;
  return ws_session_settle(b->session);
}

block *block_open(const block_cfg *cfg) {
  const ws_dut_ops *rtl = rtl_of(cfg->lanes);
  if (!rtl) {
    fprintf(stderr, "%s: error: this replayer has no RTL of %u lanes; ws_replay_%u has\n", cfg->name, cfg->lanes,
            cfg->lanes);
    return NULL;
  }
  if (cfg->waves && !rtl->has_waves) {
    fprintf(stderr, "%s: error: this replayer writes no waves; ws_replay_waves_%u does\n", cfg->name, cfg->lanes);
    return NULL;
  }
  if (cfg->rtl && cfg->watchdog && !rtl->has_watchdog) {
    fprintf(stderr, "%s: error: the RTL was built without the watchdog\n", cfg->name);
    return NULL;
  }
  ws_session_cfg sc = {
      .core = {.lanes = cfg->lanes,
               .warps = BUILT_WARPS,
               .shfl_form = rtl->fixed.shfl_form,
               .match_bits = rtl->fixed.match_bits ? rtl->fixed.match_bits : 4,
               .legacy = cfg->legacy,
               .watchdog = cfg->watchdog,
               .trywait = cfg->trywait,
               .tick_ns = BLOCK_TICK_NS,
               .waiters = BLOCK_WAITERS,
               .ctas = cfg->ctas},
      .rtl = cfg->rtl ? rtl : NULL,
      .side = !cfg->rtl    ? WS_SIDE_MODEL
              : cfg->model ? WS_SIDE_BOTH
                           : WS_SIDE_RTL,
      .joined = cfg->ctas > 1,
      .rank = cfg->rank,
      .launch_warps = cfg->warps,
      .global = cfg->global,
      .test = cfg->name,
      .repeat = cfg->repeat,
      .waves = cfg->waves,
      .seed = 1,
      .on_rsp = cfg->on_rsp,
      .on_msg = cfg->on_msg,
      .on_ask = cfg->on_ask,
      .on_ans = cfg->on_ans,
      .user = cfg->user,
  };
  block *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  b->cfg = *cfg;
  b->session = ws_session_open(&sc);
  if (b->session && cfg->waves && !ws_waves_save(cfg->waves, &sc.core))
    fprintf(stderr, "cannot write the save file of %s\n", cfg->waves);
  if (b->session && launch(b))
    return b;
  block_close(b);
  return NULL;
}

void block_close(block *b) {
  if (b && b->session)
    ws_session_close(b->session);
  free(b);
}

bool block_reset(block *b) { return ws_session_reset(b->session) && launch(b); }

bool block_issue(block *b, const ws_req *req) {
  return ws_session_issue(b->session, req) && ws_session_settle(b->session);
}

bool block_exit(block *b, unsigned warp, uint32_t lanes) {
  return ws_session_exit(b->session, warp, lanes) && ws_session_settle(b->session);
}

bool block_deliver(block *b, const ws_msg *msg) {
  return ws_session_msg(b->session, msg) && ws_session_settle(b->session);
}

bool block_ask(block *b, const ws_ask *ask) { return ws_session_ask(b->session, ask) && ws_session_settle(b->session); }

void block_answer(block *b, const ws_ans *ans) { ws_session_ans(b->session, ans); }

ws_clb block_clb(const block *b) { return ws_session_out(b->session)->clb; }

bool block_phase(block *b, bool phase) {
  ws_session_phase(b->session, phase);
  return ws_session_settle(b->session);
}

bool block_tick(block *b, uint64_t n) { return ws_session_tick(b->session, n); }

// The response port is not served meanwhile, so that nothing which came out too early is lost.
bool block_pass(block *b, uint64_t n) {
  ws_lockstep *ls = ws_session_lockstep(b->session);
  ls->in->tick = true;
  ls->in->rsp_ready = false;
  bool ok = true;
  for (; ok && n; n--)
    ok = ws_lockstep_step(ls);
  ls->in->tick = false;
  return ok && ws_session_settle(b->session);
}

bool block_waited(block *b) { return !ws_session_failed(b->session); }

bool block_load(block *b, uint32_t offset, unsigned bytes, uint64_t *value, bool *raw) {
  return ws_session_load(b->session, offset, bytes, value, raw);
}

bool block_store(block *b, uint32_t offset, unsigned bytes, uint64_t value, bool *raw) {
  return ws_session_store(b->session, offset, bytes, value, raw);
}

bool block_phases(const block *b, uint32_t offset, uint64_t *phases) {
  return ws_session_phases(b->session, offset, phases);
}

uint64_t block_token_phase(const block *b, unsigned warp, unsigned lane) {
  return ws_session_lane(b->session, warp, lane)->phase;
}

uint32_t block_live(const block *b, unsigned warp) { return ws_session_out(b->session)->live[warp]; }

uint32_t block_wait(const block *b, unsigned warp) { return ws_session_out(b->session)->wait[warp]; }

uint32_t block_error(const block *b) {
  const ws_err *e = &ws_session_out(b->session)->err;
  return e->valid ? e->status : 0;
}
