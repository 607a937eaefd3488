// SPDX-License-Identifier: Apache-2.0
// Coverage of the mbarrier unit (cover_mbar.h).
#include "cover_mbar.h"

#include <inttypes.h>

#include "when/core.h"

static const uint16_t statuses[] = {WS_MBAR_STATUSES};
enum { STATUSES = sizeof statuses / sizeof statuses[0], REMOTE_STATUSES = 3 };

enum {
  K_INIT,
  K_INVAL,
  K_EXPECT,
  K_COMPLETE,
  K_ARRIVE,
  K_ARRIVE_TX,
  K_ARRIVE_NC,
  K_DROP,
  K_DROP_TX,
  K_DROP_NC,
  K_TEST,
  K_TEST_PARITY,
  K_TRY,
  K_TRY_PARITY,
  K_CP,
  K_CP_NOINC, // from a warp of the CTA
  K_PORT,
  K_DEFERRED,
  K_FAR // the first of those from other CTAs
};

static const char *const names[WS_MBAR_KINDS] = {"init",
                                                 "inval",
                                                 "expect_tx",
                                                 "complete_tx",
                                                 "arrive",
                                                 "arrive.expect_tx",
                                                 "arrive.noComplete",
                                                 "arrive_drop",
                                                 "arrive_drop.expect_tx",
                                                 "arrive_drop.noComplete",
                                                 "test_wait",
                                                 "test_wait.parity",
                                                 "try_wait",
                                                 "try_wait.parity",
                                                 "cp.async.mbarrier.arrive",
                                                 "cp.async.mbarrier.arrive.noinc",
                                                 "bytes at the tx port",
                                                 "arrive behind a copy",
                                                 "expect_tx of another CTA",
                                                 "complete_tx of another CTA",
                                                 "arrive of another CTA",
                                                 "arrive.expect_tx of another CTA",
                                                 "arrive_drop of another CTA",
                                                 "arrive_drop.expect_tx of another CTA"};

typedef struct mbar_state { // by CTA: what the pipe carries out in this cycle, and in the one before
  struct {
    bool valid, surely;
    unsigned kind, slot, before, before_slot;
    bool before_valid;
    uint32_t tag, warp, left, status, count;
    uint64_t word;
    bool flip;
  } cta[WS_CTAS_MAX];
} mbar_state;

enum { E_COUNT, E_TX, E_PHASE, E_WOKEN, EVENTS };
static const char *const events[EVENTS] = {"the largest count arrives", "the largest tx-count of either sign",
                                           "a phase completes", "a phase's end releases a group from try_wait"};

static const ws_cover_axis axis_status = {"status", WS_AX_STATUS, STATUSES, NULL, statuses};
static const ws_cover_axis axis_first = {"operation", WS_AX_OTHER, WS_MBAR_KINDS, names, NULL};
static const ws_cover_axis axis_second = {"right behind it", WS_AX_OTHER, WS_MBAR_KINDS, names, NULL};
static const ws_cover_axis axis_event = {"event", WS_AX_OTHER, EVENTS, events, NULL};

static unsigned kind_of(const mbar_job *j) {
  if (j->from == MBAR_TX)
    return K_PORT;
  if (j->from == MBAR_DEFERRED)
    return K_DEFERRED;
  const uint32_t fn = j->fn;
  const bool net = j->from == MBAR_NET;
  const unsigned drop = mbar_is_drop(fn), expect = mbar_is_expect(fn);
  if (mbar_is_tx(fn))
    return (net ? K_FAR : K_EXPECT) + (unsigned)mbar_is_complete(fn);
  if (mbar_is_arrive(fn) && net)
    return K_FAR + 2 + 2 * drop + expect;
  if (mbar_is_arrive(fn))
    return (drop ? K_DROP : K_ARRIVE) + (mbar_is_nocomplete(fn) ? 2 : expect);
  if (mbar_is_cp_arrive(fn))
    return mbar_is_noinc(fn) ? K_CP_NOINC : K_CP;
  if (mbar_is_wait(fn))
    return (mbar_is_try_wait(fn) ? K_TRY : K_TEST) + (unsigned)mbar_is_parity(fn);
  return mbar_is_inval(fn) ? K_INVAL : K_INIT;
}

// Can `second` follow `first` at one object in the next cycle?
static const char *never_pair(const ws_config *core, const unsigned at[]) {
  (void)core;
  if ((at[0] != K_CP && at[0] != K_CP_NOINC) || at[1] > K_CP_NOINC)
    return NULL;
  if (at[0] == K_CP && at[1] == K_CP) // lane by lane, where they do not all fit
    return "its object is handed on before the next lane's is read, which takes some cycles";
  return "the next operation of a warp is not issued before the arrives of this one are attached to copies";
}

static const char *beyond_pair(const ws_config *core, const unsigned at[]) {
  if (at[0] <= K_CP_NOINC && at[1] == K_DEFERRED)
    return "the copy has memory until then: an operation right before the arrive is seldom";
  return ws_dut_ctas(core) == 1 && (at[0] >= K_FAR || at[1] >= K_FAR) ? "there is one CTA" : NULL;
}

static const char *beyond_status(const ws_config *core, const unsigned at[]) {
  return ws_dut_ctas(core) == 1 && at[0] >= STATUSES - REMOTE_STATUSES ? "there is one CTA" : NULL;
}

enum { G_STATUS, G_PAIR, G_EVENT };
static const ws_cover_group groups[] = {
    {"status", {&axis_status, NULL, NULL}, NULL, beyond_status, false},
    {"pairs at one object in neighbouring cycles", {&axis_first, &axis_second, NULL}, never_pair, beyond_pair, true},
    {"events", {&axis_event, NULL, NULL}, NULL, NULL, true},
};

static const mbar_unit *unit_of(const ws_lockstep *ls, unsigned cta) {
  return ls->model ? &ws_dut_model_core(ls->model, cta)->mbar : NULL;
}

static void see_status(ws_cover *c, uint32_t status) {
  for (unsigned k = 0; status && k < STATUSES; k++)
    if (statuses[k] == status)
      ws_cover_hit(c, WS_COVER_MBAR, G_STATUS, k, 0, 0);
}

static void see_event(ws_cover *c, unsigned event, bool it_is) {
  if (it_is)
    ws_cover_hit(c, WS_COVER_MBAR, G_EVENT, event, 0, 0);
}

static void before(ws_cover *c, void *state, const ws_lockstep *ls) {
  mbar_state *s = state;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    const mbar_unit *m = unit_of(ls, cta);
    s->cta[cta].valid = m && m->put_valid && !m->put.pass;
    if (m && m->put_valid && m->put.from != MBAR_LOCAL)
      see_status(c, m->put.ask.early);
    if (!s->cta[cta].valid)
      continue;
    mbar_done d = ws_mbar_unit_put(m, &ws_dut_model_core(ls->model, cta)->mem);
    if (!d.lanes) { // a clock for itself
      s->cta[cta].valid = false;
      continue;
    }
    s->cta[cta].surely = m->put.from != MBAR_LOCAL;
    s->cta[cta].kind = kind_of(&m->put);
    s->cta[cta].slot = m->put.ask.at / 2u;
    s->cta[cta].tag = m->put.tag;
    s->cta[cta].warp = m->put.warp;
    s->cta[cta].left = m->left;
    s->cta[cta].status = d.status;
    s->cta[cta].flip = d.flip;
    s->cta[cta].word = d.write && !mbar_is_wait(m->put.fn) ? d.after.word : 0;
    s->cta[cta].count = mbar_is_arrive(m->put.fn) && !mbar_is_expect(m->put.fn) && d.write ? m->put.ask.x : 0;
  }
}

static void see_step(ws_cover *c, mbar_state *s, const ws_lockstep *ls, unsigned cta) {
  const mbar_unit *m = unit_of(ls, cta);
  // A job of a warp stays in place while the answers of the operation before are not out.
  bool done = s->cta[cta].valid && (s->cta[cta].surely || !m->put_valid || m->put.tag != s->cta[cta].tag ||
                                    m->put.warp != s->cta[cta].warp || m->left != s->cta[cta].left);
  if (done) {
    if (s->cta[cta].before_valid && s->cta[cta].before_slot == s->cta[cta].slot)
      ws_cover_hit(c, WS_COVER_MBAR, G_PAIR, s->cta[cta].before, s->cta[cta].kind, 0);
    see_status(c, s->cta[cta].status);
    uint32_t tx = (uint32_t)(s->cta[cta].word >> 22) & 0x1fffff;
    tx = tx >> 20 ? 0x200000 - tx : tx;
    see_event(c, E_PHASE, s->cta[cta].flip);
    see_event(c, E_COUNT, s->cta[cta].count == WS_MBAR_MAX);
    see_event(c, E_TX, tx == WS_MBAR_MAX);
  }
  s->cta[cta].before_valid = done;
  s->cta[cta].before = s->cta[cta].kind;
  s->cta[cta].before_slot = s->cta[cta].slot;
}

static void after(ws_cover *c, void *state, const ws_lockstep *ls) {
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    const ws_out *out = &ls->out[cta];
    if (out->rsp.valid) {
      see_status(c, out->rsp.status);
      see_event(c, E_WOKEN, ws_is_mbar_try_wait(out->rsp.op) && out->rsp.p);
    }
    if (out->err.valid)
      see_status(c, out->err.status);
    if (out->ls_rsp.valid && out->ls_rsp.raw)
      see_status(c, WS_ST_MB_RAW_ACCESS);
    if (unit_of(ls, cta))
      see_step(c, state, ls, cta);
  }
}

const ws_cover_family ws_cover_mbar = {"mbarrier", groups, sizeof groups / sizeof groups[0], sizeof(mbar_state), before,
                                       after,      NULL};

// Operations that make a kind: for an arrive behind a copy, the copy and the arrive.
static unsigned makers(unsigned kind, uint16_t ops[2]) {
  static const uint16_t op[WS_MBAR_KINDS] = {WS_OP_MBAR_INIT,
                                             WS_OP_MBAR_INVAL,
                                             WS_OP_MBAR_EXPECT_TX,
                                             WS_OP_MBAR_COMPLETE_TX,
                                             WS_OP_MBAR_ARRIVE,
                                             WS_OP_MBAR_ARRIVE_EXPECT_TX,
                                             WS_OP_MBAR_ARRIVE_NOCOMPLETE,
                                             WS_OP_MBAR_ARRIVE_DROP,
                                             WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX,
                                             WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE,
                                             WS_OP_MBAR_TEST_WAIT,
                                             WS_OP_MBAR_TEST_WAIT_PARITY,
                                             WS_OP_MBAR_TRY_WAIT_HINT,
                                             WS_OP_MBAR_TRY_WAIT_PARITY_HINT,
                                             WS_OP_MBAR_CP_ASYNC_ARRIVE,
                                             WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC,
                                             0,
                                             WS_OP_CP_ASYNC_CA,
                                             WS_OP_MBAR_EXPECT_TX,
                                             WS_OP_MBAR_COMPLETE_TX,
                                             WS_OP_MBAR_ARRIVE_SINK,
                                             WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK,
                                             WS_OP_MBAR_ARRIVE_DROP_SINK,
                                             WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK};
  ops[0] = op[kind];
  ops[1] = WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC;
  return kind == K_DEFERRED ? 2 : kind == K_PORT ? 0 : 1;
}

unsigned ws_mbar_cover_missing(const ws_cover *c, const ws_lockstep *ls, uint32_t pick, uint16_t ops[4]) {
  unsigned missing = 0;
  for (unsigned turn = 0; turn < 2 && ls->model; turn++) {
    unsigned want = turn ? pick % missing : UINT32_MAX;
    missing = 0;
    for (unsigned k = 0; k < WS_MBAR_KINDS * WS_MBAR_KINDS; k++) {
      unsigned at[2] = {k / WS_MBAR_KINDS, k % WS_MBAR_KINDS};
      if (never_pair(&c->core, at) || beyond_pair(&c->core, at) ||
          ws_cover_hits(c, WS_COVER_MBAR, G_PAIR, at[0], at[1], 0) || missing++ != want)
        continue;
      unsigned n = makers(at[0], ops);
      return n + makers(at[1], ops + n);
    }
    if (!missing)
      break;
  }
  return 0;
}

void ws_mbar_cover_text(const ws_cover *c, const ws_lockstep *ls, char *text, size_t size) {
  unsigned statuses_want, statuses_seen, pairs, pairs_seen, want, seen;
  ws_cover_count(c, WS_COVER_MBAR, G_STATUS, &statuses_want, &statuses_seen);
  ws_cover_count(c, WS_COVER_MBAR, G_PAIR, &pairs, &pairs_seen);
  ws_cover_count(c, WS_COVER_MBAR, G_EVENT, &want, &seen);
  int n = snprintf(text, size, "statuses %u/%u", statuses_seen, statuses_want);
  if (ls->model)
    snprintf(text + n, size - (size_t)n, ", pairs %u/%u, events %u/%u, %" PRIu64 " phases", pairs_seen, pairs, seen,
             want, ws_cover_hits(c, WS_COVER_MBAR, G_EVENT, E_PHASE, 0, 0));
}
