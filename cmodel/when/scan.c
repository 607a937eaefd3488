// SPDX-License-Identifier: Apache-2.0
// The examiner of waiting groups: see scan.h.
#include "when/scan.h"

#include "what/bits.h"
#include "what/op_class.h"

// One clock of the examiner.
typedef struct scan_clock {
  core_scan *s;
  sync_warp *warp;
  const scan_in *in;
  group_head *head; // the group that goes to its unit
  bool sent;
} scan_clock;

// The warps that have lanes waiting; that have lanes whose group has not been examined.
static uint32_t warps_waiting(const sync_warp warp[], unsigned warps) {
  uint32_t set = 0;
  for (unsigned w = 0; w < warps; w++)
    set |= (uint32_t)(warp[w].wait != 0) << w;
  return set;
}

static uint32_t warps_dirty(const sync_warp warp[], unsigned warps) {
  uint32_t set = 0;
  for (unsigned w = 0; w < warps; w++)
    set |= (uint32_t)(warp[w].dirty != 0) << w;
  return set;
}

// Lanes that wait go to their unit, and wait no longer. False if the unit, or the port, is taken.
static bool send(scan_clock *k, unsigned warp, uint32_t lanes, uint32_t status) {
  const group_head h = ws_sync_head(&k->warp[warp], warp, lanes, status);
  if (!ws_core_port_takes(k->in->port))
    return false;
  ws_sync_release(&k->warp[warp], lanes);
  *k->head = h;
  return k->sent = true;
}

static void begin_break(scan_clock *k, uint32_t victims) {
  core_scan *s = k->s;
  s->mode = SCAN_BREAK;
  s->left = victims;
  s->wait = k->warp[s->warp].wait;
  s->live = k->warp[s->warp].live;
}

// Releases the group of the chosen lane. Judged by the sets at the time of the decision: lanes released first run again.
static bool scan_break(scan_clock *k) {
  core_scan *s = k->s;
  const sync_warp *w = &k->warp[s->pick_warp];
  sync_group g = ws_sync_group_of(k->in->cfg->lanes, w, s->pick_lane, s->wait, s->live);
  s->yield = k->in->port->used;
  if (!send(k, s->pick_warp, g.lanes, ws_sync_blame(&g, w->op[s->pick_lane], s->wait)))
    return false;
  s->left &= ~g.lanes;
  if (!s->left)
    s->mode = SCAN_IDLE;
  return true;
}

// Examines the group of the chosen lane: complete, it goes to its unit; else it is known to be blocked. False if it is
// complete and could not go.
static bool scan_dirty(scan_clock *k) {
  unsigned i = k->s->pick_lane;
  sync_warp *w = &k->warp[k->s->pick_warp];
  sync_group g = ws_sync_group_of(k->in->cfg->lanes, w, i, w->wait, w->live);
  bool joined = ws_sync_is_joined(w, g.lanes);
  if (g.missing) {
    w->dirty &= ~g.lanes;
    w->old |= g.lanes;
    w->joined = joined ? w->joined | g.lanes : w->joined & ~g.lanes;
    return true;
  }
  k->s->yield = k->in->port->used;
  uint32_t status = ws_sync_status(w->op[i], w->mask[i], w->live);
  if (joined && ws_op_gathers(w->op[i]))
    status = ws_sync_aligned(w->op[i], k->in->cfg->legacy) ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_OK;
  else if (joined && k->in->cfg->legacy)
    status = WS_ST_CV_LEGACY_DIVERGED;
  return send(k, k->s->pick_warp, g.lanes, status);
}

// The group of the chosen lane on the way to the lanes that can still go on, or the age of the lane.
static void scan_look(scan_clock *k) {
  core_scan *s = k->s;
  const sync_warp *w = &k->warp[s->warp];
  sync_group g = ws_sync_group_of(k->in->cfg->lanes, w, s->pick_lane, w->wait, w->live);
  if (s->mode == SCAN_AGE) {
    s->left &= ~(1u << s->pick_lane);
    const uint16_t limit = k->in->cfg->watchdog;
    if (!limit || (uint16_t)(k->in->now - w->stamp[s->pick_lane]) < limit)
      return;
    s->overdue |= 1u << s->warp;
    begin_break(k, g.lanes);
  } else if (g.missing & ~s->reach) {
    s->seen |= g.lanes;
  } else {
    s->reach |= g.lanes;
    s->changed = 1;
  }
}

// What the clock has to do: the group of the lane chosen before. True if a complete group keeps its place.
static bool scan_examine(scan_clock *k, bool hold) {
  switch (k->s->pick) {
  case PICK_DIRTY: return !scan_dirty(k);
  case PICK_BREAK: return !scan_break(k);
  case PICK_LOOK:
    if (!hold)
      scan_look(k);
    return false;
  default: return false;
  }
}

static void choose(core_scan *s, int what, unsigned warp, uint32_t lanes) {
  s->pick = what;
  s->pick_warp = warp;
  s->pick_lane = bits_first(lanes);
}

// One step towards the lanes that can still go on: running lanes can, and so can a group that misses only such lanes.
// What is left at the end is dead for certain. If nobody runs, everybody is. Or the next lane whose age is to be seen.
static void choose_look(scan_clock *k) {
  core_scan *s = k->s;
  const sync_warp *w = &k->warp[s->warp];
  bool nobody_runs = !(w->live & ~w->wait);
  uint32_t todo = s->mode == SCAN_AGE ? s->left & w->wait : w->wait & ~s->reach & ~s->seen;
  if (todo && (s->mode == SCAN_AGE || !nobody_runs)) {
    choose(s, PICK_LOOK, s->warp, todo);
  } else if (s->mode == SCAN_AGE) {
    s->mode = SCAN_IDLE;
  } else if (s->changed && !nobody_runs) {
    s->seen = s->changed = 0;
  } else {
    uint32_t dead = nobody_runs ? w->wait : w->wait & ~s->reach;
    s->check &= ~(1u << s->warp);
    s->mode = SCAN_IDLE;
    if (dead)
      begin_break(k, dead);
  }
}

// The warp in which a deadlock or a lane's age is looked for next. One that a port names stands back, so that it cannot
// keep the others waiting.
static void begin_look(scan_clock *k, uint32_t open) {
  core_scan *s = k->s;
  uint32_t check = s->check & open, age = s->overdue & open;
  if (!(check | age))
    return;
  s->warp = s->last = bits_next(check ? check : age, s->last);
  s->mode = check ? SCAN_DEAD : SCAN_AGE;
  s->reach = ~k->warp[s->warp].wait;
  s->seen = s->changed = 0;
  s->left = k->warp[s->warp].wait;
  if (!check)
    s->overdue &= ~(1u << s->warp);
}

bool ws_scan_step(core_scan *s, sync_warp warp[], const scan_in *in, group_head *head) {
  scan_clock k = {.s = s, .warp = warp, .in = in, .head = head};
  const core_scan was = *s;
  const unsigned warps = in->cfg->warps;
  const uint32_t dirty = warps_dirty(warp, warps), waiting = warps_waiting(warp, warps);
  if (!dirty && was.pick == PICK_NONE && was.mode == SCAN_IDLE && !((was.check | was.overdue) & waiting)) {
    s->streak = 0; // nothing to do
    s->yield = false;
    return false;
  }
  uint32_t lane[WS_WARPS_MAX];
  for (unsigned w = 0; w < warps; w++)
    lane[w] = warp[w].dirty;
  bool hold = in->touched >> was.warp & 1;

  s->yield = false;
  bool keep = scan_examine(&k, hold);
  s->pick = PICK_NONE;
  if (was.mode == SCAN_BREAK) {
    s->streak = 0;
    if (was.pick != PICK_BREAK)
      choose(s, PICK_BREAK, was.warp, was.left);
    else if (keep)
      s->pick = PICK_BREAK;
    return k.sent;
  }
  // Endless arrivals in other warps must not keep a deadlock from being found: it gets one clock in nine.
  bool examining = was.pick == PICK_DIRTY;
  bool to_look = was.mode != SCAN_IDLE || ((was.check | was.overdue) & waiting & ~dirty);
  bool may_dirty = !(was.streak == SCAN_STREAK && to_look);
  // The warp whose group is examined now is not chosen from: what of it will be left is not known yet. Nor is one of which lanes are
  // on their way to the table.
  uint32_t others = dirty & ~in->storing & ~(examining ? 1u << was.pick_warp : 0);
  bool fresh = may_dirty && others;
  s->streak = !fresh && !examining ? 0 : was.streak < SCAN_STREAK ? was.streak + 1 : SCAN_STREAK;

  if (was.mode != SCAN_IDLE && hold) { // to begin again, after other warps had their turn; `check` still stands
    if (was.mode == SCAN_AGE)
      s->overdue |= 1u << was.warp;
    s->mode = SCAN_IDLE;
  }
  if (fresh) {
    s->last = bits_next(others, was.last);
    choose(s, PICK_DIRTY, s->last, lane[s->last]);
  } else if (examining) {
    s->pick = keep && may_dirty ? PICK_DIRTY : PICK_NONE;
  } else if (was.mode == SCAN_IDLE) {
    begin_look(&k, waiting & ~(in->touched | dirty));
  } else if (!hold && was.pick != PICK_LOOK) {
    choose_look(&k);
  }
  return k.sent;
}

bool ws_scan_quiet(const core_scan *s, const sync_warp warp[], unsigned warps) {
  return s->mode == SCAN_IDLE && !warps_dirty(warp, warps) && !(warps_waiting(warp, warps) & (s->check | s->overdue));
}
