// SPDX-License-Identifier: Apache-2.0
// Directed tests of the named barriers in time: a barrier used again in the next clock, one arrival a clock, whose answer
// comes first, and answers that are not taken. Inputs are given cycle by cycle, so that stalls are what a scene makes them.
#include "tests_bar.h"

enum {
  FRONT = 6,
  LATENCY = FRONT + 7,
  PLACES = 3,
  DRAIN = 400
}; // FRONT: clocks on the way through the rendezvous; PLACES: for results behind the units

// Requests in consecutive cycles, responses taken or not. Each must be accepted at once.
static void burst(ws_scene *t, const ws_req list[], unsigned count, bool ready) {
  for (unsigned k = 0; k < count && !t->bad; k++) {
    ws_in in = {.rsp_ready = ready, .req = list[k]};
    bar_cycle(t, &in);
    if (!t->bad && !ws_session_out(t->s)->req_ready)
      ws_wrong(t, "request %u of %u, one a clock, was not accepted at once", k, count);
  }
}

static void pass(ws_scene *t, unsigned cycles, bool ready) {
  ws_in in = {.rsp_ready = ready};
  for (; cycles; cycles--)
    bar_cycle(t, &in);
}

static void with_pred(ws_req *q, uint32_t pred) { q->pred = pred; }

// The generations of a pair of warps a time, each opened right behind the end of the one before. While nobody takes
// responses, the answers of all generations stand side by side. `apart`: the pairs interleave at two barriers, which
// end in consecutive cycles.
static void generations(ws_scene *t, uint32_t op, bool apart, bool ready) {
  ws_req list[WS_WARPS_MAX];
  unsigned n = bar_room(t) & ~3u;
  for (unsigned k = 0; k < n; k++) {
    unsigned w = apart ? (k & ~3u) | (k & 1) << 1 | (k >> 1 & 1) : k;
    list[k] = bar_request(t, w, op, apart ? w >> 1 & 1 : 6, 2);
    with_pred(&list[k], w & 1 ? t->all : (1u << w / 2 % t->lanes) - 1);
  }
  burst(t, list, n, ready);
  if (!ready) {
    pass(t, 3 * LATENCY, false);
    unsigned blocked = 0; // all but those whose answers stand at the port and behind it
    for (unsigned w = 0; w < n && !t->bad; w++)
      blocked += ws_session_out(t->s)->wait[w] == t->all;
    if (!t->bad && blocked != n - PLACES)
      ws_wrong(t, "%u warps are blocked while no answer is taken, expected %u", blocked, n - PLACES);
  }
  pass(t, n + LATENCY, true);
  for (unsigned w = 0; w < n; w++)
    if (op == WS_OP_BAR_SYNC_COUNT)
      bar_gives(t, w, WS_ST_OK);
    else
      bar_gives_d(t, w, t->lanes + w / 2 % t->lanes);
}

static void scene_reuse(ws_scene *t) {
  bar_cta(t, 0, bar_room(t));
  ws_settle(t);
  for (unsigned k = 0; k < 8; k++)
    generations(t, k & 1 ? WS_OP_BAR_RED_POPC_COUNT : WS_OP_BAR_SYNC_COUNT, k >> 1 & 1, k >> 2 & 1);
  // Another count and another kind in the very next clock, and the same warps again.
  ws_req list[] = {bar_request(t, 0, WS_OP_BAR_ARRIVE, 6, 2),       bar_request(t, 1, WS_OP_BAR_ARRIVE, 6, 2),
                   bar_request(t, 0, WS_OP_BAR_ARRIVE, 6, 3),       bar_request(t, 1, WS_OP_BAR_ARRIVE, 6, 3),
                   bar_request(t, 2, WS_OP_BAR_SYNC_COUNT, 6, 3),   bar_request(t, 3, WS_OP_BAR_RED_OR_COUNT, 6, 2),
                   bar_request(t, 0, WS_OP_BAR_RED_OR_COUNT, 6, 2), bar_request(t, 1, WS_OP_BAR_RED_POPC_COUNT, 6, 1)};
  with_pred(&list[5], 0), with_pred(&list[6], 4), with_pred(&list[7], 6);
  burst(t, list, 8, true);
  pass(t, 16, true);
  bar_blocked(t, 0);
  bar_gives(t, 2, WS_ST_OK);
  bar_gives_p(t, 3, true);
  ws_settle(t);
  for (unsigned i = 0; i < t->lanes && !t->bad; i++) { // two arrives and the last operation each
    const ws_lane_result *x = ws_session_lane(t->s, 0, i), *y = ws_session_lane(t->s, 1, i);
    if (x->count != t->answered[0][0][i] + 3 || y->count != t->answered[0][1][i] + 3 || !x->p || y->d != 2)
      ws_wrong(t, "lane %u: warps 0 and 1 answered %u and %u times, p = %d, d = %u, expected 3 and 3 more, 1, 2", i,
               x->count, y->count, x->p, (unsigned)y->d);
  }
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

// --------------------------------------------------------------------------------------------------- one a clock

// Issues one of `list` a clock, round and round; each must be answered LATENCY clocks later.
static void stream(ws_scene *t, const ws_req list[], unsigned period, unsigned count) {
  for (unsigned k = 0; k < count + LATENCY && !t->bad; k++) {
    ws_in in = {.rsp_ready = true};
    if (k < count)
      in.req = list[k % period];
    in.req.tag = k;
    bar_cycle(t, &in);
    const ws_out *out = ws_session_out(t->s);
    if (t->bad)
      return;
    if (k < count && !out->req_ready)
      ws_wrong(t, "request %u was not accepted at once", k);
    else if (out->rsp.valid != (k >= LATENCY))
      ws_wrong(t, "%s in clock %u", out->rsp.valid ? "a response" : "no response", k);
    else if (k >= LATENCY && (out->rsp.tag != k - LATENCY || out->rsp.status != WS_ST_OK))
      ws_wrong(t, "clock %u: the response to request %u, status %s, expected that to request %u, OK", k, out->rsp.tag,
               ws_status_name(out->rsp.status), k - LATENCY);
  }
}

static void scene_back_to_back(ws_scene *t) {
  enum { COUNT = 96 };
  bar_cta(t, 0, bar_room(t));
  ws_settle(t);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 1, 1); // the barriers' port has the grant from here on
  bar_gives(t, 0, WS_ST_OK);
  ws_req two[] = {bar_request(t, 0, WS_OP_BAR_ARRIVE, 1, 2), bar_request(t, 1, WS_OP_BAR_ARRIVE, 1, 2)};
  stream(t, two, 2, COUNT);
  ws_req four[] = {bar_request(t, 3, WS_OP_BAR_ARRIVE, 1, 2), bar_request(t, 0, WS_OP_BAR_ARRIVE, 2, 2),
                   bar_request(t, 2, WS_OP_BAR_ARRIVE, 1, 2), bar_request(t, 1, WS_OP_BAR_ARRIVE, 2, 2)};
  stream(t, four, 4, COUNT);
  ws_req nine[] = {
      bar_request(t, 0, WS_OP_BAR_ARRIVE, 4, 1), bar_request(t, 1, WS_OP_BAR_SYNC_COUNT, 4, 1),
      bar_request(t, 0, WS_OP_BAR_ARRIVE, 5, 1), bar_request(t, 2, WS_OP_BAR_RED_AND_COUNT, 4, 1),
      bar_request(t, 0, WS_OP_BAR_ARRIVE, 4, 1), bar_request(t, 3, WS_OP_BAR_RED_POPC_COUNT, 5, 1),
      bar_request(t, 0, WS_OP_BAR_ARRIVE, 5, 1), bar_request(t, 0, WS_OP_BAR_ARRIVE, 4, 1),
      bar_request(t, 0, WS_OP_BAR_ARRIVE, 4, 1)}; // a warp that waits is free again when it comes the next time
  stream(t, nine, 9, COUNT);
  for (unsigned k = 0; k < 3; k++) { // back-to-back arrivals of warps that wait
    ws_req list[WS_WARPS_MAX];
    unsigned n = bar_room(t);
    for (unsigned w = 0; w < n; w++)
      list[w] = bar_request(t, w, WS_OP_BAR_SYNC, 0, 0);
    burst(t, list, n, true);
    pass(t, n + LATENCY - 1, true); // the last answer comes in the last of these cycles
    if (!t->bad && !ws_session_out(t->s)->rsp.valid)
      ws_wrong(t, "no response %u clocks after the last arrival of %u warps", n + LATENCY - 1, n);
    pass(t, 1, true);
    if (!t->bad && !ws_session_out(t->s)->idle)
      ws_wrong(t, "not idle after the last response");
  }
}

// ------------------------------------------------------------------------------------------------ whose turn it is

// The next `count` responses are of these warps; some of the cycles take none.
static void turns(ws_scene *t, const unsigned warps[], unsigned count) {
  unsigned got = 0;
  for (unsigned k = 0; got < count && k < DRAIN && !t->bad; k++) {
    ws_in in = {.rsp_ready = !t->stall || (k * 37 + 11) % 100 >= t->stall};
    bar_cycle(t, &in);
    const ws_rsp *rsp = &ws_session_out(t->s)->rsp;
    if (t->bad || !rsp->valid || !in.rsp_ready)
      continue;
    if (rsp->warp != warps[got])
      ws_wrong(t, "answer %u is of warp %u, expected warp %u", got, rsp->warp, warps[got]);
    got++;
  }
  if (!t->bad && got < count)
    ws_wrong(t, "%u answers, expected %u", got, count);
  ws_settle(t);
}

// Warps whose barrier is complete are answered from the one above the last one answered on; those that only arrive take
// turns with them.
static void scene_order(ws_scene *t) {
  unsigned n = bar_room(t), order[2 * WS_WARPS_MAX];
  bar_cta(t, 0, n);
  ws_settle(t);
  ws_req list[WS_WARPS_MAX];
  static const unsigned last[] = {2, 0, 1}; // warp answered last, by a barrier of its own
  for (unsigned k = 0; k < 3; k++) {
    bar_come(t, last[k], WS_OP_BAR_SYNC_COUNT, 3, 1);
    ws_settle(t);
    for (unsigned w = 0; w < n; w++) {
      list[w] = bar_request(t, (n - 1 - w + k) % n, WS_OP_BAR_SYNC, 8, 0);
      order[w] = (last[k] + 1 + w) % n;
    }
    burst(t, list, n, true);
    turns(t, order, n);
  }
  // All but one wait; that one arrives, and again at a barrier of its own: in turn with those that are due.
  bar_come(t, n - 1, WS_OP_BAR_SYNC_COUNT, 3, 1);
  ws_settle(t);
  for (unsigned w = 0; w + 1 < n; w++)
    bar_come(t, w, WS_OP_BAR_SYNC, 0, 0);
  ws_settle(t);
  ws_req arrive[3] = {bar_request(t, n - 1, WS_OP_BAR_ARRIVE, 0, n), bar_request(t, n - 1, WS_OP_BAR_ARRIVE, 1, 1),
                      bar_request(t, n - 1, WS_OP_BAR_ARRIVE, 1, 1)};
  burst(t, arrive, 3, false);
  for (unsigned k = 0; k < n + 2; k++) // n - 1, 0, n - 1, 1, n - 1, 2, 3, 4 ...
    order[k] = k < 5 ? k & 1 ? k / 2 : n - 1 : k - 3;
  turns(t, order, n + 2);
}

// --------------------------------------------------------------------------------------------- nobody takes answers

// Places for arrives: those behind the units, seven of the unit, five on the way there, eight that are not judged.
enum { ROOM = PLACES + 20 };

// Arrives of warp 0 at barrier 1 until no more are accepted.
static void fill(ws_scene *t) {
  unsigned accepted = 0;
  ws_settle(t);
  for (unsigned k = 0; k < ROOM + 20; k++) {
    ws_in in = {.req = bar_request(t, 0, WS_OP_BAR_ARRIVE, 1, 1)};
    bar_cycle(t, &in);
    accepted += !t->bad && ws_session_out(t->s)->req_ready;
  }
  if (!t->bad && accepted != ROOM)
    ws_wrong(t, "%u arrives were accepted while no response was taken, expected %d", accepted, ROOM);
}

static void answers_of_fill(ws_scene *t) {
  ws_settle(t);
  for (unsigned i = 0; i < t->lanes && !t->bad; i++)
    if ((t->answered[0][0][i] += ROOM) != ws_session_lane(t->s, 0, i)->count)
      ws_wrong(t, "lane %u was answered %u times, expected %u", i, ws_session_lane(t->s, 0, i)->count,
               t->answered[0][0][i]);
}

static void scene_back_pressure(ws_scene *t) {
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 2, 2);
  bar_come(t, 2, WS_OP_BAR_SYNC, 5, 0);
  fill(t);
  bar_leave(t, 3); // meanwhile a warp leaves: no barrier ends by that
  pass(t, 10, false);
  for (unsigned w = 1; w < 3 && !t->bad; w++)
    if (ws_session_out(t->s)->wait[w] != t->all)
      ws_wrong(t, "warp %u is not blocked", w);
  pass(t, 20, true);
  bar_silent(t, 1);
  answers_of_fill(t);
  bar_blocked(t, 6);
  // The same with answers of those that waited: each stands until it is taken.
  ws_in in = {.req = bar_request(t, 0, WS_OP_BAR_ARRIVE, 2, 2)};
  bar_cycle(t, &in);
  in.req = bar_request(t, 0, WS_OP_BAR_SYNC, 5, 0);
  bar_cycle(t, &in);
  pass(t, 30, false);
  bar_blocked(t, 5);
  bar_gives(t, 1, WS_ST_OK);
  bar_skip(t, 0); // its arrive
  bar_come(t, 1, WS_OP_BAR_SYNC, 5, 0);
  for (unsigned w = 4; w < n; w++)
    bar_leave(t, w);
  bar_all_give(t, 7, WS_ST_OK);
  // A warp that arrived and exits before its arrival is carried out has arrived all the same.
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 2, 3);
  bar_gives(t, 0, WS_ST_OK);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 2, 3);
  fill(t);
  in = (ws_in){.rsp_ready = true};
  bar_cycle(t, &in); // the way to the units takes more once two places are free
  bar_cycle(t, &in);
  in = (ws_in){.req = bar_request(t, 2, WS_OP_BAR_ARRIVE, 2, 3)};
  for (unsigned k = 0; k < LATENCY && !t->bad && !(k && ws_session_out(t->s)->req_ready); k++)
    bar_cycle(t, &in);
  if (!t->bad && !ws_session_out(t->s)->req_ready)
    ws_wrong(t, "an arrive was not accepted although a response was taken");
  in = (ws_in){.exit = {true, 2, t->all}};
  bar_cycle(t, &in);
  pass(t, 10, false);
  answers_of_fill(t);
  bar_gives(t, 1, WS_ST_OK);
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

#define ROW(name, ...)                                                                                                 \
  { "bar_" #name, __VA_ARGS__, .scene = scene_##name, .warps = 4, .any_slots = true }

static const ws_test tests[] = {
    ROW(reuse, "a barrier used again in the next clock; two that end in consecutive clocks; answers side by side",
        .needs_model = "it counts clocks"),
    ROW(back_to_back, "one arrival a clock, each answered thirteen clocks later", .needs_model = "it counts clocks"),
    ROW(order, "several warps released at once are answered in turn, with those that only arrive between"),
    ROW(back_pressure, "answers that nobody takes: the unit fills up, nothing is lost",
        .needs_model = "it counts what the unit has room for"),
};
WS_TESTS(bar_time, WS_FAMILY_BAR)
