// SPDX-License-Identifier: Apache-2.0
// Coverage of the mbarrier unit (cover_mbar.h).
#include "cover_mbar.h"

#include <inttypes.h>
#include <string.h>

#include "core.h"

// Statuses of the unit; the last three need another CTA.
static const uint16_t statuses[] = {
    WS_ST_MB_NOT_INIT,
    WS_ST_MB_RAW_ACCESS,
    WS_ST_MB_REINIT,
    WS_ST_MB_BAD_COUNT,
    WS_ST_MB_BAD_SPACE,
    WS_ST_MB_MISALIGNED,
    WS_ST_MB_NOCOMPLETE_VIOLATION,
    WS_ST_MB_PENDING_UNDERFLOW,
    WS_ST_MB_PENDING_OVERFLOW,
    WS_ST_MB_TX_OVERFLOW,
    WS_ST_MB_TX_UNDERFLOW,
    WS_ST_MB_EXPECT_UNDERFLOW,
    WS_ST_MB_BAD_PARITY,
    WS_ST_MB_MISSING_WAIT,
    WS_ST_MB_TOKEN_NOT_NOCOMPLETE,
    WS_ST_MB_BAD_TOKEN,
    WS_ST_AT_MISALIGNED,
    WS_ST_AT_BAD_SPACE,
    WS_ST_MB_REMOTE_UNSUPPORTED,
    WS_ST_MB_REMOTE_RESULT,
    WS_ST_MB_CTA_GONE,
};
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

static unsigned kind_of(const mbar_job *j) {
  if (j->from == MBAR_TX)
    return K_PORT;
  if (j->from == MBAR_DEFERRED)
    return K_DEFERRED;
  uint32_t fn = j->fn & 31;
  if (j->from == MBAR_NET)
    return fn < 4 ? K_FAR + fn - 2 : K_FAR + 2 + (fn & 8) / 4 + (fn & 3);
  if (fn >= 24)
    return K_CP + (fn & 1);
  if (fn >= 16)
    return K_TEST + fn - 16;
  return fn < 4 ? K_INIT + fn : (fn & 8 ? K_DROP : K_ARRIVE) + (fn & 3);
}

// Can `second` follow `first` at one object in the next cycle?
static bool reachable(unsigned first, unsigned second, unsigned ctas) {
  if (ctas == 1 && (first >= K_FAR || second >= K_FAR))
    return false;
  if (first == K_CP && second == K_CP)
    return true; // lane by lane, where they do not all fit
  return (first != K_CP && first != K_CP_NOINC) || second > K_CP_NOINC;
}

static const mbar_unit *unit_of(const ws_lockstep *ls, unsigned cta) {
  return ls->model ? &ws_dut_model_core(ls->model, cta)->mbar : NULL;
}

static void see_status(ws_mbar_cover *c, uint32_t status) {
  for (unsigned k = 0; status && k < STATUSES; k++)
    if (statuses[k] == status)
      c->status |= (uint64_t)1 << k;
}

void ws_mbar_cover_before(ws_mbar_cover *c, const ws_lockstep *ls) {
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    const mbar_unit *m = unit_of(ls, cta);
    c->cta[cta].valid = m && m->put_valid && !m->put.pass;
    if (m && m->put_valid && m->put.from != MBAR_LOCAL)
      see_status(c, m->put.ask.early);
    if (!c->cta[cta].valid)
      continue;
    mbar_done d = mbar_carry_out(m);
    c->cta[cta].surely = m->put.from != MBAR_LOCAL;
    c->cta[cta].kind = kind_of(&m->put);
    c->cta[cta].slot = m->put.ask.at / 2u;
    c->cta[cta].tag = m->put.tag;
    c->cta[cta].warp = m->put.warp;
    c->cta[cta].left = m->left;
    c->cta[cta].status = d.status;
    c->cta[cta].flip = d.flip;
    c->cta[cta].word = d.write && !mbar_is_wait(m->put.fn) ? d.after.word : 0;
    c->cta[cta].count = mbar_is_arrive(m->put.fn) && (m->put.fn & 3) != 1 && d.write ? m->put.ask.x : 0;
  }
}

static void see_step(ws_mbar_cover *c, const ws_lockstep *ls, unsigned cta) {
  const mbar_unit *m = unit_of(ls, cta);
  // A job of a warp stays in place while the answers of the operation before are not out.
  bool done = c->cta[cta].valid && (c->cta[cta].surely || !m->put_valid || m->put.tag != c->cta[cta].tag ||
                                    m->put.warp != c->cta[cta].warp || m->left != c->cta[cta].left);
  if (done) {
    if (c->cta[cta].before_valid && c->cta[cta].before_slot == c->cta[cta].slot)
      c->pair[c->cta[cta].before] |= 1u << c->cta[cta].kind;
    see_status(c, c->cta[cta].status);
    c->phases += c->cta[cta].flip;
    uint32_t tx = (uint32_t)(c->cta[cta].word >> 22) & 0x1fffff;
    tx = tx >> 20 ? 0x200000 - tx : tx;
    if (c->cta[cta].count > c->count)
      c->count = c->cta[cta].count;
    if (tx > c->tx)
      c->tx = tx;
  }
  c->cta[cta].before_valid = done;
  c->cta[cta].before = c->cta[cta].kind;
  c->cta[cta].before_slot = c->cta[cta].slot;
}

void ws_mbar_cover_after(ws_mbar_cover *c, const ws_lockstep *ls) {
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    const ws_out *out = &ls->out[cta];
    if (out->rsp.valid) {
      see_status(c, out->rsp.status);
      c->woken += out->rsp.op >> 8 == WS_UNIT_MBAR && mbar_is_try_wait(out->rsp.op & 0xff) && out->rsp.p;
    }
    if (out->err.valid)
      see_status(c, out->err.status);
    if (out->ls_rsp.valid && out->ls_rsp.raw)
      see_status(c, WS_ST_MB_RAW_ACCESS);
    if (unit_of(ls, cta))
      see_step(c, ls, cta);
  }
}

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

unsigned ws_mbar_cover_missing(const ws_mbar_cover *c, const ws_lockstep *ls, uint32_t pick, uint16_t ops[4]) {
  unsigned missing = 0;
  for (unsigned turn = 0; turn < 2 && ls->model; turn++) {
    unsigned want = turn ? pick % missing : UINT32_MAX;
    missing = 0;
    for (unsigned k = 0; k < WS_MBAR_KINDS * WS_MBAR_KINDS; k++) {
      unsigned i = k / WS_MBAR_KINDS, j = k % WS_MBAR_KINDS;
      if (!reachable(i, j, ls->ctas) || (c->pair[i] >> j & 1) || missing++ != want)
        continue;
      unsigned n = makers(i, ops);
      return n + makers(j, ops + n);
    }
    if (!missing)
      break;
  }
  return 0;
}

bool ws_mbar_cover_text(const ws_mbar_cover *c, const ws_lockstep *ls, char *text, size_t size, FILE *err) {
  unsigned want = STATUSES - (ls->ctas > 1 ? 0 : REMOTE_STATUSES), statuses_seen = 0, pairs = 0, pairs_seen = 0;
  for (unsigned k = 0; k < want; k++) {
    bool seen = c->status >> k & 1;
    statuses_seen += seen;
    if (!seen && err)
      fprintf(err, "%s: %s was never seen\n", ls->cfg.test, ws_status_name(statuses[k]));
  }
  for (unsigned i = 0; i < WS_MBAR_KINDS; i++)
    for (unsigned j = 0; j < WS_MBAR_KINDS; j++) {
      if (!reachable(i, j, ls->ctas))
        continue;
      pairs++;
      bool seen = c->pair[i] >> j & 1;
      pairs_seen += seen;
      if (!seen && err && ls->model)
        fprintf(err, "%s: %s right behind %s was never seen\n", ls->cfg.test, names[j], names[i]);
    }
  bool counts = c->count == WS_MBAR_MAX && c->tx == WS_MBAR_MAX;
  if (ls->model && !counts && err)
    fprintf(err, "%s: largest count %" PRIu32 ", largest tx-count %" PRIu32 " of %u\n", ls->cfg.test, c->count, c->tx,
            WS_MBAR_MAX);
  if (!ls->model) {
    snprintf(text, size, "statuses %u/%u", statuses_seen, want);
    return statuses_seen == want;
  }
  snprintf(text, size, "statuses %u/%u, pairs %u/%u, max count %" PRIu32 ", %" PRIu64 " phases", statuses_seen, want,
           pairs_seen, pairs, c->count, c->phases);
  return statuses_seen == want && pairs_seen == pairs && counts;
}
