// SPDX-License-Identifier: Apache-2.0
// Whole spaces of four lanes, RTL against model, and each answer against plain loops written here: every set of live lanes,
// every membermask that names one of them, every value of small operands. On builds with more lanes the four are the first,
// the last and the two in the middle, the others have exited.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "what/op_lists.h"

enum { FOUR = 4, PENDING = 256 };

typedef struct expected { // of a request, by tag
  bool due;
  uint32_t op, lanes, status, p, d[WS_LANES_MAX];
} expected;

typedef struct sweep {
  ws_run *run;
  ws_lockstep ls;
  uint32_t lane[FOUR]; // as bits
  uint32_t live;       // of warp 0
  expected want[PENDING];
  ws_req q;
  uint64_t cases;
  bool bad;
} sweep;

static uint32_t spread(const sweep *s, uint32_t set) {
  uint32_t lanes = 0;
  for (unsigned i = 0; i < FOUR; i++)
    lanes |= set >> i & 1 ? s->lane[i] : 0;
  return lanes;
}

static void wrong(sweep *s, const ws_rsp *rsp, const expected *e, unsigned i) {
  fprintf(stderr,
          "\n%s: %s on lanes 0x%" PRIx32 ", lane %u: status 0x%03" PRIx32 " d 0x%" PRIx32 " p %" PRIu32
          ", expected status 0x%03" PRIx32 " d 0x%" PRIx32 " p %" PRIu32 "\n  repeat       %s\n",
          s->run->name, ws_op_name(rsp->op), rsp->lanes, i, rsp->status, rsp->d[i], rsp->p >> i & 1, e->status, e->d[i],
          e->p >> i & 1, s->run->repeat);
  s->bad = true;
}

static bool step(sweep *s) {
  ws_in *in = s->ls.in;
  in->rsp_ready = true;
  if (s->bad || !ws_lockstep_step(&s->ls))
    return false;
  const ws_rsp *rsp = &s->ls.out->rsp;
  if (!rsp->valid)
    return true;
  expected *e = &s->want[rsp->tag % PENDING];
  bool known = e->due && rsp->op == e->op && rsp->lanes == e->lanes;
  for (uint32_t left = rsp->lanes; left && !s->bad; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (!known || rsp->status != e->status || rsp->d[i] != e->d[i] || ((rsp->p ^ e->p) >> i & 1))
      wrong(s, rsp, e, i);
  }
  e->due = false;
  return !s->bad;
}

// Drives s->q until it is taken; what must come stands in *e.
static bool ask(sweep *s, const expected *e) {
  ws_in *in = s->ls.in;
  s->q.tag = (uint32_t)s->cases++ % PENDING;
  s->want[s->q.tag] = *e;
  s->want[s->q.tag].due = true;
  s->want[s->q.tag].op = s->q.op;
  s->want[s->q.tag].lanes = s->q.lanes;
  in->req = s->q;
  in->req.valid = true;
  s->ls.new_req = 1;
  do
    if (!step(s))
      return false;
  while (!s->ls.out->req_ready);
  in->req.valid = false;
  return true;
}

static bool settle(sweep *s) {
  do
    if (!step(s))
      return false;
  while (!ws_lockstep_idle(&s->ls));
  return true;
}

static bool set_live(sweep *s, uint32_t live) {
  ws_in *in = s->ls.in;
  if (!settle(s))
    return false;
  in->exit = (ws_lanes){true, 0, UINT32_MAX};
  in->launch = (ws_lanes){true, 0, live};
  bool good = step(s);
  in->exit.valid = in->launch.valid = false;
  s->live = live;
  return good && settle(s);
}

static bool begin(sweep *s, ws_run *r) {
  memset(s, 0, sizeof *s);
  s->run = r;
  if (!ws_run_open(r, &s->ls))
    return false;
  unsigned n = r->core.lanes;
  const unsigned at[FOUR] = {0, n / 2 - 1, n / 2, n - 1};
  for (unsigned i = 0; i < FOUR; i++)
    s->lane[i] = 1u << at[i];
  return true;
}

static bool end(sweep *s, bool good, const char *space) {
  good = good && settle(s);
  for (unsigned k = 0; k < PENDING && good; k++)
    if (s->want[k].due) {
      fprintf(stderr, "\n%s: the request with tag %u was not answered\n", s->run->name, k);
      good = false;
    }
  snprintf(s->run->note, sizeof s->run->note, "%" PRIu64 " cases: %s", s->cases, space);
  ws_run_close(s->run, &s->ls);
  return good && !s->bad;
}

// Calls `each` for every live set and every mask that names a live lane, until it fails.
static bool masks(sweep *s, bool (*each)(sweep *s, uint32_t mask, uint32_t act)) {
  for (uint32_t live = 1; live < 1u << FOUR; live++) {
    if (!set_live(s, spread(s, live)))
      return false;
    for (uint32_t mask = 1; mask < 1u << FOUR; mask++) {
      if (!(mask & live))
        continue;
      s->q.lanes = spread(s, mask & live);
      for (unsigned i = 0; i < WS_LANES_MAX; i++)
        s->q.mask[i] = spread(s, mask);
      if (!each(s, mask, mask & live))
        return false;
    }
  }
  return true;
}

// -------------------------------------------------------------------------------------------------------------- vote

static expected vote_oracle(const sweep *s, uint32_t preds) {
  expected e = {0};
  bool all = true, any = false;
  uint32_t ballot = 0;
  for (uint32_t left = s->q.lanes; left; left &= left - 1) {
    uint32_t lane = left & (0u - left);
    bool yes = ((preds & lane) != 0) != s->q.neg;
    all &= yes;
    any |= yes;
    ballot |= yes ? lane : 0;
  }
  bool value = s->q.op == WS_OP_VOTE_ALL ? all : s->q.op == WS_OP_VOTE_ANY ? any : all || !any;
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    e.d[i] = s->q.op == WS_OP_VOTE_BALLOT ? ballot : 0;
  e.p = s->q.op != WS_OP_VOTE_BALLOT && value ? s->q.lanes : 0;
  return e;
}

static bool vote_each(sweep *s, uint32_t mask, uint32_t act) {
  static const uint16_t ops[] = {WS_OPS_VOTE_SYNC};
  for (unsigned k = 0; k < WS_OPS_COUNT(WS_OPS_VOTE_SYNC) * 32; k++) {
    s->q.op = ops[k / 32];
    s->q.neg = k >> 4 & 1;
    s->q.pred = spread(s, k & 15);
    expected e = vote_oracle(s, s->q.pred);
    if (!ask(s, &e))
      return false;
  }
  static const uint16_t others[] = {WS_OP_ELECT, WS_OP_BAR_WARP, WS_OP_ACTIVEMASK};
  for (unsigned k = 0; k < 3; k++) {
    expected e = {.status = k < 2 && mask != act ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK};
    s->q.op = others[k];
    for (unsigned i = 0; i < WS_LANES_MAX; i++)
      e.d[i] = k == 0 ? (uint32_t)__builtin_ctz(s->q.lanes) : k == 2 ? s->q.lanes : 0;
    e.p = k == 0 ? s->q.lanes & (0u - s->q.lanes) : 0;
    if (!ask(s, &e))
      return false;
  }
  return true;
}

static bool run_vote(ws_run *r) {
  static sweep s;
  return begin(&s, r) && end(&s, masks(&s, vote_each), "live sets x masks x operations x predicates x complement");
}

// ------------------------------------------------------------------------------------------------------- match, redux

// Every choice of one of `values` for each lane that takes part; the others hold what none of these is.
static bool values_each(sweep *s, uint32_t act, const uint64_t *value, unsigned values,
                        expected (*oracle)(const sweep *)) {
  unsigned lanes = (unsigned)__builtin_popcount(act), total = 1;
  for (unsigned k = 0; k < lanes; k++)
    total *= values;
  for (unsigned x = 0; x < total; x++) {
    unsigned rest = x;
    for (unsigned i = 0; i < WS_LANES_MAX; i++)
      s->q.a[i] = 0x7fedcba987654321u;
    for (uint32_t left = s->q.lanes; left; left &= left - 1, rest /= values)
      s->q.a[__builtin_ctz(left)] = value[rest % values];
    expected e = oracle(s);
    if (!ask(s, &e))
      return false;
  }
  return true;
}

static expected match_oracle(const sweep *s) {
  expected e = {0};
  uint64_t seen = ws_is_match_b64(s->q.op) ? UINT64_MAX : UINT32_MAX;
  bool equal = true;
  for (unsigned i = 0; i < s->run->core.lanes; i++)
    for (unsigned j = 0; j < s->run->core.lanes; j++) {
      if (!(s->q.lanes >> i & s->q.lanes >> j & 1))
        continue;
      bool same = (s->q.a[i] & seen) == (s->q.a[j] & seen);
      equal &= same;
      e.d[i] |= (uint32_t)same << j;
    }
  if (s->q.op & 1) {
    for (unsigned i = 0; i < WS_LANES_MAX; i++)
      e.d[i] = equal ? s->q.lanes : 0;
    e.p = equal ? s->q.lanes : 0;
  }
  return e;
}

static bool match_each(sweep *s, uint32_t mask, uint32_t act) {
  static const uint16_t ops[] = {WS_OPS_MATCH};
  static const uint64_t keys[4] = {0, 1, 0x8000000000000000,
                                   0x8000000000000001}; // of b32 two, each with two high words
  (void)mask;
  for (unsigned k = 0; k < WS_OPS_COUNT(WS_OPS_MATCH); k++) {
    s->q.op = ops[k];
    if (!values_each(s, act, keys, 4, match_oracle))
      return false;
  }
  return true;
}

static bool run_match(ws_run *r) {
  static sweep s;
  return begin(&s, r) && end(&s, masks(&s, match_each), "live sets x masks x operations x keys of 2 bits a lane");
}

static expected all_lanes(uint32_t value) {
  expected e = {0};
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    e.d[i] = value;
  return e;
}

static expected int_oracle(const sweep *s) {
  uint32_t sum = 0, all = UINT32_MAX, any = 0, odd = 0, least = UINT32_MAX, most = 0;
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (uint32_t left = s->q.lanes; left; left &= left - 1) {
    uint32_t v = (uint32_t)s->q.a[__builtin_ctz(left)];
    int64_t x = v >= 0x80000000 ? (int64_t)v - 0x100000000 : v;
    sum += v, all &= v, any |= v, odd ^= v;
    least = v < least ? v : least;
    most = v > most ? v : most;
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  switch (s->q.op) {
  case WS_OP_REDUX_ADD_U32:
  case WS_OP_REDUX_ADD_S32: return all_lanes(sum);
  case WS_OP_REDUX_MIN_U32: return all_lanes(least);
  case WS_OP_REDUX_MAX_U32: return all_lanes(most);
  case WS_OP_REDUX_MIN_S32: return all_lanes((uint32_t)low);
  case WS_OP_REDUX_MAX_S32: return all_lanes((uint32_t)high);
  case WS_OP_REDUX_AND_B32: return all_lanes(all);
  case WS_OP_REDUX_OR_B32: return all_lanes(any);
  default: return all_lanes(odd);
  }
}

// Is x below y, with -0 below +0? Neither is a NaN.
static bool below(uint32_t x, uint32_t y) {
  float f, g;
  memcpy(&f, &x, sizeof f);
  memcpy(&g, &y, sizeof g);
  return f < g || ((x & 0x7fffffff) == 0 && (y & 0x7fffffff) == 0 && x > y);
}

static expected f32_oracle(const sweep *s) {
  bool max = (s->q.op & 3) == 2, abs = s->q.op & 0x20, nan_wins = s->q.op & 0x40, any = false, nan = false;
  uint32_t best = 0;
  for (uint32_t left = s->q.lanes; left; left &= left - 1) {
    uint32_t v = (uint32_t)s->q.a[__builtin_ctz(left)];
    if ((v & 0x7fffffff) > 0x7f800000) {
      nan = true;
      continue;
    }
    v = abs ? v & 0x7fffffff : v;
    if (!any || (max ? below(best, v) : below(v, best)))
      best = v;
    any = true;
  }
  return all_lanes(!any || (nan && nan_wins) ? 0x7fffffff : best);
}

static bool redux_each(sweep *s, uint32_t mask, uint32_t act) {
  static const uint16_t ints[] = {WS_OPS_REDUX_INT};
  static const uint16_t f32s[] = {WS_OPS_REDUX_FLOAT};
  static const uint64_t small[4] = {0, 1, 2, 3}, far[4] = {0, 0x7fffffff, 0x80000000, 0xffffffff};
  static const uint64_t floats[8] = {0x00000000, 0x80000000, 0x00000001, 0x3f800000,
                                     0xbf800000, 0xff800000, 0x7fc00000, 0x7f800001};
  (void)mask;
  for (unsigned k = 0; k < sizeof ints / sizeof ints[0]; k++) {
    s->q.op = ints[k];
    if (!values_each(s, act, small, 4, int_oracle) || !values_each(s, act, far, 4, int_oracle))
      return false;
  }
  for (unsigned k = 0; k < sizeof f32s / sizeof f32s[0]; k++) {
    s->q.op = f32s[k];
    if (!values_each(s, act, floats, 8, f32_oracle))
      return false;
  }
  return true;
}

static bool run_redux(ws_run *r) {
  static sweep s;
  return begin(&s, r) &&
         end(&s, masks(&s, redux_each), "live sets x masks x operations x 2 x 4 integers or 8 f32 a lane");
}

// -------------------------------------------------------------------------------------------------------- rendezvous

enum { STEPS = 3, ACTIONS = 2 * STEPS }; // a lane of the group comes, or exits, in one of three cycles

// One lane that comes last, or an exit, completes the group; elect tells who it was.
static bool gather(sweep *s, uint32_t mask, uint32_t act, const unsigned action[FOUR]) {
  uint32_t comes[STEPS] = {0}, exits[STEPS] = {0}, group = 0, gone = 0;
  ws_in *in = s->ls.in;
  for (unsigned i = 0; i < FOUR; i++) {
    if (!(act >> i & 1))
      continue;
    uint32_t *set = action[i] < STEPS ? &comes[action[i]] : &exits[action[i] - STEPS];
    *set |= s->lane[i];
    if (action[i] < STEPS)
      group |= s->lane[i];
    else
      gone |= s->lane[i];
  }
  if (!group)
    return true;
  bool good = set_live(s, s->live);
  memset(s->want, 0, sizeof s->want);
  // The answer has the tag of the lowest lane's request.
  expected e = {.due = true, .op = WS_OP_ELECT, .lanes = group, .p = group & (0u - group)};
  e.status = gone || mask != act ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    e.d[i] = (uint32_t)__builtin_ctz(group);
  for (unsigned k = 0; k < STEPS && good; k++) {
    s->q.op = WS_OP_ELECT;
    s->q.tag = k;
    s->q.lanes = comes[k];
    if (comes[k] & group & (0u - group))
      s->want[k] = e;
    in->req = s->q;
    in->req.valid = comes[k] != 0;
    in->exit = (ws_lanes){exits[k] != 0, 0, exits[k]};
    s->ls.new_req = 1;
    do {
      good = step(s);
      in->exit.valid = false;
    } while (good && in->req.valid && !s->ls.out->req_ready);
    in->req.valid = false;
  }
  s->cases++;
  good = good && settle(s);
  bool left = false;
  for (unsigned k = 0; k < STEPS; k++)
    left |= s->want[k].due;
  if (good && (left || s->ls.out->wait[0])) {
    fprintf(stderr, "\n%s: the group of lanes 0x%" PRIx32 " does not complete; lanes 0x%" PRIx32 " exited\n",
            s->run->name, group, gone);
    s->bad = true;
  }
  return good && !s->bad;
}

static bool gather_each(sweep *s, uint32_t mask, uint32_t act) {
  unsigned total = 1, lanes = (unsigned)__builtin_popcount(act);
  for (unsigned k = 0; k < lanes; k++)
    total *= ACTIONS;
  for (unsigned x = 0; x < total; x++) {
    unsigned action[FOUR] = {0}, rest = x;
    for (unsigned i = 0; i < FOUR; i++)
      if (act >> i & 1) {
        action[i] = rest % ACTIONS;
        rest /= ACTIONS;
      }
    if (!gather(s, mask, act, action))
      return false;
  }
  return true;
}

static bool run_rendezvous(ws_run *r) {
  static sweep s;
  return begin(&s, r) &&
         end(&s, masks(&s, gather_each), "live sets x masks x each member comes or exits in one of 3 cycles");
}

#define ROW(name, needed, text)                                                                                        \
  { #name "_exhaustive", text, .run = run_##name, .families = needed }

static const ws_test tests[] = {
    ROW(vote, 0,
        "vote, elect, bar.warp.sync, activemask of four lanes: every live set, mask, predicate and complement"),
    ROW(match, WS_FAMILY_MATCH,
        "match.sync of four lanes: every live set, mask and key of 2 bits a lane, in the low and the high word"),
    ROW(redux, WS_FAMILY_REDUX,
        "redux.sync of four lanes: every live set and mask, 4 small and 4 extreme integers, 8 f32 a lane"),
    ROW(rendezvous, 0,
        "four lanes: every live set, mask, and order in which members come or exit, elect names the group"),
};
WS_TESTS(exhaustive, 0)
