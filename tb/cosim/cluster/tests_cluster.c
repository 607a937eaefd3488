// SPDX-License-Identifier: Apache-2.0
// Directed tests of barrier.cluster: of the CTAs of a cluster, and of a CTA that is a cluster by itself.
#include "bar/tests_bar.h"

enum { ARRIVE = WS_OP_CLUSTER_ARRIVE_RELEASE, RELAXED = WS_OP_CLUSTER_ARRIVE_RELAXED, WAIT = WS_OP_CLUSTER_WAIT };
enum { ALIGNED = 0x10 };

static unsigned ctas(const ws_scene *t) { return ws_dut_ctas(&t->run->core); }
static unsigned hop(const ws_scene *t) { return t->run->core.hop; }

// So many warps in each CTA, all launched.
static void begin(ws_scene *t, unsigned warps) {
  for (unsigned c = 0; c < ctas(t); c++) {
    ws_cta(t, c);
    bar_cta(t, 0, warps);
  }
}

// Warp `warp` of CTA `cta` comes to the barrier; an arrive must answer OK.
static void come(ws_scene *t, unsigned cta, unsigned warp, uint32_t op) {
  ws_cta(t, cta);
  bar_come(t, warp, op, 0, 0);
}

static void arrives(ws_scene *t, unsigned cta, unsigned warp, uint32_t op) {
  come(t, cta, warp, op);
  bar_gives(t, warp, WS_ST_OK);
}

static void waits(ws_scene *t, unsigned cta, unsigned warp) { // has nothing to wait for any more
  come(t, cta, warp, WAIT);
  bar_gives(t, warp, WS_ST_OK);
}

// Exactly these warps of each CTA are blocked.
static void blocked(ws_scene *t, uint32_t warps) {
  for (unsigned c = 0; c < ctas(t); c++) {
    ws_cta(t, c);
    bar_blocked(t, warps);
  }
}

static void no_errors(ws_scene *t) {
  for (unsigned c = 0; c < ctas(t); c++) {
    ws_cta(t, c);
    bar_capture(t, WS_ST_OK, 0, 0, 0);
  }
}

// Every warp arrives, then waits; each in turn is the last one to arrive.
static void scene_barrier(ws_scene *t) {
  static const uint32_t ops[] = {ARRIVE, RELAXED, ARRIVE | ALIGNED, RELAXED | ALIGNED};
  enum { WARPS = 3 };
  unsigned all = WARPS * ctas(t);
  begin(t, WARPS);
  for (unsigned last = 0; last < all; last++) {
    for (unsigned k = 1; k < all; k++) {
      unsigned i = (last + k) % all;
      arrives(t, i / WARPS, i % WARPS, ops[i % 4]);
      come(t, i / WARPS, i % WARPS, k & 1 ? WAIT : WAIT | ALIGNED);
      bar_silent(t, i % WARPS);
    }
    for (unsigned c = 0; c < ctas(t); c++) {
      ws_cta(t, c);
      bar_blocked(t, bar_set(0, WARPS) & ~(c == last / WARPS ? 1u << last % WARPS : 0));
    }
    arrives(t, last / WARPS, last % WARPS, ops[last % 4]);
    blocked(t, 0);
    for (unsigned k = 1; k < all; k++) {
      unsigned i = (last + k) % all;
      ws_cta(t, i / WARPS);
      bar_gives(t, i % WARPS, WS_ST_OK);
    }
    waits(t, last / WARPS, last % WARPS); // the phase is over
  }
  no_errors(t);
}

// Phase after phase: warps that have waited arrive again while others still owe the wait of the phase before.
static void scene_generations(ws_scene *t) {
  begin(t, 2);
  unsigned n = ctas(t);
  for (unsigned c = 0; c < n; c++)
    for (unsigned w = 0; w < 2; w++)
      arrives(t, c, w, ARRIVE);
  for (unsigned k = 0; k < 6; k++) { // now phase k + 1; warps 0 run ahead
    for (unsigned c = 0; c < n; c++) {
      waits(t, c, 0);
      arrives(t, c, 0, k & 1 ? ARRIVE : RELAXED);
    }
    for (unsigned c = 0; c < n; c++)
      come(t, c, 0, WAIT);
    blocked(t, 1);
    for (unsigned c = n; c-- > 0;) {
      waits(t, c, 1); // of the phase before, over long since
      blocked(t, 1);
      arrives(t, c, 1, ARRIVE);
    }
    blocked(t, 0);
    for (unsigned c = 0; c < n; c++) {
      ws_cta(t, c);
      bar_gives(t, 0, WS_ST_OK);
      waits(t, c, 1);
      arrives(t, c, 1, ARRIVE); // warp 1 of every CTA is ahead
    }
    for (unsigned c = 0; c < n; c++)
      arrives(t, c, 0, ARRIVE);
  }
  no_errors(t);
}

// The last CTA that arrives, each in turn; all others wait, and are released in one clock, HOP clocks after the arrival
// and some.
static void scene_order(ws_scene *t) {
  enum { FRONT = 6 }; // clocks on the way through the rendezvous
  const unsigned latency = FRONT + 8 + hop(t), end = 40 + hop(t);
  begin(t, 2);
  for (unsigned last = 0; last < ctas(t); last++) {
    for (unsigned c = 0; c < ctas(t); c++)
      for (unsigned w = 0; w < 2; w++)
        if (c != last || w != 0) {
          arrives(t, c, w, ARRIVE);
          come(t, c, w, WAIT);
        }
    ws_settle(t);
    ws_cta(t, last);
    ws_in in = {.rsp_ready = true, .req = bar_request(t, 0, ARRIVE, 0, 0)};
    bar_cycle(t, &in);
    in.req.valid = false;
    uint32_t seen = 0;
    for (unsigned k = 1; k < end && !t->bad; k++) {
      bar_cycle(t, &in);
      for (unsigned c = 0; c < ctas(t) && !t->bad; c++) {
        ws_cta(t, c);
        const ws_rsp *rsp = &ws_session_out(t->s)->rsp;
        if (!rsp->valid || rsp->op != WAIT || (seen >> c & 1))
          continue;
        seen |= 1u << c;
        if (k != latency)
          ws_wrong(t, "CTA %u is released %u clocks after the last arrival, expected %u", c, k, latency);
      }
      ws_cta(t, last);
    }
    for (unsigned c = 0; c < ctas(t); c++) {
      ws_cta(t, c);
      if (c == last)
        bar_skip(t, 0), waits(t, c, 0);
      else
        bar_gives(t, 0, WS_ST_OK);
      bar_gives(t, 1, WS_ST_OK);
    }
  }
  no_errors(t);
}

// A warp arrives again k clocks behind the last arrival of its phase: a second time in that phase until the word is back,
// the first time in the next one from then on, in the very clock in which the phase ends.
static void scene_next_clock(ws_scene *t) {
  unsigned over = ctas(t) > 1 ? 2 + hop(t) : 1;
  for (unsigned k = 1; k < over + 6; k++) {
    begin(t, 2);
    for (unsigned c = 0; c < ctas(t); c++)
      for (unsigned w = 0; w < 2; w++)
        if (c || !w)
          arrives(t, c, w, ARRIVE);
    ws_cta(t, 0);
    bar_skip(t, 1);
    for (unsigned i = 0; i <= k; i++) {
      ws_in in = {.rsp_ready = true};
      if (i == 0 || i == k)
        in.req = bar_request(t, i ? 0 : 1, i ? RELAXED : ARRIVE, 0, 0);
      bar_cycle(t, &in);
      if (in.req.valid && !t->bad && !ws_session_out(t->s)->req_ready)
        ws_wrong(t, "an arrive was not accepted at once");
    }
    bar_gives(t, 1, WS_ST_OK);
    bar_gives(t, 0, k < over ? WS_ST_CLB_DUP_ARRIVE : WS_ST_CLB_SKIPPED_WAIT);
    come(t, 0, 0, WAIT); // of the phase that is over, or of the next one
    ws_cta(t, 0);
    bar_blocked(t, k < over ? 0 : 1);
    for (unsigned c = 0; c < ctas(t) && k >= over; c++)
      for (unsigned w = 0; w < 2; w++)
        if (c || w) {
          come(t, c, w, ARRIVE);
          bar_gives(t, w, WS_ST_CLB_SKIPPED_WAIT);
        }
    ws_cta(t, 0);
    bar_gives(t, 0, WS_ST_OK);
  }
}

// Exits complete a phase as arrivals do: of one warp, of a whole CTA. What an exited warp owed is forgotten.
static void scene_exit(ws_scene *t) {
  unsigned n = ctas(t);
  begin(t, 2);
  for (unsigned c = 0; c < n; c++)
    for (unsigned w = 0; w < 2; w++)
      if (c || w) {
        arrives(t, c, w, ARRIVE);
        come(t, c, w, WAIT);
      }
  ws_cta(t, 0);
  bar_blocked(t, 2);
  bar_leave(t, 0);
  blocked(t, 0);
  for (unsigned c = 0; c < n; c++) {
    ws_cta(t, c);
    bar_gives(t, 1, WS_ST_OK);
    if (c)
      bar_gives(t, 0, WS_ST_OK);
  }
  for (unsigned c = 1; c < n; c++) // without CTA 0, all of whose warps go one by one
    for (unsigned w = 0; w < 2; w++) {
      arrives(t, c, w, RELAXED);
      come(t, c, w, WAIT);
    }
  ws_cta(t, 0);
  bar_silent(t, 1);
  ws_cta(t, 1);
  bar_blocked(t, 3);
  ws_cta(t, 0);
  bar_leave(t, 1);
  blocked(t, 0);
  for (unsigned c = 1; c < n; c++) {
    ws_cta(t, c);
    bar_all_give(t, 3, WS_ST_OK);
    arrives(t, c, 0, ARRIVE);
    if (c > 1)
      arrives(t, c, 1, ARRIVE);
  }
  come(t, 1, 0, WAIT); // a CTA that begins takes part in the phase that is under way, and has arrived nowhere
  ws_cta(t, 0);
  bar_cta(t, 0, 2);
  arrives(t, 1, 1, ARRIVE);
  ws_cta(t, 1);
  bar_blocked(t, 1);
  come(t, 0, 0, WAIT);
  bar_gives(t, 0, WS_ST_CLB_WAIT_NO_ARRIVE);
  arrives(t, 0, 0, ARRIVE);
  bar_leave(t, 0); // arrived, and left: the other warp is still missing
  ws_cta(t, 1);
  bar_blocked(t, 1);
  arrives(t, 0, 1, ARRIVE);
  ws_cta(t, 1);
  bar_gives(t, 0, WS_ST_OK);
  ws_cta(t, 0);
  bar_launch(t, 0); // launched again it owes nothing
  come(t, 0, 0, WAIT);
  bar_gives(t, 0, WS_ST_CLB_WAIT_NO_ARRIVE);
  waits(t, 0, 1);
  waits(t, 1, 1);
}

static void scene_errors(ws_scene *t) {
  unsigned far = ctas(t) - 1;
  begin(t, 2);
  come(t, 0, 0, WAIT); // nothing arrived
  bar_gives(t, 0, WS_ST_CLB_WAIT_NO_ARRIVE);
  bar_capture(t, WS_ST_CLB_WAIT_NO_ARRIVE, 0, WAIT, t->all);
  arrives(t, 0, 0, ARRIVE);
  come(t, 0, 0, ARRIVE);
  bar_gives(t, 0, WS_ST_CLB_DUP_ARRIVE);
  come(t, 0, 0, RELAXED | ALIGNED);
  bar_gives(t, 0, WS_ST_CLB_DUP_ARRIVE);
  come(t, 0, 1, WAIT | ALIGNED);
  bar_gives(t, 1, WS_ST_CLB_WAIT_NO_ARRIVE);
  come(t, 0, 0, WAIT); // what was refused has changed nothing: this one waits
  bar_blocked(t, 1);
  for (unsigned c = 0; c <= far; c++)
    for (unsigned w = 0; w < 2; w++)
      if (c || w)
        arrives(t, c, w, ARRIVE);
  ws_cta(t, 0);
  bar_gives(t, 0, WS_ST_OK);
  come(t, 0, 0, WAIT); // once a phase
  bar_gives(t, 0, WS_ST_CLB_WAIT_NO_ARRIVE);
  for (unsigned c = 0; c <= far; c++)
    for (unsigned w = 0; w < 2; w++)
      if (c || w)
        waits(t, c, w);
  if (!far)
    return;
  ws_cta(t, far); // each CTA has a capture of its own
  bar_capture(t, WS_ST_OK, 0, 0, 0);
  arrives(t, far, 1, ARRIVE);
  come(t, far, 1, ARRIVE);
  bar_gives(t, 1, WS_ST_CLB_DUP_ARRIVE);
  bar_capture(t, WS_ST_CLB_DUP_ARRIVE, 1, ARRIVE, t->all);
}

// An arrive without a wait since the one before is noted, and is an arrive.
static void scene_skip_wait(ws_scene *t) {
  begin(t, 2);
  for (unsigned k = 0; k < 4; k++) {
    for (unsigned c = 0; c < ctas(t); c++) {
      come(t, c, 0, k & 1 ? RELAXED : ARRIVE); // warps 0 never wait
      bar_gives(t, 0, k ? WS_ST_CLB_SKIPPED_WAIT : WS_ST_OK);
    }
    for (unsigned c = 0; c < ctas(t); c++)
      arrives(t, c, 1, ARRIVE);
    for (unsigned c = 0; c < ctas(t); c++)
      waits(t, c, 1);
  }
  for (unsigned c = 0; c < ctas(t); c++) { // what is owed in the end is one wait, for the phase under way
    come(t, c, 0, ARRIVE);
    bar_gives(t, 0, WS_ST_CLB_SKIPPED_WAIT);
    come(t, c, 0, WAIT);
  }
  blocked(t, 1);
  for (unsigned c = 0; c < ctas(t); c++)
    arrives(t, c, 1, ARRIVE);
  for (unsigned c = 0; c < ctas(t); c++) {
    ws_cta(t, c);
    bar_gives(t, 0, WS_ST_OK);
    come(t, c, 0, WAIT);
    bar_gives(t, 0, WS_ST_CLB_WAIT_NO_ARRIVE);
  }
}

// Lanes that come one by one, and .aligned that does not come at once. Named barriers go on meanwhile.
static void scene_pieces(ws_scene *t) {
  uint32_t low = (1u << t->lanes / 2) - 1;
  begin(t, 2);
  for (unsigned c = 0; c < ctas(t); c++)
    for (unsigned w = 0; w < 2; w++) {
      ws_cta(t, c);
      for (unsigned i = 0; i < t->lanes; i++) {
        bar_silent(t, w);
        bar_part(t, w, ws_bit(t, i * 3 + c), ARRIVE, 0, 0);
      }
      bar_gives(t, w, WS_ST_OK);
      if (c || w)
        continue;
      bar_part(t, w, low, WAIT | ALIGNED, 0, 0);
      bar_part(t, w, t->all & ~low, WAIT | ALIGNED, 0, 0);
      bar_blocked(t, 1);
      bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 0, 1);
      bar_gives(t, 1, WS_ST_OK);
      bar_come(t, 1, WS_OP_BAR_ARRIVE, 0, 2);
      bar_gives(t, 1, WS_ST_OK);
    }
  ws_cta(t, 0);
  bar_gives(t, 0, WS_ST_BAR_ALIGNED_DIVERGED);
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 0, 2);
  bar_gives(t, 0, WS_ST_OK);
  bar_part(t, 1, low, WAIT, 0, 0); // not .aligned: OK
  bar_part(t, 1, t->all & ~low, WAIT, 0, 0);
  bar_gives(t, 1, WS_ST_OK);
  bar_part(t, 1, low, ARRIVE | ALIGNED, 0, 0);
  bar_part(t, 1, t->all & ~low, ARRIVE | ALIGNED, 0, 0);
  bar_gives(t, 1, WS_ST_BAR_ALIGNED_DIVERGED);
  bar_part(t, 1, low, ARRIVE | ALIGNED, 0, 0); // the worse one of two findings
  bar_part(t, 1, t->all & ~low, ARRIVE | ALIGNED, 0, 0);
  bar_gives(t, 1, WS_ST_CLB_DUP_ARRIVE);
}

static void scene_alone(ws_scene *t) {
  scene_barrier(t);
  scene_generations(t);
  scene_next_clock(t);
  scene_skip_wait(t);
}

static bool run_alone(ws_run *r) {
  return ws_play(r, scene_alone) && ws_play(r, scene_pieces) && ws_play(r, scene_errors);
}

// --------------------------------------------------------------------------------------- one CTA, the rest is played

// What the CTA says of the barrier.
static void says(ws_scene *t, bool phase, bool done, bool any) {
  ws_settle(t);
  const ws_clb *clb = &ws_session_out(t->s)->clb;
  if (!t->bad && (clb->phase != phase || clb->done != done || clb->any != any))
    ws_wrong(t, "clb = {phase %d, done %d, any %d} expected {%d, %d, %d}", clb->phase, clb->done, clb->any, phase, done,
             any);
}

// A CTA of a cluster whose others are played: it says when its warps have all arrived, and waits to be told of the end.
static void joined(ws_scene *t) {
  enum { WARPS = 2 };
  says(t, false, true, false); // nobody is here
  bar_cta(t, 0, WARPS);
  says(t, false, false, true);
  for (unsigned k = 0; k < 4; k++) {
    bool phase = k & 1;
    arrives(t, 0, 0, ARRIVE);
    come(t, 0, 0, WAIT);
    says(t, phase, false, true);
    if (k == 2) { // the last one leaves; it is there again in the next phase
      bar_leave(t, 1);
      says(t, phase, true, true);
      bar_launch(t, 1);
      says(t, phase, false, true);
    }
    arrives(t, 0, 1, RELAXED);
    says(t, phase, true, true);
    bar_blocked(t, 1); // the others have not
    come(t, 0, 1, ARRIVE);
    bar_gives(t, 1, WS_ST_CLB_DUP_ARRIVE);
    ws_session_phase(t->s, !phase);
    bar_gives(t, 0, WS_ST_OK);
    says(t, !phase, false, true);
    waits(t, 0, 1);
  }
  arrives(t, 0, 0, ARRIVE); // a new CTA has arrived nowhere, and is in the phase of the cluster
  ws_session_phase(t->s, true);
  says(t, true, false, true);
  bar_cta(t, 0, WARPS);
  says(t, true, false, true);
  come(t, 0, 0, WAIT);
  bar_gives(t, 0, WS_ST_CLB_WAIT_NO_ARRIVE);
  bar_leave(t, 0);
  bar_leave(t, 1);
  says(t, true, true, false);
}

static bool run_joined(ws_run *r) {
  bool good = true;
  for (unsigned stall = 0; stall <= 60 && good; stall += 30) {
    ws_session_cfg cfg = ws_run_session(r, stall);
    cfg.joined = true;
    cfg.rank = 1;
    cfg.core.ctas = 3;
    if (stall)
      cfg.waves = NULL;
    ws_scene t = {.run = r, .lanes = r->core.lanes, .stall = stall};
    t.all = t.lanes == 32 ? UINT32_MAX : (1u << t.lanes) - 1;
    t.s = ws_session_open(&cfg);
    if (!t.s)
      return false;
    joined(&t);
    r->ops += ws_session_issued(t.s);
    r->cycles += ws_session_cycles(t.s);
    good = ws_session_close(t.s) && !t.bad;
  }
  return good;
}

#define ROW(name, ...)                                                                                                 \
  { "cluster_" #name, __VA_ARGS__, .scene = scene_##name, .ctas = 2 }

static const ws_test tests[] = {
    ROW(barrier, "barrier.cluster: every warp of every CTA arrives, each in turn as the last one"),
    ROW(generations, "phase after phase, with warps that run ahead and warps that wait late"),
    ROW(order, "each CTA in turn is the last one; all are released in one clock, as long after as promised",
        .needs_model = "it counts clocks"),
    ROW(next_clock, "an arrive in each clock around the end of a phase: of this phase, or of the next one"),
    ROW(exit, "exits of a warp and of a whole CTA complete a phase; a CTA that begins takes part"),
    ROW(errors, "CLB_DUP_ARRIVE and CLB_WAIT_NO_ARRIVE change nothing; each CTA has its own capture"),
    ROW(skip_wait, "arriving again without a wait is CLB_SKIPPED_WAIT, and counts"),
    ROW(pieces, "lanes that come one by one, .aligned in two requests, named barriers meanwhile"),
    {"cluster_alone", "a CTA that is a cluster by itself: all of these", .run = run_alone, .warps = 3,
     .any_slots = true},
    {"cluster_joined", "one CTA of a cluster whose others are played: what it says, and that it follows the phase",
     .run = run_joined, .warps = 2, .needs_model = "the oracle of barriers knows no CTA whose cluster is played"},
};
WS_TESTS(cluster, WS_FAMILY_ALL)
