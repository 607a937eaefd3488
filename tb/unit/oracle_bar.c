// SPDX-License-Identifier: Apache-2.0
// The oracle of barriers at the ports, see oracle_bar.h.
#include <stdio.h>
#include <string.h>

#include "oracle_bar.h"
#include "oracle_rules.h"

static bool of_cluster(uint32_t op) { return op >> 8 == WS_UNIT_CLUSTER; }

bool oracle_bar_legal(uint32_t op) {
  switch (op) {
  case WS_OP_CLUSTER_ARRIVE_RELEASE:
  case WS_OP_CLUSTER_ARRIVE_RELEASE_ALIGNED:
  case WS_OP_CLUSTER_ARRIVE_RELAXED:
  case WS_OP_CLUSTER_ARRIVE_RELAXED_ALIGNED:
  case WS_OP_CLUSTER_WAIT:
  case WS_OP_CLUSTER_WAIT_ALIGNED: return true;
  default: return bar_code_of(op) != NULL;
  }
}

bool oracle_bar_blocks(uint32_t op) {
  if (of_cluster(op))
    return op == WS_OP_CLUSTER_WAIT || op == WS_OP_CLUSTER_WAIT_ALIGNED;
  return bar_code_of(op)->form != ARRIVE;
}

// The barrier, and the threads if they are given. All numbers that are none, and all counts that are none, are one.
uint32_t oracle_bar_names(uint32_t op, uint32_t a, uint32_t n) {
  const bar_code *code = bar_code_of(op);
  if (!code)
    return 0;
  const uint32_t id = a < WS_BARRIERS ? a : WS_BARRIERS;
  if (!code->counted)
    return id;
  return n % 32 || n < 32 || n > 1024 ? 0x10000 | id : n << 5 | id;
}

// The barrier that a warp's operation goes to; *unit: the number of the warp there.
static bar_set *set_of(oracle_bar *b, unsigned w, uint32_t op, uint32_t a, unsigned *unit) {
  const unsigned slot = w / b->per;
  *unit = w % b->per;
  if (!of_cluster(op))
    return &b->named[slot][a < WS_BARRIERS ? a : WS_BARRIERS];
  if (!b->shared)
    return &b->own[slot];
  *unit = b->rank * b->per + w;
  return b->shared;
}

// All barriers of a core, one after the other; NULL behind the last. *base: the number of the first warp there.
static bar_set *each(oracle_bar *b, unsigned n, unsigned *slot, unsigned *base) {
  *slot = n / (ORACLE_BAR_PLACES + 1);
  const unsigned place = n % (ORACLE_BAR_PLACES + 1);
  *base = 0;
  if (*slot >= b->slots)
    return NULL;
  if (place < ORACLE_BAR_PLACES)
    return &b->named[*slot][place];
  *base = b->shared ? b->rank * b->per : 0;
  return b->shared ? b->shared : &b->own[*slot];
}

static uint32_t units(const oracle_bar *b, unsigned base) { return UINT32_MAX >> (32 - b->per) << base; }

void oracle_bar_init(oracle_bar *b, const ws_config *cfg, unsigned rank, bar_set *shared) {
  unsigned slot, base;
  b->rank = rank;
  b->slots = cfg->slots ? cfg->slots : 1;
  b->per = cfg->warps / b->slots;
  b->shared = shared;
  b->pend = 0;
  memset(b->flying, 0, sizeof b->flying);
  for (unsigned n = 0; each(b, n, &slot, &base); n++)
    if (each(b, n, &slot, &base) != shared)
      bar_set_init(each(b, n, &slot, &base), n % (ORACLE_BAR_PLACES + 1) == ORACLE_BAR_PLACES, true);
  for (unsigned s = 0; s < b->slots; s++)
    for (unsigned place = 0; place < ORACLE_BAR_PLACES; place++)
      b->named[s][place].cta = b->per;
}

void oracle_bar_free(oracle_bar *b) {
  for (unsigned s = 0; s < ORACLE_BAR_SLOTS; s++) {
    for (unsigned place = 0; place < ORACLE_BAR_PLACES; place++)
      bar_set_free(&b->named[s][place]);
    bar_set_free(&b->own[s]);
  }
}

// ------------------------------------------------------------------------------------------------------------- events

void oracle_bar_gather(oracle *o, unsigned w, uint32_t act, uint32_t whole, bool fast, uint32_t instead) {
  oracle_bar *b = o->bar;
  const oracle_lane *lane = &o->lane[w][lowest(act)];
  unsigned unit;
  if (!b) {
    oracle_fail(o, w, "a barrier, but there is no oracle of barriers");
    return;
  }
  bar_set *set = set_of(b, w, lane->op, (uint32_t)lane->a, &unit);
  bar_event e = {.guest = {.warp = unit, .op = lane->op, .a = (uint32_t)lane->a, .b = lane->b, .lanes = act},
                 .rank = b->rank,
                 .warp = w,
                 .tag = lane->tag,
                 .whole = whole,
                 .instead = instead,
                 .blocks = oracle_bar_blocks(lane->op),
                 .sent = fast};
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    e.guest.pred |= (act >> i & 1) && o->lane[w][i].x ? bit(i) : 0;
  const unsigned number = bar_set_come(set, &e);
  if (number == BAR_EVENTS || b->flying[w] == ORACLE_BAR_FLIGHTS)
    oracle_fail(o, w, "too many gathers under way");
  else
    b->flight[w][b->flying[w]++] = (bar_place){set, number};
}

void oracle_bar_launch(oracle *o, const ws_lanes *l, uint32_t warps) {
  oracle_bar *b = o->bar;
  const unsigned slot = l->warp / b->per, cta = warps && warps <= b->per ? warps : b->per;
  const uint32_t mine = units(b, slot * b->per);
  bool alone = (l->lanes & all_lanes(o)) != 0;
  for (unsigned w = slot * b->per; w < (slot + 1) * b->per; w++)
    alone = alone && !oracle_live(o, w);
  if (alone) {
    for (unsigned place = 0; place < ORACLE_BAR_PLACES; place++) {
      bar_set_start(&b->named[slot][place], UINT32_MAX);
      b->named[slot][place].cta = cta;
    }
    bar_set_start(b->shared ? b->shared : &b->own[slot], b->shared ? units(b, b->rank * b->per) : UINT32_MAX);
    b->pend = (b->pend & ~mine) | UINT32_MAX >> (32 - cta) << slot * b->per;
    b->launched_less += cta < b->per;
  }
  b->pend &= ~(1u << l->warp);
}

// The warps that take part, and those with answers outstanding.
static uint32_t members_of(const oracle_bar *b, const ws_out *out, uint32_t *flying) {
  uint32_t alive = b->pend;
  *flying = 0;
  for (unsigned w = 0; w < b->per * b->slots; w++) {
    alive |= out->live[w] ? 1u << w : 0;
    *flying |= b->flying[w] ? 1u << w : 0;
  }
  return alive;
}

void oracle_bar_together(bar_set *shared, const oracle_bar b[], const ws_out out[], unsigned ctas) {
  uint32_t members = 0, loose = 0, flying;
  for (unsigned c = 0; c < ctas; c++) {
    members |= members_of(&b[c], &out[c], &flying) << c * b->per;
    loose |= flying << c * b->per;
  }
  bar_set_members(shared, members, loose);
  bar_set_close(shared);
}

// Who takes part now, and what may have happened by now.
void oracle_bar_cycle(oracle *o, const ws_out *out) {
  oracle_bar *b = o->bar;
  uint32_t flying;
  const uint32_t alive = members_of(b, out, &flying);
  unsigned slot, base;
  bar_set *set;
  b->widest = 0;
  for (unsigned n = 0; (set = each(b, n, &slot, &base)); n++) {
    const uint32_t mine = units(b, 0);
    if (set != b->shared) {
      bar_set_members(set, alive >> slot * b->per & mine, flying >> slot * b->per & mine);
      bar_set_close(set);
    }
    b->widest = set->states > b->widest ? set->states : b->widest;
    if (set->lost)
      oracle_fail(o, slot * b->per, "too many states of a barrier");
  }
}

// ------------------------------------------------------------------------------------------------------- observations

uint32_t oracle_bar_wait(oracle *o, unsigned w, uint32_t shown) {
  uint32_t may = 0;
  for (unsigned n = 0; n < o->bar->flying[w]; n++) {
    const bar_place at = o->bar->flight[w][n];
    bar_event *e = &at.set->event[at.e];
    const uint32_t lanes = e->guest.lanes, seen = shown & lanes;
    e->shown |= seen == lanes;
    if (e->blocks && !e->released && seen != lanes && (e->shown || !o->slack)) {
      if (seen)
        oracle_fail(o, w, "of the lanes %08x at a barrier only %08x are still blocked", lanes, seen);
      oracle_log(o, w, "released", lanes, NULL, NULL);
      if (!bar_set_answered(at.set, at.e))
        oracle_fail(o, w, "released from a barrier that cannot be complete");
      e->released = true;
      for (unsigned i = 0; i < o->cfg.lanes; i++)
        if (lanes >> i & 1)
          o->lane[w][i].state = LANE_RUNNING;
    } else if (!e->blocks && !e->sent) {
      e->sent = !seen;
      may |= lanes;
      if (seen && (seen != lanes || !bar_set_still_pending(at.set, at.e)))
        oracle_fail(o, w, "of the lanes %08x of an arrive %08x are still blocked", lanes, seen);
    }
  }
  return may;
}

void oracle_bar_idle(oracle *o) {
  oracle_bar *b = o->bar;
  unsigned slot, base;
  bar_set *set;
  for (unsigned n = 0; (set = each(b, n, &slot, &base)); n++) {
    unsigned w = slot * b->per;
    for (unsigned e = 0; e < BAR_EVENTS; e++)
      if (set->event[e].used && set->event[e].rank == b->rank)
        w = set->event[e].warp;
    if (!bar_set_settled(set, units(b, base), set != b->shared))
      oracle_fail(o, w, "idle, but something must still happen at a barrier");
    for (unsigned k = 0; k < set->states; k++) { // who waits, waits for somebody
      const bar_state *s = &set->state[k];
      uint32_t came = s->arr;
      for (unsigned i = 0; i < s->list.n; i++)
        came |= 1u << s->list.of[i].warp;
      if (s->waiting && !s->full && !(s->members & ~came))
        oracle_fail(o, w, "idle, and nobody is left to complete a barrier");
    }
  }
}

static bool has_value(uint32_t op) { return !of_cluster(op) && bar_code_of(op)->form >= POPC; }

// What a response shows of the result. False if it cannot be one.
static bool value_of(const oracle *o, const ws_rsp *r, uint32_t *value) {
  const bool popc = has_value(r->op) && bar_code_of(r->op)->form == POPC;
  *value = popc ? r->d[lowest(r->lanes)] : has_value(r->op) ? r->p >> lowest(r->lanes) & 1 : 0;
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if ((r->lanes >> i & 1) && (r->d[i] != (popc ? *value : 0) || (r->p >> i & 1) != (popc ? 0 : *value)))
      return false;
  return true;
}

bool oracle_bar_response(oracle *o, const ws_rsp *r) {
  oracle_bar *b = o->bar;
  uint32_t value;
  for (unsigned n = 0; n < b->flying[r->warp]; n++) {
    const bar_place at = b->flight[r->warp][n];
    const bar_event *e = &at.set->event[at.e];
    if (e->guest.op != r->op || e->tag != r->tag || e->guest.lanes != r->lanes)
      continue;
    if (e->blocks && !e->released)
      oracle_fail(o, r->warp, "lanes %08x are answered, but blocked", r->lanes);
    else if (!value_of(o, r, &value))
      oracle_fail(o, r->warp, "lanes %08x of a barrier are told different things", r->lanes);
    else if (!bar_set_answer(at.set, at.e, r->status, &value))
      oracle_fail(o, r->warp, "answer of a barrier: lanes %08x op %03x status %03x d %x p %08x does not fit", r->lanes,
                  r->op, r->status, r->d[lowest(r->lanes)], r->p);
    if (o->failed)
      return true;
    b->answered[r->status & 255]++;
    b->how[bar_set_drop(at.set, at.e)]++;
    b->flight[r->warp][n] = b->flight[r->warp][--b->flying[r->warp]];
    b->most = value > b->most ? value : b->most;
    if (r->status >> 8 >= ORACLE_E)
      oracle_note_error(o, r->status, r->warp, r->op, r->lanes, 0, o->cycle);
    return true;
  }
  return false;
}

bool oracle_bar_captured(oracle *o, const ws_err *err) {
  bar_place it = {0};
  unsigned found = 0;
  if (err->warp >= o->cfg.warps || err->opnd)
    return false;
  for (unsigned n = 0; n < o->bar->flying[err->warp]; n++) {
    const bar_place at = o->bar->flight[err->warp][n];
    const bar_event *e = &at.set->event[at.e];
    if (e->guest.op == err->op && e->guest.lanes == err->lanes && bar_set_may_answer(at.set, at.e, err->status)) {
      it = at;
      found++;
    }
  }
  if (found == 1) // else nothing tells which of them it was
    bar_set_answer(it.set, it.e, err->status, NULL);
  return found > 0;
}

// ----------------------------------------------------------------------------------------------------------- questions

const bar_set *oracle_bar_at(const oracle_bar *b, unsigned slot, unsigned place) {
  return place < WS_BARRIERS ? &b->named[slot][place] : b->shared ? b->shared : &b->own[slot];
}

unsigned oracle_bar_cta(const oracle_bar *b, unsigned slot) { return b->named[slot][0].cta; }

static void print_set(const bar_set *set, const char *name) {
  fprintf(stderr, "  barrier %s: members %08x, CTA of %u warps, may be in %u states\n", name, set->members, set->cta,
          set->states);
  for (unsigned e = 0; e < BAR_EVENTS; e++)
    if (set->event[e].used)
      fprintf(stderr, "    %2u: warp %u of CTA %u %s a %x b %u lanes %08x c %08x tag %u%s\n", e, set->event[e].warp,
              set->event[e].rank, ws_op_name(set->event[e].guest.op), set->event[e].guest.a, set->event[e].guest.b,
              set->event[e].guest.lanes, set->event[e].guest.pred, set->event[e].tag,
              set->event[e].sent ? "" : ", not known to be sent");
  for (unsigned n = 0; n < set->states && n < 8; n++) {
    const bar_state *s = &set->state[n];
    fprintf(stderr, "    came:");
    for (unsigned k = 0; k < s->list.n; k++)
      fprintf(stderr, " %u", s->list.of[k].warp);
    fprintf(stderr, " members %08x%s%s arrived %08x owed %08x;", s->members, s->dirty ? " dirty" : "",
            s->full ? " full" : "", s->arr, s->owed);
    for (unsigned e = 0; e < BAR_EVENTS; e++)
      if (set->event[e].used) {
        if (s->pending >> e & 1)
          fprintf(stderr, " %u: on its way", e);
        else if (s->waiting >> e & 1)
          fprintf(stderr, " %u: waits", e);
        else
          fprintf(stderr, " %u: %03x value %u", e, s->answer[e].status, s->answer[e].value);
      }
    fputc('\n', stderr);
  }
}

void oracle_bar_print(const oracle *o, unsigned w) {
  const oracle_bar *b = o->bar;
  const unsigned slot = w / b->per;
  char name[16];
  for (unsigned p = 0; p < ORACLE_BAR_PLACES; p++) {
    const bar_set *set = &b->named[slot][p];
    snprintf(name, sizeof name, "%u", p);
    if (set->states > 1 || set->state[0].list.n || set->state[0].pending)
      print_set(set, name);
  }
  print_set(oracle_bar_at(b, slot, WS_BARRIERS), "of the cluster");
}
