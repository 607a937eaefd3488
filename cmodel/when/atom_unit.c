// SPDX-License-Identifier: Apache-2.0
// The atomic unit, clock by clock: see atom_unit.h.
#include "when/atom_unit.h"

#include <string.h>

#include "what/bits.h"

void ws_atom_unit_init(atom_unit *u, const ws_config *cfg, unsigned rank) {
  memset(u, 0, sizeof *u);
  u->lanes = cfg->lanes;
  u->warps = cfg->warps;
  u->slots = cfg->slots;
  u->rank = rank;
  u->alus = cfg->alus;
}

static bool in_flight(const atom_unit *u) {
  bool any = false;
  for (unsigned k = 0; k < ATOM_FLIGHT; k++)
    any |= u->flight[k].valid;
  return any;
}

static bool in_stages(const atom_unit *u) {
  bool any = false;
  for (unsigned k = 0; k < ATOM_STAGES; k++)
    any |= u->stage[k].valid;
  return any || in_flight(u);
}

bool ws_atom_unit_quiet(const atom_unit *u) {
  return !u->work.todo && !u->window.valid && !in_stages(u) && !u->gather.closed;
}

// ---------------------------------------------------------------------------------------------------------- result

// The lanes that answer next: those with the status of the lowest one.
static uint32_t answering(const atom_gather *g) {
  uint32_t set = 0;
  const unsigned first = bits_first(g->lanes);
  for (uint32_t left = g->lanes; left; left &= left - 1)
    set |= (uint32_t)(g->status[bits_first(left)] == g->status[first]) << bits_first(left);
  return set;
}

bool ws_atom_unit_result(const atom_unit *u, ws_rsp *rsp) {
  const atom_gather *g = &u->gather;
  if (!g->closed || !rsp)
    return g->closed;
  *rsp = (ws_rsp){.valid = true, .tag = g->tag, .warp = g->warp, .op = g->op, .lanes = answering(g)};
  rsp->status = g->status[bits_first(g->lanes)];
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    rsp->d[i] = (uint32_t)g->d[i];
    rsp->d_hi[i] = (uint32_t)(g->d[i] >> 32);
  }
  return true;
}

static void answered(atom_gather *g) {
  g->lanes &= ~answering(g);
  g->closed = g->lanes != 0;
}

// The slot of a lane's first word, and the lane of a slot.
static unsigned slot_of(const atom_window *w, unsigned lane) { return (lane - w->base) * atom_words(w->op & 0xff); }
static unsigned lane_of(const atom_window *w, unsigned slot) { return w->base + slot / atom_words(w->op & 0xff); }

static void gather(atom_gather *g, const atom_window *w, unsigned lanes) {
  g->warp = w->warp;
  g->tag = w->tag;
  g->op = w->op;
  for (unsigned i = w->base; i < lanes && slot_of(w, i) < ATOM_SLOTS_MAX; i++)
    if (w->todo >> slot_of(w, i) & 1) {
      g->lanes |= 1u << i;
      g->status[i] = w->status[i];
      g->d[i] = w->old[i];
    }
  g->closed = w->close;
}

// ----------------------------------------------------------------------------------------------------- what goes when

void ws_atom_unit_use(const atom_unit *u, smem_use *use) {
  use->at_uses = in_stages(u);
  use->at_want = u->work.todo || u->window.valid || use->at_uses;
  if (u->work.todo)
    use->busy |= 1u << ws_slot_of(u->warps, u->slots, u->work.warp);
  if (u->window.valid)
    use->busy |= 1u << ws_slot_of(u->warps, u->slots, u->window.warp);
  for (unsigned k = 0; k < ATOM_STAGES; k++)
    if (u->stage[k].valid)
      use->busy |= 1u << ws_slot_of(u->warps, u->slots, u->stage[k].warp);
  for (unsigned k = 0; k < ATOM_FLIGHT; k++)
    if (u->flight[k].valid)
      use->busy |= 1u << ws_slot_of(u->warps, u->slots, u->flight[k].warp);
}

// Lanes of the next window.
static uint32_t next_lanes(const atom_unit *u, unsigned *base) {
  const unsigned size = u->alus / atom_words(u->work.op & 0xff);
  *base = bits_first(u->work.todo) / size * size;
  return size >= u->lanes ? bits_ones(u->lanes) : bits_ones(size) << *base;
}

static bool is_float(const atom_window *w) { return atom_is_float(w->op & 0xff); }

// Operations of another kind than the window's are under way: new values are handed on by words alone.
static bool other_kind(const atom_unit *u) {
  const atom_window *w = &u->window;
  for (unsigned k = 0; k + 1 < ATOM_STAGES; k++) {
    const atom_window *s = &u->stage[k];
    if (s->valid && (atom_words(s->op & 0xff) != atom_words(w->op & 0xff) || is_float(s) != is_float(w)))
      return true;
  }
  return in_flight(u) && !is_float(w);
}

static const atom_way *way_of(const atom_window *w) {
  static const atom_way none = {0};
  return w->valid ? &w->way : &none;
}

static bool under_way(const atom_window *w, uint32_t word) {
  bool any = false;
  for (uint32_t left = w->valid ? w->way.use : 0; left; left &= left - 1)
    any |= w->way.word[bits_first(left)] == word;
  return any;
}

// Of a sum the lowest lane alone goes, when its word is not under way; the first one of an operation when nothing is.
static uint32_t next_sum(const atom_unit *u) {
  const atom_window *w = &u->window;
  const unsigned first = bits_first(w->todo);
  const uint32_t lane = bits_ones(atom_words(w->op & 0xff)) << first;
  bool late = w->fresh && (in_stages(u) || u->gather.closed);
  for (unsigned k = 0; k + 1 < ATOM_STAGES && (w->way.use & lane); k++)
    late |= under_way(&u->stage[k], w->way.word[first]);
  for (unsigned k = 0; k < ATOM_FLIGHT && (w->way.use & lane); k++)
    late |= under_way(&u->flight[k], w->way.word[first]);
  return late ? 0 : lane;
}

atom_plan ws_atom_unit_plan(const atom_unit *u, bool taken, bool go, bool swept) {
  const atom_gather *g = &u->gather;
  const atom_window *w = &u->window;
  atom_plan p = {.stall = u->stage[ATOM_STAGES - 1].valid && g->closed && !(taken && answering(g) == g->lanes)};
  if (w->valid && !p.stall && !other_kind(u) && (go || !(w->todo & w->way.use)))
    p.go = is_float(w) ? next_sum(u)
                       : ws_atom_pick(u->alus, w->todo, &w->way, way_of(&u->stage[0]), way_of(&u->stage[1]),
                                      way_of(&u->stage[2]));
  p.free = !w->valid || p.go == w->todo;
  unsigned base;
  p.ready = !swept && (!u->work.todo || (p.free && !(u->work.todo & ~next_lanes(u, &base))));
  return p;
}

// ------------------------------------------------------------------------------------------------------------ edge

static uint64_t read(smem *mem, unsigned at, unsigned words, bool *raw) {
  uint64_t v = ws_smem_access(mem, at / 4 % WS_BANKS, at / 4 / WS_BANKS, 0, 0, raw);
  if (words == 2)
    v |= (uint64_t)ws_smem_access(mem, at / 4 % WS_BANKS + 1, at / 4 / WS_BANKS, 0, 0, raw) << 32;
  return v;
}

static void write(smem *mem, unsigned at, unsigned words, uint32_t bytes, uint64_t v) {
  bool raw;
  ws_smem_access(mem, at / 4 % WS_BANKS, at / 4 / WS_BANKS, bytes, (uint32_t)v, &raw);
  if (words == 2)
    ws_smem_access(mem, at / 4 % WS_BANKS + 1, at / 4 / WS_BANKS, bytes, (uint32_t)(v >> 32), &raw);
}

// Carries out a lane of the window.
static void carry_out(atom_unit *u, smem *mem, atom_window *w, unsigned i) {
  const uint32_t fn = w->op & 0xff;
  const unsigned at = u->at[i], words = atom_words(fn), shift = atom_is_half(fn) ? at % 4 * 8 : 0;
  bool raw = false;
  const ws_atom_value r = {.lo = read(mem, at, words, &raw) >> shift};
  const ws_atom_value after = ws_atom(fn, false, r, u->b[i], u->c[i]);
  write(mem, at, words, atom_is_half(fn) ? 3u << at % 4 : 0xf, after.lo << shift);
  w->status[i] = raw ? WS_ST_MB_RAW_ACCESS : WS_ST_OK;
  w->old[i] = w->op >> 8 == WS_UNIT_ATOM ? atom_is_half(fn) ? r.lo & 0xffff : r.lo : 0;
}

// The slots of `go` move into the first stage.
static void issue(atom_unit *u, smem *mem, uint32_t go) {
  atom_window *w = &u->window, *s = &u->stage[0];
  for (uint32_t left = go & w->way.use; left; left &= left - 1) {
    const unsigned j = bits_first(left), i = lane_of(w, j);
    if (j == slot_of(w, i))
      carry_out(u, mem, w, i);
  }
  *s = *w;
  s->todo = go;
  s->way.use &= go;
  w->todo &= ~go;
  w->way.use &= ~go;
  w->valid = w->todo != 0;
  w->fresh = false;
  s->close = w->close && !w->valid;
}

static void fill(atom_unit *u) {
  atom_work *q = &u->work;
  unsigned base;
  const uint32_t lanes = next_lanes(u, &base), rest = q->todo & ~lanes;
  const unsigned words = atom_words(q->op & 0xff);
  atom_window *w = &u->window;
  *w = (atom_window){
      .valid = true, .close = !rest, .fresh = q->fresh, .warp = q->warp, .tag = q->tag, .op = q->op, .base = base};
  for (uint32_t left = q->todo & lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left), slot = slot_of(w, i);
    w->status[i] = q->place[i].status;
    u->at[i] = q->place[i].at;
    u->b[i] = q->b[i];
    u->c[i] = q->c[i];
    w->todo |= bits_ones(words) << slot;
    if (q->place[i].status == WS_ST_OK)
      w->way.use |= bits_ones(words) << slot;
    for (unsigned k = 0; k < words; k++)
      w->way.word[slot + k] = (uint16_t)(q->place[i].at / 4 + k);
  }
  q->todo = rest;
  q->fresh = false;
}

static void load(atom_unit *u, const group_head *head, const ws_req *req) {
  atom_work *q = &u->work;
  q->warp = head->warp;
  q->tag = head->tag;
  q->op = head->op;
  q->todo = head->lanes;
  q->fresh = true;
  for (uint32_t left = head->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    q->place[i] =
        ws_atom_place(head->op & 0xff, req->addr[i], ws_slot_of(u->warps, u->slots, head->warp), u->slots, u->rank);
    q->b[i] = (ws_atom_value){.lo = req->a[i]};
    q->c[i] = (ws_atom_value){.lo = (uint64_t)req->c[i] << 32 | req->b[i]};
  }
}

// What is in the stages moves on; sums go a longer way.
static void advance(atom_unit *u) {
  atom_window *calculate = &u->stage[ATOM_STAGES - 2], *put = &u->stage[ATOM_STAGES - 1];
  const atom_window *sum = &u->flight[ATOM_FLIGHT - 1];
  const bool floats = calculate->valid && is_float(calculate);
  if (sum->valid)
    *put = *sum;
  else if (calculate->valid && !floats)
    *put = *calculate;
  else
    put->valid = false;
  if (floats || in_flight(u))
    for (unsigned k = ATOM_FLIGHT - 1; k > 0; k--)
      u->flight[k] = u->flight[k - 1];
  u->flight[0].valid = floats;
  if (floats)
    u->flight[0] = *calculate;
  for (unsigned k = ATOM_STAGES - 2; k > 0; k--)
    u->stage[k] = u->stage[k - 1];
  u->stage[0].valid = false;
}

void ws_atom_unit_step(atom_unit *u, smem *mem, const atom_plan *plan, bool taken, const group_head *head,
                       const ws_req *req) {
  if (ws_atom_unit_quiet(u) && !head)
    return;
  if (taken)
    answered(&u->gather);
  if (!plan->stall) {
    if (u->stage[ATOM_STAGES - 1].valid)
      gather(&u->gather, &u->stage[ATOM_STAGES - 1], u->lanes);
    advance(u);
  }
  if (plan->go)
    issue(u, mem, plan->go);
  if (plan->free && u->work.todo)
    fill(u);
  if (head)
    load(u, head, req);
}
