// SPDX-License-Identifier: Apache-2.0
// Directed tests of the rendezvous: who waits, who is released, with which status. And of the throughput promised.
#include "directed.h"

#include <stdio.h>

// Half-warp tiles in one issue, each lane with its own tile's mask: two groups, two answers (PTX 9.7.13.12 and others
// take the mask from each lane).
static void scene_masks_per_lane(ws_scene *t) {
  unsigned n = t->lanes;
  uint32_t low = (1u << n / 2) - 1, high = t->all & ~low;
  for (unsigned i = 0; i < n; i++) {
    t->q.mask[i] = i < n / 2 ? low : high;
    t->q.a[i] = i;
  }
  ws_issue_masks(t, WS_OP_REDUX_ADD_U32, t->all);
  ws_expect_d_lanes(t, low, n / 2 * (n / 2 - 1) / 2);
  ws_expect_d_lanes(t, high, n * (n - 1) / 2 - n / 2 * (n / 2 - 1) / 2);
  t->q.pred = t->all;
  for (unsigned i = 0; i < n; i++)
    t->q.mask[i] = i & 1 ? 0xaaaaaaaau & t->all : 0x55555555u & t->all;
  ws_issue_masks(t, WS_OP_VOTE_BALLOT, t->all);
  ws_expect_d_lanes(t, 0x55555555u & t->all, 0x55555555u & t->all);
  ws_expect_d_lanes(t, 0xaaaaaaaau & t->all, 0xaaaaaaaau & t->all);
  for (unsigned i = 0; i < n; i++)
    t->q.mask[i] = ws_bit(t, i); // every lane alone
  ws_issue_masks(t, WS_OP_ELECT, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, i);
  ws_expect_p(t, t->all, t->all);
  ws_expect_status(t, t->all, WS_ST_OK);
  ws_expect_count(t, t->all, 3);
}

static void scene_pieces(ws_scene *t) {
  unsigned n = t->lanes;
  uint32_t before = 0;
  for (unsigned i = 0; i + 1 < n; i++) { // one lane at a time, from the top
    unsigned lane = n - 1 - i;
    t->q.a[lane] = lane;
    ws_do(t, WS_OP_REDUX_ADD_U32, ws_bit(t, lane), t->all);
    before |= ws_bit(t, lane);
    ws_expect_wait(t, before);
  }
  t->q.a[0] = 1000;
  ws_do(t, WS_OP_REDUX_ADD_U32, 1, t->all);
  ws_expect_wait(t, 0);
  ws_expect_d_lanes(t, t->all, 1000 + n * (n - 1) / 2);
}

// Lane 0 waits for {0,1}, lane 1 for {1,2}: no deadlock, lane 2 releases lane 1, which then joins lane 0.
static void scene_chain(ws_scene *t) {
  ws_do(t, WS_OP_BAR_WARP, 1, 3);
  ws_do(t, WS_OP_BAR_WARP, 2, 6);
  ws_expect_wait(t, 3);
  ws_do(t, WS_OP_BAR_WARP, 4, 6);
  ws_expect_wait(t, 1);
  ws_expect_status(t, 6, WS_ST_OK);
  ws_do(t, WS_OP_BAR_WARP, 2, 3);
  ws_expect_wait(t, 0);
  ws_expect_status(t, 3, WS_ST_OK);
  ws_expect_error(t, WS_ST_OK, 0);
}

static void scene_exit_completes(ws_scene *t) {
  uint32_t gone = ws_bit(t, t->lanes - 1), here = t->all & ~gone;
  t->q.pred = t->all;
  ws_do(t, WS_OP_VOTE_BALLOT, here, t->all);
  ws_expect_wait(t, here);
  ws_exit(t, gone);
  ws_expect_wait(t, 0);
  ws_expect_d_lanes(t, here, here);
  ws_expect_status(t, here, WS_ST_OK);
  ws_do(t, WS_OP_BAR_WARP, 1, t->all); // one exit that completes two groups at once
  ws_do(t, WS_OP_BAR_WARP, 2, 2 | 4 | gone);
  ws_exit(t, here & ~3u);
  ws_expect_wait(t, 1);
  ws_expect_status(t, 2, WS_ST_CV_EXITED_MEMBER);
  ws_exit(t, 2);
  ws_expect_wait(t, 0);
  ws_expect_status(t, 1, WS_ST_CV_EXITED_MEMBER);
}

// The last awaited lane arrives in the very cycle in which the other awaited one exits: exit first, one completion.
static void scene_exit_with_arrival(ws_scene *t) {
  ws_do(t, WS_OP_BAR_WARP, t->all & ~3u, t->all);
  ws_settle(t);
  if (t->bad)
    return;
  ws_in in = {.rsp_ready = true, .exit = {true, 0, 1}};
  in.req = (ws_req){.valid = true, .op = WS_OP_BAR_WARP, .lanes = 2, .warp = 0};
  for (unsigned i = 0; i < t->lanes; i++)
    in.req.mask[i] = t->all;
  t->bad = !ws_session_cycle(t->s, &in);
  ws_expect_wait(t, 0);
  ws_expect_status(t, t->all & ~1u, WS_ST_CV_EXITED_MEMBER);
  ws_expect_count(t, t->all & ~1u, 1);
}

static void scene_busy_exited(ws_scene *t) {
  ws_do(t, WS_OP_BAR_WARP, 1, 3);
  ws_expect_wait(t, 1);
  ws_do(t, WS_OP_BAR_WARP, 1, 3); // a blocked lane again: refused, its wait goes on
  ws_expect_wait(t, 1);
  ws_expect_count(t, 1, 1);
  ws_expect_error(t, WS_ST_CV_LANE_BUSY, 1);
  ws_exit(t, 1); // and it cannot exit either
  ws_expect_wait(t, 1);
  ws_do(t, WS_OP_BAR_WARP, 2, 3);
  ws_expect_status(t, 3, WS_ST_OK);
  ws_exit(t, 4);
  ws_do(t, WS_OP_BAR_WARP, 4, 4);
  ws_expect_status(t, 4, WS_ST_CV_LANE_EXITED);
  ws_do(t, 0x2ff, t->all, t->all); // a code that is not in the table
  ws_expect_status(t, 4, WS_ST_CV_LANE_EXITED);
  ws_expect_status(t, t->all & ~4u, WS_ST_DEC_ILLEGAL);
  ws_do(t, WS_OP_BAR_WARP, 0, t->all); // no lane at all
  ws_expect_wait(t, 0);
}

static void scene_deadlocks(ws_scene *t) {
  uint32_t rest = t->all & ~3u;
  ws_do(t, WS_OP_BAR_WARP, 1, 3); // same operation, other mask; nobody else is live afterwards
  ws_do(t, WS_OP_BAR_WARP, 2, 6);
  ws_do(t, WS_OP_BAR_WARP, rest, t->all);
  ws_expect_wait(t, 0);
  ws_expect_status(t, t->all, WS_ST_CV_MASK_MISMATCH);
  ws_do(t, WS_OP_VOTE_ALL, 1, t->all); // same mask, other qualifiers
  ws_do(t, WS_OP_VOTE_ANY, t->all & ~1u, t->all);
  ws_expect_wait(t, 0);
  ws_expect_status(t, t->all, WS_ST_CV_QUAL_MISMATCH);
  ws_expect_p(t, t->all, 0);
  ws_do(t, WS_OP_BAR_WARP, 1, 3); // two lanes dead for certain while the others run
  ws_do(t, WS_OP_VOTE_ALL, 2, 3);
  ws_expect_wait(t, 0);
  ws_expect_status(t, 3, WS_ST_CV_QUAL_MISMATCH);
  ws_do(t, WS_OP_BAR_WARP, 1, 5); // lane 2 runs and may still come: no deadlock
  ws_expect_wait(t, 1);
  ws_expect_error(t, WS_ST_CV_MASK_MISMATCH, 1); // the first one is kept
  ws_do(t, WS_OP_BAR_WARP, 4, 5);
  ws_expect_status(t, 5, WS_ST_OK);
}

static void scene_watchdog(ws_scene *t) {
  ws_do(t, WS_OP_BAR_WARP, 1, 3);
  ws_expect_wait(t, 1);
  if (!t->bad && !ws_session_tick(t->s, 19))
    t->bad = true;
  ws_expect_wait(t, 1);
  if (!t->bad && !ws_session_tick(t->s, 1))
    t->bad = true;
  ws_expect_wait(t, 0);
  ws_expect_status(t, 1, WS_ST_CV_MISSING);
  ws_expect_error(t, WS_ST_CV_MISSING, 1);
  ws_do(t, WS_OP_BAR_WARP, 1, 9); // two waits of one warp that end with one tick
  ws_do(t, WS_OP_BAR_WARP, 2, 10);
  ws_settle(t);
  ws_tick(t, 19);
  ws_expect_wait(t, 3);
  ws_tick(t, 1);
  ws_expect_wait(t, 0);
  ws_expect_status(t, 3, WS_ST_CV_MISSING);
}

static void scene_legacy_diverged(ws_scene *t) {
  uint32_t low = (1u << t->lanes / 2) - 1, high = t->all & ~low;
  ws_do(t, WS_OP_BAR_WARP, low, t->all);
  ws_expect_wait(t, low);
  ws_do(t, WS_OP_BAR_WARP, high, t->all);
  ws_expect_status(t, t->all, WS_ST_CV_LEGACY_DIVERGED);
  ws_do(t, WS_OP_BAR_WARP, t->all, t->all);
  ws_expect_status(t, t->all, WS_ST_OK);
}

static void scene_relaunch(ws_scene *t) {
  ws_do(t, WS_OP_BAR_WARP, t->all & ~1u, t->all);
  if (!t->bad && !ws_session_launch(t->s, 0, t->all))
    t->bad = true; // still live: ignored
  ws_expect_wait(t, t->all & ~1u);
  ws_expect_error(t, WS_ST_CV_LANE_BUSY, t->all);
  ws_exit(t, 1);
  ws_expect_wait(t, 0);
  ws_exit(t, t->all);
  ws_settle(t);
  if (!t->bad && !ws_session_launch(t->s, 0, 5))
    t->bad = true; // a partial warp in the same slot
  t->q.pred = t->all;
  ws_do(t, WS_OP_VOTE_BALLOT, 5, t->all);
  ws_expect_d_lanes(t, 5, 5);
}

// In one cycle all lanes exit but one, each in turn, and the warp is launched: refused. Then the one exits: launched in that cycle.
static void scene_launch_at_exit(ws_scene *t) {
  for (unsigned i = 0; i < t->lanes && !t->bad; i++) {
    ws_in in = {.rsp_ready = true, .exit = {true, 0, t->all & ~(1u << i)}, .launch = {true, 0, t->all}};
    t->bad = !ws_session_cycle(t->s, &in);
    ws_settle(t);
    ws_expect_error(t, WS_ST_CV_LANE_BUSY, t->all);
    t->q.pred = t->all;
    ws_do(t, WS_OP_VOTE_BALLOT, 1u << i, t->all);
    ws_expect_d(t, i, 1u << i);
    in.exit.lanes = 1u << i;
    if (!t->bad)
      t->bad = !ws_session_cycle(t->s, &in);
    ws_do(t, WS_OP_VOTE_BALLOT, t->all, t->all);
    ws_expect_d_lanes(t, t->all, t->all);
  }
}

// Every code that no operation has, in every unit, and every code of a family that is not built: refused at once, whatever the bits of
// its neighbours do.
static void scene_codes(ws_scene *t) {
  bool legacy = t->run->core.legacy;
  unsigned built = ws_dut_families(&t->run->core), left_out = 0;
  for (uint32_t op = 0; op < 1u << 12 && !t->bad; op += t->stall && op % 4 == 3 ? 61 : 1) {
    if ((ws_op_built(op) && (ws_family_of(op) & built)) || (legacy && op - WS_OP_VOTE_LEGACY_ALL < 4))
      continue;
    left_out += ws_op_built(op);
    t->q.pred = op & 1 ? t->all : 0;
    ws_do(t, op, t->all, t->all);
    ws_expect_status(t, t->all, WS_ST_DEC_ILLEGAL);
    ws_expect_d_lanes(t, t->all, 0);
    ws_expect_p(t, t->all, 0);
  }
  ws_do(t, WS_OP_VOTE_BALLOT, t->all, t->all);
  ws_expect_status(t, t->all, WS_ST_OK);
  if (left_out && !t->stall) // of which all codes are asked
    snprintf(t->run->note, sizeof t->run->note, "%u codes of families left out", left_out);
}

// Two lanes of warp 0 wait for each other in vain while lanes of the other warps arrive one by one without end.
static void scene_dead_under_load(ws_scene *t) {
  enum { BEFORE = 40, PATIENCE = 300 };
  ws_exit(t, t->all & ~3u);
  for (unsigned w = 1; w < 4 && !t->bad; w++)
    t->bad = !ws_session_launch(t->s, w, t->all);
  ws_req next[4], *req;
  for (unsigned w = 0; w < 4; w++) {
    next[w] = (ws_req){.valid = true, .op = WS_OP_BAR_WARP, .lanes = 1, .warp = w};
    for (unsigned i = 0; i < t->lanes; i++)
      next[w].mask[i] = w ? t->all : 3;
  }
  unsigned turn = 0, clocks = 0, accepted = 0;
  for (; clocks < PATIENCE && !t->bad && (next[0].valid || ws_session_out(t->s)->wait[0]); clocks++) {
    req = &next[clocks >= BEFORE && next[0].valid ? 0 : 1 + turn % 3];
    ws_in in = {.rsp_ready = true, .req = *req};
    t->bad = !ws_session_cycle(t->s, &in);
    if (t->bad || !ws_session_out(t->s)->req_ready)
      continue;
    accepted++;
    t->q = in.req; // for the report
    turn += req->warp != 0;
    req->lanes = req->lanes << 1 & t->all ? req->lanes << 1 : 1;
    if (req->warp == 0) { // lane 0 with a barrier, lane 1 with another operation
      req->valid = req->op == WS_OP_BAR_WARP;
      req->op = WS_OP_ELECT;
    }
  }
  if (!t->bad && clocks == PATIENCE)
    ws_wrong(t, "lanes 0x%x of warp 0 still wait for each other after %u clocks in which %u requests were accepted",
             (unsigned)ws_session_out(t->s)->wait[0], clocks, accepted);
  if (!t->bad && 3 * accepted < clocks)
    ws_wrong(t, "only %u requests were accepted in %u clocks: no load", accepted, clocks);
  ws_expect_status(t, 3, WS_ST_CV_QUAL_MISMATCH);
}

// A shuffle of warp 1 is complete and cannot go, because no answer is taken and the way to the units is full. Meanwhile a lane of
// warp 0 has waited for 20 ticks: both wait for room, and both go when there is some.
static void scene_overdue_behind(ws_scene *t) {
  enum { PATIENCE = 100, ROOM = 12 }; // three behind the units, four groups in the unit, five on the way there
  ws_do(t, WS_OP_BAR_WARP, 1, 3);
  for (unsigned w = 1; w < 4 && !t->bad; w++)
    t->bad = !ws_session_launch(t->s, w, t->all);
  t->warp = 1;
  ws_all_bc(t, 1, t->lanes - 1);
  ws_all_a(t, 77);
  ws_do(t, WS_OP_SHFL_IDX, t->all & ~1u, t->all);
  ws_expect_wait(t, t->all & ~1u);
  ws_in in = {.req = {.valid = true, .op = WS_OP_SHFL_IDX, .warp = 2}};
  for (unsigned filled = 0; filled < ROOM && !t->bad; filled++) {
    in.req.lanes = 1u << filled % t->lanes;
    for (unsigned i = 0; i < t->lanes; i++)
      in.req.mask[i] = in.req.lanes;
    t->bad = !ws_session_cycle(t->s, &in);
    if (!t->bad && !ws_session_out(t->s)->req_ready)
      ws_wrong(t, "shuffle %u of %u was not accepted at once", filled, ROOM);
  }
  in = (ws_in){0};
  for (unsigned k = 0; k < PATIENCE && !t->bad; k++)
    t->bad = !ws_session_cycle(t->s, &in);
  in.exit = (ws_lanes){true, 1, 1};
  t->bad = t->bad || !ws_session_cycle(t->s, &in);
  in = (ws_in){.tick = true};
  for (unsigned k = 0; k < 20 && !t->bad; k++)
    t->bad = !ws_session_cycle(t->s, &in);
  in.tick = false;
  for (unsigned k = 0; k < PATIENCE && !t->bad; k++)
    t->bad = !ws_session_cycle(t->s, &in);
  if (!t->bad && (ws_session_out(t->s)->wait[1] != (t->all & ~1u) || ws_session_out(t->s)->live[1] & 1))
    ws_wrong(t, "lanes 0x%x of warp 1 wait, not all but lane 0, which has exited: the way was not full",
             (unsigned)ws_session_out(t->s)->wait[1]);
  if (!t->bad && ws_session_out(t->s)->wait[0] != 1)
    ws_wrong(t, "lane 0 of warp 0 waits no longer: the way was not full");
  in.rsp_ready = true;
  unsigned clocks = 0;
  for (; clocks < PATIENCE && !t->bad && (ws_session_out(t->s)->wait[0] | ws_session_out(t->s)->wait[1]); clocks++)
    t->bad = !ws_session_cycle(t->s, &in);
  if (!t->bad && clocks == PATIENCE)
    ws_wrong(t, "lanes 0x%x of warp 0 and 0x%x of warp 1 still wait %u clocks after answers were taken",
             (unsigned)ws_session_out(t->s)->wait[0], (unsigned)ws_session_out(t->s)->wait[1], clocks);
  t->warp = 0;
  ws_expect_status(t, 1, WS_ST_CV_MISSING);
  t->warp = 1;
  ws_expect_wait(t, 0);
  ws_expect_status(t, t->all & ~1u, WS_ST_OK);
  ws_expect_d_lanes(t, t->all & ~1u, 77);
}

// ------------------------------------------------------------------------------------------------- throughput

// Cycles that 256 operations of one warp take, back to back, less the ones before the first answer.
static bool rate(ws_run *r, ws_session *s, uint32_t op, double want) {
  enum { COUNT = 256 };
  ws_req q = {.op = op, .lanes = UINT32_MAX >> (32 - r->core.lanes)};
  for (unsigned i = 0; i < r->core.lanes; i++)
    q.mask[i] = q.lanes, q.a[i] = i * 0x10001u, q.b[i] = 1, q.c[i] = 0x1f;
  if (!ws_session_settle(s))
    return false;
  uint64_t start = ws_session_cycles(s);
  for (unsigned i = 0; i < COUNT; i++) {
    q.tag = i;
    if (!ws_session_issue(s, &q))
      return false;
  }
  uint64_t cycles = ws_session_cycles(s) - start;
  if ((double)cycles <= want * COUNT + 8)
    return true;
  fprintf(stderr, "\n%s: %d of %s took %llu cycles, %.0f promised\n", r->name, COUNT, ws_op_name(op),
          (unsigned long long)cycles, want * COUNT);
  return false;
}

// As often as pieces of a warp are judged, a lane each, while nothing else waits.
static bool rate_of_pieces(ws_run *r, ws_session *s) {
  enum { COUNT = 256, CLOCKS = 6 };
  ws_req q = {.op = WS_OP_BAR_WARP};
  for (unsigned i = 0; i < r->core.lanes; i++)
    q.mask[i] = UINT32_MAX >> (32 - r->core.lanes);
  if (!ws_session_settle(s))
    return false;
  const uint64_t start = ws_session_cycles(s);
  for (q.tag = 0; q.tag < COUNT; q.tag++) {
    q.lanes = 1u << q.tag % r->core.lanes;
    if (!ws_session_issue(s, &q))
      return false;
  }
  const uint64_t cycles = ws_session_cycles(s) - start;
  if (cycles <= CLOCKS * COUNT)
    return true;
  fprintf(stderr, "\n%s: %d pieces of a warp took %llu cycles, %d promised\n", r->name, COUNT,
          (unsigned long long)cycles, CLOCKS * COUNT);
  return false;
}

static bool run_throughput(ws_run *r) {
  ws_session_cfg cfg = ws_run_session(r, 0);
  ws_session *s = ws_session_open(&cfg);
  if (!s)
    return false;
  const unsigned built = ws_dut_families(&r->core);
  double step = r->core.match_bits;
  bool good = ws_session_launch(s, 0, UINT32_MAX >> (32 - r->core.lanes));
  static const uint32_t every_clock[] = {WS_OP_SHFL_UP,       WS_OP_SHFL_IDX,      WS_OP_VOTE_BALLOT,
                                         WS_OP_ELECT,         WS_OP_ACTIVEMASK,    WS_OP_BAR_WARP,
                                         WS_OP_MATCH_ALL_B64, WS_OP_REDUX_ADD_U32, WS_OP_REDUX_MIN_F32};
  for (size_t k = 0; k < sizeof every_clock / sizeof every_clock[0]; k++)
    good = good && (!(ws_family_of(every_clock[k]) & built) || rate(r, s, every_clock[k], 1));
  if (built & WS_FAMILY_MATCH)
    good = good && rate(r, s, WS_OP_MATCH_ANY_B32, 32 / step) && rate(r, s, WS_OP_MATCH_ANY_B64, 64 / step);
  good = good && rate_of_pieces(r, s) && ws_session_settle(s);
  r->ops = ws_session_issued(s);
  r->cycles = ws_session_cycles(s);
  return ws_session_close(s) && good;
}

// ------------------------------------------------------------------------------------------------------------- clocks

// Clocks from the acceptance of these lanes' vote to its response.
static unsigned clocks_of(ws_scene *t, uint32_t lanes) {
  ws_in in = {.rsp_ready = true, .req = {.valid = true, .op = WS_OP_VOTE_BALLOT, .lanes = lanes}};
  for (unsigned i = 0; i < t->lanes; i++)
    in.req.mask[i] = t->all;
  ws_settle(t);
  t->bad = t->bad || !ws_session_cycle(t->s, &in) || !ws_session_out(t->s)->req_ready;
  in.req.valid = false;
  unsigned clocks = 0;
  do
    t->bad = t->bad || !ws_session_cycle(t->s, &in);
  while (!t->bad && ++clocks < 50 && !ws_session_out(t->s)->rsp.valid);
  return clocks;
}

// Of a vote: 6 of the way through the rendezvous and 4 for a warp that comes as one; five more for one that waited in pieces, however many.
enum { FRONT = 6, WHOLE = FRONT + 4, PIECES = WHOLE + 5 };

static void scene_clocks(ws_scene *t) {
  if (t->stall)
    return;
  unsigned whole = clocks_of(t, t->all);
  if (!t->bad && whole != WHOLE)
    ws_wrong(t, "a vote of a whole warp took %u clocks to its response, %d promised", whole, WHOLE);
  for (unsigned pieces = 2; pieces <= 3; pieces++) {
    for (unsigned k = 1; k < pieces; k++) {
      ws_do(t, WS_OP_VOTE_BALLOT, 1u << (k - 1), t->all);
      ws_expect_wait(t, (1u << k) - 1);
    }
    unsigned last = clocks_of(t, t->all & ~((1u << (pieces - 1)) - 1));
    if (!t->bad && last != PIECES)
      ws_wrong(t, "the last of %u pieces of a vote took %u clocks to its response, %d promised", pieces, last, PIECES);
  }
}

static const ws_test tests[] = {
    {"masks_per_lane", "lanes of one issue with different masks form groups of their own",
     .scene = scene_masks_per_lane, .families = WS_FAMILY_REDUX},
    {"rendezvous_one_by_one", "lanes arrive one at a time; the last one releases all", .scene = scene_pieces,
     .families = WS_FAMILY_REDUX},
    {"rendezvous_chain", "{0,1} waits for {1,2}: overlapping masks resolve in turn", .scene = scene_chain},
    {"rendezvous_exit_completes", "an exit completes one group, then two", .scene = scene_exit_completes},
    {"rendezvous_exit_arrival", "exit and last arrival in one cycle: exit first, one completion",
     .scene = scene_exit_with_arrival},
    {"rendezvous_refused", "blocked and exited lanes issuing, a code not in the table, no lanes",
     .scene = scene_busy_exited},
    {"rendezvous_broken", "deadlocks of the whole warp and of two lanes, with their reasons", .scene = scene_deadlocks},
    {"rendezvous_dead_under_load", "a deadlock is found while lanes of other warps arrive without end",
     .scene = scene_dead_under_load, .warps = 4},
    {"rendezvous_watchdog_20", "waits of exactly 20 ticks are broken, also two of a warp at once; one of 19 is not",
     .scene = scene_watchdog, .watchdog = 20},
    {"rendezvous_overdue_behind",
     "a complete group, and a wait of 20 ticks, while the way to the units is full: both go when there is room",
     .needs_model = "it counts what the way has room for", .scene = scene_overdue_behind, .watchdog = 20, .warps = 4,
     .families = WS_FAMILY_SHFL},
    {"rendezvous_legacy_split", "sm_6x: two issues for one group are CV_LEGACY_DIVERGED, one is not",
     .scene = scene_legacy_diverged, .legacy = true},
    {"rendezvous_relaunch", "a launch of a live warp is refused; a slot that ran empty is used again",
     .scene = scene_relaunch},
    {"rendezvous_launch_at_exit", "exit and launch of a warp in one cycle: refused if any one lane is left",
     .scene = scene_launch_at_exit},
    {"codes_unknown",
     "each of the 4096 codes that no operation has, or one of a family left out, is DEC_ILLEGAL, sm_100a",
     .scene = scene_codes},
    {"codes_unknown_legacy", "the same for sm_6x", .scene = scene_codes, .legacy = true},
    {"rendezvous_clocks", "clocks to the response of a warp that comes as one, and of one that comes in pieces",
     .needs_model = "it counts clocks", .scene = scene_clocks},
    {"throughput", "operations per clock of one warp, back to back, as promised for each family",
     .needs_model = "it counts clocks", .run = run_throughput},
};
WS_TESTS(sync, 0)
