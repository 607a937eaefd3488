// SPDX-License-Identifier: Apache-2.0
// Coverage of the block (cover.h): requests of which units are accepted in neighbouring clocks, from one warp and from two, and
// which of its ports move in one clock.
#include "cover.h"

enum { UNITS = WS_UNIT_MBAR, G_UNITS = 0, G_PORTS };
static const char *const units[UNITS] = {"shfl", "vote", "match", "redux", "barrier", "barrier.cluster", "mbarrier"};
static const char *const warps[2] = {"of the same warp", "of another warp"};
static const ws_cover_axis axis_first = {"unit", WS_AX_OTHER, UNITS, units, NULL};
static const ws_cover_axis axis_second = {"right behind it", WS_AX_OTHER, UNITS, units, NULL};
static const ws_cover_axis axis_warps = {"warps", WS_AX_WARPS, 2, warps, NULL};

enum { P_REQ, P_RSP, P_EXIT, P_LAUNCH, P_TICK, P_LS, P_TX, P_GM, P_GM_RSP, PORTS };
static const char *const ports[PORTS] = {"a request",
                                         "a response",
                                         "an exit",
                                         "a launch",
                                         "a tick",
                                         "a plain access",
                                         "bytes",
                                         "a question of a copy",
                                         "an answer to a copy"};
static const ws_cover_axis axis_port = {"port", WS_AX_OTHER, PORTS, ports, NULL};
static const ws_cover_axis axis_with = {"in the same clock", WS_AX_OTHER, PORTS, ports, NULL};

static const char *never_ports(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[1] == at[0] ? "a port moves once in a clock" : at[1] < at[0] ? "it is counted the other way round" : NULL;
}

static const ws_cover_group groups[] = {
    {"units in neighbouring clocks", {&axis_first, &axis_second, &axis_warps}, NULL, NULL, false},
    {"ports in one clock", {&axis_port, &axis_with, NULL}, never_ports, NULL, false},
};

typedef struct block_state {
  struct {
    bool taken; // a request was accepted in the clock before
    unsigned unit, warp;
  } cta[WS_CTAS_MAX];
} block_state;

static void see_ports(ws_cover *c, const ws_in *in, const ws_out *out) {
  const bool moves[PORTS] = {
      [P_REQ] = in->req.valid && out->req_ready,
      [P_RSP] = out->rsp.valid && in->rsp_ready,
      [P_EXIT] = in->exit.valid,
      [P_LAUNCH] = in->launch.valid,
      [P_TICK] = in->tick,
      [P_LS] = in->ls.valid && out->ls_ready,
      [P_TX] = in->tx.valid && out->tx_ready,
      [P_GM] = out->gm.valid && in->gm_ready,
      [P_GM_RSP] = in->gm_rsp.valid && out->gm_rsp_ready,
  };
  for (unsigned i = 0; i < PORTS; i++)
    for (unsigned j = i + 1; j < PORTS && moves[i]; j++)
      if (moves[j])
        ws_cover_hit(c, WS_COVER_BLOCK, G_PORTS, i, j, 0);
}

static void after(ws_cover *c, void *state, const ws_lockstep *ls) {
  block_state *s = state;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    const ws_in *in = &ls->in[cta];
    bool took = in->req.valid && ls->out[cta].req_ready && ws_op_built(in->req.op) && in->req.op >> 8 <= UNITS;
    unsigned unit = (in->req.op >> 8) - 1, warp = in->req.warp & (ls->cfg.core.warps - 1);
    if (took && s->cta[cta].taken)
      ws_cover_hit(c, WS_COVER_BLOCK, G_UNITS, s->cta[cta].unit, unit, s->cta[cta].warp != warp);
    s->cta[cta].taken = took;
    s->cta[cta].unit = unit;
    s->cta[cta].warp = warp;
    see_ports(c, in, &ls->out[cta]);
  }
}

const ws_cover_family ws_cover_block = {"block", groups, sizeof groups / sizeof groups[0], sizeof(block_state), NULL,
                                        after,   NULL};
