// SPDX-License-Identifier: Apache-2.0
// The oracles at the ports of the RTL, and what keeps events apart whose order nobody could tell (judge.h).
#include "judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "judge_gate.h"
#include "oracle_bar.h"
#include "oracle_global.h"
#include "oracle_mbar.h"
#include "text.h"

enum {
  SLACK = 64,  // cycles that `wait`, the capture and `idle` may be late
  CROWD = 512, // answers not handed out, from which on no request is let in
  // Those that came while the owner's time stood still: as many, one for each lane, and as much again for requests that no lane waits for.
  KEPT = CROWD + 2 * WS_WARPS_MAX * WS_LANES_MAX,
  FOREVER = 30000,
  READS = 16
};

typedef struct judged { // of a CTA, beside its oracles
  ws_rsp held;          // stood untaken at the end of the last cycle
  ws_rsp kept[KEPT];
  unsigned first, count;
  ws_ls_rsp read[READS]; // what plain accesses must show, oldest first
  unsigned reads;
  ws_ls_rsp word[READS]; // what they showed and the owner has not seen
  unsigned words;
  unsigned judgings; // of requests, that the owner has not seen; a response may be handed to him before
  bool stood;        // a request stands at the port and is not taken
} judged;

struct ws_judge {
  unsigned ctas;
  bool whole; // a cluster, whose network is not seen
  oracle oracle[WS_CTAS_MAX];
  oracle_bar bar[WS_CTAS_MAX];
  oracle_mbar mbar[WS_CTAS_MAX];
  oracle_global global[WS_CTAS_MAX];
  bar_set shared; // barrier of the cluster
  ws_gate gate;
  judged at[WS_CTAS_MAX];
  ws_in in[WS_CTAS_MAX]; // what the RTL sees
  unsigned rest;
  char wrong[300];
  unsigned cta; // that is about
  bool failed;
};

const char *ws_judge_refuses(const ws_config *core) {
  if (ws_dut_slots(core) > 1)
    return "the oracle of mbarrier knows no block with room for several CTAs";
  if (ws_dut_families(core) != WS_FAMILY_ALL)
    return "the oracles know all families";
  return NULL;
}

void ws_judge_reset(ws_judge *j, const ws_lockstep *ls) {
  const ws_config *cfg = &ls->cfg.core;
  j->ctas = ls->ctas;
  j->whole = ls->ctas > 1;
  j->rest = 0;
  bar_set_init(&j->shared, true, false);
  memset(j->at, 0, j->ctas * sizeof j->at[0]);
  for (unsigned c = 0; c < j->ctas; c++) {
    const unsigned rank = ls->cfg.joined ? ls->cfg.rank : c;
    oracle_init(&j->oracle[c], cfg, ls->cfg.seed);
    oracle_bar_init(&j->bar[c], cfg, rank, j->whole ? &j->shared : NULL);
    oracle_mbar_init(&j->mbar[c], cfg, rank);
    j->global[c].ops = 0;
    j->oracle[c].global = &j->global[c];
    j->oracle[c].cluster = j->whole ? j->mbar : NULL;
    j->oracle[c].bar = &j->bar[c];
    j->oracle[c].mbar = &j->mbar[c];
    j->oracle[c].slack = SLACK;
    j->oracle[c].keeps = j->mbar[c].keeps = j->mbar[c].no_phase = true;
    j->mbar[c].split = j->whole;
  }
  ws_gate_reset(&j->gate, j->mbar, j->global, j->ctas, j->whole);
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
  for (unsigned c = 0; c < WS_CTAS_MAX; c++)
    oracle_bar_free(&j->bar[c]);
  bar_set_free(&j->shared);
  free(j);
}

// --------------------------------------------------------------------------------------------------------- one cycle

static void wrong(ws_judge *j, unsigned cta, const char *what) {
  if (j->failed)
    return;
  snprintf(j->wrong, sizeof j->wrong, "%s", what);
  j->cta = cta;
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
static void look_at_access(ws_judge *j, unsigned c, const ws_ls_rsp *got) {
  judged *at = &j->at[c];
  const ws_ls_rsp *want = &at->read[0];
  if (!got->valid)
    return;
  if (!at->reads) {
    wrong(j, c, "the ls port answers, but nobody asked");
    return;
  }
  unsigned k = 0;
  while (k < WS_BANKS_MAX && (!(want->en >> k & 1) || want->rdata[k] == got->rdata[k]))
    k++;
  if (want->en != got->en || want->raw != (got->raw & want->en) || k < WS_BANKS_MAX) {
    char text[300];
    k %= WS_BANKS_MAX;
    snprintf(text, sizeof text,
             "plain access: banks %08" PRIx32 ", raw %08" PRIx32 ", bank %u %08" PRIx32 "; allowed: banks %08" PRIx32
             ", raw %08" PRIx32 ", bank %u %08" PRIx32,
             got->en, got->raw & got->en, k, got->rdata[k], want->en, want->raw, k, want->rdata[k]);
    wrong(j, c, text);
  }
  memmove(&at->read[0], &at->read[1], --at->reads * sizeof at->read[0]);
}

// What went through the ports of shared and global memory, of the engine and of the network.
static void memory_ports(ws_judge *j, unsigned c, const ws_out *out) {
  const ws_in *in = &j->in[c];
  judged *at = &j->at[c];
  oracle_mbar *o = &j->mbar[c];
  look_at_access(j, c, &out->ls_rsp);
  if (!j->whole && out->net.valid && in->net_ready)
    oracle_mbar_sent(o, &out->net);
  if (out->gm.valid && in->gm_ready)
    out->gm.op == WS_GM_ATOM ? oracle_global_asked(&j->oracle[c], &out->gm) : oracle_mbar_asked(o, &out->gm);
  if (in->gm_rsp.valid && out->gm_rsp_ready)
    in->gm_rsp.tag ? oracle_global_answered(&j->oracle[c], &in->gm_rsp) : oracle_mbar_copied(o, in->gm_rsp.data);
  if (in->tx.valid && out->tx_ready)
    oracle_mbar_tx(o, &in->tx);
  if (!j->whole && in->net.valid && out->net_ready)
    oracle_mbar_message(o, &in->net);
  if (in->ask.valid && out->ask_ready)
    wrong(j, c, "an atomic of another CTA comes in, which only the oracles of a whole cluster know");
  if (in->ls.valid && out->ls_ready && at->reads == READS)
    wrong(j, c, "the ls port takes accesses and answers none");
  else if (in->ls.valid && out->ls_ready)
    at->read[at->reads++] = oracle_mbar_access(o, &in->ls);
  if (out->ls_rsp.valid && at->words < READS)
    at->word[at->words++] = out->ls_rsp;
}

// What one CTA showed in this cycle.
static void look(ws_judge *j, const ws_lockstep *ls, unsigned c) {
  const ws_in *in = &j->in[c];
  const ws_out *out = &ls->rtl_out[c];
  judged *at = &j->at[c];
  at->stood = in->req.valid && !out->req_ready;
  if (at->held.valid && moved(&at->held, &out->rsp, ls->cfg.core.lanes))
    wrong(j, c, "a response changed while it was not taken");
  at->held.valid = false;
  if (out->rsp.valid && !in->rsp_ready)
    at->held = out->rsp;
  oracle_cycle(&j->oracle[c], in, out);
  memory_ports(j, c, out);
}

// Operations on objects of other CTAs of a cluster: the network is not seen, and the gate keeps apart what could meet.
static void deliver(ws_judge *j) {
  ws_msg m;
  for (unsigned c = 0; c < j->ctas && j->whole; c++)
    while (oracle_mbar_leaves(&j->mbar[c], &m))
      if (m.dest < j->ctas)
        oracle_mbar_message(&j->mbar[m.dest], &m);
}

// A cluster whose CTAs are all idle, and have been so for long without an input: nothing may be owed.
static void look_at_rest(ws_judge *j, const ws_lockstep *ls) {
  bool idle = j->whole, given = false;
  for (unsigned c = 0; c < j->ctas; c++) {
    const ws_in *in = &j->in[c];
    idle = idle && ls->rtl_out[c].idle;
    given = given || in->req.valid || in->exit.valid || in->launch.valid || in->tick || in->tx.valid || in->ls.valid ||
            in->gm_rsp.valid;
  }
  j->rest = idle ? j->rest + 1 : 0;
  for (unsigned c = 0; c < j->ctas && j->rest > SLACK; c++)
    oracle_mbar_rested(&j->mbar[c]);
  if (j->rest > SLACK && !bar_set_settled(&j->shared, UINT32_MAX, true))
    wrong(j, 0, "all CTAs are idle, but the barrier of the cluster is complete");
  if (given)
    j->rest = 0;
}

// j->in goes in, ls->rtl_out comes out, all is judged.
static void cycle(ws_judge *j, ws_lockstep *ls) {
  uint32_t new_req = ls->new_req;
  for (unsigned c = 0; c < j->ctas; c++) // a request that was closed to the owner is new when it stands there
    new_req |= j->in[c].req.valid && !j->at[c].stood ? 1u << c : 0;
  ls->rtl_ops->step(ls->rtl, j->in, new_req, ls->rtl_out);
  if (j->whole)
    oracle_bar_together(&j->shared, j->bar, ls->rtl_out, j->ctas);
  look_at_rest(j, ls);
  unsigned reads = 0;
  for (unsigned c = 0; c < j->ctas; c++) {
    look(j, ls, c);
    reads += j->at[c].reads;
  }
  deliver(j);
  ws_gate_follow(&j->gate, j->in, ls->rtl_out, reads);
  for (unsigned c = 0; c < j->ctas; c++) {
    if (j->oracle[c].failed)
      wrong(j, c, j->oracle[c].wrong);
    if (j->mbar[c].failed)
      wrong(j, c, j->mbar[c].wrong);
  }
}

// What was closed to the owner has not taken anything.
static void close_outputs(const ws_judge *j, ws_lockstep *ls) {
  for (unsigned c = 0; c < j->ctas; c++) {
    const ws_in *in = &j->in[c], *own = &ls->in[c];
    ws_out *out = &ls->rtl_out[c];
    out->req_ready &= in->req.valid || !own->req.valid;
    out->tx_ready &= in->tx.valid || !own->tx.valid;
    out->net_ready &= in->net.valid || !own->net.valid;
    out->ls_ready &= in->ls.valid || !own->ls.valid;
    out->gm_rsp_ready &= in->gm_rsp.valid || !own->gm_rsp.valid;
  }
}

// Data of a copy stands at a port: it is due, and goes in before the owner's time goes on. Else exits one after the other could keep it
// out for ever.
static bool data_stands(const ws_judge *j, const ws_lockstep *ls) {
  bool any = false;
  for (unsigned c = 0; c < j->ctas; c++)
    any |= ls->in[c].gm_rsp.valid && !ls->in[c].gm_rsp.tag;
  return any;
}

// The owner's time stands still until nothing is under way, or nothing moves but messages, which he must take.
static bool settle(ws_judge *j, ws_lockstep *ls) {
  bool message = false;
  for (unsigned n = 0; (!ws_gate_settled(&j->gate) || data_stands(j, ls)) && !message && !j->failed; n++) {
    for (unsigned c = 0; c < j->ctas; c++) {
      ws_in *in = &j->in[c];
      ws_lockstep_ask(ls, c);
      *in = ls->in[c];
      in->req.valid = in->exit.valid = in->launch.valid = in->tick = false;
      in->ls.valid = in->tx.valid = in->net.valid = in->net_ready = false;
      in->rsp_ready = j->at[c].count < KEPT;
    }
    ws_gate_apply(&j->gate, j->in);
    cycle(j, ls);
    close_outputs(j, ls);
    for (unsigned c = 0; c < j->ctas; c++) {
      judged *at = &j->at[c];
      const ws_out *out = &ls->rtl_out[c];
      if (out->rsp.valid && j->in[c].rsp_ready)
        at->kept[(at->first + at->count++) % KEPT] = out->rsp;
      at->judgings += out->req_judged;
      ws_lockstep_answer(ls, c);
      message |= !j->whole && out->net.valid;
    }
    ls->cycle++;
    if (n > FOREVER)
      wrong(j, 0, "nothing is given in, and it does not become idle");
  }
  return !j->failed;
}

bool ws_judge_step(ws_judge *j, ws_lockstep *ls) {
  if (ws_gate_stands(&j->gate, ls->in) && !settle(j, ls))
    return false;
  bool waits[WS_CTAS_MAX];
  for (unsigned c = 0; c < j->ctas; c++) {
    j->in[c] = ls->in[c];
    waits[c] = j->at[c].count > 0; // answers that came before go first
    j->in[c].req.valid &= j->at[c].count < CROWD;
    j->in[c].rsp_ready &= !waits[c];
  }
  ws_gate_apply(&j->gate, j->in);
  cycle(j, ls);
  close_outputs(j, ls);
  for (unsigned c = 0; c < j->ctas; c++) {
    judged *at = &j->at[c];
    ws_out *out = &ls->rtl_out[c];
    at->judgings += out->req_judged; // one a cycle
    out->req_judged = at->judgings > 0;
    at->judgings -= out->req_judged;
    out->idle &= !waits[c] && !at->words && !at->judgings;
    if (waits[c]) {
      out->rsp = at->kept[at->first];
      at->first = (at->first + ls->in[c].rsp_ready) % KEPT;
      at->count -= ls->in[c].rsp_ready;
    }
    out->ls_rsp.valid = at->words > 0;
    if (at->words) {
      out->ls_rsp = at->word[0];
      memmove(&at->word[0], &at->word[1], --at->words * sizeof at->word[0]);
    }
  }
  return !j->failed;
}

// ------------------------------------------------------------------------------------------------------------- report

const char *ws_judge_wrong(const ws_judge *j, unsigned *cta, unsigned *warp) {
  *cta = j->cta;
  *warp = j->oracle[j->cta].failed ? j->oracle[j->cta].wrong_warp : UINT32_MAX;
  return j->wrong;
}

static void allowed(const ws_config *core, const ws_rsp *r, FILE *f) {
  char op[40], status[16];
  fprintf(f, "  allowed      lanes 0x%08" PRIx32 ", tag %" PRIu32 ":  %s  %s  p 0x%08" PRIx32 "  d", r->lanes, r->tag,
          ws_text_op(op, r->op), ws_text_status(status, r->status), r->p & r->lanes);
  for (unsigned i = 0; i < core->lanes; i++)
    if (r->lanes >> i & 1 && ws_dut_wide(r->op))
      fprintf(f, " %08" PRIx32 "_%08" PRIx32, r->d_hi[i], r->d[i]);
    else if (r->lanes >> i & 1)
      fprintf(f, " %08" PRIx32, r->d[i]);
  fprintf(f, "\n");
}

void ws_judge_allowed(const ws_judge *j, unsigned warp, FILE *f) {
  const oracle *o = &j->oracle[j->cta];
  const oracle_mbar *m = &j->mbar[j->cta];
  bool any = false;
  for (unsigned n = 0; n < o->count; n++)
    if (o->expected[n].rsp.warp == warp) {
      allowed(&o->cfg, &o->expected[n].rsp, f);
      any = true;
    }
  for (unsigned n = 0; n < m->count; n++)
    if (m->expected[n].rsp.warp == warp) {
      allowed(&o->cfg, &m->expected[n].rsp, f);
      any = true;
    }
  if (!any)
    fprintf(f, "  allowed      no response of this warp that the oracle knows by its value\n");
}
