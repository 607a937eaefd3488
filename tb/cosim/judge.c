// SPDX-License-Identifier: Apache-2.0
// The oracles at the ports of the RTL, and what keeps events apart whose order nobody could tell (judge.h).
#include "judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "judge_gate.h"
#include "oracle_bar.h"
#include "oracle_mbar.h"
#include "text.h"

enum {
  SLACK = 64,    // cycles that `wait`, the capture and `idle` may be late
  KEPT = 256,    // answers that came while the owner's time stood still; power of two
  FOREVER = 30000,
  READS = 16
};

struct ws_judge {
  oracle oracle;
  oracle_bar bar;
  oracle_mbar mbar;
  ws_gate gate;
  ws_rsp held; // stood untaken at the end of the last cycle
  ws_rsp kept[KEPT];
  unsigned first, count;
  ws_ls_rsp read[READS]; // what plain accesses must show, oldest first
  unsigned reads;
  ws_ls_rsp word[READS]; // what they showed and the owner has not seen
  unsigned words;
  bool stood; // a request stands at the port and is not taken
  ws_in in; // what the RTL sees
  char wrong[300];
  bool failed;
};

const char *ws_judge_refuses(const ws_config *core, bool joined) {
  if (ws_dut_ctas(core) > 1 && !joined)
    return "messages inside a cluster are not seen at its ports";
  if (ws_dut_slots(core) > 1)
    return "the oracle of mbarrier knows one CTA";
  if (ws_dut_families(core) != WS_FAMILY_ALL)
    return "the oracles know all families";
  return NULL;
}

void ws_judge_reset(ws_judge *j, const ws_lockstep *ls) {
  const ws_config *cfg = &ls->cfg.core;
  oracle_init(&j->oracle, cfg, ls->cfg.seed);
  oracle_bar_init(&j->bar, cfg, ls->cfg.rank, NULL);
  oracle_mbar_init(&j->mbar, cfg, ls->cfg.rank, ls->gmem);
  j->oracle.bar = &j->bar;
  j->oracle.mbar = &j->mbar;
  j->oracle.slack = SLACK;
  j->oracle.keeps = j->mbar.keeps = j->mbar.no_phase = true;
  j->first = j->count = j->reads = j->words = 0;
  j->held.valid = j->stood = false;
  ws_gate_reset(&j->gate, &j->mbar);
}

ws_judge *ws_judge_open(const ws_lockstep *ls) {
  ws_judge *j = calloc(1, sizeof *j);
  if (j)
    ws_judge_reset(j, ls);
  return j;
}

void ws_judge_close(ws_judge *j) {
  if (!j)
    return;
  oracle_bar_free(&j->bar);
  free(j);
}

// --------------------------------------------------------------------------------------------------------- one cycle

static void wrong(ws_judge *j, const char *what) {
  if (!j->failed)
    snprintf(j->wrong, sizeof j->wrong, "%s", what);
  j->failed = true;
}

static bool moved(const ws_rsp *x, const ws_rsp *y, unsigned lanes) {
  bool same = y->valid && x->tag == y->tag && x->warp == y->warp && x->op == y->op && x->lanes == y->lanes &&
              x->status == y->status && !((x->p ^ y->p) & x->lanes);
  for (unsigned i = 0; i < lanes; i++)
    same = same && (!(x->lanes >> i & 1) || x->d[i] == y->d[i]);
  return !same;
}

// The next access that was not answered yet; the words of banks that were asked.
static void look_at_access(ws_judge *j, const ws_ls_rsp *got) {
  if (!got->valid)
    return;
  const ws_ls_rsp *want = &j->read[0];
  bool good = j->reads && want->en == got->en && want->raw == (got->raw & want->en);
  for (unsigned k = 0; k < WS_BANKS && good; k++)
    good = !(want->en >> k & 1) || want->rdata[k] == got->rdata[k];
  if (!good && !j->reads)
    wrong(j, "the ls port answers, but nobody asked");
  else if (!good) {
    unsigned k = 0;
    while (k < WS_BANKS - 1 && (!(want->en >> k & 1) || want->rdata[k] == got->rdata[k]))
      k++;
    snprintf(j->wrong, sizeof j->wrong,
             "plain access: banks %08x, raw %08x, bank %u %08x; allowed: banks %08x, raw %08x, bank %u %08x", got->en,
             got->raw & got->en, k, got->rdata[k], want->en, want->raw, k, want->rdata[k]);
    j->failed = true;
  }
  if (j->reads)
    memmove(&j->read[0], &j->read[1], --j->reads * sizeof j->read[0]);
}

// What went through the ports of shared and global memory, of the engine and of the network.
static void memory_ports(ws_judge *j, const ws_in *in, const ws_out *out, bool joined) {
  oracle_mbar *o = &j->mbar;
  look_at_access(j, &out->ls_rsp);
  if (joined && out->net.valid && in->net_ready)
    oracle_mbar_sent(o, &out->net);
  if (out->gm.valid && in->gm_ready)
    oracle_mbar_asked(o, &out->gm);
  if (in->gm_rsp.valid && out->gm_rsp_ready)
    oracle_mbar_copied(o);
  if (in->tx.valid && out->tx_ready)
    oracle_mbar_tx(o, &in->tx);
  if (in->net.valid && out->net_ready)
    oracle_mbar_message(o, &in->net);
  if (in->ls.valid && out->ls_ready) {
    if (j->reads == READS)
      wrong(j, "the ls port takes accesses and answers none");
    else
      j->read[j->reads++] = oracle_mbar_access(o, &in->ls);
  }
}

// j->in goes in, *out comes out, all is judged.
static void cycle(ws_judge *j, ws_lockstep *ls) {
  ws_in *in = &j->in;
  ws_out *out = ls->rtl_out;
  // A request that was closed to the owner is new when it stands there.
  const bool fresh = in->req.valid && !j->stood;
  ls->rtl_ops->step(ls->rtl, in, ls->new_req | fresh, out);
  j->stood = in->req.valid && !out->req_ready;
  if (j->held.valid && moved(&j->held, &out->rsp, ls->cfg.core.lanes))
    wrong(j, "a response changed while it was not taken");
  j->held.valid = false;
  if (out->rsp.valid && !in->rsp_ready)
    j->held = out->rsp;
  oracle_cycle(&j->oracle, in, out);
  memory_ports(j, in, out, ls->cfg.joined);
  ws_gate_follow(&j->gate, in, out, j->reads);
  if (out->ls_rsp.valid && j->words < READS)
    j->word[j->words++] = out->ls_rsp;
  if (j->oracle.failed)
    wrong(j, j->oracle.wrong);
  if (j->mbar.failed)
    wrong(j, j->mbar.wrong);
}

// What was closed to the owner has not taken anything.
static void close_outputs(const ws_judge *j, const ws_in *own, ws_out *out) {
  const ws_in *in = &j->in;
  out->req_ready &= in->req.valid || !own->req.valid;
  out->tx_ready &= in->tx.valid || !own->tx.valid;
  out->net_ready &= in->net.valid || !own->net.valid;
  out->ls_ready &= in->ls.valid || !own->ls.valid;
  out->gm_rsp_ready &= in->gm_rsp.valid || !own->gm_rsp.valid;
}

// The owner's time stands still until nothing is under way, or nothing moves but messages, which he must take.
static bool settle(ws_judge *j, ws_lockstep *ls) {
  ws_out *out = ls->rtl_out;
  for (unsigned n = 0; !ws_gate_settled(&j->gate); n++) {
    ws_in *in = &j->in;
    ws_lockstep_ask(ls, 0);
    *in = ls->in[0];
    in->req.valid = in->exit.valid = in->launch.valid = in->tick = false;
    in->ls.valid = in->tx.valid = in->net.valid = in->net_ready = false;
    in->rsp_ready = j->count < KEPT;
    ws_gate_apply(&j->gate, in);
    cycle(j, ls);
    close_outputs(j, ls->in, out);
    if (out->rsp.valid && in->rsp_ready)
      j->kept[(j->first + j->count++) % KEPT] = out->rsp;
    ws_lockstep_answer(ls, 0);
    ls->cycle++;
    if (!j->failed && n > FOREVER)
      wrong(j, "nothing is given in, and it does not become idle");
    if (j->failed || out->net.valid)
      break;
  }
  return !j->failed;
}

bool ws_judge_step(ws_judge *j, ws_lockstep *ls) {
  ws_out *out = ls->rtl_out;
  if (ws_gate_stands(&j->gate, ls->in) && !settle(j, ls))
    return false;
  ws_in *in = &j->in;
  *in = ls->in[0];
  ws_gate_apply(&j->gate, in);
  const bool waits = j->count > 0; // answers that came before go first
  in->rsp_ready &= !waits;
  cycle(j, ls);
  close_outputs(j, ls->in, out);
  out->idle &= !waits && !j->words;
  if (waits) {
    out->rsp = j->kept[j->first];
    if (ls->in->rsp_ready) {
      j->first = (j->first + 1) % KEPT;
      j->count--;
    }
  }
  out->ls_rsp.valid = j->words > 0;
  if (j->words) {
    out->ls_rsp = j->word[0];
    memmove(&j->word[0], &j->word[1], --j->words * sizeof j->word[0]);
  }
  return !j->failed;
}

// ------------------------------------------------------------------------------------------------------------- report

const char *ws_judge_wrong(const ws_judge *j, unsigned *warp) {
  *warp = j->oracle.failed ? j->oracle.wrong_warp : UINT32_MAX;
  return j->wrong;
}

static void allowed(const ws_judge *j, const ws_rsp *r, FILE *f) {
  char op[40], status[16];
  fprintf(f, "  allowed      lanes 0x%08" PRIx32 ", tag %" PRIu32 ":  %s  %s  p 0x%08" PRIx32 "  d", r->lanes, r->tag,
          ws_text_op(op, r->op), ws_text_status(status, r->status), r->p & r->lanes);
  for (unsigned i = 0; i < j->oracle.cfg.lanes; i++)
    if (r->lanes >> i & 1 && ws_dut_wide(r->op))
      fprintf(f, " %08" PRIx32 "_%08" PRIx32, r->d_hi[i], r->d[i]);
    else if (r->lanes >> i & 1)
      fprintf(f, " %08" PRIx32, r->d[i]);
  fprintf(f, "\n");
}

void ws_judge_allowed(const ws_judge *j, unsigned warp, FILE *f) {
  bool any = false;
  for (unsigned n = 0; n < j->oracle.count; n++)
    if (j->oracle.expected[n].rsp.warp == warp) {
      allowed(j, &j->oracle.expected[n].rsp, f);
      any = true;
    }
  for (unsigned n = 0; n < j->mbar.count; n++)
    if (j->mbar.expected[n].rsp.warp == warp) {
      allowed(j, &j->mbar.expected[n].rsp, f);
      any = true;
    }
  if (!any)
    fprintf(f, "  allowed      no response of this warp that the oracle knows by its value\n");
}
