// SPDX-License-Identifier: Apache-2.0
// One session of the lockstep bench for each CTA (block.h). The RTL is built with 32 warps for every lane count; all
// four builds are linked in.
#include "block.h"

#include <stdio.h>
#include <stdlib.h>

#include "session.h"

enum { BUILT_WARPS = 32, TICK_PERIOD = 1 << 16 };

struct block {
  block_cfg cfg;
  ws_session *session;
};

#ifdef WS_REPLAY_RTL
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
               .watchdog = cfg->watchdog},
      .rtl = cfg->rtl ? rtl : NULL,
      .side = !cfg->rtl    ? WS_SIDE_MODEL
              : cfg->model ? WS_SIDE_BOTH
                           : WS_SIDE_RTL,
      .test = cfg->name,
      .repeat = cfg->repeat,
      .seed = 1,
      .on_rsp = cfg->on_rsp,
      .user = cfg->user,
  };
  block *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  b->cfg = *cfg;
  b->session = ws_session_open(&sc);
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

// Ages are kept modulo 2^16 ticks and no limit is longer, so after one whole period every timer has run out; further
// whole periods change nothing that can be seen. Without the watchdog there is no timer at all. Were each tick of a
// long wait carried out, it would take hours.
bool block_tick(block *b, uint64_t n) {
  uint64_t period = b->cfg.watchdog ? TICK_PERIOD : 16;
  if (n > 2 * period)
    n = n % period + period;
  return ws_session_tick(b->session, n);
}

uint32_t block_live(const block *b, unsigned warp) { return ws_session_out(b->session)->live[warp]; }

uint32_t block_wait(const block *b, unsigned warp) { return ws_session_out(b->session)->wait[warp]; }

uint32_t block_error(const block *b) {
  const ws_err *e = &ws_session_out(b->session)->err;
  return e->valid ? e->status : 0;
}
