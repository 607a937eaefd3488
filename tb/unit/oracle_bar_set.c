// SPDX-License-Identifier: Apache-2.0
// Sets of states of a barrier, see oracle_bar_set.h.
#include <stdlib.h>
#include <string.h>

#include "oracle_bar_set.h"

// ------------------------------------------------------------------------------------------------- one state, one step

static void answer(bar_state *s, unsigned e, uint32_t status, uint32_t value, unsigned how) {
  s->pending &= ~bar_bit(e);
  s->waiting &= ~bar_bit(e);
  s->answer[e] = (bar_answer){(uint16_t)status, (uint16_t)(status >> 8 >= 2 ? 0 : value), (uint16_t)how};
}

static uint32_t graver(uint32_t x, uint32_t y) { return x >> 8 >= y >> 8 ? x : y; }

// Those that wait at a named barrier go on.
static void release(const bar_set *b, bar_state *s, const bar_outcome *o, unsigned how) {
  for (unsigned e = 0; e < BAR_EVENTS; e++) {
    if (!(s->waiting >> e & 1))
      continue;
    const int form = bar_code_of(b->event[e].guest.op)->form;
    const uint32_t value = form == POPC ? o->popc : form == AND ? o->all_true : form == OR ? o->any_true : 0;
    answer(s, e, o->broken ? WS_ST_BAR_UNSATISFIABLE : b->event[e].whole, value, how);
  }
}

static void sort(bar_list *l) {
  for (unsigned n = l->n; n > 1 && l->of[n - 2].warp > l->of[n - 1].warp; n--) {
    const bar_guest swap = l->of[n - 1];
    l->of[n - 1] = l->of[n - 2];
    l->of[n - 2] = swap;
  }
  memset(&l->of[l->n], 0, (32 - l->n) * sizeof l->of[0]);
}

static void examine(const bar_set *b, bar_state *s) {
  const bar_outcome o = bar_list_tell(&s->list, NULL, s->members, b->cta);
  s->dirty = 0;
  if (o.done || o.broken)
    release(b, s, &o, o.done ? HOW_EXIT : HOW_OUT_OF_REACH);
  sort(&s->list);
}

static void come_to_named(const bar_set *b, bar_state *s, unsigned e) {
  const bar_event *v = &b->event[e];
  const bar_outcome o = bar_list_tell(&s->list, &v->guest, s->members, b->cta);
  if (o.status) {
    answer(s, e, o.status, 0, HOW_REFUSED);
    return;
  }
  if (v->blocks) {
    s->pending &= ~bar_bit(e);
    s->waiting |= bar_bit(e);
  } else {
    answer(s, e, v->whole, 0, HOW_ARRIVED);
  }
  if (o.done || o.broken)
    release(b, s, &o, o.broken ? HOW_NEVER_IN_REACH : v->blocks ? HOW_LAST_CAME : HOW_LAST_ONLY_ARRIVED);
  s->dirty = 0;
  sort(&s->list);
}

static void end_phase(const bar_set *b, bar_state *s) {
  s->full = 0;
  s->arr = 0;
  for (unsigned e = 0; e < BAR_EVENTS; e++)
    if (s->waiting >> e & 1) {
      s->owed &= ~(1u << b->event[e].guest.warp);
      answer(s, e, b->event[e].whole, 0, HOW_CLUSTER);
    }
}

// All live warps of all live CTAs have arrived: the phase ends, at once or later.
static void look_at_cluster(const bar_set *b, bar_state *s) {
  if (!s->members || (s->members & ~s->arr))
    return;
  if (b->at_once)
    end_phase(b, s);
  else
    s->full = 1;
}

static void come_to_cluster(const bar_set *b, bar_state *s, unsigned e) {
  const bar_event *v = &b->event[e];
  const uint32_t me = 1u << v->guest.warp;
  if (!v->blocks && (s->arr & me)) {
    answer(s, e, WS_ST_CLB_DUP_ARRIVE, 0, HOW_REFUSED);
  } else if (!v->blocks) {
    answer(s, e, s->owed & me ? graver(WS_ST_CLB_SKIPPED_WAIT, v->whole) : v->whole, 0, HOW_ARRIVED);
    s->arr |= me;
    s->owed |= me;
    look_at_cluster(b, s);
  } else if (!(s->owed & me)) {
    answer(s, e, WS_ST_CLB_WAIT_NO_ARRIVE, 0, HOW_REFUSED);
  } else if (s->arr & me) {
    s->pending &= ~bar_bit(e);
    s->waiting |= bar_bit(e);
  } else {
    s->owed &= ~me;
    answer(s, e, v->whole, 0, HOW_AT_ONCE);
  }
}

static void come(const bar_set *b, bar_state *s, unsigned e) {
  if (b->cluster)
    come_to_cluster(b, s, e);
  else
    come_to_named(b, s, e);
}

static void leave(const bar_set *b, bar_state *s, uint32_t gone) {
  s->members &= ~gone;
  s->dirty |= gone && s->list.n > 0;
  s->arr &= ~gone;
  s->owed &= ~gone;
  if (b->cluster && gone)
    look_at_cluster(b, s);
}

static bool may_come(const bar_set *b, const bar_state *s, unsigned e) {
  return (s->pending >> e & 1) && !(b->event[e].before & s->pending);
}

// Where no launch can come in between, an arrival at the barrier of the cluster takes effect sooner or later, and nothing
// else depends on when; nor does the answer of a wait ever.
static bool may_come_now(const bar_set *b, const bar_state *s, unsigned e) {
  const bar_event *v = &b->event[e];
  return b->cluster && !b->at_once && !v->instead && may_come(b, s, e) &&
         (v->blocks || (b->no_launch && !s->full && !(s->arr >> v->guest.warp & 1)));
}

// ------------------------------------------------------------------------------------------------------------ the set

static uint64_t hash_of(const bar_state *s) {
  const unsigned char *p = (const unsigned char *)&s->pending, *end = (const unsigned char *)(s + 1);
  uint64_t h = UINT64_C(0xcbf29ce484222325), word;
  for (; p < end; p += sizeof word) {
    memcpy(&word, p, sizeof word);
    h = (h ^ word) * UINT64_C(0x100000001b3);
    h ^= h >> 29;
  }
  return h;
}

// Adds a state unless it is there.
static void add(bar_set *b, bar_state *s) {
  for (bool again = true; again;) {
    again = false;
    for (unsigned e = 0; e < BAR_EVENTS && s->pending; e++)
      if (may_come_now(b, s, e)) {
        come(b, s, e);
        again = b->open = true;
      }
  }
  s->hash = hash_of(s);
  for (unsigned n = 0; n < b->states; n++)
    if (b->state[n].hash == s->hash && memcmp(&b->state[n], s, sizeof *s) == 0)
      return;
  if (b->states == BAR_STATES_MAX) {
    b->lost = true;
    return;
  }
  if (b->states == b->room) {
    b->room = b->room ? 2 * b->room : 4;
    b->state = realloc(b->state, b->room * sizeof *b->state);
    if (!b->state)
      abort();
  }
  b->state[b->states++] = *s;
}

// The states have been changed in place: brings equal ones together.
static void gather_states(bar_set *b) {
  const unsigned all = b->states;
  b->states = 0;
  for (unsigned n = 0; n < all; n++) {
    bar_state s = b->state[n];
    add(b, &s);
  }
}

void bar_set_init(bar_set *b, bool cluster, bool at_once) {
  bar_state *kept = b->state;
  const unsigned room = b->room;
  memset(b, 0, sizeof *b);
  b->state = kept;
  b->room = room;
  b->cluster = cluster;
  b->at_once = at_once;
  bar_state none;
  memset(&none, 0, sizeof none);
  add(b, &none);
}

void bar_set_free(bar_set *b) {
  free(b->state);
  b->state = NULL;
  b->states = b->room = 0;
}

// ------------------------------------------------------------------------------------------------------------- events

unsigned bar_set_come(bar_set *b, const bar_event *e) {
  unsigned k = 0;
  while (k < BAR_EVENTS && b->event[k].used)
    k++;
  if (k == BAR_EVENTS)
    return k;
  b->event[k] = *e;
  b->event[k].used = true;
  for (unsigned n = 0; n < BAR_EVENTS; n++) {
    const bar_event *v = &b->event[n];
    if (n != k && v->used && v->rank == e->rank && (v->sent || v->warp == e->warp))
      b->event[k].before |= bar_bit(n);
  }
  for (unsigned n = 0; n < b->states; n++)
    b->state[n].pending |= bar_bit(k);
  gather_states(b);
  for (unsigned n = b->states; n > 0 && e->instead; n--)
    for (unsigned code = 0; code < 32; code++)
      if (e->instead >> code & 1) {
        bar_state s = b->state[n - 1];
        answer(&s, k, 0x300 | code, 0, HOW_NOT_GATHERED);
        add(b, &s);
      }
  b->open = true;
  return k;
}

void bar_set_members(bar_set *b, uint32_t members, uint32_t loose) {
  const uint32_t fresh = b->fresh;
  if (b->members == members && b->loose == loose && !fresh)
    return;
  b->members = members;
  b->loose = loose;
  b->fresh = 0;
  b->open = true;
  for (unsigned n = 0; n < b->states; n++) {
    bar_state *s = &b->state[n];
    s->members = (s->members & ~fresh) | members;
    leave(b, s, s->members & ~members & ~loose);
    if (b->cluster)
      look_at_cluster(b, s);
  }
  gather_states(b);
}

void bar_set_start(bar_set *b, uint32_t members) {
  b->fresh |= members;
  b->open = true;
  for (unsigned n = 0; n < b->states; n++) {
    bar_state *s = &b->state[n];
    for (unsigned e = 0; e < BAR_EVENTS; e++)
      if ((s->pending >> e & 1) && (members >> b->event[e].guest.warp & 1))
        answer(s, e, b->event[e].whole, 0, HOW_STALE);
    s->arr &= ~members;
    s->owed &= ~members;
    s->list.n = 0;
    sort(&s->list);
    s->dirty = 0;
  }
  gather_states(b);
}

// Everything that can happen next in a state.
static void spread(bar_set *b, unsigned n) {
  const bar_state from = b->state[n];
  bar_state s;
  for (unsigned e = 0; e < BAR_EVENTS && from.pending >> e; e++) {
    if (!may_come(b, &from, e))
      continue;
    s = from;
    come(b, &s, e);
    add(b, &s);
  }
  if (from.dirty) {
    s = from;
    examine(b, &s);
    add(b, &s);
  }
  if (from.full) {
    s = from;
    end_phase(b, &s);
    add(b, &s);
  }
  uint32_t late = from.members & ~b->members;
  for (unsigned e = 0; e < BAR_EVENTS; e++) // who arrives before it exits has arrived
    if (from.pending >> e & 1)
      late &= ~(1u << b->event[e].guest.warp);
  for (unsigned u = 0; u < 32; u++)
    if (late >> u & 1) {
      s = from;
      leave(b, &s, 1u << u);
      add(b, &s);
    }
}

void bar_set_close(bar_set *b) {
  if (!b->open)
    return;
  for (unsigned n = 0; n < b->states; n++)
    spread(b, n);
  b->open = false;
}

// ------------------------------------------------------------------------------------------------------- observations

// Keeps the states marked. False if there is none.
static bool keep(bar_set *b, const bool fits[]) {
  unsigned kept = 0;
  for (unsigned n = 0; n < b->states; n++)
    if (fits[n])
      b->state[kept++] = b->state[n];
  if (kept)
    b->states = kept;
  return kept != 0;
}

bool bar_set_still_pending(bar_set *b, unsigned e) {
  static bool fits[BAR_STATES_MAX];
  if (b->cluster && !b->at_once) // it may have been taken before its time, see may_come_now
    return true;
  for (unsigned n = 0; n < b->states; n++)
    fits[n] = b->state[n].pending >> e & 1 || b->state[n].answer[e].how == HOW_NOT_GATHERED;
  b->open = true; // it may be there in the next cycle
  return keep(b, fits);
}

bool bar_set_answered(bar_set *b, unsigned e) {
  static bool fits[BAR_STATES_MAX];
  for (unsigned n = 0; n < b->states; n++)
    fits[n] = !((b->state[n].pending | b->state[n].waiting) >> e & 1);
  return keep(b, fits);
}

static bool answered(const bar_state *s, unsigned e, uint32_t status) {
  return !((s->pending | s->waiting) >> e & 1) && s->answer[e].status == status;
}

bool bar_set_may_answer(const bar_set *b, unsigned e, uint32_t status) {
  bool may = false;
  for (unsigned n = 0; n < b->states; n++)
    may = may || answered(&b->state[n], e, status);
  return may;
}

bool bar_set_answer(bar_set *b, unsigned e, uint32_t status, const uint32_t *value) {
  static bool fits[BAR_STATES_MAX];
  for (unsigned n = 0; n < b->states; n++) {
    const bar_state *s = &b->state[n];
    fits[n] = answered(s, e, status) && (!value || s->answer[e].value == *value);
  }
  return keep(b, fits);
}

bool bar_set_settled(bar_set *b, uint32_t members, bool all) {
  static bool fits[BAR_STATES_MAX];
  uint64_t theirs = 0;
  for (unsigned e = 0; e < BAR_EVENTS; e++)
    if (b->event[e].used && (members >> b->event[e].guest.warp & 1))
      theirs |= bar_bit(e);
  for (unsigned n = 0; n < b->states; n++) {
    const bar_state *s = &b->state[n];
    fits[n] =
        !s->dirty && !(all && s->full) && !((s->members ^ b->members) & members) && (s->waiting & theirs) == theirs;
  }
  b->open = true; // what has not happened yet may happen after this
  return keep(b, fits);
}

unsigned bar_set_drop(bar_set *b, unsigned e) {
  const unsigned how = b->state[0].answer[e].how;
  b->event[e] = (bar_event){0};
  for (unsigned n = 0; n < BAR_EVENTS; n++)
    b->event[n].before &= ~bar_bit(e);
  for (unsigned n = 0; n < b->states; n++)
    b->state[n].answer[e] = (bar_answer){0};
  gather_states(b);
  return how;
}
