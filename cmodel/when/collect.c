// SPDX-License-Identifier: Apache-2.0
// Results become responses, one a clock: see core.h.
#include "when/core.h"

#include <string.h>

#include "what/bits.h"

void ws_core_capture(ws_core *core, uint32_t status, uint32_t warp, uint32_t op, uint32_t lanes, uint32_t opnd) {
  if (core->err.valid)
    return;
  core->err = (ws_err){
      .valid = true, .status = status, .warp = warp, .op = op, .lanes = lanes, .opnd = opnd, .cta = core->rank};
}

// The sources with a result, one bit each.
static uint32_t results(const ws_core *core) {
  uint32_t set = (uint32_t)ws_mbar_unit_result(&core->mbar, NULL) << WS_PORT_MBAR |
                 (uint32_t)ws_mbar_unit_woken(&core->mbar, NULL) << WS_PORT_MBAR_WAKE |
                 (uint32_t)ws_bar_unit_result(&core->bar, NULL) << WS_PORT_BAR |
                 (uint32_t)ws_atom_unit_result(&core->atom, NULL) << WS_PORT_ATOM;
  for (unsigned u = 0; u < UNITS; u++)
    set |= (uint32_t)(ws_core_unit_last(&core->unit[u]) != NULL) << u;
  return set;
}

// The response of a pipeline's last stage. True when the group has then answered whole.
static bool respond(ws_core *core, const core_group *g) {
  ws_rsp *rsp = &core->rsp;
  bool both = g->und && g->und != g->head.lanes;
  bool und = both ? (bits_lowest(g->head.lanes) & g->und) != 0 : g->und != 0; // which half comes first
  if (core->half)
    und = !und;
  rsp->tag = g->head.tag;
  rsp->warp = g->head.warp;
  rsp->op = g->head.op;
  rsp->lanes = und ? g->und : g->head.lanes & ~g->und;
  rsp->status = und ? WS_ST_SH_SRC_INACTIVE : g->head.status;
  rsp->p = g->p;
  memcpy(rsp->d, g->d, core->cfg.lanes * sizeof rsp->d[0]);
  if (ws_is_error(rsp->status)) {
    memset(rsp->d_hi, 0, core->cfg.lanes * sizeof rsp->d_hi[0]);
    ws_core_capture(core, rsp->status, rsp->warp, rsp->op, rsp->lanes,
                    ws_op_gathers(rsp->op) && core_has(core, WS_FAMILY_BAR) ? 0 : g->head.opnd);
  }
  core->half = both && !core->half;
  return !core->half;
}

unsigned ws_core_collect(ws_core *core, bool rsp_ready) {
  ws_rsp *rsp = &core->rsp;
  if (rsp->valid && !rsp_ready)
    return SOURCES;
  uint32_t have = results(core);
  rsp->valid = have != 0;
  if (!have)
    return SOURCES;
  if (!core->half) // whose turn it is; the second half of a group follows at once
    core->turn = bits_next(have, core->turn);
  unsigned u = core->turn;
  if (u < UNITS)
    return respond(core, ws_core_unit_last(&core->unit[u])) ? u : SOURCES;
  if (u == WS_PORT_MBAR)
    ws_mbar_unit_result(&core->mbar, rsp);
  else if (u == WS_PORT_MBAR_WAKE)
    ws_mbar_unit_woken(&core->mbar, rsp);
  else if (u == WS_PORT_ATOM)
    ws_atom_unit_result(&core->atom, rsp);
  else
    ws_bar_unit_result(&core->bar, rsp);
  if (ws_is_error(rsp->status))
    ws_core_capture(core, rsp->status, rsp->warp, rsp->op, rsp->lanes, 0);
  return u;
}
