// SPDX-License-Identifier: Apache-2.0
// Directed tests of CTAs that begin and end: warps launched one after another, launched again, a new CTA in the place of
// one, and two side by side in one block.
#include <string.h>

#include "tests_bar.h"

static void leave_all(ws_scene *t, unsigned first) {
  ws_settle(t);
  for (unsigned w = first; w < first + bar_room(t); w++)
    if (!t->bad && ws_session_out(t->s)->live[w])
      bar_leave(t, w);
  ws_settle(t);
}

// A barrier waits for warps that are still to be launched; not for those that the CTA does not have.
static void scene_launch(ws_scene *t) {
  unsigned n = bar_room(t);
  for (unsigned k = 0; k < 3; k++) {
    leave_all(t, 0);
    ws_session_warps(t->s, 3);
    bar_launch(t, 0);
    ws_session_warps(t->s, k == 1 ? 1 : 32); // of a launch into a CTA that runs it is not looked at
    bar_come(t, 0, WS_OP_BAR_SYNC, 0, 0);
    bar_blocked(t, 1);
    bar_launch(t, 2);
    bar_come(t, 2, k == 1 ? WS_OP_BAR_SYNC_COUNT : WS_OP_BAR_SYNC, 0, 3);
    bar_blocked(t, 5);
    if (k == 2) { // a launch with no lanes is a warp that has exited
      if (!t->bad && !ws_session_launch(t->s, 1, 0))
        t->bad = true;
      bar_all_give(t, 5, WS_ST_OK);
      bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 0, 3);
      bar_gives(t, 0, WS_ST_BAR_UNSATISFIABLE);
      continue;
    }
    bar_launch(t, 1);
    bar_blocked(t, 5);
    bar_come(t, 1, WS_OP_BAR_SYNC, 0, 0);
    bar_all_give(t, 7, WS_ST_OK);
    bar_raw(t, 1, WS_OP_BAR_SYNC_COUNT, 0, 4 * 32);
    bar_gives(t, 1, WS_ST_BAR_BAD_COUNT);
    bar_come(t, 1, WS_OP_BAR_ARRIVE, 0, 3);
    bar_gives(t, 1, WS_ST_OK);
  }
  static const unsigned say[] = {0, 33, 63};
  for (unsigned k = 0; k < 3; k++) { // no number, or more than there is room for: all of it
    leave_all(t, 0);
    ws_session_warps(t->s, say[k]);
    for (unsigned w = 0; w < n; w++)
      bar_launch(t, w);
    bar_raw(t, 0, WS_OP_BAR_ARRIVE, 0, 32 * n);
    bar_gives(t, 0, WS_ST_OK);
    bar_raw(t, 0, WS_OP_BAR_ARRIVE, 1, 32 * n + 32);
    bar_gives(t, 0, WS_ST_BAR_BAD_COUNT);
    bar_raw(t, 0, WS_OP_BAR_SYNC_COUNT, 0, 32 * n);
    bar_gives(t, 0, WS_ST_BAR_DUP_ARRIVE);
  }
  for (unsigned k = 1; k <= n; k = k == n ? n + 1 : n) { // a CTA of one warp, which waits for nobody; and of all
    bar_cta(t, 0, k);
    for (unsigned w = 0; w < k; w++)
      bar_come(t, w, WS_OP_BAR_SYNC, 13, 0);
    bar_all_give(t, bar_set(0, k), WS_ST_OK);
  }
}

// To a barrier a warp that is launched again is the one that was there before.
static void scene_relaunch(ws_scene *t) {
  bar_cta(t, 0, bar_room(t));
  for (unsigned w = 4; w < bar_room(t); w++)
    bar_leave(t, w);
  bar_come(t, 2, WS_OP_BAR_ARRIVE, 6, 2);
  bar_gives(t, 2, WS_ST_OK);
  bar_leave(t, 2);
  bar_launch(t, 2);
  bar_come(t, 2, WS_OP_BAR_ARRIVE, 6, 2);
  bar_gives(t, 2, WS_ST_BAR_DUP_ARRIVE);
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 6, 2);
  bar_gives(t, 0, WS_ST_OK);
  bar_come(t, 0, WS_OP_BAR_SYNC, 5, 0); // exit and launch in one clock: the warp is there all the time
  bar_come(t, 1, WS_OP_BAR_SYNC, 5, 0);
  bar_come(t, 3, WS_OP_BAR_SYNC, 5, 0);
  ws_settle(t);
  ws_in in = {.rsp_ready = true, .exit = {true, 2, t->all}, .launch = {true, 2, t->all}};
  bar_cycle(t, &in);
  bar_blocked(t, 11);
  in = (ws_in){.rsp_ready = true, .exit = {true, 2, t->all}}; // two clocks apart: it was gone, the others go on
  bar_cycle(t, &in);
  in = (ws_in){.rsp_ready = true};
  bar_cycle(t, &in);
  in = (ws_in){.rsp_ready = true, .launch = {true, 2, t->all}};
  bar_cycle(t, &in);
  bar_all_give(t, 11, WS_ST_OK);
  bar_come(t, 2, WS_OP_BAR_SYNC, 5, 0);
  bar_blocked(t, 4);
  bar_come(t, 0, WS_OP_BAR_SYNC, 5, 0);
  bar_come(t, 1, WS_OP_BAR_SYNC, 5, 0);
  bar_leave(t, 3);
  bar_all_give(t, 7, WS_ST_OK);
  bar_launch(t, 3); // a partial warp in the same place: its live lanes are the warp
  t->warp = 3;
  ws_exit(t, t->all & ~6u);
  bar_skip(t, 3);
  for (unsigned w = 0; w < 3; w++)
    bar_red(t, w, WS_OP_BAR_RED_POPC, 5, 0, 0);
  t->q.pred = t->q.neg ? 0 : t->all;
  bar_part(t, 3, 6, WS_OP_BAR_RED_POPC, 5, 0);
  for (unsigned w = 0; w < 4; w++)
    bar_gives_d(t, w, 2);
}

// A CTA that begins finds every barrier free, whatever the one before has left, done or on its way.
static void scene_start_clears(ws_scene *t) {
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  for (unsigned id = 0; id < 16; id++) {
    bar_come(t, 0, id & 1 ? WS_OP_BAR_ARRIVE : WS_OP_BAR_ARRIVE_ALIGNED, id, 2);
    bar_gives(t, 0, WS_ST_OK);
  }
  ws_settle(t);
  ws_session_warps(t->s, n);
  for (unsigned w = 0; w < n; w++) { // clock by clock: exits that make the barriers be looked at, and a launch at once
    ws_in in = {.rsp_ready = true, .exit = {true, n - 1 - w, t->all}, .launch_warps = n};
    if (w + 1 == n)
      in.launch = (ws_lanes){true, 0, t->all};
    bar_cycle(t, &in);
  }
  ws_in first = {.rsp_ready = true, .req = bar_request(t, 0, WS_OP_BAR_SYNC_COUNT, 7, 2)};
  bar_cycle(t, &first);
  bar_blocked(t, 1);
  bar_launch(t, 1);
  for (unsigned id = 0; id < 16; id++)
    if (id != 7) {
      bar_come(t, 1, WS_OP_BAR_ARRIVE, id, 2);
      bar_gives(t, 1, WS_ST_OK);
    }
  bar_red(t, 1, WS_OP_BAR_RED_POPC_COUNT, 7, 2, 1);
  bar_gives(t, 1, WS_ST_BAR_KIND_MIX);
  bar_come(t, 1, WS_OP_BAR_ARRIVE, 7, 2);
  bar_gives(t, 1, WS_ST_OK);
  bar_gives(t, 0, WS_ST_OK);
  // An operation in the clock of the launch belongs to the new CTA.
  leave_all(t, 0);
  ws_in in = {.rsp_ready = true, .launch = {true, 0, t->all}, .launch_warps = 2};
  in.req = bar_request(t, 0, WS_OP_BAR_ARRIVE, 3, 2);
  bar_cycle(t, &in);
  bar_gives(t, 0, WS_ST_OK);
  bar_launch(t, 1);
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 3, 2);
  bar_gives(t, 0, WS_ST_BAR_DUP_ARRIVE);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 3, 2);
  bar_gives(t, 1, WS_ST_OK);
}

// Arrivals on their way when their CTA ends, of each warp and at each four barriers: forgotten by the next one. Two before them, and the
// first two, find the places behind the unit. With a second warp
// alive the barriers are active until both have gone; with none such an arrival is never enough.
static void scene_start_late(ws_scene *t) {
  unsigned n = bar_room(t);
  for (unsigned k = 0; k < 8 * n; k++) {
    unsigned from = k % n, first = k / n % 4 * 4, other = k < 4 * n ? from : (from + 1) % n;
    bar_cta(t, 0, n);
    for (unsigned w = 0; w < n; w++)
      if (w != from && w != other)
        bar_leave(t, w);
    ws_settle(t);
    bar_come(t, from, WS_OP_BAR_ARRIVE, 0, 1); // the barriers' port has the grant from here on
    bar_gives(t, from, WS_ST_OK);
    ws_settle(t);
    for (unsigned c = 0; c < 6; c++) {
      unsigned id = first + (c < 2 ? c : c - 2);
      ws_in in = {.req = bar_request(t, from, WS_OP_BAR_ARRIVE, id, id % 4 < 2 ? 1 : 2)};
      in.req.tag = 0x40 + c;
      bar_cycle(t, &in);
      if (!t->bad && !ws_session_out(t->s)->req_ready)
        ws_wrong(t, "arrive %u of 6 was not accepted", c);
    }
    ws_in in = {.exit = {true, from, t->all}};
    bar_cycle(t, &in);
    in = (ws_in){.exit = {true, other, t->all}};
    if (other != from)
      bar_cycle(t, &in);
    in = (ws_in){0};
    for (unsigned c = 0; c < 40 && !t->bad && (ws_session_out(t->s)->live[from] | ws_session_out(t->s)->live[other]);
         c++)
      bar_cycle(t, &in); // behind the arrives
    in = (ws_in){.launch = {true, 0, t->all}, .launch_warps = 2};
    bar_cycle(t, &in);
    bar_skip(t, from);
    ws_session_warps(t->s, 2);
    bar_launch(t, 1);
    bar_skip(t, 0);
    for (unsigned id = first + 2; id < first + 4; id++) {
      bar_come(t, 0, WS_OP_BAR_ARRIVE, id, 2);
      bar_gives(t, 0, WS_ST_OK);
      bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, id, 2);
      bar_gives(t, 1, WS_ST_OK);
    }
  }
}

// The same of an arrival at the barrier of the cluster among them, which goes on in any clock around the begin of the next CTA.
static void scene_start_cluster(ws_scene *t) {
  enum { SENT = 6, EXIT = 8, CLOCKS = 10 }; // EXIT: clocks that the exit waits for the requests, about
  unsigned n = bar_room(t);
  for (unsigned k = 0; k < SENT * CLOCKS * (n < 4 ? n : 4); k++) {
    unsigned at = k % SENT, held = k / SENT % CLOCKS, from = k / SENT / CLOCKS * (n < 4 ? 1 : n / 4);
    bar_cta(t, 0, n);
    for (unsigned w = 0; w < n; w++)
      if (w != from)
        bar_leave(t, w);
    ws_settle(t);
    bool launched = false;
    for (unsigned c = 0; !t->bad && (c < SENT + EXIT + CLOCKS || !launched);
         c++) { // the requests, the exit, the launch
      ws_in in = {.rsp_ready = c >= SENT + EXIT - 4 + held, .launch_warps = n};
      if (c < SENT)
        in.req = bar_request(t, from, c == at ? WS_OP_CLUSTER_ARRIVE_RELEASE : WS_OP_BAR_ARRIVE, c, 1);
      in.exit = (ws_lanes){c == SENT, from, t->all};
      in.launch = (ws_lanes){c > SENT && !launched && !ws_session_out(t->s)->live[from], 0, t->all};
      launched |= in.launch.valid;
      bar_cycle(t, &in);
    }
    ws_settle(t);
    ws_session_warps(t->s, n);
    for (unsigned w = 1; w < n; w++)
      bar_launch(t, w);
    bar_skip(t, from);
    bar_skip(t, 0);
    for (unsigned w = 0; w < n; w++) {
      bar_come(t, w, WS_OP_CLUSTER_ARRIVE_RELEASE, 0, 0);
      bar_gives(t, w, WS_ST_OK);
    }
    for (unsigned w = 0; w < n; w++) {
      bar_come(t, w, WS_OP_CLUSTER_WAIT, 0, 0);
      bar_gives(t, w, WS_ST_OK);
    }
  }
}

// A reset while all sixteen barriers are looked at one after another, since a warp has gone: nothing of that is left, in each
// clock after it, which shows in idle where no memory is cleared (FAMILIES=bar).
static void scene_reset(ws_scene *t) {
  enum { CLOCKS = 20, EDGES = 4 };
  unsigned n = bar_room(t);
  for (unsigned k = 0; k < CLOCKS * EDGES; k++) { // resets last 1 to EDGES edges in turn
    bar_cta(t, 0, n);
    for (unsigned id = 0; id < 16; id++) {
      bar_come(t, 0, WS_OP_BAR_ARRIVE, id, 2);
      bar_gives(t, 0, WS_ST_OK);
    }
    ws_settle(t);
    ws_in in = {.rsp_ready = true, .exit = {true, n - 1, t->all}};
    bar_cycle(t, &in);
    for (unsigned c = 0; c < k / EDGES; c++) {
      in = (ws_in){.rsp_ready = true};
      bar_cycle(t, &in);
    }
    t->bad = t->bad || !ws_session_reset(t->s);
    memset(t->answered, 0, sizeof t->answered);
    for (unsigned c = 0; c < CLOCKS; c++) {
      in = (ws_in){.rsp_ready = true};
      bar_cycle(t, &in);
    }
  }
}

static void cluster_gives(ws_scene *t, unsigned cta, uint32_t op) {
  ws_cta(t, cta);
  bar_come(t, 0, op, 0, 0);
  bar_gives(t, 0, WS_ST_OK);
}

// A reset while the CTAs of a cluster say that all have arrived, at every distance from that: the next ones, which begin in the very
// clocks after it and arrive at once, are in a phase that has not ended.
static void scene_reset_cluster(ws_scene *t) {
  enum { CLOCKS = 20, EDGES = 4 };
  unsigned ctas = ws_dut_ctas(&t->run->core);
  for (unsigned k = 0; k < CLOCKS * EDGES; k++) { // resets last 1 to EDGES edges in turn
    unsigned first = k / EDGES % ctas;
    for (unsigned c = 0; c < ctas; c++) {
      ws_cta(t, c);
      bar_cta(t, 0, 1);
    }
    ws_settle(t);
    for (unsigned c = 0; c < CLOCKS + ctas && c < k / EDGES + ctas; c++) {
      ws_cta(t, c < ctas ? c : 0);
      ws_in in = {.rsp_ready = true};
      if (c < ctas)
        in.req = bar_request(t, 0, WS_OP_CLUSTER_ARRIVE_RELEASE, 0, 0);
      bar_cycle(t, &in);
    }
    t->bad = t->bad || !ws_session_reset(t->s);
    memset(t->answered, 0, sizeof t->answered);
    for (unsigned c = 0; c < ctas; c++) { // one a clock
      ws_cta(t, (first + c) % ctas);
      ws_in in = {.rsp_ready = true, .launch = {true, 0, t->all}, .launch_warps = 1};
      if (c == 0)
        in.req = bar_request(t, 0, WS_OP_CLUSTER_ARRIVE_RELEASE, 0, 0);
      bar_cycle(t, &in);
      if (c == 0 && !t->bad && !ws_session_out(t->s)->req_ready)
        ws_wrong(t, "an arrive right after a reset was not accepted at once");
    }
    ws_cta(t, first);
    bar_gives(t, 0, WS_ST_OK);
    bar_come(t, 0, WS_OP_CLUSTER_WAIT, 0, 0);
    bar_blocked(t, 1);
    for (unsigned c = 1; c < ctas; c++)
      cluster_gives(t, (first + c) % ctas, WS_OP_CLUSTER_ARRIVE_RELEASE);
    ws_cta(t, first);
    bar_gives(t, 0, WS_ST_OK);
    for (unsigned c = 1; c < ctas; c++)
      cluster_gives(t, (first + c) % ctas, WS_OP_CLUSTER_WAIT);
    for (unsigned c = 0; c < ctas; c++) // so that the next reset finds the phase that it begins with itself
      cluster_gives(t, c, WS_OP_CLUSTER_ARRIVE_RELEASE);
    for (unsigned c = 0; c < ctas; c++)
      cluster_gives(t, c, WS_OP_CLUSTER_WAIT);
  }
}

// ------------------------------------------------------------------------------------------------------- two slots

// Two CTAs in one block: the same numbers, other barriers.
static void scene_two_slots(ws_scene *t) {
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  bar_cta(t, n, n);
  for (unsigned w = 0; w + 1 < n; w++) { // the lanes of one CTA hold 1 lane each, those of the other 2
    bar_red(t, w, WS_OP_BAR_RED_POPC, 5, 0, 8);
    bar_red(t, n + w, WS_OP_BAR_RED_POPC, 5, 0, 9);
  }
  bar_blocked(t, bar_set(0, n - 1) | bar_set(n, n - 1));
  bar_red(t, 2 * n - 1, WS_OP_BAR_RED_POPC, 5, 0, 9);
  bar_blocked(t, bar_set(0, n - 1));
  for (unsigned w = n; w < 2 * n; w++)
    bar_gives_d(t, w, 2 * n);
  bar_come(t, 2 * n - 1, WS_OP_BAR_SYNC_COUNT, 5, 1); // another kind and count than the other one's
  bar_gives(t, 2 * n - 1, WS_ST_OK);
  bar_leave(t, n); // exits there complete nothing here
  bar_red(t, n - 1, WS_OP_BAR_RED_POPC, 5, 0, 8);
  for (unsigned w = 0; w < n; w++)
    bar_gives_d(t, w, n);
  // Both end in consecutive clocks.
  bar_cta(t, n, n);
  for (unsigned w = 0; w + 1 < n; w++) {
    bar_come(t, w, WS_OP_BAR_SYNC, 1, 0);
    bar_come(t, n + w, WS_OP_BAR_SYNC, 1, 0);
  }
  ws_settle(t);
  for (unsigned k = 0; k < 2; k++) {
    ws_in in = {.rsp_ready = true, .req = bar_request(t, (2 - k) * n - 1, WS_OP_BAR_SYNC, 1, 0)};
    bar_cycle(t, &in);
  }
  bar_all_give(t, bar_set(0, 2 * n), WS_ST_OK);
  // A CTA of one warp beside one of all; its begin leaves the other one's barriers alone.
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 2);
  bar_gives(t, 0, WS_ST_OK);
  bar_come(t, n, WS_OP_BAR_ARRIVE, 3, 2);
  bar_gives(t, n, WS_ST_OK);
  bar_cta(t, n, 1);
  bar_skip(t, n);
  bar_come(t, n, WS_OP_BAR_SYNC, 3, 0);
  bar_gives(t, n, WS_ST_OK);
  bar_come(t, n, WS_OP_BAR_ARRIVE, 3, 2);
  bar_gives(t, n, WS_ST_BAR_BAD_COUNT);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 2);
  bar_gives(t, 0, WS_ST_BAR_DUP_ARRIVE);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 3, 2);
  bar_gives(t, 1, WS_ST_OK);
  // One exit each in one clock apart, both of which complete a barrier.
  bar_cta(t, n, 2);
  bar_cta(t, 0, 2);
  bar_skip(t, 0);
  bar_come(t, 0, WS_OP_BAR_SYNC, 8, 0);
  bar_come(t, n, WS_OP_BAR_SYNC, 2, 0);
  ws_settle(t);
  for (unsigned k = 0; k < 2; k++) {
    ws_in in = {.rsp_ready = true, .exit = {true, k ? 1 : n + 1, t->all}};
    bar_cycle(t, &in);
  }
  bar_gives(t, 0, WS_ST_OK);
  bar_gives(t, n, WS_ST_OK);
}

// Each slot is the cluster of its CTA.
static void scene_two_clusters(ws_scene *t) {
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  bar_cta(t, n, n);
  for (unsigned k = 0; k < 3; k++) {
    for (unsigned w = 0; w < 2 * n; w++)
      if (w != n - 1) {
        bar_come(t, w, WS_OP_CLUSTER_ARRIVE_RELEASE, 0, 0);
        bar_gives(t, w, WS_ST_OK);
      }
    bar_come(t, 0, WS_OP_CLUSTER_WAIT, 0, 0);
    for (unsigned w = n; w < 2 * n; w++) {
      bar_come(t, w, WS_OP_CLUSTER_WAIT, 0, 0);
      bar_gives(t, w, WS_ST_OK);
    }
    bar_blocked(t, 1);
    bar_come(t, n - 1, WS_OP_CLUSTER_ARRIVE_RELAXED, 0, 0);
    bar_gives(t, n - 1, WS_ST_OK);
    bar_gives(t, 0, WS_ST_OK);
    for (unsigned w = 1; w < n; w++) {
      bar_come(t, w, WS_OP_CLUSTER_WAIT, 0, 0);
      bar_gives(t, w, WS_ST_OK);
    }
  }
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

static const ws_test tests[] = {
    {"bar_launch", "warps launched one after another are waited for; CTAs of fewer warps than there is room for",
     .scene = scene_launch, .warps = 4, .any_slots = true},
    {"bar_relaunch", "a warp that exits and is launched again is the same one to its barriers", .scene = scene_relaunch,
     .warps = 4, .any_slots = true},
    {"bar_start_clears", "a new CTA finds every barrier free: of arrivals done, or looked at",
     .scene = scene_start_clears, .warps = 2, .any_slots = true},
    {"bar_start_late",
     "arrivals on their way when their CTA ends, of each warp and at each four barriers, are nothing to the next one",
     .scene = scene_start_late, .warps = 2, .any_slots = true},
    {"bar_start_cluster", "the same at the barrier of the cluster, around the clock in which the next one begins",
     .scene = scene_start_cluster, .warps = 2, .any_slots = true},
    {"bar_reset", "a reset while sixteen barriers are looked at, of 1 to 4 edges at every distance",
     .scene = scene_reset, .warps = 2, .any_slots = true},
    {"cluster_reset_arrive",
     "a reset in each clock around the last arrival, and CTAs that begin and arrive in the clocks after it",
     .scene = scene_reset_cluster, .ctas = 2, .families = WS_FAMILY_ALL,
     .needs_model = "arrivals are taken in clocks that it names"},
    {"bar_two_slots", "two CTAs in one block: the same numbers, other barriers, counts and exits",
     .scene = scene_two_slots, .slots = 2, .warps = 2},
    {"bar_two_clusters", "two CTAs in one block: each has a barrier.cluster of its own", .scene = scene_two_clusters,
     .slots = 2, .warps = 2},
};
WS_TESTS(bar_launch, WS_FAMILY_BAR)
