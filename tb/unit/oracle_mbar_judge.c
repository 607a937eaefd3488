// SPDX-License-Identifier: Apache-2.0
// The judge of the mbarrier oracle, see oracle_mbar.h: remembers what is owed and crosses off what comes.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "oracle_mbar_rules.h"

void oracle_mbar_log(oracle_mbar *o, const char *format, ...) {
  va_list args;
  if (strcmp(format, "tick"))
    o->log_ticks = 0;
  va_start(args, format);
  vsnprintf(o->log[o->events++ % ORACLE_MBAR_LOG], sizeof o->log[0], format, args);
  va_end(args);
}

void oracle_mbar_fail(oracle_mbar *o, const char *format, ...) {
  va_list args;
  if (o->failed)
    return;
  o->failed = true;
  va_start(args, format);
  vsnprintf(o->wrong, sizeof o->wrong, format, args);
  va_end(args);
  if (o->keeps)
    return;
  for (uint64_t n = o->events > ORACLE_MBAR_LOG ? o->events - ORACLE_MBAR_LOG : 0; n < o->events; n++)
    printf("  %s\n", o->log[n % ORACLE_MBAR_LOG]);
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
  printf("\n");
}

static void print_response(const oracle_mbar *o, const char *what, const ws_rsp *r) {
  if (o->keeps)
    return;
  printf("  %s warp %u op %03x tag %02x lanes %08x status %03x p %08x d", what, r->warp, r->op, r->tag, r->lanes,
         r->status, r->p & r->lanes);
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if (r->lanes >> i & 1)
      printf(" %u:%08x_%08x", i, r->d_hi[i], r->d[i]);
  printf("\n");
}

// Only arrivals with a destination give 64 bits.
static bool has_state(uint32_t op) {
  return op == WS_OP_MBAR_ARRIVE || op == WS_OP_MBAR_ARRIVE_EXPECT_TX || op == WS_OP_MBAR_ARRIVE_NOCOMPLETE ||
         op == WS_OP_MBAR_ARRIVE_DROP || op == WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX ||
         op == WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE;
}

// ------------------------------------------------------------------------------------------------------------ is owed

void oracle_mbar_expect(oracle_mbar *o, const ws_rsp *r, bool new_batch) {
  o->batches += new_batch;
  if (o->count == ORACLE_MBAR_EXPECTED)
    oracle_mbar_fail(o, "too many responses under way");
  else
    o->expected[o->count++] = (oracle_mbar_expected){.rsp = *r, .batch = o->batches};
}

void oracle_mbar_error(oracle_mbar *o, uint32_t status, unsigned cta, unsigned warp, uint32_t op, uint32_t lanes,
                       uint32_t opnd) {
  if (o->captured.valid || o->errors == ORACLE_MBAR_EXPECTED)
    return;
  o->error[o->errors++] =
      (ws_err){.valid = true, .status = status, .warp = warp, .op = op, .lanes = lanes, .opnd = opnd, .cta = cta};
}

// -------------------------------------------------------------------------------------------------------------- comes

static bool same(const oracle_mbar *o, const ws_rsp *x, const ws_rsp *y) {
  if (x->tag != y->tag || x->warp != y->warp || x->op != y->op || x->lanes != y->lanes || x->status != y->status ||
      ((x->p ^ y->p) & x->lanes))
    return false;
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    if (!(x->lanes >> i & 1))
      continue;
    if (x->d[i] != y->d[i] || (has_state(x->op) && x->d_hi[i] != y->d_hi[i]))
      return false;
    if (has_state(x->op) && x->status >> 8 < 2 && !o->no_phase && x->phase[i] != y->phase[i])
      return false;
  }
  return true;
}

void oracle_mbar_response(oracle_mbar *o, const ws_rsp *r) {
  oracle_mbar_log(o, "response warp %u op %03x tag %02x lanes %08x status %03x p %08x", r->warp, r->op, r->tag,
                  r->lanes, r->status, r->p & r->lanes);
  for (unsigned n = 0; n < o->count; n++) {
    bool first = true;
    for (unsigned k = 0; k < n; k++)
      first = first && o->expected[k].batch != o->expected[n].batch;
    if (!first || !same(o, &o->expected[n].rsp, r))
      continue;
    o->count--;
    memmove(&o->expected[n], &o->expected[n + 1], (o->count - n) * sizeof o->expected[0]);
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      o->answered[r->status & 255] += r->lanes >> i & 1;
    return;
  }
  if (o->failed)
    return;
  oracle_mbar_fail(o, "a response that is not owed");
  print_response(o, "came:", r);
  for (unsigned n = 0; n < o->count; n++)
    print_response(o, "owed:", &o->expected[n].rsp);
}

// Lanes at one object leave in ascending order, any number of them with one count in a message.
void oracle_mbar_sent(oracle_mbar *o, const ws_msg *sent) {
  const ws_msg whole = oracle_message(&o->cfg, sent), *m = &whole;
  uint32_t left = m->lanes;
  oracle_mbar_log(o, "sent to %u: warp %u lanes %08x op %03x slot %x count %x", m->dest, m->warp, m->lanes, m->op,
                  m->slot, m->count);
  if (m->src != o->rank)
    oracle_mbar_fail(o, "a message in the name of CTA %u", m->src);
  while (left && !o->failed) {
    unsigned n = 0;
    while (n < o->parts && (o->part[n].dest != m->dest || o->part[n].slot != m->slot))
      n++;
    if (n == o->parts || o->part[n].warp != m->warp || o->part[n].op != m->op || o->part[n].count != m->count ||
        o->part[n].lane != oracle_mbar_lowest(left)) {
      oracle_mbar_fail(o, "that message is not owed");
      return;
    }
    left &= left - 1;
    o->parts--;
    memmove(&o->part[n], &o->part[n + 1], (o->parts - n) * sizeof o->part[0]);
  }
}

bool oracle_mbar_leaves(oracle_mbar *o, ws_msg *m) {
  if (!o->parts)
    return false;
  const oracle_mbar_part *p = &o->part[0];
  const unsigned beat = oracle_beat_width(&o->cfg), beats = o->cfg.lanes / beat;
  *m = (ws_msg){.valid = true, .dest = p->dest, .src = o->rank, .warp = p->warp * beats + p->lane / beat};
  m->lanes = oracle_mbar_bit(p->lane % beat);
  m->op = p->op;
  m->slot = p->slot;
  m->count = p->count;
  memmove(&o->part[0], &o->part[1], --o->parts * sizeof o->part[0]);
  return true;
}

void oracle_mbar_asked(oracle_mbar *o, const ws_gm *g) {
  if (o->asked == o->copies)
    oracle_mbar_fail(o, "global memory is asked for %x though no copy wants anything", g->addr);
  else if (o->copy[o->asked].src != g->addr || o->copy[o->asked].bytes != g->bytes)
    oracle_mbar_fail(o, "global memory is asked for %u bytes at %x, not %u at %x", g->bytes, g->addr,
                     o->copy[o->asked].bytes, o->copy[o->asked].src);
  else
    o->asked++;
}

static bool same_error(const ws_err *x, const ws_err *y) {
  return x->status == y->status && x->warp == y->warp && x->op == y->op && x->lanes == y->lanes && x->opnd == y->opnd &&
         x->cta == y->cta;
}

static bool is_one_of(const oracle_mbar *o, const ws_err *e) {
  for (unsigned n = 0; n < o->errors; n++) {
    ws_err known = o->error[n];
    if (o->split && known.cta != o->rank && (known.lanes & e->lanes))
      known.lanes = e->lanes;
    if (same_error(&known, e))
      return true;
  }
  return false;
}

void oracle_mbar_outputs(oracle_mbar *o, const ws_out *out) {
  for (unsigned w = 0; w < o->cfg.warps; w++) {
    if (out->wait[w] & ~oracle_mbar_away(o, w))
      oracle_mbar_fail(o, "warp %u: lanes %08x wait, not all of them with a reason", w, out->wait[w]);
    if (out->live[w] != o->live[w])
      oracle_mbar_fail(o, "warp %u: live %08x, expected %08x", w, out->live[w], o->live[w]);
  }
  if (o->captured.valid) {
    if (!out->err.valid || !same_error(&out->err, &o->captured))
      oracle_mbar_fail(o, "the captured error changed");
  } else if (out->err.valid) {
    const ws_err *e = &out->err;
    if (!is_one_of(o, e))
      oracle_mbar_fail(o, "captured: status %03x cta %u warp %u op %03x lanes %08x opnd %08x, none of %u errors",
                       e->status, e->cta, e->warp, e->op, e->lanes, e->opnd, o->errors);
    o->captured = *e;
    o->kept[e->status & 255]++;
  }
}

bool oracle_mbar_captured(oracle_mbar *o, const ws_err *err, bool known) {
  if (o->captured.valid)
    return true;
  if (!known && !is_one_of(o, err))
    return false;
  o->captured = *err;
  o->kept[err->status & 255]++;
  return true;
}

void oracle_mbar_rested(oracle_mbar *o) {
  for (unsigned n = 0; n < o->count; n++) {
    const uint32_t status = o->expected[n].rsp.status;
    const bool refused = status == WS_ST_CV_LANE_EXITED || status == WS_ST_CV_LANE_BUSY || status == WS_ST_DEC_ILLEGAL;
    // Behind an operation without room answers of lanes refused later wait too.
    const bool optional = o->ops && (refused || (o->op[0].answered && o->expected[n].rsp.tag == o->op[0].req.tag));
    if (!optional && !o->failed) {
      oracle_mbar_fail(o, "%u responses did not come", o->count);
      print_response(o, "owed:", &o->expected[n].rsp);
    }
  }
  if (o->parts)
    oracle_mbar_fail(o, "%u lanes' messages were not sent", o->parts);
  if (o->asked < o->copies)
    oracle_mbar_fail(o, "%u copies have not asked global memory", o->copies - o->asked);
  if (o->errors && !o->captured.valid && !o->ops)
    oracle_mbar_fail(o, "no error was captured, status %03x of warp %u is owed", o->error[0].status, o->error[0].warp);
}

void oracle_mbar_settled(oracle_mbar *o, const ws_out *out) {
  oracle_mbar_rested(o);
  for (unsigned w = 0; w < o->cfg.warps; w++)
    if (out->wait[w] != oracle_mbar_away(o, w))
      oracle_mbar_fail(o, "warp %u: lanes %08x wait, expected %08x", w, out->wait[w], oracle_mbar_away(o, w));
  if (!o->ops)
    o->doubtful = false;
}
