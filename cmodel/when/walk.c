// SPDX-License-Identifier: Apache-2.0
// The walker: see walk.h.
#include "when/walk.h"

#include "what/bits.h"
#include "what/op_class.h"

// One clock of the walker.
typedef struct walk_clock {
  core_walk *k;
  sync_warp *warp; // of its task
  const walk_in *in;
  bool fits; // a group may go
} walk_clock;

uint32_t ws_walk_hold(const core_walk *k) { return k->pend | k->exits | (k->holds ? 1u << k->warp : 0); }

static uint32_t warps_with_records(const sync_warp warp[], unsigned warps) {
  uint32_t set = 0;
  for (unsigned w = 0; w < warps; w++)
    set |= (uint32_t)(warp[w].records != 0) << w;
  return set;
}

static void emit(walk_clock *c, const sync_record *r) {
  core_walk *k = c->k;
  k->valid = true;
  k->head = (group_head){k->warp, r->op, r->tag, r->lanes, ws_sync_whole(c->in->cfg, r, k->live), r->key};
}

static void remove_record(walk_clock *c) {
  c->k->removed = true;
  ws_sync_remove(c->warp, c->k->at);
}

static void begin(core_walk *k, unsigned at) {
  k->step = STEP_LEAD;
  k->at = at;
}

// A walk over all records begins, or one of the steps in which groups are given up.
static void begin_new(core_walk *k) {
  k->removed = false;
  begin(k, 0);
}

static void to_rest(core_walk *k) {
  k->step = STEP_IDLE;
  k->holds = false;
}

static void give_up(core_walk *k, uint32_t dead) {
  k->reach = k->dead = dead;
  k->kind = WALK_FIND;
  k->holds = true;
}

// All records were looked at, or enough.
static void finish(core_walk *k) {
  switch (k->kind) {
  case WALK_PIECE:
    if (k->rest) {
      k->step = STEP_KEYS;
      break;
    }
    k->step = STEP_IDLE;
    k->pend &= ~(1u << k->warp);
    if (k->piece_several)
      k->several = k->kept = false;
    break;
  case WALK_DEAD: k->step = STEP_SETTLE; break;
  case WALK_BLAME: k->step = STEP_GIVE; break;
  case WALK_AGE:
    if (k->disturbed)
      k->overdue |= 1u << k->warp;
    to_rest(k);
    break;
  default: to_rest(k);
  }
}

// ------------------------------------------------------------------------------------------------------- one record

// A walk that may give a group asks nothing while another one stands there and stays.
static bool stops(const walk_clock *c) {
  const unsigned kind = c->k->kind;
  return !c->fits && (kind == WALK_PIECE || kind == WALK_EXIT || kind == WALK_FIND);
}

// The piece as a group by itself: complete it goes; else it looks for its record, and founds one if there is none.
static void look_alone(walk_clock *c) {
  core_walk *k = c->k;
  const bool piece = k->kind == WALK_PIECE;
  if (stops(c)) {
    k->step = STEP_AGAIN;
  } else if (piece && !ws_sync_missing(c->in->cfg->lanes, &k->group, k->live)) {
    emit(c, &k->group);
    finish(k);
  } else if (k->at < c->warp->records) {
    k->step = STEP_RECORD;
  } else {
    if (piece)
      ws_sync_found(c->warp, &k->group);
    finish(k);
  }
}

// True if the walk is over.
static bool join(walk_clock *c, sync_record *r) {
  core_walk *k = c->k;
  if (k->removed || !ws_sync_same(r, &k->group))
    return false;
  sync_record both = *r;
  ws_sync_join(&both, &k->group);
  if (ws_sync_missing(c->in->cfg->lanes, &both, k->live)) {
    *r = both;
    return true;
  }
  emit(c, &both);
  remove_record(c);
  return false;
}

static void complete(walk_clock *c, const sync_record *r) {
  if (ws_sync_missing(c->in->cfg->lanes, r, c->k->live))
    return;
  emit(c, r);
  remove_record(c);
}

static void reach(walk_clock *c, const sync_record *r) {
  core_walk *k = c->k;
  if (ws_sync_missing(c->in->cfg->lanes, r, k->live) & ~k->reach)
    return;
  k->changed |= (r->lanes & ~k->reach) != 0;
  k->reach |= r->lanes;
}

static bool too_old(walk_clock *c, const sync_record *r, bool disturbed) {
  core_walk *k = c->k;
  const uint16_t limit = c->in->cfg->watchdog;
  if (disturbed || !limit || (uint16_t)(c->in->now - r->since) < limit)
    return false;
  k->overdue |= 1u << k->warp;
  k->why = GIVEN_OLD;
  give_up(k, r->lanes);
  k->step = STEP_NEXT;
  return true;
}

// The group with the lowest lane that is still to be given up.
static bool find(walk_clock *c, const sync_record *r) {
  core_walk *k = c->k;
  if (!(r->lanes & bits_lowest(k->reach)))
    return false;
  k->group = *r;
  k->head = (group_head){k->warp, r->op, r->tag, r->lanes, 0, r->key};
  k->blamed = false;
  k->kind = WALK_BLAME;
  k->step = STEP_NEXT;
  return true;
}

static void look_at_record(walk_clock *c, bool disturbed) {
  core_walk *k = c->k;
  sync_record *r = &c->warp->record[k->at];
  const unsigned before = c->warp->records;
  const bool is_piece = k->kind == WALK_PIECE;
  if (stops(c)) {
    k->step = STEP_AGAIN;
    return;
  }
  switch (k->kind) {
  case WALK_PIECE:
    if (join(c, r)) {
      finish(k);
      return;
    }
    break;
  case WALK_EXIT: complete(c, r); break;
  case WALK_DEAD: reach(c, r); break;
  case WALK_AGE:
    if (too_old(c, r, disturbed))
      return;
    break;
  case WALK_FIND:
    if (find(c, r))
      return;
    break;
  case WALK_BLAME:
    k->blamed |= r->op == k->group.op && (r->lanes & ws_sync_missing(c->in->cfg->lanes, &k->group, k->live));
    break;
  case WALK_PURGE:
    if (r->lanes & k->dead)
      remove_record(c);
  }
  k->at += c->warp->records == before; // else the next one has moved up
  if (k->at < c->warp->records)
    return;
  if (is_piece && !k->removed)
    ws_sync_found(c->warp, &k->group);
  finish(k);
}

// ------------------------------------------------------------------------------------------------------ one task

// The end of a pass: what was not reached is dead if the pass has found nothing new, or if nobody runs.
static void decide(core_walk *k, bool disturbed) {
  const bool nobody_runs = !(k->live & ~k->wait);
  k->search = !disturbed && !nobody_runs && k->changed;
  to_rest(k);
  if (disturbed || k->search) {
    k->search_warp = k->warp;
    return;
  }
  k->check &= ~(1u << k->warp);
  const uint32_t dead = nobody_runs ? k->wait : k->wait & ~k->reach;
  if (dead) {
    k->why = nobody_runs ? GIVEN_ALL : GIVEN_SOME;
    give_up(k, dead);
    k->step = STEP_NEXT;
  }
}

static void give(walk_clock *c) {
  core_walk *k = c->k;
  const uint32_t missing = ws_sync_missing(c->in->cfg->lanes, &k->group, k->live);
  k->head.status = ws_sync_blame(k->group.op, k->blamed, (missing & k->wait) != 0);
  k->valid = true;
  k->reach &= ~k->group.lanes;
  k->kind = k->reach ? WALK_FIND : WALK_PURGE;
  k->step = STEP_NEXT;
}

// The lanes that carry the key of the lowest of those that are left.
static void part(core_walk *k) {
  const uint32_t key = k->keys[bits_first(k->rest)];
  k->group.lanes = 0;
  k->group.key = key;
  for (uint32_t left = k->rest; left; left &= left - 1)
    k->group.lanes |= k->keys[bits_first(left)] == key ? bits_lowest(left) : 0;
  k->rest &= ~k->group.lanes;
}

static void look(walk_clock *c, sync_warp *w) {
  c->k->live = w->live;
  c->k->wait = w->wait;
}

// What comes after the pieces: exits, then deadlocks, then ages, warps in turn.
static void choose(core_walk *k, uint32_t apart, uint32_t with_records) {
  const uint32_t dead = (k->search ? 1u << k->search_warp : k->check & with_records) & ~apart;
  const uint32_t old = k->search ? 0 : k->overdue & with_records & ~apart;
  const uint32_t pool = k->exits ? k->exits : dead ? dead : old;
  k->next = pool != 0;
  if (!pool)
    return;
  k->next_kind = k->exits ? WALK_EXIT : dead ? WALK_DEAD : WALK_AGE;
  k->next_warp = bits_next(pool, k->last);
}

static void take_next(core_walk *k) {
  k->next = false;
  k->streak = 0;
  k->kind = k->next_kind;
  k->warp = k->last = k->next_warp;
  k->fresh = !k->search;
  if (k->kind == WALK_EXIT) {
    k->exits &= ~(1u << k->warp);
    k->holds = true;
  } else if (k->kind == WALK_AGE) {
    k->overdue &= ~(1u << k->warp);
  }
  begin_new(k);
}

static void take_piece(core_walk *k) {
  const walk_piece *p = &k->piece[k->first];
  k->first = (k->first + 1) % WALK_PIECES;
  k->count--;
  k->streak += k->streak < WALK_STREAK;
  k->kind = WALK_PIECE;
  k->warp = p->warp;
  k->group = p->group;
  k->piece_several = p->several;
  k->rest = p->several ? p->group.lanes : 0;
  if (p->several)
    k->step = STEP_KEYS;
  else
    begin_new(k);
}

static void idle(walk_clock *c, sync_warp warp[], uint32_t apart) {
  core_walk *k = c->k;
  const bool other = k->next && (!k->count || k->streak == WALK_STREAK);
  if (!other)
    choose(k, apart, warps_with_records(warp, c->in->cfg->warps));
  if (other)
    take_next(k);
  else if (k->count)
    take_piece(k);
  else
    return;
  k->disturbed = apart >> k->warp & 1;
  look(c, &warp[k->warp]);
}

void ws_walk_step(core_walk *k, sync_warp warp[], const walk_in *in) {
  const bool was_deciding = k->step == STEP_DECIDE, full = k->valid;
  const uint32_t apart = in->touched | k->pend | k->exits | (full ? 1u << k->head.warp : 0);
  walk_clock c = {.k = k, .warp = &warp[k->warp], .in = in, .fits = !full};
  const bool disturbed_before = k->disturbed;
  if (in->sent)
    k->valid = false;
  if (k->step != STEP_IDLE)
    k->disturbed |= apart >> k->warp & 1;
  switch (k->step) {
  case STEP_IDLE: idle(&c, warp, apart); break;
  case STEP_LEAD:
    if (k->kind == WALK_DEAD) {
      k->changed = false;
      k->reach = k->fresh ? ~k->wait : k->reach;
    }
    k->step = STEP_ALONE;
    break;
  case STEP_ALONE: look_alone(&c); break;
  case STEP_RECORD: look_at_record(&c, disturbed_before); break;
  case STEP_AGAIN:
    if (c.fits)
      begin(k, k->at);
    break;
  case STEP_KEYS: k->step = k->kept ? STEP_PICK : STEP_KEYS; break;
  case STEP_PICK: k->step = STEP_COMPARE; break;
  case STEP_COMPARE: k->step = STEP_PART; break;
  case STEP_PART:
    part(k);
    look(&c, c.warp);
    begin_new(k);
    break;
  case STEP_SETTLE: k->step = STEP_DECIDE; break;
  case STEP_DECIDE: decide(k, k->disturbed); break;
  case STEP_GIVE: give(&c); break;
  case STEP_NEXT: begin_new(k); break;
  }
  if (!was_deciding && (apart >> k->search_warp & 1))
    k->search = false;
}

// ------------------------------------------------------------------------------------------------------ what comes

void ws_walk_piece(core_walk *k, unsigned warp, const sync_record *group, bool several) {
  k->piece[(k->first + k->count++) % WALK_PIECES] = (walk_piece){warp, *group, several};
  k->pend |= 1u << warp;
  k->check |= 1u << warp;
  k->several |= several;
}

void ws_walk_keys(core_walk *k, unsigned lanes, const ws_req *req) {
  for (unsigned i = 0; i < lanes; i++)
    k->keys[i] = ws_sync_key(lanes, req, i);
  k->kept = true;
}

void ws_walk_exit(core_walk *k, unsigned warp, bool met) {
  k->exits |= (uint32_t)met << warp;
  k->check |= 1u << warp;
}

bool ws_walk_quiet(const core_walk *k, const sync_warp warp[], unsigned warps) {
  return k->step == STEP_IDLE && !k->count && !k->valid && !k->next && !k->search && !k->exits &&
         !((k->check | k->overdue) && ((k->check | k->overdue) & warps_with_records(warp, warps)));
}
