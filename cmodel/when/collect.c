// SPDX-License-Identifier: Apache-2.0
// Results become responses, one a clock, as rtl/collect/ws_collect.v: see core.h.
#include "when/core.h"

#include <string.h>

#include "what/bits.h"
#include "when/memory.h"

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
                 (uint32_t)(ws_atom_unit_result(&core->atom, NULL) && !ws_atom_unit_guest(&core->atom))
                     << WS_PORT_ATOM |
                 (uint32_t)ws_atom_far_result(&core->far, NULL) << WS_PORT_ATOM_FAR;
  for (unsigned u = 0; u < UNITS; u++)
    set |= (uint32_t)(ws_core_unit_last(&core->unit[u]) != NULL) << u;
  return set;
}

// The response of a pipeline's last stage. True when the group has then answered whole.
static bool respond(core_collect *c, unsigned lanes, const core_group *g, ws_rsp *rsp) {
  bool both = g->und && g->und != g->head.lanes;
  bool und = both ? (bits_lowest(g->head.lanes) & g->und) != 0 : g->und != 0; // which half comes first
  if (c->half)
    und = !und;
  rsp->valid = true;
  rsp->tag = g->head.tag;
  rsp->warp = g->head.warp;
  rsp->op = g->head.op;
  rsp->lanes = und ? g->und : g->head.lanes & ~g->und;
  rsp->status = und ? WS_ST_SH_SRC_INACTIVE : g->head.status;
  rsp->p = g->p;
  memcpy(rsp->d, g->d, lanes * sizeof rsp->d[0]);
  if (ws_is_error(rsp->status))
    memset(rsp->d_hi, 0, lanes * sizeof rsp->d_hi[0]);
  c->half = both && !c->half;
  return !c->half;
}

// The result of source u enters. True when u has then nothing more of it.
static bool enter(ws_core *core, unsigned u) {
  core_collect *c = &core->collect;
  unsigned k = 0;
  while (c->out == &c->pool[k] || c->spare == &c->pool[k] || c->gate == &c->pool[k])
    k++;
  c->gate = &c->pool[k];
  c->opnd = 0;
  if (u < UNITS) {
    const core_group *g = ws_core_unit_last(&core->unit[u]);
    if (!ws_op_gathers(g->head.op) || !core_has(core, WS_FAMILY_BAR))
      c->opnd = g->head.opnd;
    return respond(c, core->cfg.lanes, g, c->gate);
  }
  if (u == WS_PORT_MBAR)
    ws_mbar_unit_result(&core->mbar, c->gate);
  else if (u == WS_PORT_MBAR_WAKE)
    ws_mbar_unit_woken(&core->mbar, c->gate);
  else if (u == WS_PORT_ATOM)
    ws_atom_unit_result(&core->atom, c->gate);
  else if (u == WS_PORT_ATOM_FAR)
    ws_atom_far_result(&core->far, c->gate);
  else
    ws_bar_unit_result(&core->bar, c->gate);
  if (u != WS_PORT_BAR)
    ws_memory_widen(core, c->gate);
  return true;
}

// What is there moves on.
static void move_on(ws_core *core, bool rsp_ready) {
  core_collect *c = &core->collect;
  const bool free = !c->out || rsp_ready;
  if (c->bad.valid)
    ws_core_capture(core, c->bad.status, c->bad.warp, c->bad.op, c->bad.lanes, c->bad.opnd);
  c->bad.valid = false;
  if (c->spare) {
    if (free) {
      c->out = c->spare;
      c->spare = NULL;
    }
    return;
  }
  if (c->gate && ws_is_error(c->gate->status))
    c->bad = (ws_err){.valid = true,
                      .status = c->gate->status,
                      .warp = c->gate->warp,
                      .op = c->gate->op,
                      .lanes = c->gate->lanes,
                      .opnd = c->opnd};
  *(free ? &c->out : &c->spare) = c->gate;
  c->gate = NULL;
}

unsigned ws_core_collect(ws_core *core, bool rsp_ready) {
  core_collect *c = &core->collect;
  const uint32_t have = results(core), mine = c->granted ? 1u << c->turn : 0, waits = have & ~mine;
  const bool room = rsp_ready || !c->out || !!c->gate + !!c->spare + c->granted < 2;
  const unsigned from = c->turn;
  move_on(core, rsp_ready);
  const bool done = have & mine && enter(core, from);
  if (room && waits && !c->half) // the second half of a group follows at once
    c->turn = bits_next(waits, from);
  c->granted = room;
  return done ? from : SOURCES;
}
