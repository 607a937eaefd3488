// SPDX-License-Identifier: Apache-2.0
// Shared memory and what uses it, clock by clock: see memory.h.
#include "when/memory.h"

#include <string.h>

bool ws_memory_quiet(const ws_core *core) {
  return core->still ||
         (ws_mbar_unit_quiet(&core->mbar) && ws_atom_unit_quiet(&core->atom) && ws_atom_far_quiet(&core->far) &&
          ws_atom_guest_quiet(&core->guest) && ws_smem_port_quiet(&core->mem_port));
}

uint32_t ws_memory_away(const ws_core *core, unsigned warp) {
  const core_beats *b = &core->beats;
  const unsigned beats = b->lanes / b->beat;
  uint32_t lanes = 0;
  for (unsigned k = 0; k < beats; k++)
    lanes |= ws_beats_lanes(b, k, core->mbar.away[warp * beats + k]);
  return lanes;
}

void ws_memory_whose(const ws_core *core, uint32_t *warp, uint32_t *lanes) {
  *lanes = ws_beats_lanes(&core->beats, *warp, *lanes);
  *warp = ws_beats_warp(&core->beats, *warp);
}

void ws_memory_widen(const ws_core *core, ws_rsp *rsp) {
  const unsigned beat = core->beats.beat;
  if (!ws_beats_any(&core->beats))
    return;
  rsp->p = ws_beats_lanes(&core->beats, rsp->warp, rsp->p);
  ws_memory_whose(core, &rsp->warp, &rsp->lanes);
  for (unsigned i = beat; i < core->cfg.lanes; i++) { // lanes of other beats are not named, and show the same
    rsp->d[i] = rsp->d[i % beat];
    rsp->d_hi[i] = rsp->d_hi[i % beat];
    rsp->phase[i] = rsp->phase[i % beat];
  }
}

static bool memory_still(const ws_core *core) {
  const smem_port *p = &core->mem_port;
  return ws_mbar_unit_quiet(&core->mbar) && !core->mbar.wait.waiting && !core->mbar.given &&
         ws_atom_unit_quiet(&core->atom) && !core->atom.mem_go && ws_atom_far_quiet(&core->far) &&
         ws_atom_guest_quiet(&core->guest) && !core->guest.turn && ws_smem_port_quiet(p) && !p->swept && !p->held &&
         p->empty && !p->ls && !p->copy && !p->others && !p->rest && !p->ls_rest && !p->copy_rest && !p->budget;
}

static void show_still(ws_out *out) {
  out->tx_ready = out->net_ready = out->ask_ready = out->ans_ready = true;
  out->ls_ready = out->gm_rsp_ready = out->gm.valid = out->net.valid = out->ask.valid = out->ans.valid =
      out->ls_rsp.valid = false;
}

// Without the family its ports are never ready, and nothing comes from them.
static void show_none(ws_out *out) {
  show_still(out);
  out->tx_ready = out->net_ready = out->ask_ready = out->ans_ready = false;
}

static void show_accesses(const ws_core *core, ws_out *out) {
  const smem_access *answer = &core->mem_port.answer;
  out->ls_ready = ws_smem_ls_ready(&core->mem_port);
  out->ls_rsp.valid = answer->ls;
  if (answer->ls) {
    out->ls_rsp.en = answer->en;
    out->ls_rsp.raw = answer->raw;
    memcpy(out->ls_rsp.rdata, answer->rdata, sizeof answer->rdata);
  }
}

// What no response tells: the status of a job that no warp waits for, else a copy onto an object, when its access is answered.
static void capture_late(ws_core *core, ws_err late) {
  const smem_access *a = &core->mem_port.answer;
  if (!late.valid && a->copy && a->raw)
    late = (ws_err){.valid = true,
                    .status = WS_ST_MB_RAW_ACCESS,
                    .warp = a->warp,
                    .op = WS_OP_CP_ASYNC_CA | a->cg,
                    .lanes = 1u << a->lane,
                    .cta = core->rank};
  if (core->err.valid || !late.valid)
    return;
  core->err = late;
  ws_memory_whose(core, &core->err.warp, &core->err.lanes);
}

// The ports of the mbarrier unit where there is none.
static void show_no_mbar(ws_out *out) {
  out->tx_ready = out->net_ready = out->gm_rsp_ready = false;
  out->gm.valid = out->net.valid = false;
}

// The ports to other CTAs of atomics, as they stand or, where there are none, lie.
static void show_atomics(const ws_core *core, ws_out *out) {
  const bool built = core_has(core, WS_FAMILY_ATOM);
  out->ask_ready = built && !core->guest.ask_valid;
  out->ans_ready = built && !core->far.ans_valid;
  out->ask.valid = ws_atom_far_asks(&core->far);
  if (out->ask.valid)
    out->ask = core->far.ask;
  out->ans.valid = core->guest.ans.valid;
  if (out->ans.valid)
    out->ans = core->guest.ans;
}

// A cycle without input in which nothing goes on.
static bool memory_sleeps(const ws_core *core, const ws_in *ports, uint32_t start) {
  return core->still && !start && !ports->ls.valid && !ports->tx.valid && !ports->net.valid && !ports->ask.valid;
}

void ws_memory_plan(const ws_core *core, const ws_in *in, uint32_t start, memory_in *m) {
  const smem_port *p = &core->mem_port;
  const bool swept = p->swept;
  m->use = (smem_use){.ls = &in->ls, .start = start};
  if (core_has(core, WS_FAMILY_MBAR)) {
    ws_mbar_unit_use(&core->mbar, p->sweep != 0, &m->use);
    m->use.wait |= !swept && in->net.valid;
  }
  ws_atom_unit_use(&core->atom, &m->use);
  const bool result = ws_atom_unit_guest(&core->atom);
  m->atom_taken |= result && ws_atom_guest_takes(&core->guest);
  m->atom = ws_atom_unit_plan(&core->atom, m->atom_taken, ws_smem_atom_go(p), swept);
  m->guest = ws_atom_guest_plan(&core->guest, m->mbar.alive, result, m->atom.ready);
}

// Atomics: the lanes of a group go to shared memory or leave the CTA; or another CTA's comes in.
static void step_atomics(ws_core *core, const memory_in *m, bool far_asks, const ws_gm_rsp *rsp) {
  const ws_in *ports = m->mbar.ports;
  const group_head *head = m->atom_head;
  group_head near = {0}, far = {0};
  atom_far_in in = {.req = m->atom_req,
                    .gm_rsp = rsp,
                    .ans = &ports->ans,
                    .gm_taken = far_asks && ports->gm_ready,
                    .ask_taken = ws_atom_far_asks(&core->far) && ports->ask_ready,
                    .res_taken = m->far_taken};
  if (head) {
    near = far = *head;
    in.laid = core->atom.laid[head->warp];
    in.c = core->atom.value[head->warp];
    in.lay = ws_atom_far_lay(head, m->atom_req);
    far.lanes = ws_atom_far_lanes(&core->far, head, m->atom_req, in.laid);
    near.lanes &= ~far.lanes;
  }
  in.row = ws_atom_unit_far(&core->atom);
  in.head = head && ws_atom_far_any(&core->far, head, m->atom_req, in.laid) ? &far : NULL;
  ws_atom_far_step(&core->far, &in);
  ws_rsp result, *taken = m->guest.takes ? &result : NULL;
  if (taken)
    ws_atom_unit_result(&core->atom, taken);
  if (m->guest.enters) {
    ws_atom_guest_group(&core->guest);
    ws_atom_unit_step(&core->atom, &core->mem, &m->atom, m->atom_taken, &core->guest.head, 0, &core->guest.req, true);
  } else {
    ws_atom_unit_step(&core->atom, &core->mem, &m->atom, m->atom_taken, head ? &near : NULL, far.lanes | in.lay,
                      m->atom_req, false);
  }
  if (head)
    ws_atom_unit_used(&core->atom, head, m->atom_req);
  ws_atom_guest_step(&core->guest, &m->guest, m->mbar.alive, ports, taken, m->atom.ready);
}

void ws_memory_step(ws_core *core, memory_in *m, uint32_t start, ws_out *out) {
  const ws_in *ports = m->mbar.ports;
  if (!core_has(core, WS_FAMILY_MEMORY)) {
    show_none(out);
    return;
  }
  if (memory_sleeps(core, ports, start) && !m->mbar.head && !m->atom_head) {
    show_still(out);
    show_atomics(core, out);
    if (!core_has(core, WS_FAMILY_MBAR))
      show_no_mbar(out);
    return;
  }
  show_accesses(core, out);
  show_atomics(core, out);
  m->mbar.copy_ready = ws_smem_copy_ready(&core->mem_port);
  ws_err late = {0};
  const bool copy = core->mbar.copy.gm_valid, far = ws_atom_far_memory(&core->far),
             owed = ws_async_copy_owed(&core->mbar.copy);
  const bool far_asks = far && ws_gm_port_atom(&core->gm, copy, far);
  m->mbar.gm_taken = ports->gm_ready && !far_asks;
  m->mbar.gm_rsp = ports->gm_rsp.valid && !ports->gm_rsp.tag;
  if (core_has(core, WS_FAMILY_MBAR))
    ws_mbar_unit_step(&core->mbar, &core->mem, &m->mbar, out, &late);
  else
    show_no_mbar(out);
  if (far_asks)
    out->gm = core->far.gm;
  if (!owed)
    out->gm_rsp_ready = core->far.out > 0;
  const bool answered = ports->gm_rsp.valid && ports->gm_rsp.tag && out->gm_rsp_ready;
  ws_gm_port_step(&core->gm, copy, far, ports->gm_ready);
  step_atomics(core, m, far_asks, answered ? &ports->gm_rsp : NULL);
  capture_late(core, late);
  ws_smem_port_step(&core->mem_port, &core->mem, &m->use);
  core->still = memory_still(core);
}
