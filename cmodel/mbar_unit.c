// SPDX-License-Identifier: Apache-2.0
// The mbarrier unit, clock by clock: see mbar_unit.h.
#include "mbar_unit.h"

#include <string.h>

void mbar_unit_init(mbar_unit *m, const ws_config *cfg, unsigned rank) {
  memset(m, 0, sizeof *m);
  m->lanes = cfg->lanes;
  m->warps = cfg->warps;
  m->slots = cfg->slots ? cfg->slots : 1;
  m->rank = rank;
  m->ctas = cfg->ctas;
  m->limit = cfg->trywait * cfg->tick_ns;
  smem_init(&m->mem, m->slots);
  mbar_wait_init(&m->wait, cfg);
  mbar_copy_init(&m->copy, cfg);
}

void mbar_unit_limit(mbar_unit *m, uint32_t limit) {
  mbar_issue *q = &m->issue;
  m->limit = limit;
  if (!mbar_is_try_wait(q->fn) || mbar_is_limit(q->fn))
    return;
  for (uint32_t left = q->lanes; left; left &= left - 1) {
    mbar_operand *ask = &q->ask[__builtin_ctz(left)];
    ask->x = ask->early ? 0 : limit;
  }
}

// ------------------------------------------------------------------------------------------------------- results

// The lanes that answer next: those with the status of the lowest one.
static uint32_t answering(const mbar_gather *g) {
  uint32_t set = 0;
  unsigned first = (unsigned)__builtin_ctz(g->lanes);
  for (uint32_t left = g->lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    set |= (uint32_t)(g->status[i] == g->status[first]) << i;
  }
  return set;
}

bool mbar_unit_result(const mbar_unit *m, ws_rsp *rsp) {
  const mbar_gather *g = &m->gather;
  if (!g->closed || !rsp)
    return g->closed;
  rsp->valid = true;
  rsp->tag = g->tag;
  rsp->warp = g->warp;
  rsp->op = (uint32_t)WS_UNIT_MBAR << 8 | g->fn;
  rsp->lanes = answering(g);
  rsp->status = g->status[__builtin_ctz(g->lanes)];
  rsp->p = g->p & rsp->lanes;
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    rsp->d[i] = (uint32_t)g->d[i];
    rsp->d_hi[i] = (uint32_t)(g->d[i] >> 32);
    rsp->phase[i] = g->phase[i];
  }
  return true;
}

bool mbar_unit_woken(const mbar_unit *m, ws_rsp *rsp) {
  return rsp ? mbar_wait_woken(&m->wait, rsp) : m->wait.out_valid;
}

static void answered(mbar_unit *m) {
  mbar_gather *g = &m->gather;
  uint32_t lanes = answering(g);
  if (mbar_is_try_wait(g->fn))
    m->away[g->warp] &= ~lanes;
  g->lanes &= ~lanes;
  g->closed = g->lanes != 0;
}

// The results of the lanes that put carried out. Tokens are those of one arrival after the other.
static void gather(mbar_unit *m, const mbar_done *d) {
  const mbar_job *j = &m->put;
  mbar_gather *g = &m->gather;
  g->warp = j->warp;
  g->tag = j->tag;
  g->fn = j->fn;
  if (!d->suspend) {
    const bool token = mbar_is_token(j->fn) && !j->pass && !mbar_is_error(d->status);
    const uint64_t each = mbar_is_expect(j->fn) ? 1 : j->ask.x & WS_MBAR_MAX;
    uint64_t old = d->before.word;
    for (uint32_t left = d->lanes; left; left &= left - 1) {
      unsigned i = (unsigned)__builtin_ctz(left);
      g->status[i] = (uint16_t)d->status;
      g->d[i] = token ? ws_mbar_token(old, mbar_is_nocomplete(j->fn)) : mbar_is_pending_count(j->fn) ? j->ask.x : 0;
      g->phase[i] = token ? m->mem.phases[j->ask.at / 2] : 0;
      old = (old & 1ull << 63) | ((old + (each << 43)) & ~(1ull << 63));
    }
    g->lanes |= d->lanes;
    g->p = d->p ? g->p | d->lanes : g->p & ~d->lanes;
  }
  if (j->last && d->lanes == m->left)
    g->closed = g->lanes != 0;
}

// ----------------------------------------------------------------------------------------------------------- put

static void catch_late(const mbar_job *j, uint32_t status, mbar_late *late) {
  if (status)
    *late = (mbar_late){true, status, j->cta, j->warp, (uint32_t)WS_UNIT_MBAR << 8 | j->fn, j->lanes};
}

// One clock of the last stage: what it hands to the waiter table and to the copies in this clock is written to *wait
// and *arr, valid if lanes are named.
static void put_step(mbar_unit *m, mbar_done *d, mbar_wait_put *wait, mbar_copy_arr *arr, mbar_late *late) {
  const mbar_job *j = &m->put;
  if (!m->put_valid || (j->from == MBAR_LOCAL && m->gather.closed))
    return;
  *d = mbar_carry_out(m);
  const uint32_t slot = j->ask.at / 2u;
  if (j->from == MBAR_LOCAL)
    gather(m, d);
  else
    catch_late(j, d->status, late);
  if (d->write)
    smem_put(&m->mem, slot, &d->after);
  if (mbar_is_init(j->fn) && d->write)
    m->mem.phases[slot] = 0;
  m->mem.phases[slot] += d->flip;
  if (d->suspend)
    *wait = (mbar_wait_put){j->warp, j->tag, j->fn, d->lanes, d->status, slot, j->ask.x};
  if (!mbar_is_error(d->status))
    m->fine |= d->lanes;
  m->left &= ~d->lanes;
  if (m->left)
    return;
  if (j->from == MBAR_LOCAL && mbar_is_cp_arrive(j->fn) && m->fine)
    *arr = (mbar_copy_arr){j->warp, m->fine, slot};
  m->put_valid = false;
}

// ---------------------------------------------------------------------------------------------------------- issue

// Does the order of lanes matter that ask for different things of one object?
static bool is_ordered(uint32_t fn) { return mbar_is_init(fn) || mbar_is_tx(fn) || mbar_is_arrive(fn); }

static bool same_object(const mbar_operand *a, const mbar_operand *b) {
  return !a->early && !b->early && a->at == b->at && a->owner == b->owner;
}

// The lanes of the next piece: those that ask for the same as the lowest, up to the first that asks for something else of
// the same object where order matters. Copies and lanes with an early error go one by one.
static uint32_t piece_of(const mbar_issue *q) {
  if (!q->lanes)
    return 0;
  unsigned first = (unsigned)__builtin_ctz(q->lanes);
  if (mbar_is_copy(q->fn) || q->ask[first].early)
    return 1u << first;
  bool ordered = is_ordered(q->fn);
  uint32_t set = 0;
  for (uint32_t left = q->lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (memcmp(&q->ask[i], &q->ask[first], sizeof(mbar_operand)) == 0)
      set |= 1u << i;
    else if (ordered && same_object(&q->ask[i], &q->ask[first]))
      break;
  }
  return set;
}

static bool same_operands(const ws_req *req, unsigned i, unsigned j) {
  return req->addr[i] == req->addr[j] && req->a[i] == req->a[j] && req->b[i] == req->b[j] && req->c[i] == req->c[j];
}

static unsigned slot_of(const mbar_unit *m, uint32_t warp) { return warp / (m->warps / m->slots); }

static void issue_load(mbar_unit *m, const core_head *head, const ws_req *req) {
  mbar_issue *q = &m->issue;
  const unsigned slot = slot_of(m, head->warp);
  q->warp = head->warp;
  q->tag = head->tag;
  q->fn = head->op & 0xff;
  q->lanes = head->lanes;
  unsigned before = (unsigned)__builtin_ctz(q->lanes);
  q->ask[before] = mbar_decode(m, slot, q->fn, req, before);
  for (uint32_t left = q->lanes & (q->lanes - 1); left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    q->ask[i] = same_operands(req, i, before) ? q->ask[before] : mbar_decode(m, slot, q->fn, req, i);
    before = i;
  }
  q->piece = piece_of(q);
  if (mbar_is_try_wait(q->fn))
    m->away[q->warp] |= q->lanes;
}

static const mbar_operand *piece_ask(const mbar_unit *m) { return &m->issue.ask[__builtin_ctz(m->issue.piece)]; }

// Jobs on their way that may need an entry of the waiter table, and whether a cp.async.mbarrier.arrive is among them.
static unsigned reserved(const mbar_unit *m, bool *cp_arrive) {
  const struct {
    bool valid;
    const mbar_job *job;
  } stage[] = {{m->spare_valid, &m->spare}, {m->job_valid, &m->job}, {m->get_valid, &m->get}, {m->put_valid, &m->put}};
  unsigned n = 0;
  for (unsigned k = 0; k < 4; k++) {
    const mbar_job *j = stage[k].job;
    if (!stage[k].valid || j->from != MBAR_LOCAL || j->pass)
      continue;
    n += mbar_is_try_wait(j->fn) && j->ask.x > 0;
    *cp_arrive |= mbar_is_cp_arrive(j->fn);
  }
  return n;
}

// Could the next piece leave, as far as what it needs beside the pipe goes?
static bool piece_can_go(const mbar_unit *m, const mbar_in *in) {
  const mbar_operand *ask = piece_ask(m);
  bool cp_arrive = false;
  unsigned waits = reserved(m, &cp_arrive);
  if (cp_arrive || !mbar_copy_arr_ready(&m->copy))
    return false; // the arrives of the operation before are not yet behind their copies
  if (ask->early)
    return true;
  if (mbar_is_copy(m->issue.fn))
    return mbar_copy_push_ready(&m->copy);
  if (ask->owner)
    return !m->net.valid || in->ports->net_ready;
  return !mbar_is_try_wait(m->issue.fn) || ask->x == 0 || waits < mbar_wait_free(&m->wait);
}

static mbar_job piece_job(const mbar_unit *m) {
  const mbar_issue *q = &m->issue;
  const mbar_operand *ask = piece_ask(m);
  return (mbar_job){.from = MBAR_LOCAL,
                    .pass = ask->early || ask->owner || mbar_is_copy(q->fn) || mbar_is_pending_count(q->fn),
                    .last = q->piece == q->lanes,
                    .warp = q->warp,
                    .tag = q->tag,
                    .fn = q->fn,
                    .lanes = q->piece,
                    .cta = m->rank,
                    .ask = *ask};
}

static mbar_copy_push piece_copy(const mbar_unit *m) {
  const mbar_operand *ask = piece_ask(m);
  return (mbar_copy_push){.warp = m->issue.warp,
                          .lane = (uint32_t)__builtin_ctz(m->issue.piece),
                          .dst = ask->at * 4u,
                          .src = ask->x & 0xffff,
                          .bytes = 4u << (ask->x >> 21 & 3),
                          .take = ask->x >> 16 & 31,
                          .cg = mbar_is_cg(m->issue.fn)};
}

static ws_msg piece_message(const mbar_unit *m) {
  const mbar_operand *ask = piece_ask(m);
  return (ws_msg){.valid = true,
                  .dest = ask->owner - 1u,
                  .src = m->rank,
                  .warp = m->issue.warp,
                  .lanes = m->issue.piece,
                  .op = (uint32_t)WS_UNIT_MBAR << 8 | m->issue.fn,
                  .slot = ask->at / 2u,
                  .count = ask->x};
}

// -------------------------------------------------------------------------------------------------- into the pipe

// Who enters in this cycle: at most one, in this order.
typedef struct entry {
  bool open; // somebody may
  bool tx, deferred, net, piece;
} entry;

static entry who_enters(const mbar_unit *m, const mbar_in *in) {
  entry e = {.open = !m->spare_valid && !m->mem.held};
  if (!e.open)
    return e;
  e.tx = in->ports->tx.valid && !m->mem.sweep;
  e.deferred = !e.tx && m->copy.job_valid;
  e.net = !e.tx && !e.deferred && in->ports->net.valid && !m->mem.sweep;
  e.piece = !e.tx && !e.deferred && !e.net && m->issue.lanes && piece_can_go(m, in);
  return e;
}

static mbar_job tx_job(const mbar_unit *m, const ws_tx *tx) {
  uint16_t early = tx->addr % 8 ? WS_ST_MB_MISALIGNED : tx->addr >= WS_SMEM_BYTES ? WS_ST_MB_BAD_SPACE : WS_ST_OK;
  return (mbar_job){
      .from = MBAR_TX,
      .pass = early != WS_ST_OK,
      .fn = WS_OP_MBAR_COMPLETE_TX & 0xff,
      .cta = m->rank,
      .ask = {.at = (uint16_t)(tx->addr % WS_SMEM_BYTES / 4), .x = mbar_clip(tx->bytes, false), .early = early}};
}

static mbar_job deferred_job(const mbar_unit *m) {
  const mbar_copy_job *j = &m->copy.job;
  return (mbar_job){.from = MBAR_DEFERRED,
                    .warp = j->warp,
                    .fn = WS_OP_MBAR_CP_ASYNC_ARRIVE & 0xff,
                    .lanes = 1u << j->lane,
                    .cta = m->rank,
                    .ask = {.at = (uint16_t)(2 * j->slot), .x = 1}};
}

// Only arrives and transactions travel: fn cannot say anything else.
static mbar_job net_job(const mbar_unit *m, const ws_msg *msg, bool alive) {
  uint32_t fn = msg->op & 0xef;
  return (mbar_job){
      .from = MBAR_NET,
      .pass = !alive,
      .warp = msg->warp & (m->warps - 1),
      .fn = fn & 4 ? fn : fn | 2,
      .lanes = msg->lanes,
      .cta = msg->src,
      .ask = {.at = (uint16_t)(msg->slot * 2), .x = msg->count, .early = alive ? WS_ST_OK : WS_ST_MB_CTA_GONE}};
}

// The stages behind put move up, and what enters takes its place behind them.
static void advance(mbar_unit *m, const mbar_job *enters) {
  if (m->get_valid && !m->put_valid) {
    m->put = m->get;
    m->put_valid = true;
    m->get_valid = false;
    m->left = m->put.from == MBAR_TX ? 1 : m->put.lanes;
    m->fine = 0;
  }
  if (m->job_valid && !m->get_valid) {
    m->get = m->job;
    m->get_valid = true;
    m->job_valid = false;
  }
  if (m->spare_valid && !m->job_valid) {
    m->job = m->spare;
    m->job_valid = true;
    m->spare_valid = false;
  }
  if (!enters)
    return;
  bool *valid = m->job_valid ? &m->spare_valid : &m->job_valid;
  *(m->job_valid ? &m->spare : &m->job) = *enters;
  *valid = true;
}

// ----------------------------------------------------------------------------------------------------------- cycle

bool mbar_unit_ready(const mbar_unit *m, const mbar_in *in) {
  if (m->mem.sweep)
    return false;
  return !m->issue.lanes || (m->issue.piece == m->issue.lanes && who_enters(m, in).piece);
}

static bool pipe_empty(const mbar_unit *m) { return !m->job_valid && !m->get_valid && !m->put_valid; }

// Can the sweep clear a row? Nothing of a CTA that is about to begin is under way, and nobody uses memory in this clock.
// What others have under way goes on meanwhile, the sweep in between; it has an end, since nothing more comes.
static bool sweep_still(const mbar_unit *m) {
  const uint32_t issue = m->issue.lanes ? 1u << slot_of(m, m->issue.warp) : 0;
  return pipe_empty(m) && !m->copy.wr_valid && !((issue | mbar_copy_slots(&m->copy)) & m->mem.sweep);
}

// Nothing stands in issue, or a try_wait for which there is no entry in the table: it waits as those in the table do.
static bool issue_quiet(const mbar_unit *m) {
  if (!m->issue.lanes)
    return true;
  const mbar_operand *ask = piece_ask(m);
  return mbar_is_try_wait(m->issue.fn) && !ask->early && ask->x > 0 && mbar_wait_free(&m->wait) == 0;
}

bool mbar_unit_quiet(const mbar_unit *m) {
  return m->still || (issue_quiet(m) && pipe_empty(m) && !m->gather.closed && !m->net.valid &&
                      mbar_copy_empty(&m->copy) && mbar_wait_quiet(&m->wait) && smem_quiet(&m->mem));
}

static uint32_t pair_of(bool valid, const mbar_job *j) { return valid && !j->pass ? 1u << (j->ask.at / 2 % 16) : 0; }

// The outputs of the side port and of the ports that enter the pipe, of global memory and of the network.
static void show(const mbar_unit *m, const ws_in *ports, const entry *e, const smem_busy *busy, ws_out *out) {
  bool taken = e->open && !m->mem.sweep;
  out->tx_ready = taken;
  out->net_ready = taken && !e->tx && !e->deferred;
  out->ls_ready = smem_ls_ready(&m->mem, busy, m->copy.wr_valid, &ports->ls);
  out->gm_rsp_ready = mbar_copy_gm_rsp_ready(&m->copy, smem_copy_ready(busy));
  mbar_copy_gm_out(&m->copy, &out->gm);
  out->net.valid = m->net.valid;
  if (m->net.valid)
    out->net = m->net;
  const smem_access *answer = &m->mem.answer;
  out->ls_rsp.valid = answer->ls;
  if (answer->ls) {
    out->ls_rsp.en = answer->en;
    out->ls_rsp.raw = answer->raw;
    memcpy(out->ls_rsp.rdata, answer->rdata, sizeof answer->rdata);
  }
}

static void show_still(ws_out *out) {
  out->ls_ready = out->tx_ready = out->net_ready = true;
  out->gm_rsp_ready = out->gm.valid = out->net.valid = out->ls_rsp.valid = false;
}

// The piece leaves: to the network, to the copies, or to the pipe alone.
static void issue_send(mbar_unit *m) {
  mbar_issue *q = &m->issue;
  const mbar_operand *ask = piece_ask(m);
  if (ask->owner)
    m->net = piece_message(m);
  q->lanes &= ~q->piece;
  q->piece = piece_of(q);
}

// A copy onto an object is captured when its access is answered, unless put has something to capture.
static void catch_raw_copy(const mbar_unit *m, mbar_late *late) {
  const smem_access *a = &m->mem.answer;
  if (!late->valid && a->copy && a->raw)
    *late = (mbar_late){true, WS_ST_MB_RAW_ACCESS, m->rank, a->warp, WS_OP_CP_ASYNC_CA | a->cg, 1u << a->lane};
}

void mbar_unit_step(mbar_unit *m, const mbar_in *in, ws_out *out, mbar_late *late) {
  const ws_in *ports = in->ports;
  if (m->still && !in->head && !in->start && !ports->ls.valid && !ports->tx.valid && !ports->net.valid) {
    show_still(out);
    return;
  }

  // all that goes by the state before the edge
  const entry e = who_enters(m, in);
  const smem_busy busy = {pair_of(m->job_valid, &m->job) | pair_of(m->get_valid, &m->get) |
                          pair_of(m->put_valid, &m->put)};
  const bool still = m->mem.sweep && sweep_still(m);
  show(m, ports, &e, &busy, out);
  mbar_copy_wr wr;
  const bool copy = mbar_copy_wr_out(&m->copy, &wr);
  const bool push = e.piece && mbar_is_copy(m->issue.fn) && !piece_ask(m)->early;
  mbar_copy_push new_copy;
  if (push)
    new_copy = piece_copy(m);
  mbar_job enters;
  if (e.tx)
    enters = tx_job(m, &ports->tx);
  else if (e.deferred)
    enters = deferred_job(m);
  else if (e.net)
    enters = net_job(m, &ports->net, in->alive != 0);
  else if (e.piece)
    enters = piece_job(m);

  // the pipe
  if (in->res_taken)
    answered(m);
  mbar_done done = {0};
  mbar_wait_put wait = {0};
  mbar_copy_arr arr = {0};
  const uint32_t slot = m->put.ask.at / 2u;
  put_step(m, &done, &wait, &arr, late);
  catch_raw_copy(m, late);
  advance(m, e.tx || e.deferred || e.net || e.piece ? &enters : NULL);

  // what stands around it
  smem_step(&m->mem, &busy, copy ? &wr : NULL, ports->ls.valid ? &ports->ls : NULL, in->start, still);
  if (in->wake_taken)
    m->away[m->wait.out.warp] &= ~m->wait.out.lanes;
  mbar_wait_step(&m->wait, wait.lanes ? &wait : NULL, done.flip, slot, in->tick, in->wake_taken);
  const mbar_copy_in c = {.push = push ? &new_copy : NULL,
                          .arr = arr.lanes ? &arr : NULL,
                          .gm_rsp = ports->gm_rsp.valid && out->gm_rsp_ready ? &ports->gm_rsp : NULL,
                          .job_taken = e.deferred,
                          .gm_taken = out->gm.valid && ports->gm_ready,
                          .wr_taken = copy && smem_copy_ready(&busy)};
  mbar_copy_step(&m->copy, &c);

  // issue
  if (ports->net_ready)
    m->net.valid = false;
  if (e.piece)
    issue_send(m);
  if (in->head)
    issue_load(m, in->head, in->req);
  m->still = false;
  m->still = mbar_unit_quiet(m) && !m->wait.waiting && !m->mem.held && !m->mem.begun;
}
