// SPDX-License-Identifier: Apache-2.0
// The rules of the oracle, see oracle.h: which groups are complete, which lanes are dead, what the responses say.
#include <string.h>

#include "oracle_bar.h"
#include "oracle_mbar.h"
#include "oracle_atom.h"
#include "oracle_rules.h"
#include "what/op_lists.h"

static uint32_t in_state(const oracle *o, unsigned w, int state) {
  uint32_t set = 0;
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if ((int)o->lane[w][i].state == state)
      set |= bit(i);
  return set;
}

uint32_t oracle_live(const oracle *o, unsigned w) { return all_lanes(o) & ~in_state(o, w, LANE_EXITED); }
uint32_t oracle_waiting(const oracle *o, unsigned w) { return in_state(o, w, LANE_WAITING); }
uint32_t oracle_blocked(const oracle *o, unsigned w) {
  const uint32_t suspended = o->mbar ? oracle_mbar_away(o->mbar, w) & o->shown[w] : 0; // the port shows since when
  return oracle_waiting(o, w) | in_state(o, w, LANE_AWAY) | suspended;
}

void oracle_log(oracle *o, unsigned w, const char *what, uint32_t lanes, const ws_req *req, const ws_rsp *rsp) {
  oracle_event *e = &o->event[w][o->events[w]++ % ORACLE_EVENTS];
  memset(e, 0, sizeof *e);
  e->cycle = o->cycle;
  e->what = what;
  e->lanes = lanes;
  e->has_op = req || rsp;
  if (req) {
    e->op = req->op;
    e->tag = req->tag;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      e->mask[i] = req->mask[i] & all_lanes(o);
  }
  if (rsp) {
    e->op = rsp->op;
    e->tag = rsp->tag;
    e->status = rsp->status;
  }
}

// ---------------------------------------------------------------------------------------------- what must be answered

bool oracle_legacy_vote(unsigned op) { return op >= WS_OP_VOTE_LEGACY_ALL && op <= WS_OP_VOTE_LEGACY_BALLOT; }
bool oracle_waits(unsigned op) { return op != WS_OP_ACTIVEMASK && !oracle_legacy_vote(op) && !oracle_atom_is(op); }

bool oracle_gathers(unsigned op) { return op >> 8 == WS_UNIT_BAR || op >> 8 == WS_UNIT_CLUSTER; }

bool oracle_legal(const oracle *o, unsigned op) {
  static const uint16_t table[] = {WS_OPS_WARP};
  for (size_t n = 0; n < sizeof table / sizeof table[0]; n++)
    if (table[n] == op)
      return true;
  if (oracle_atom_is(op))
    return o->mbar && oracle_atom_legal(op);
  if (oracle_gathers(op))
    return oracle_bar_legal(op);
  return o->cfg.legacy && oracle_legacy_vote(op);
}

void oracle_note_error(oracle *o, uint32_t status, unsigned w, uint32_t op, uint32_t lanes, uint32_t opnd,
                       uint64_t done) {
  if (o->captured.valid || o->errors == ORACLE_EXPECTED_MAX)
    return;
  o->error[o->errors++] =
      (oracle_error){.status = status, .warp = w, .op = op, .lanes = lanes, .opnd = opnd, .done = done};
}

// Remembers one response. d may be NULL: poison.
static void expect(oracle *o, unsigned w, uint32_t lanes, uint32_t status, uint32_t tag, const oracle_lane lane[],
                   const uint32_t d[], uint32_t p, bool adjoining) {
  if (o->count == ORACLE_EXPECTED_MAX) {
    oracle_fail(o, w, "too many responses under way");
    return;
  }
  oracle_expected *e = &o->expected[o->count++];
  const oracle_lane *first = &lane[lowest(lanes)];
  memset(e, 0, sizeof *e);
  e->batch = o->batches;
  e->adjoining = adjoining;
  // What names a barrier has no membermask.
  e->operand = oracle_gathers(first->op) ? 0 : first->mask;
  e->rsp = (ws_rsp){.valid = true, .tag = tag, .warp = w, .op = first->op, .lanes = lanes, .status = status};
  if (d) {
    e->rsp.p = p & lanes;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      e->rsp.d[i] = lanes >> i & 1 ? d[i] : 0;
  }
  if (status >> 8 >= ORACLE_E)
    oracle_note_error(o, status, w, first->op, lanes, e->operand, UINT64_MAX);
}

// One response for each distinct status among `lanes`, the one with the lowest lane first.
void oracle_expect_each(oracle *o, unsigned w, uint32_t lanes, const uint32_t status[], const oracle_lane lane[],
                        const uint32_t d[], uint32_t p) {
  const uint32_t tag = lane[lowest(lanes)].tag; // that of the lowest lane of the whole set
  const bool group =
      status[lowest(lanes)] >> 8 < ORACLE_E; // its responses are neighbours; those of refusals need not be
  o->batches++;
  while (lanes) {
    uint32_t same = 0;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      if ((lanes >> i & 1) && status[i] == status[lowest(lanes)])
        same |= bit(i);
    expect(o, w, same, status[lowest(lanes)], tag, lane, d, p, group);
    lanes &= ~same;
  }
}

// The operation on its participants. `whole`: the status of the group as a whole.
void oracle_answer(oracle *o, unsigned w, uint32_t act, const oracle_lane lane[], uint32_t whole) {
  const unsigned n = o->cfg.lanes, op = lane[lowest(act)].op, fn = op & 255, bits = op & 2 ? 64 : 32;
  uint32_t d[32] = {0}, a32[32] = {0}, b[32] = {0}, c[32] = {0}, status[32], p = 0, und = 0, x = 0, one = 0;
  uint64_t a[32] = {0};

  for (unsigned i = 0; i < n; i++)
    if (act >> i & 1) {
      a[i] = lane[i].a;
      a32[i] = (uint32_t)lane[i].a;
      b[i] = lane[i].b;
      c[i] = lane[i].c;
      x |= lane[i].x ? bit(i) : 0;
    }
  switch (op >> 8) {
  case WS_UNIT_SHFL: ws_shfl(n, fn, act, a32, b, c, d, &p, &und); break;
  case WS_UNIT_REDUX: ws_redux(n, fn, act, a32, &one); break;
  case WS_UNIT_MATCH:
    if (op & 1)
      p = ws_match_all(n, bits, act, a, &one) ? act : 0;
    else
      ws_match_any(n, bits, act, a, d);
    break;
  default:
    if (op == WS_OP_ACTIVEMASK)
      one = act;
    else if (op == WS_OP_ELECT) {
      one = lowest(act);
      p = bit(lowest(act));
    } else if (op == WS_OP_VOTE_BALLOT || op == WS_OP_VOTE_LEGACY_BALLOT)
      one = act & x;
    else if (op != WS_OP_BAR_WARP) {
      const unsigned kind = op & 3; // all, any, uni
      const bool is_all = (act & ~x) == 0, is_any = (act & x) != 0;
      p = (kind == 0 ? is_all : kind == 1 ? is_any : is_all || !is_any) ? act : 0;
    }
  }
  const bool poison = whole >> 8 >= ORACLE_E;
  for (unsigned i = 0; i < n; i++) {
    d[i] |= one;
    status[i] = !poison && (und >> i & 1) ? WS_ST_SH_SRC_INACTIVE : whole;
  }
  if (!poison && und) {
    o->reached[ORACLE_SOURCE_INACTIVE]++;
    o->reached[ORACLE_TWO_STATUSES_IN_ONE_GROUP] += und != act;
  }
  oracle_expect_each(o, w, act, status, lane, poison ? NULL : d, p);
}

// ------------------------------------------------------------------------------------------------------------- groups

// Lanes that wait with the same operation and mask as lane i, or name the same; not those whose release is decided.
static uint32_t group_of(const oracle *o, unsigned w, unsigned i) {
  const oracle_lane *lane = o->lane[w];
  uint32_t set = 0;
  for (unsigned j = 0; j < o->cfg.lanes; j++)
    if (lane[j].state == LANE_WAITING && !lane[j].condemned && lane[j].op == lane[i].op &&
        lane[j].mask == lane[i].mask && lane[j].key == lane[i].key)
      set |= bit(j);
  return set;
}

// Whom lane i waits for.
uint32_t oracle_missing(const oracle *o, unsigned w, unsigned i) {
  return o->lane[w][i].mask & oracle_live(o, w) & ~group_of(o, w, i);
}

// A complete gather goes to its barrier. Its lanes run again if it is an arrive.
static void gathered(oracle *o, unsigned w, uint32_t act, bool pieces, bool fast, uint32_t instead) {
  const uint32_t op = o->lane[w][lowest(act)].op;
  const bool aligned = (op & 16) || o->cfg.legacy, away = oracle_bar_blocks(op);
  for (uint32_t st = WS_ST_CV_MASK_MISMATCH; st <= WS_ST_CV_MISSING; st++)
    if (instead & oracle_code(st))
      oracle_note_error(o, st, w, op, act, 0, UINT64_MAX);
  oracle_bar_gather(o, w, act, pieces && aligned ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_OK, fast, instead);
  for (unsigned j = 0; j < o->cfg.lanes; j++)
    if (act >> j & 1) {
      o->lane[w][j].state = away ? LANE_AWAY : LANE_RUNNING;
      o->lane[w][j].undecided = 0;
    }
}

// Carries out every complete group of a warp; its lanes run again. Returns their number.
unsigned oracle_complete_groups(oracle *o, unsigned w, bool by_exit) {
  unsigned done = 0;
  o->checked[w] = false;
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    oracle_lane *lane = o->lane[w];
    if (lane[i].state != LANE_WAITING || lane[i].condemned || oracle_missing(o, w, i))
      continue;
    const uint32_t act = group_of(o, w, i);
    // The core may have decided to release the group just before the exit, and does so then: both are right.
    const bool late = o->cfg.watchdog && oracle_age(o, w, i) >= o->cfg.watchdog;
    const uint32_t instead = by_exit ? lane[i].undecided | (late ? oracle_code(WS_ST_CV_MISSING) : 0) : 0;
    bool pieces = false;
    for (unsigned j = 0; j < o->cfg.lanes; j++)
      pieces = pieces || ((act >> j & 1) && lane[j].request != lane[i].request);
    uint32_t whole = WS_ST_OK;
    if (oracle_gathers(lane[i].op)) {
      gathered(o, w, act, pieces, !by_exit && !pieces && act == o->issue, instead);
      done++;
      continue;
    }
    if (o->cfg.legacy && pieces)
      whole = WS_ST_CV_LEGACY_DIVERGED;
    else if ((lane[i].op == WS_OP_ELECT || lane[i].op == WS_OP_BAR_WARP) && (lane[i].mask & ~oracle_live(o, w)))
      whole = WS_ST_CV_EXITED_MEMBER;
    oracle_answer(o, w, act, lane, whole);
    if (instead) {
      for (unsigned n = 0; n < o->count; n++)
        if (o->expected[n].batch == o->batches) {
          o->expected[n].instead = instead;
          o->expected[n].group = act;
        }
      for (uint32_t st = WS_ST_CV_MASK_MISMATCH; st <= WS_ST_CV_MISSING; st++)
        if (instead & oracle_code(st))
          oracle_note_error(o, st, w, lane[i].op, act, lane[i].mask, UINT64_MAX);
      o->reached[ORACLE_EXIT_MEETS_RELEASE]++;
    }
    for (unsigned j = 0; j < o->cfg.lanes; j++)
      if (act >> j & 1) {
        lane[j].state = LANE_RUNNING;
        lane[j].undecided = 0;
      }
    done++;
    o->reached[ORACLE_GROUP_OF_ONE_REQUEST] += !pieces;
    o->reached[ORACLE_GROUP_OF_PIECES] += pieces;
    o->reached[ORACLE_GROUP_COMPLETED_BY_EXIT] += by_exit;
    o->reached[ORACLE_LEGACY_DIVERGED] += whole == WS_ST_CV_LEGACY_DIVERGED;
    o->reached[ORACLE_EXITED_MEMBER] += whole == WS_ST_CV_EXITED_MEMBER;
  }
  o->reached[ORACLE_SEVERAL_GROUPS_OF_ONE_REQUEST] += done > 1;
  return done;
}

// ----------------------------------------------------------------------------------------------------------- releases

// Lanes that no continuation of the program can set free: those from which the graph "waits for" leads into a circle.
uint32_t oracle_dead(const oracle *o, unsigned w) {
  uint32_t reach[32] = {0}, circle = 0, dead = 0;
  const unsigned n = o->cfg.lanes;
  for (unsigned i = 0; i < n; i++)
    if (o->lane[w][i].state == LANE_WAITING && !o->lane[w][i].condemned)
      reach[i] = oracle_missing(o, w, i);
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = 0; i < n; i++)
      if (reach[i] >> k & 1)
        reach[i] |= reach[k];
  for (unsigned i = 0; i < n; i++)
    circle |= reach[i] & bit(i);
  for (unsigned i = 0; i < n; i++)
    if ((reach[i] | bit(i)) & circle)
      dead |= bit(i);
  return dead;
}

// Why lane i was released. Lanes that `wait` showed to the last were waiting when that was decided, though an exit may
// have completed their group since.
static uint32_t verdict(const oracle *o, unsigned w, unsigned i) {
  const uint32_t waiting = oracle_blocked(o, w) | o->shown[w];
  const uint32_t missing = oracle_missing(o, w, i);
  bool other_mask = false, other_op = false;
  for (unsigned x = 0; x < o->cfg.lanes; x++)
    if ((missing & waiting) >> x & 1) {
      const bool same = o->lane[w][x].op == o->lane[w][i].op && !oracle_gathers(o->lane[w][i].op);
      other_mask = other_mask || same;
      other_op = other_op || !same;
    }
  return other_mask ? WS_ST_CV_MASK_MISMATCH : other_op ? WS_ST_CV_QUAL_MISMATCH : WS_ST_CV_MISSING;
}

uint64_t oracle_age(const oracle *o, unsigned w, unsigned i) {
  const uint32_t group = group_of(o, w, i);
  uint64_t age = 0;
  for (unsigned j = 0; j < o->cfg.lanes; j++)
    if ((group >> j & 1) && o->ticks - o->lane[w][j].since > age)
      age = o->ticks - o->lane[w][j].since;
  return age;
}

// Expects the release of a group. `either`: see oracle_expected.
static void condemn_group(oracle *o, unsigned w, uint32_t group, uint32_t status, uint32_t either) {
  expect(o, w, group, status, o->lane[w][lowest(group)].tag, o->lane[w], NULL, 0, false);
  o->expected[o->count - 1].either = either;
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if (group >> i & 1)
      o->lane[w][i].condemned = true;
  o->reached[ORACLE_T_MASK_MISMATCH] += status == WS_ST_CV_MASK_MISMATCH;
  o->reached[ORACLE_T_QUAL_MISMATCH] += status == WS_ST_CV_QUAL_MISMATCH;
  o->reached[ORACLE_T_MISSING] += status == WS_ST_CV_MISSING;
}

// The sets as they are now decide about the victims, though the core may take them out one group after the other.
static void condemn(oracle *o, unsigned w, uint32_t victims) {
  uint32_t status[32], group[32], either[32];
  unsigned groups = 0;
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    const oracle_lane *lane = &o->lane[w][i];
    group[i] = group_of(o, w, i);
    status[i] = verdict(o, w, i);
    either[i] = lane->undecided;
  }
  o->batches++;
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if ((victims & group[i]) >> i & 1 && lowest(group[i]) == i) {
      condemn_group(o, w, group[i], status[i], either[i]);
      groups++;
    }
  o->reached[ORACLE_DEAD_SEVERAL_GROUPS] += groups > 2;
}

// One group was released by the watchdog, or was the first of the dead ones: both are right, and nothing tells which.
static void condemn_one_or_all(oracle *o, unsigned w, unsigned i, uint32_t dead) {
  const uint32_t group = group_of(o, w, i);
  for (unsigned j = 0; j < o->cfg.lanes; j++)
    if ((dead & ~group) >> j & 1)
      o->lane[w][j].undecided |= oracle_code(verdict(o, w, j));
  o->batches++;
  condemn_group(o, w, group, verdict(o, w, i), o->lane[w][i].undecided);
}

void oracle_decided(oracle *o, unsigned w) {
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    o->lane[w][i].undecided = 0;
}

// Lanes left the port `wait` though their group is incomplete.
void oracle_released(oracle *o, unsigned w, uint32_t gone) {
  oracle_log(o, w, "released", gone, NULL, NULL);
  for (unsigned i = 0; i < o->cfg.lanes && !o->failed; i++) {
    if (!(gone >> i & 1) || o->lane[w][i].condemned)
      continue;
    const uint32_t dead = oracle_dead(o, w), group = group_of(o, w, i);
    const bool late = o->cfg.watchdog && oracle_age(o, w, i) >= o->cfg.watchdog;
    uint32_t undecided = 0;
    for (unsigned j = 0; j < o->cfg.lanes; j++)
      undecided |= o->lane[w][j].undecided ? bit(j) : 0;
    const bool first_dead = (dead >> i & 1) && lowest(group) == lowest(dead);
    if (dead >> i & 1)
      o->reached[dead == oracle_live(o, w) ? ORACLE_DEAD_ALL : ORACLE_DEAD_SOME]++;
    if (late && (first_dead || (undecided >> i & 1))) {
      condemn_one_or_all(o, w, i, dead);
    } else if (late) {
      o->reached[ORACLE_WATCHDOG]++;
      o->batches++;
      condemn_group(o, w, group, verdict(o, w, i), 0);
    } else if (dead >> i & 1) {
      condemn(o, w, dead);
    } else if (undecided >> i & 1) {
      condemn(o, w, undecided);
    } else {
      oracle_fail(o, w,
                  "lane %u was released, but it is not dead: dead lanes are %08x, it waits for %08x, for %u ticks", i,
                  dead, oracle_missing(o, w, i), (unsigned)oracle_age(o, w, i));
    }
    if (group & ~gone)
      oracle_fail(o, w, "only lanes %08x of the group %08x were released", gone, group);
  }
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if (gone >> i & 1) {
      o->lane[w][i].state = LANE_RUNNING;
      o->lane[w][i].condemned = false;
      o->lane[w][i].undecided = 0;
    }
  o->checked[w] = false;
}
