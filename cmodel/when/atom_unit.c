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
  u->gather.plain = true;
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
  return !u->work.valid && !u->after.valid && !u->want && !in_stages(u) && !u->owed && !u->gather.closed;
}

// ---------------------------------------------------------------------------------------------------------- result

static bool lays(const atom_gather *g, unsigned lane) { return g->laid >> lane & 1; }

// The lanes that are answered together: those like the lowest one.
static uint32_t alike(const atom_gather *g) {
  uint32_t set = 0;
  const unsigned first = bits_first(g->lanes);
  for (uint32_t left = g->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    set |= (uint32_t)(g->status[i] == g->status[first] && lays(g, i) == lays(g, first)) << i;
  }
  return set;
}

static bool stands(const atom_gather *g) { return g->closed && !g->rows && (g->plain || g->picked); }
static uint32_t answering(const atom_gather *g) { return g->plain ? g->lanes : g->group; }

// Of what stands: it has the lower halves of values of 128 bits, and the upper ones follow.
static bool is_low(const atom_gather *g) {
  const unsigned first = bits_first(answering(g));
  const bool value = g->status[first] == WS_ST_OK || g->status[first] == WS_ST_MB_RAW_ACCESS;
  return atom_is_quad(g->op & 0xff) && !g->high && value && !lays(g, first);
}

// What stands is the last of its operation, or the last before the upper halves.
static bool is_last(const atom_gather *g) { return g->plain || !g->lanes; }
static bool leaves(const atom_gather *g) { return is_last(g) && !is_low(g) && !g->again; }

// All lanes are answered by what stands: so results of the next operation may come as it is taken.
static bool is_only(const atom_gather *g) { return g->plain && (!atom_is_quad(g->op & 0xff) || g->high); }

bool ws_atom_unit_result(const atom_unit *u, ws_rsp *rsp) {
  const atom_gather *g = &u->gather;
  if (!stands(g) || !rsp)
    return stands(g);
  *rsp = (ws_rsp){.valid = true, .tag = g->tag, .warp = g->warp, .op = g->op, .lanes = answering(g)};
  rsp->status = g->status[bits_first(rsp->lanes)];
  rsp->p = is_low(g) ? rsp->lanes : 0;
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    const uint64_t d = g->high ? g->d[i].hi : g->d[i].lo;
    rsp->d[i] = (uint32_t)d;
    rsp->d_hi[i] = (uint32_t)(d >> 32);
  }
  return true;
}

// A clock of the answers. Of several statuses the next group is chosen a clock before it stands.
static void answer(atom_gather *g, unsigned rows, bool taken) {
  const bool low = taken && is_low(g), again = taken && is_last(g) && !leaves(g), ends = taken && leaves(g);
  const uint32_t group = taken ? answering(g) : 0;
  if (g->rows)
    g->rows--;
  if (g->closed && !g->plain && (taken || !g->picked)) {
    g->group = g->lanes ? alike(g) : 0;
    g->lanes &= ~g->group;
    g->picked = g->group != 0;
  } else if (taken) {
    g->lanes = 0;
  }
  g->again |= low ? group : 0;
  if (again) {
    g->lanes = g->again;
    g->again = 0;
    g->high = true;
    g->rows = rows;
  }
  if (ends) {
    g->closed = g->high = false;
    g->plain = true;
  }
}

static void gather(atom_gather *g, const atom_window *w) {
  g->guest = w->guest;
  g->warp = w->warp;
  g->tag = w->tag;
  g->op = w->op;
  g->lanes |= w->todo;
  g->laid = (g->laid & ~w->todo) | (w->laid & w->todo);
  for (uint32_t left = w->todo; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    g->status[i] = w->status[i];
    g->d[i] = w->old[i];
    g->plain &= w->status[i] == WS_ST_OK && !(w->laid >> i & 1);
  }
  g->closed = w->close;
}

// ----------------------------------------------------------------------------------------------------- what goes when

static uint32_t slot_bit(const atom_unit *u, bool valid, uint32_t warp) {
  return valid ? 1u << ws_slot_of(u->warps, u->slots, warp) : 0;
}

// The operation has lanes here, or came a clock ago and may have some.
static bool near_work(const atom_unit *u) { return u->work.valid && (u->work.near || u->work.fresh); }

void ws_atom_unit_use(const atom_unit *u, smem_use *use) {
  use->at_uses = in_stages(u) || (u->window.valid && (u->window.todo & u->window.way.use) && u->mem_go);
  use->at_want = u->want;
  use->busy |= slot_bit(u, near_work(u), u->work.warp) | slot_bit(u, u->after.valid && u->after.todo, u->after.warp);
  use->busy |= slot_bit(u, u->spare.todo, u->spare.warp) | slot_bit(u, u->next.todo, u->next.warp);
  use->busy |= slot_bit(u, u->window.valid, u->window.warp);
  for (unsigned k = 0; k < ATOM_STAGES; k++)
    use->busy |= slot_bit(u, u->stage[k].valid, u->stage[k].warp);
  for (unsigned k = 0; k < ATOM_FLIGHT; k++)
    use->busy |= slot_bit(u, u->flight[k].valid, u->flight[k].warp);
}

// Lanes of a chunk.
static unsigned chunk_size(const atom_unit *u) { return u->alus < u->lanes ? u->alus : u->lanes; }

// The next chunk of the operation: that of the lowest lane.
static uint32_t next_chunk(const atom_unit *u) {
  const unsigned base = bits_first(u->work.todo | u->work.far) / chunk_size(u) * chunk_size(u);
  return bits_ones(chunk_size(u)) << base;
}

static bool is_float(const atom_window *w) { return atom_is_float(w->op & 0xff); }

// Sums are under way, which others wait for.
static bool sums_under_way(const atom_unit *u) {
  bool any = in_flight(u);
  for (unsigned k = 0; k + 1 < ATOM_STAGES; k++)
    any |= u->stage[k].valid && is_float(&u->stage[k]);
  return any;
}

// Two sums meet at a word. An f64 has two, of which the lower one is known.
static bool meet(unsigned a, bool a_wide, unsigned b, bool b_wide) {
  return a_wide || b_wide ? a / 2 == b / 2 : a == b;
}

static bool is_wide(const atom_window *w) { return atom_is_wide(w->op & 0xff); }

// A word of the next sum is under way, or, with `any`, some word is. What is written in this clock memory has in the next.
static bool is_late(const atom_unit *u, bool any) {
  const uint16_t word = u->window.way.word[bits_first(u->window.todo)];
  const bool wide = is_wide(&u->window);
  bool late = false;
  for (unsigned k = 0; k + 1 < ATOM_STAGES; k++) {
    const atom_window *s = &u->stage[k];
    late |= s->valid && is_float(s) && s->way.use &&
            (any || meet(s->way.word[bits_first(s->way.use)], is_wide(s), word, wide));
  }
  for (unsigned k = 0; k + 1 < ATOM_FLIGHT; k++)
    late |= u->flight[k].valid && (any || meet(u->flight[k].word, u->flight[k].wide, word, wide));
  return late;
}

// Of sums: whether the next lane may go in the next clock. One that meets a word under way waits until none is.
static void compare(atom_unit *u, bool came, bool went) {
  atom_window *w = &u->window;
  if (!w->valid || !is_float(w))
    return;
  if (!came)
    w->late = w->first || went ? is_late(u, false) : w->late && is_late(u, true);
  w->first = came;
}

// An operation without values whose operands can be combined, if its window is whole.
static bool folds(const atom_window *w) { return w->whole && w->op >> 8 == WS_UNIT_RED && atom_is_fold(w->op & 0xff); }

atom_plan ws_atom_unit_plan(const atom_unit *u, bool taken, bool go, bool swept) {
  const atom_gather *g = &u->gather;
  const atom_window *w = &u->window;
  atom_plan p = {.leaves = u->queued && (!g->closed || (taken && is_only(g)))};
  const bool may = w->valid && u->owed < ATOM_PLACES && (u->mem_go || !(w->todo & w->way.use));
  p.mem_go = go;
  const bool waits = w->first || (w->late && (w->way.use >> bits_first(w->todo) & 1));
  if (may && (is_float(w) ? !waits : !sums_under_way(u)))
    p.go = ws_atom_pick(u->alus, chunk_size(u), w->op & 0xff, w->todo, &w->way, folds(w));
  p.free = !w->valid || p.go == w->todo;
  p.free_next = !u->next.todo || p.free;
  p.free_after = !u->after.valid || (!u->spare.todo && !u->after.drains);
  const bool last = u->work.valid && !((u->work.todo | u->work.far) & ~next_chunk(u));
  p.ready = !swept && (!u->work.valid || (p.free_after && last));
  return p;
}

// ------------------------------------------------------------------------------------------------------------ edge

// *raw: or it has been before.
static uint32_t word(smem *mem, unsigned at, uint32_t bytes, uint32_t v, bool *raw) {
  bool this;
  const uint32_t old = ws_smem_access(mem, at / 4, bytes, v, &this);
  *raw |= this;
  return old;
}

static ws_atom_value read(smem *mem, unsigned at, unsigned words, bool *raw) {
  ws_atom_value v = {.lo = word(mem, at, 0, 0, raw)};
  if (words > 1)
    v.lo |= (uint64_t)word(mem, at + 4, 0, 0, raw) << 32;
  if (words > 2)
    v.hi = (uint64_t)word(mem, at + 12, 0, 0, raw) << 32 | word(mem, at + 8, 0, 0, raw);
  return v;
}

static void write(smem *mem, unsigned at, unsigned words, uint32_t bytes, ws_atom_value v) {
  bool raw = false;
  for (unsigned k = 0; k < words; k++)
    word(mem, at + 4 * k, bytes, (uint32_t)((k < 2 ? v.lo : v.hi) >> 32 * (k % 2)), &raw);
}

// Carries out a lane of the window.
static void carry_out(atom_unit *u, smem *mem, atom_window *w, unsigned i) {
  const uint32_t fn = w->op & 0xff;
  const atom_lane *lane = &u->lane[w->set][i];
  const unsigned at = lane->place.at, words = atom_words(fn), shift = atom_is_half(fn) ? at % 4 * 8 : 0;
  bool raw = false;
  ws_atom_value r = read(mem, at, words, &raw);
  r.lo >>= shift;
  ws_atom_value after;
  ws_atom(fn, false, r, lane->b, lane->c, &after);
  after.lo <<= shift;
  write(mem, at, words, atom_is_half(fn) ? 3u << at % 4 : 0xf, after);
  w->status[i] = raw ? WS_ST_MB_RAW_ACCESS : WS_ST_OK;
  if (atom_is_half(fn))
    r.lo &= 0xffff;
  w->old[i] = w->op >> 8 == WS_UNIT_ATOM ? r : (ws_atom_value){0};
}

// The lanes of `go` move into the first stage.
static void issue(atom_unit *u, smem *mem, uint32_t go) {
  atom_window *w = &u->window, *s = &u->stage[0];
  for (uint32_t left = go & w->way.use; left; left &= left - 1)
    carry_out(u, mem, w, bits_first(left));
  *s = *w;
  s->todo = go;
  s->way.use &= go;
  w->todo &= ~go;
  w->way.use &= ~go;
  w->valid = w->todo != 0;
  w->whole = false;
  s->close = w->close && !w->valid;
}

// The next lanes of the operation come to `after`.
static void cut(atom_unit *u) {
  const uint32_t chunk = next_chunk(u);
  u->after = u->work;
  u->after.todo &= chunk;
  u->after.far &= chunk;
  u->work.todo &= ~chunk;
  u->work.far &= ~chunk;
  u->after.close = !u->work.todo;
  u->work.valid = (u->work.todo | u->work.far) != 0;
}

uint32_t ws_atom_unit_far(const atom_unit *u) {
  return u->after.valid && u->after.far ? u->after.far & 3u << bits_first(u->after.far) / 2 * 2 : 0;
}

// `after` hands lanes to the other unit, or goes to `next`, or where that is not free to `spare`, if it has some left. It does not go while
// something is there, which comes to `next` before it.
static void pass_on(atom_unit *u, bool free_next) {
  atom_work *q = &u->after;
  const bool waits = u->spare.todo != 0;
  if (waits && free_next) {
    u->next = u->spare;
    u->spare.todo = 0;
  }
  if (!q->valid)
    return;
  if (q->drains) {
    q->far &= ~ws_atom_unit_far(u);
    q->drains = q->far != 0;
  } else if (!waits) {
    if (q->todo && free_next)
      u->next = *q;
    else if (q->todo)
      u->spare = *q;
    q->valid = false;
  }
}

// The next chunk comes to the window.
static void fill(atom_unit *u) {
  const atom_work *q = &u->next;
  atom_window *w = &u->window;
  *w = (atom_window){.valid = true,
                     .whole = true,
                     .close = q->close,
                     .guest = q->guest,
                     .warp = q->warp,
                     .tag = q->tag,
                     .op = q->op,
                     .set = q->set,
                     .todo = q->todo};
  for (uint32_t left = q->todo; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    const atom_lane *lane = &u->lane[q->set][i];
    w->status[i] = lane->place.status;
    w->laid |= (uint32_t)lane->lays << i;
    w->way.use |= (uint32_t)(lane->place.status == WS_ST_OK && !lane->lays) << i;
    w->way.word[i] = (uint16_t)(lane->place.at / 4);
  }
  u->next.todo = 0;
}

// A lane of a group that enters. lays: it is to lay down the c of a cas.b128.
static void load_lane(atom_unit *u, const group_head *head, const ws_req *req, unsigned i, bool lays_down) {
  atom_lane *lane = &u->lane[u->work.set][i];
  const bool guest = u->work.guest;
  ws_atom_value *value = guest ? &u->guest[head->tag / 32] : &u->value[head->warp][i];
  const uint32_t fn = head->op & 0xff;
  const uint64_t upper = (uint64_t)req->c[i] << 32 | req->b[i];
  *lane = (atom_lane){.b = {.lo = req->a[i], .hi = atom_is_quad(fn) ? upper : 0}, .c = {.lo = upper}};
  lane->place = ws_atom_place(fn, req->addr[i], ws_slot_of(u->warps, u->slots, head->warp), u->slots, u->rank);
  if (!atom_is_pairs(fn))
    return;
  if (lays_down) {
    lane->lays = true;
    lane->place.status = WS_ST_OK;
    *value = lane->b;
  } else if (!guest && !(u->laid[head->warp] >> i & 1)) {
    lane->place.status = WS_ST_DEC_ILLEGAL;
  }
  lane->c = *value;
}

static void load(atom_unit *u, const group_head *head, uint32_t far, const ws_req *req, bool guest) {
  atom_work *q = &u->work;
  const uint32_t pred = req->neg ? ~req->pred : req->pred;
  q->guest = guest;
  q->warp = head->warp;
  q->tag = head->tag;
  q->op = head->op;
  q->todo = head->lanes;
  q->far = far;
  q->valid = true;
  q->near = head->lanes != 0;
  q->fresh = true;
  q->drains = far != 0;
  if (q->near) // a set of operands is used anew when the fifth operation after it comes
    q->set = (q->set + 1) % ATOM_SETS;
  for (uint32_t left = head->lanes; left; left &= left - 1)
    load_lane(u, head, req, bits_first(left), pred >> bits_first(left) & 1);
}

void ws_atom_unit_used(atom_unit *u, const group_head *head, const ws_req *req) {
  const uint32_t pred = req->neg ? ~req->pred : req->pred;
  if (atom_is_pairs(head->op & 0xff))
    u->laid[head->warp] = (u->laid[head->warp] & ~head->lanes) | (head->lanes & pred);
}

// What is in the stages moves on.
static void advance(atom_unit *u) {
  for (unsigned k = ATOM_STAGES - 1; k > 0; k--)
    u->stage[k] = u->stage[k - 1];
  u->stage[0].valid = false;
}

// One place for each that goes, until the clock after its result has left the queue.
static void count_places(atom_unit *u, bool goes, bool leaves) {
  u->owed += goes;
  u->owed -= u->left;
  u->left = leaves;
}

// What is in `calculate` comes to the queue.
static void put(atom_unit *u) {
  const atom_window *from = &u->stage[ATOM_STAGES - 2];
  if (from->valid)
    u->queue[(u->first + u->queued++) % ATOM_PLACES] = *from;
}

static void take(atom_unit *u) {
  gather(&u->gather, &u->queue[u->first]);
  u->first = (u->first + 1) % ATOM_PLACES;
  u->queued--;
}

static void fly(atom_unit *u) {
  const atom_window *from = &u->stage[ATOM_STAGES - 2];
  const bool leaves_it = from->valid && is_float(from) && from->way.use;
  if (!leaves_it && !in_flight(u))
    return;
  for (unsigned k = ATOM_FLIGHT - 1; k > 0; k--)
    u->flight[k] = u->flight[k - 1];
  u->flight[0] = (atom_sum){.valid = leaves_it, .wide = is_wide(from), .warp = from->warp};
  if (leaves_it)
    u->flight[0].word = from->way.word[bits_first(from->way.use)];
}

void ws_atom_unit_step(atom_unit *u, smem *mem, const atom_plan *plan, bool taken, const group_head *head, uint32_t far,
                       const ws_req *req, bool guest) {
  const bool quiet = ws_atom_unit_quiet(u);
  u->mem_go = plan->mem_go;
  u->want = head || near_work(u) || (u->after.valid && u->after.todo) || u->next.todo || u->window.valid;
  u->work.fresh = false;
  if (quiet && !head)
    return;
  if (u->gather.closed)
    answer(&u->gather, u->lanes + 2, taken);
  fly(u);
  if (plan->leaves)
    take(u);
  put(u);
  advance(u);
  count_places(u, plan->go != 0, plan->leaves);
  if (plan->go)
    issue(u, mem, plan->go);
  const bool came = plan->free && u->next.todo;
  if (came)
    fill(u);
  compare(u, came, plan->go != 0);
  pass_on(u, plan->free_next);
  if (plan->free_after && u->work.valid)
    cut(u);
  if (head)
    load(u, head, far, req, guest);
}
