// SPDX-License-Identifier: Apache-2.0
// The examiner of waiting groups: finds the complete ones, and those that can never complete. One lane is chosen in a
// cycle, its group is examined in the next; see core_scan in core.h.
#include "core.h"

uint32_t core_warps_with(const ws_core *core, uint32_t candidates, bool dirty) {
  uint32_t set = 0;
  for (unsigned w = 0; w < core->cfg.warps; w++)
    set |= (uint32_t)((dirty ? core->warp[w].dirty : core->warp[w].wait) != 0) << w;
  return set & candidates;
}

static void begin_break(ws_core *core, uint32_t victims) {
  core_scan *s = &core->scan;
  s->mode = SCAN_BREAK;
  s->left = victims;
  s->wait = core->warp[s->warp].wait;
  s->live = core->warp[s->warp].live;
}

// Releases the group of the chosen lane. Judged by the sets at the time of the decision: lanes released first run again.
static bool scan_break(ws_core *core, core_port *port) {
  core_scan *s = &core->scan;
  const sync_warp *w = &core->warp[s->pick_warp];
  sync_group g = sync_group_of(core->cfg.lanes, w, s->pick_lane, s->wait, s->live);
  s->yield = port->used;
  if (!core_send_waiting(core, port, s->pick_warp, g.lanes, sync_blame(&g, w->op[s->pick_lane], s->wait)))
    return false;
  s->left &= ~g.lanes;
  if (!s->left)
    s->mode = SCAN_IDLE;
  return true;
}

// Examines the group of the chosen lane: complete, it goes to its unit; else it is known to be blocked. False if it is
// complete and could not go.
static bool scan_dirty(ws_core *core, core_port *port) {
  unsigned i = core->scan.pick_lane;
  sync_warp *w = &core->warp[core->scan.pick_warp];
  sync_group g = sync_group_of(core->cfg.lanes, w, i, w->wait, w->live);
  bool joined = sync_is_joined(w, g.lanes);
  if (g.missing) {
    w->dirty &= ~g.lanes;
    w->old |= g.lanes;
    w->joined = joined ? w->joined | g.lanes : w->joined & ~g.lanes;
    return true;
  }
  core->scan.yield = port->used;
  uint32_t status = core_group_status(w->op[i], w->mask[i], w->live);
  if (joined && sync_gathers(w->op[i]))
    status = sync_aligned(w->op[i], core->cfg.legacy) ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_OK;
  else if (joined && core->cfg.legacy)
    status = WS_ST_CV_LEGACY_DIVERGED;
  return core_send_waiting(core, port, core->scan.pick_warp, g.lanes, status);
}

// The group of the chosen lane on the way to the lanes that can still go on, or the age of the lane.
static void scan_look(ws_core *core) {
  core_scan *s = &core->scan;
  const sync_warp *w = &core->warp[s->warp];
  sync_group g = sync_group_of(core->cfg.lanes, w, s->pick_lane, w->wait, w->live);
  if (s->mode == SCAN_AGE) {
    s->left &= ~(1u << s->pick_lane);
    if (!core->cfg.watchdog || (uint16_t)(core->now - w->stamp[s->pick_lane]) < core->cfg.watchdog)
      return;
    s->overdue |= 1u << s->warp;
    begin_break(core, g.lanes);
  } else if (g.missing & ~s->reach) {
    s->seen |= g.lanes;
  } else {
    s->reach |= g.lanes;
    s->changed = 1;
  }
}

// What the clock has to do: the group of the lane chosen before. True if a complete group keeps its place.
static bool scan_examine(ws_core *core, core_port *port, bool hold) {
  switch (core->scan.pick) {
  case PICK_DIRTY: return !scan_dirty(core, port);
  case PICK_BREAK: return !scan_break(core, port);
  case PICK_LOOK:
    if (!hold)
      scan_look(core);
    return false;
  default: return false;
  }
}

static void choose(core_scan *s, int what, unsigned warp, uint32_t lanes) {
  s->pick = what;
  s->pick_warp = warp;
  s->pick_lane = (unsigned)__builtin_ctz(lanes);
}

// One step towards the lanes that can still go on: running lanes can, and so can a group that misses only such lanes.
// What is left at the end is dead for certain. If nobody runs, everybody is. Or the next lane whose age is to be seen.
static void choose_look(ws_core *core) {
  core_scan *s = &core->scan;
  const sync_warp *w = &core->warp[s->warp];
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
      begin_break(core, dead);
  }
}

// The warp in which a deadlock or a lane's age is looked for next. One that a port names stands back, so that it cannot
// keep the others waiting.
static void begin_look(ws_core *core, uint32_t open) {
  core_scan *s = &core->scan;
  uint32_t check = s->check & open, age = s->overdue & open;
  if (!(check | age))
    return;
  s->warp = s->last = core_next_of(check ? check : age, s->last);
  s->mode = check ? SCAN_DEAD : SCAN_AGE;
  s->reach = ~core->warp[s->warp].wait;
  s->seen = s->changed = 0;
  s->left = core->warp[s->warp].wait;
  if (!check)
    s->overdue &= ~(1u << s->warp);
}

void core_scan_step(ws_core *core, core_port *port, uint32_t touched) {
  core_scan *s = &core->scan, was = *s;
  uint32_t dirty = core_warps_with(core, ~0u, true), waiting = core_warps_with(core, ~0u, false);
  if (!dirty && was.pick == PICK_NONE && was.mode == SCAN_IDLE && !((was.check | was.overdue) & waiting)) {
    s->streak = 0; // nothing to do
    s->yield = false;
    return;
  }
  uint32_t lane[WS_WARPS_MAX];
  for (unsigned w = 0; w < core->cfg.warps; w++)
    lane[w] = core->warp[w].dirty;
  bool hold = touched >> was.warp & 1;

  s->yield = false;
  bool keep = scan_examine(core, port, hold);
  s->pick = PICK_NONE;
  if (was.mode == SCAN_BREAK) {
    s->streak = 0;
    if (was.pick != PICK_BREAK)
      choose(s, PICK_BREAK, was.warp, was.left);
    else if (keep)
      s->pick = PICK_BREAK;
    return;
  }
  // Endless arrivals in other warps must not keep a deadlock from being found: it gets one clock in nine.
  bool examining = was.pick == PICK_DIRTY;
  bool to_look = was.mode != SCAN_IDLE || ((was.check | was.overdue) & waiting & ~dirty);
  bool may_dirty = !(was.streak == SCAN_STREAK && to_look);
  // The warp whose group is examined now is not chosen from: what of it will be left is not known yet.
  uint32_t others = dirty & ~(examining ? 1u << was.pick_warp : 0);
  bool fresh = may_dirty && others;
  s->streak = !fresh && !examining ? 0 : was.streak < SCAN_STREAK ? was.streak + 1 : SCAN_STREAK;

  if (was.mode != SCAN_IDLE && hold) { // to begin again, after other warps had their turn; `check` still stands
    if (was.mode == SCAN_AGE)
      s->overdue |= 1u << was.warp;
    s->mode = SCAN_IDLE;
  }
  if (fresh) {
    s->last = core_next_of(others, was.last);
    choose(s, PICK_DIRTY, s->last, lane[s->last]);
  } else if (examining) {
    s->pick = keep && may_dirty ? PICK_DIRTY : PICK_NONE;
  } else if (was.mode == SCAN_IDLE) {
    begin_look(core, waiting & ~(touched | dirty));
  } else if (!hold && was.pick != PICK_LOOK) {
    choose_look(core);
  }
}
