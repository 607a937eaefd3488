// SPDX-License-Identifier: Apache-2.0
// Directed tests of vote.sync, vote, activemask and elect.sync (PTX 9.7.13.8, .9, .11, .14).
#include "directed.h"
#include "random.h"

static void preds(ws_scene *t, uint32_t pred, bool neg) {
  t->q.pred = pred;
  t->q.neg = neg;
}

static void scene_uni_all_true(ws_scene *t) {
  static const struct {
    bool all, neg, uni;
  } rows[] = {{true, false, true}, {false, false, true}, {true, true, true}, {false, true, true}};
  for (unsigned k = 0; k < 4; k++) {
    preds(t, rows[k].all ? t->all : 0, rows[k].neg);
    ws_do(t, WS_OP_VOTE_UNI, t->all, t->all);
    ws_expect_p(t, t->all, rows[k].uni ? t->all : 0);
  }
  for (unsigned i = 0; i < t->lanes; i++) { // one lane differs, either way
    preds(t, ws_bit(t, i), i & 1);
    ws_do(t, WS_OP_VOTE_UNI, t->all, t->all);
    ws_expect_p(t, t->all, 0);
  }
  ws_expect_d_lanes(t, t->all, 0);
}

static void scene_exited(ws_scene *t) {
  uint32_t gone = 0xaaaaaaaau & t->all, here = t->all & ~gone;
  ws_exit(t, gone);
  preds(t, here, false); // true in all that are left
  ws_do(t, WS_OP_VOTE_ALL, here, t->all);
  ws_expect_p(t, here, t->all);
  ws_do(t, WS_OP_VOTE_UNI, here, t->all);
  ws_expect_p(t, here, t->all);
  preds(t, gone, false); // true in the exited ones only
  ws_do(t, WS_OP_VOTE_ANY, here, t->all);
  ws_expect_p(t, here, 0);
  ws_do(t, WS_OP_VOTE_BALLOT, here, t->all);
  ws_expect_d_lanes(t, here, 0);
  preds(t, 0, true); // complement: lanes that do not take part stay 0
  ws_do(t, WS_OP_VOTE_BALLOT, here, t->all);
  ws_expect_d_lanes(t, here, here);
  ws_expect_status(t, here, WS_ST_OK);
}

static void scene_outside_mask(ws_scene *t) {
  uint32_t low = (1u << t->lanes / 2) - 1;
  preds(t, t->all, false);
  ws_do(t, WS_OP_VOTE_BALLOT, t->all, low); // the upper half is not in its own mask
  ws_expect_d_lanes(t, low, low);
  ws_expect_status(t, low, WS_ST_OK);
  ws_expect_status(t, t->all & ~low, WS_ST_CV_NOT_MEMBER);
  ws_expect_d_lanes(t, t->all & ~low, 0);
  ws_expect_error(t, WS_ST_CV_NOT_MEMBER, t->all & ~low);
  ws_do(t, WS_OP_VOTE_ALL, t->all, 0); // M = 0: nobody is a member
  ws_expect_status(t, t->all, WS_ST_CV_NOT_MEMBER);
  ws_expect_p(t, t->all, 0);
}

static void scene_activemask(ws_scene *t) {
  uint32_t odd = 0xaaaaaaaau & t->all;
  ws_do(t, WS_OP_ACTIVEMASK, t->all, 0); // it has no mask: M = 0 does not matter
  ws_expect_d_lanes(t, t->all, t->all);
  ws_do(t, WS_OP_ACTIVEMASK, odd, t->all);
  ws_expect_d_lanes(t, odd, odd);
  ws_do(t, WS_OP_BAR_WARP, 1, t->all); // a blocked lane is not active
  ws_expect_wait(t, 1);
  ws_do(t, WS_OP_ACTIVEMASK, t->all & ~1u, 0);
  ws_expect_d_lanes(t, t->all & ~1u, t->all & ~1u);
  ws_do(t, WS_OP_ACTIVEMASK, t->all, 0); // issued to it all the same, it is refused; its wait goes on
  ws_expect_d_lanes(t, t->all & ~1u, t->all & ~1u);
  ws_expect_wait(t, 1);
  ws_do(t, WS_OP_BAR_WARP, t->all & ~1u, t->all);
  ws_expect_wait(t, 0);
}

static void scene_elect(ws_scene *t) {
  unsigned n = t->lanes;
  ws_do(t, WS_OP_ELECT, t->all, t->all);
  ws_expect_d_lanes(t, t->all, 0);
  ws_expect_p(t, t->all, 1);
  ws_expect_status(t, t->all, WS_ST_OK);
  uint32_t high = t->all & ~((1u << n / 2) - 1);
  ws_do(t, WS_OP_ELECT, high, high);
  ws_expect_d_lanes(t, high, n / 2);
  ws_expect_p(t, high, 1u << n / 2);
  ws_exit(t, 3); // the two lowest lanes gone: the next one leads, and the status says that members are missing
  uint32_t rest = t->all & ~3u;
  ws_do(t, WS_OP_ELECT, rest, t->all);
  ws_expect_d_lanes(t, rest, 2);
  ws_expect_p(t, rest, 4);
  ws_expect_status(t, rest, WS_ST_CV_EXITED_MEMBER);
  ws_do(t, WS_OP_ELECT, rest, rest);
  ws_expect_status(t, rest, WS_ST_OK);
  ws_do(t, WS_OP_BAR_WARP, rest, t->all);
  ws_expect_status(t, rest, WS_ST_CV_EXITED_MEMBER);
  ws_do(t, WS_OP_VOTE_BALLOT, rest, t->all); // nobody else reports it
  ws_expect_status(t, rest, WS_ST_OK);
}

static void scene_legacy(ws_scene *t) {
  uint32_t some = 0x77777777u & t->all;
  preds(t, ws_bit(t, 1), false);
  ws_do(t, WS_OP_VOTE_LEGACY_BALLOT, some, 0); // all lanes of the issue, no mask, no waiting
  ws_expect_d_lanes(t, some, 2);
  ws_do(t, WS_OP_VOTE_LEGACY_ANY, some, 0);
  ws_expect_p(t, some, t->all);
  ws_do(t, WS_OP_VOTE_LEGACY_ALL, some, 0);
  ws_expect_p(t, some, 0);
  preds(t, 0, true);
  ws_do(t, WS_OP_VOTE_LEGACY_UNI, some, 0);
  ws_expect_p(t, some, t->all);
  ws_expect_status(t, some, WS_ST_OK);
}

static void scene_legacy_illegal(ws_scene *t) {
  preds(t, t->all, false);
  for (uint32_t op = WS_OP_VOTE_LEGACY_ALL; op <= WS_OP_VOTE_LEGACY_BALLOT; op++) {
    ws_do(t, op, t->all, t->all);
    ws_expect_status(t, t->all, WS_ST_DEC_ILLEGAL);
    ws_expect_d_lanes(t, t->all, 0);
    ws_expect_p(t, t->all, 0);
  }
  ws_expect_error(t, WS_ST_DEC_ILLEGAL, t->all);
}

static const ws_test tests[] = {
    {"vote_all", "vote.sync.all, with and without complement", WS_STREAM(WS_OP_VOTE_ALL)},
    {"vote_any", "vote.sync.any, with and without complement", WS_STREAM(WS_OP_VOTE_ANY)},
    {"vote_uni", "vote.sync.uni, with and without complement", WS_STREAM(WS_OP_VOTE_UNI)},
    {"vote_ballot", "vote.sync.ballot: nothing set outside the participants, not even complemented",
     WS_STREAM(WS_OP_VOTE_BALLOT)},
    {"vote_legacy", "deprecated vote under the sm_6x profile: no mask, no waiting", WS_STREAM(WS_OPS_LEGACY),
     .legacy = true},
    {"vote_legacy_illegal", "deprecated vote under sm_100a: DEC_ILLEGAL, never a wait", WS_STREAM(WS_OPS_LEGACY)},
    {"elect", "elect.sync: the lowest participant, also after exits", WS_MIX(70, 25, 5, 10, WS_OP_ELECT)},
    {"activemask", "activemask: the lanes of the issue, never a wait", WS_MIX(90, 7, 3, 10, WS_OP_ACTIVEMASK)},
    {"warp_barrier", "bar.warp.sync, arrivals in pieces", WS_MIX(40, 55, 5, 10, WS_OP_BAR_WARP)},
    {"vote_uni_all_true", "vote.uni is true for all true and for all false, false for one odd lane",
     .scene = scene_uni_all_true},
    {"vote_exited_lanes", "exited lanes count neither as true nor as false", .scene = scene_exited},
    {"vote_outside_mask", "a lane outside its own mask, and M = 0: CV_NOT_MEMBER, the others unaffected",
     .scene = scene_outside_mask},
    {"activemask_blocked", "blocked and refused lanes are not in activemask", .scene = scene_activemask},
    {"elect_lowest_gone", "the lowest lanes have exited: the next one leads, CV_EXITED_MEMBER", .scene = scene_elect},
    {"vote_legacy_forms", "the four deprecated votes under sm_6x, written out", .scene = scene_legacy, .legacy = true},
    {"vote_legacy_target", "the four deprecated votes under sm_100a are DEC_ILLEGAL", .scene = scene_legacy_illegal},
    {"vote_cover", "vote, elect, activemask, bar.warp.sync until every mask, predicate pattern and stall was met",
     WS_COVERS(VOTE, WS_OPS_VOTE)},
};
WS_TESTS(vote, 0)
