// SPDX-License-Identifier: Apache-2.0
// The comparator itself: the model stands in for the RTL, with one output changed, and the report must name that output.
// What a port shows while it is not valid must not matter. Covers every output of lockstep.h, of one CTA and of a cluster.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

struct ws_dut { // the stand-in: an instance of the model
  ws_dut *model;
};

typedef struct fault {
  const char *port; // what the report must say; NULL: nothing, all is well
  void (*change)(ws_out *out);
  unsigned cta;
} fault;

static const fault *planted;

static ws_dut *stand_in_open(const ws_config *cfg, int rank, uint64_t seed) {
  ws_dut *dut = calloc(1, sizeof *dut);
  if (dut)
    dut->model = ws_dut_model.open(cfg, rank, seed);
  return dut;
}

static void stand_in_close(ws_dut *dut) {
  ws_dut_model.close(dut->model);
  free(dut);
}

static void stand_in_reset(ws_dut *dut) { ws_dut_model.reset(dut->model); }

static void stand_in_step(ws_dut *dut, const ws_in in[], uint32_t new_req, ws_out out[]) {
  ws_dut_model.step(dut->model, in, new_req, out);
  planted->change(&out[planted->cta]);
}

static const ws_dut_ops stand_in = {
    .name = "rtl", .open = stand_in_open, .close = stand_in_close, .reset = stand_in_reset, .step = stand_in_step};

// --------------------------------------------------------------------------------------------------------- a short run

enum { OBJECT = 0x40, PLAIN = 0x80 };

static ws_req request(uint32_t op, uint32_t lanes, uint64_t addr, uint32_t b) {
  ws_req q = {.op = op, .lanes = lanes};
  for (unsigned i = 0; i < 4; i++) {
    q.mask[i] = 15;
    q.addr[i] = addr;
    q.a[i] = 16 * i;
    q.b[i] = q.c[i] = b;
  }
  return q;
}

static ws_session *playing;

static void answer(void *user, const ws_ask *ask) {
  (void)user;
  ws_session_ans(playing, &(ws_ans){.lane = ask->lane, .d = {7, 0}});
}

// Something on every port. False when the comparator stopped it.
static bool play(ws_session *s, bool joined) {
  const ws_ask atom = {.src = 1, .lane = 2, .fn = WS_OP_ATOM_ADD_U32 & 0xff, .at = PLAIN, .s = {1, 0}};
  playing = s;
  const ws_msg bad = {.src = 1, .lanes = 1, .op = WS_OP_MBAR_ARRIVE_SINK, .slot = 99, .count = 1}; // no object there
  const ws_req list[] = {
      request(WS_OP_MBAR_INIT, 1, OBJECT, 8),
      request(WS_OP_MBAR_ARRIVE, 15, OBJECT, 1),
      request(WS_OP_MBAR_ARRIVE_SINK, 1, 2u << 24 | OBJECT, 1),
      request(WS_OP_MBAR_EXPECT_TX, 1, OBJECT, 16),
      request(WS_OP_ATOM_ADD_U32, 3, 2u << 24 | PLAIN, 0),
      request(WS_OP_CP_ASYNC_CA, 1, PLAIN, 16),
      request(WS_OP_SHFL_BFLY, 15, 0, 1),
      request(WS_OP_MBAR_TEST_WAIT_PARITY, 3, OBJECT, 0),
  };
  bool good = ws_session_launch(s, 0, 15);
  uint64_t value;
  for (size_t k = 0; k < sizeof list / sizeof list[0] && good; k++)
    good = ws_session_issue(s, &list[k]) && ws_session_settle(s);
  good = good && ws_session_store(s, PLAIN, 4, 0x12345678, NULL) && ws_session_load(s, OBJECT, 8, &value, NULL);
  good = good && ws_session_tx(s, OBJECT, 16);
  return good && (!joined || (ws_session_msg(s, &bad) && ws_session_ask(s, &atom))) && ws_session_settle(s) &&
         ws_session_settle(s);
}

static void check(const fault *f, bool joined) {
  planted = f;
  FILE *err = tmpfile();
  assert_non_null(err);
  ws_session_cfg cfg = {.core = {.lanes = 4, .warps = 1, .match_bits = 4, .ctas = 2},
                        .rtl = &stand_in,
                        .joined = joined,
                        .on_ask = answer,
                        .test = "faults",
                        .seed = 1,
                        .err = err};
  ws_session *s = ws_session_open(&cfg);
  assert_non_null(s);
  bool good = play(s, joined);
  assert_true(ws_session_close(s) == good);
  char text[4000];
  rewind(err);
  text[fread(text, 1, sizeof text - 1, err)] = 0;
  fclose(err);
  if (f->port && (good || !strstr(text, f->port)))
    fail_msg("a fault of %s: %s\n%s", f->port, good ? "nothing was noticed" : "the report does not name it", text);
  if (!f->port && !good)
    fail_msg("noticed what does not matter:\n%s", text);
}

// ------------------------------------------------------------------------------------------------------------- faults

#define CHANGE(name, when, what)                                                                                       \
  static void name(ws_out *o) {                                                                                        \
    if (when)                                                                                                          \
      what;                                                                                                            \
  }
#define ALWAYS true
CHANGE(req_ready, ALWAYS, o->req_ready ^= 1)
CHANGE(idle, ALWAYS, o->idle ^= 1)
CHANGE(live, ALWAYS, o->live[0] ^= 2)
CHANGE(blocked, ALWAYS, o->wait[0] ^= 2)
CHANGE(rsp_valid, o->rsp.valid, o->rsp.valid = false)
CHANGE(rsp_tag, ALWAYS, o->rsp.tag ^= 1)
CHANGE(rsp_warp, o->rsp.valid, o->rsp.warp ^= 1)
CHANGE(rsp_op, o->rsp.valid, o->rsp.op ^= 4)
CHANGE(rsp_lanes, o->rsp.valid, o->rsp.lanes ^= 8)
CHANGE(rsp_status, o->rsp.valid, o->rsp.status ^= 1)
CHANGE(rsp_p, o->rsp.valid && o->rsp.op == WS_OP_MBAR_TEST_WAIT_PARITY, o->rsp.p ^= 1)
CHANGE(rsp_d, o->rsp.valid, o->rsp.d[0] ^= 1)
CHANGE(rsp_d_hi, o->rsp.valid && o->rsp.op == WS_OP_MBAR_ARRIVE, o->rsp.d_hi[3] ^= 1)
CHANGE(err_valid, o->err.valid, o->err.valid = false)
CHANGE(err_status, o->err.valid, o->err.status ^= 1)
CHANGE(err_cta, o->err.valid, o->err.cta ^= 1)
CHANGE(err_warp, o->err.valid, o->err.warp ^= 1)
CHANGE(err_op, o->err.valid, o->err.op ^= 8)
CHANGE(err_lanes, o->err.valid, o->err.lanes ^= 1)
CHANGE(err_opnd, o->err.valid, o->err.opnd ^= 1)
CHANGE(ls_ready, ALWAYS, o->ls_ready ^= 1)
CHANGE(ls_rsp_valid, o->ls_rsp.valid, o->ls_rsp.valid = false)
CHANGE(ls_rsp_en, o->ls_rsp.valid, o->ls_rsp.en ^= 1)
CHANGE(ls_rsp_raw, o->ls_rsp.valid && o->ls_rsp.raw, o->ls_rsp.raw ^= o->ls_rsp.en)
CHANGE(ls_rdata, o->ls_rsp.valid, o->ls_rsp.rdata[OBJECT / 4 % WS_BANKS_MAX + 1] ^= 1)
CHANGE(tx_ready, ALWAYS, o->tx_ready ^= 1)
CHANGE(gm_valid, o->gm.valid, o->gm.valid = false)
CHANGE(gm_addr, o->gm.valid, o->gm.addr ^= 4)
CHANGE(gm_bytes, o->gm.valid, o->gm.bytes ^= 4)
CHANGE(gm_tag, o->gm.valid, o->gm.tag ^= 1)
CHANGE(gm_op, o->gm.valid, o->gm.op ^= 1)
CHANGE(gm_rsp_ready, ALWAYS, o->gm_rsp_ready ^= 1)
CHANGE(net_valid, o->net.valid, o->net.valid = false)
CHANGE(net_dest, o->net.valid, o->net.dest ^= 1)
CHANGE(net_src, o->net.valid, o->net.src ^= 1)
CHANGE(net_warp, o->net.valid, o->net.warp ^= 1)
CHANGE(net_lanes, o->net.valid, o->net.lanes ^= 1)
CHANGE(net_op, o->net.valid, o->net.op ^= 8)
CHANGE(net_slot, o->net.valid, o->net.slot ^= 1)
CHANGE(net_count, o->net.valid, o->net.count ^= 1)
CHANGE(net_ready, ALWAYS, o->net_ready ^= 1)
CHANGE(ask_valid, o->ask.valid, o->ask.valid = false)
CHANGE(ask_dest, o->ask.valid, o->ask.dest ^= 1)
CHANGE(ask_src, o->ask.valid, o->ask.src ^= 1)
CHANGE(ask_lane, o->ask.valid, o->ask.lane ^= 1)
CHANGE(ask_lay, o->ask.valid, o->ask.lay ^= 1)
CHANGE(ask_fn, o->ask.valid, o->ask.fn ^= 8)
CHANGE(ask_at, o->ask.valid, o->ask.at ^= 4)
CHANGE(ask_s, o->ask.valid, o->ask.s.hi ^= UINT64_C(1) << 63)
CHANGE(ask_ready, ALWAYS, o->ask_ready ^= 1)
CHANGE(ans_valid, o->ans.valid, o->ans.valid = false)
CHANGE(ans_dest, o->ans.valid, o->ans.dest ^= 1)
CHANGE(ans_lane, o->ans.valid, o->ans.lane ^= 1)
CHANGE(ans_gone, o->ans.valid, o->ans.gone ^= 1)
CHANGE(ans_raw, o->ans.valid, o->ans.raw ^= 1)
CHANGE(ans_d, o->ans.valid, o->ans.d.lo ^= 1)
CHANGE(ans_ready, ALWAYS, o->ans_ready ^= 1)
CHANGE(clb_phase, ALWAYS, o->clb.phase ^= 1)
CHANGE(clb_done, ALWAYS, o->clb.done ^= 1)
CHANGE(clb_any, ALWAYS, o->clb.any ^= 1)

static void every_output_is_compared(void **state) {
  (void)state;
  static const fault list[] = {
      {"req_ready", req_ready, 0},   {"idle", idle, 0},
      {"live[0]", live, 0},          {"wait[0]", blocked, 0},
      {"rsp_valid", rsp_valid, 0},   {"rsp_tag", rsp_tag, 0},
      {"rsp_warp", rsp_warp, 0},     {"rsp_op", rsp_op, 0},
      {"rsp_lanes", rsp_lanes, 0},   {"rsp_status", rsp_status, 0},
      {"rsp_p", rsp_p, 0},           {">    0", rsp_d, 0},
      {">    3", rsp_d_hi, 0},       {"err_valid", err_valid, 0},
      {"err_status", err_status, 0}, {"err_cta", err_cta, 0},
      {"err_warp", err_warp, 0},     {"err_op", err_op, 0},
      {"err_lanes", err_lanes, 0},   {"err_opnd", err_opnd, 0},
      {"ls_ready", ls_ready, 0},     {"ls_rsp_valid", ls_rsp_valid, 0},
      {"ls_rsp_en", ls_rsp_en, 0},   {"ls_rsp_raw", ls_rsp_raw, 0},
      {"ls_rdata[17]", ls_rdata, 0}, {"tx_ready", tx_ready, 0},
      {"gm_valid", gm_valid, 0},     {"gm_addr", gm_addr, 0},
      {"gm_bytes", gm_bytes, 0},     {"gm_tag", gm_tag, 0},
      {"gm op", gm_op, 0},           {"gm_rsp_ready", gm_rsp_ready, 0},
      {"net_valid", net_valid, 0},   {"net_dest", net_dest, 0},
      {"net src", net_src, 0},       {"net warp", net_warp, 0},
      {"net lanes", net_lanes, 0},   {"net op", net_op, 0},
      {"net slot", net_slot, 0},     {"net count", net_count, 0},
      {"net_ready", net_ready, 0},   {"ask_valid", ask_valid, 0},
      {"ask_dest", ask_dest, 0},     {"ask src", ask_src, 0},
      {"ask lane", ask_lane, 0},     {"ask lay", ask_lay, 0},
      {"ask fn", ask_fn, 0},         {"ask at", ask_at, 0},
      {"ask s[127:96]", ask_s, 0},   {"ask_ready", ask_ready, 0},
      {"ans_valid", ans_valid, 0},   {"ans_dest", ans_dest, 0},
      {"ans lane", ans_lane, 0},     {"ans gone", ans_gone, 0},
      {"ans raw", ans_raw, 0},       {"ans d", ans_d, 0},
      {"ans_ready", ans_ready, 0},   {"clb phase", clb_phase, 0},
      {"clb done", clb_done, 0},     {"clb any", clb_any, 0},
  };
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++)
    check(&list[k], true);
}

static void every_cta_of_a_cluster_is_compared(void **state) {
  (void)state;
  static const fault list[] = {
      {"CTA 0", rsp_d_hi, 0}, {"CTA 1\n  err_op", err_op, 1}, {"CTA 1\n  ls_ready", ls_ready, 1}};
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++)
    check(&list[k], false);
}

static void nothing(ws_out *o) { (void)o; }

// Garbage in every payload that is not valid, and in lanes and banks that are not named.
static void garbage(ws_out *o) {
  if (!o->rsp.valid || !ws_dut_wide(o->rsp.op))
    memset(o->rsp.d_hi, 0x5a, sizeof o->rsp.d_hi);
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    if (!o->rsp.valid || !(o->rsp.lanes >> i & 1u))
      o->rsp.d[i] = o->rsp.d_hi[i] = 0x5a5a5a5a;
  if (!o->rsp.valid)
    o->rsp.lanes = o->rsp.status = o->rsp.op = 0x5a;
  for (unsigned k = 0; k < WS_BANKS_MAX; k++)
    if (!o->ls_rsp.valid || !(o->ls_rsp.en >> k & 1u))
      o->ls_rsp.rdata[k] = 0x5a5a5a5a;
  if (!o->ls_rsp.valid)
    o->ls_rsp.en = o->ls_rsp.raw = 0x5a;
  if (!o->gm.valid)
    o->gm.addr = o->gm.bytes = o->gm.tag = o->gm.op = 0x5a;
  if (!o->gm.valid || o->gm.op != WS_GM_ATOM) // of a copy they mean nothing
    o->gm.fn = o->gm.be = 0x5a, o->gm.s = o->gm.t = (ws_atom_value){0x5a, 0x5a};
  if (!o->net.valid)
    o->net = (ws_msg){.dest = 5, .op = 0x5a};
  if (!o->ask.valid)
    o->ask = (ws_ask){.dest = 5, .fn = 0x5a};
  if (!o->ans.valid)
    o->ans = (ws_ans){.dest = 5, .lane = 0x5a};
  if (!o->err.valid)
    o->err.status = o->err.cta = 0x5a;
}

static void what_is_not_valid_does_not_matter(void **state) {
  (void)state;
  check(&(fault){NULL, nothing, 0}, true);
  check(&(fault){NULL, garbage, 0}, true);
  check(&(fault){NULL, garbage, 1}, false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_output_is_compared),
      cmocka_unit_test(every_cta_of_a_cluster_is_compared),
      cmocka_unit_test(what_is_not_valid_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
