// SPDX-License-Identifier: Apache-2.0
// The mbarrier unit, clock by clock: see mbar_unit.h.
#include "when/mbar_unit.h"

#include <string.h>

#include "what/bits.h"

void ws_mbar_unit_init(mbar_unit *m, const ws_config *cfg, unsigned rank) {
  memset(m, 0, sizeof *m);
  m->lanes = cfg->lanes;
  m->warps = cfg->warps;
  m->slots = cfg->slots;
  m->rank = rank;
  m->ctas = cfg->ctas;
  m->limit = cfg->trywait * cfg->tick_ns;
  ws_mbar_wait_init(&m->wait, cfg);
  ws_async_copy_init(&m->copy, cfg);
}

void ws_mbar_unit_limit(mbar_unit *m, uint32_t limit) { m->limit = limit; }

// ----------------------------------------------------------------------------------------------------------- put

static void catch_late(const mbar_job *j, uint32_t status, ws_err *late) {
  if (status)
    *late = (ws_err){.valid = true,
                     .status = status,
                     .warp = j->warp,
                     .op = (uint32_t)WS_UNIT_MBAR << 8 | j->fn,
                     .lanes = j->lanes,
                     .cta = j->cta};
}

mbar_done ws_mbar_unit_put(const mbar_unit *m, const smem *mem) {
  const mbar_job *j = &m->put;
  if (m->calc)
    return (mbar_done){0};
  const uint32_t slot = j->ask.at / 2u;
  const mbar_object o = j->pass ? (mbar_object){0} : ws_smem_get(mem, slot);
  mbar_done d = ws_mbar_carry_out(j, m->left, m->one, &o);
  if (d.flip)
    d.after.seen = ws_mbar_wait_hit(&m->wait, slot);
  return d;
}

// Does what a single lane did change what the others meet?
static bool changes_all(const mbar_job *j, const mbar_done *d) {
  const bool crosses = (d->before.word ^ d->after.word) >> 42 & 1; // the tx-count passes 0
  return d->flip || mbar_is_init(j->fn) || mbar_is_inval(j->fn) || (mbar_is_tx(j->fn) && crosses);
}

// One clock of the last stage: what it hands to the waiter table and to the copies in this clock is written to *wait
// and *arr, valid if lanes are named. held: the last of several responses of an operation is taken in this clock. True if the job
// behind it has to stay, because what `sum` made of its object was not right.
static bool put_step(mbar_unit *m, smem *mem, bool held, mbar_done *d, mbar_wait_put *wait, async_copy_arr *arr,
                     ws_err *late) {
  const mbar_job *j = &m->put;
  if (m->calc) {
    m->calc = false;
    return true;
  }
  if (!m->put_valid || (j->from == MBAR_LOCAL && (m->gather.closed || held)))
    return false;
  *d = ws_mbar_unit_put(m, mem);
  if (!d->lanes) {
    m->one = m->again = m->calc = true;
    return true;
  }
  const uint32_t slot = j->ask.at / 2u;
  if (j->from == MBAR_LOCAL)
    ws_mbar_gather(m, d, j->pass ? 0 : mem->phases[slot]);
  else
    catch_late(j, d->status, late);
  if (!j->pass) {
    ws_smem_done(mem, slot, j->fn, d);
    m->back = d->write;
  }
  if (d->suspend)
    *wait = (mbar_wait_put){j->warp, j->tag, j->fn, d->lanes, d->status, slot, j->ask.x};
  if (!ws_is_error(d->status))
    m->fine |= d->lanes;
  m->left &= ~d->lanes;
  if (m->left) {
    m->one = !changes_all(j, d);
    m->calc = true;
    return true;
  }
  if (j->from == MBAR_LOCAL && mbar_is_cp_arrive(j->fn) && m->fine)
    *arr = (async_copy_arr){j->warp, m->fine, slot};
  m->put_valid = false;
  return m->again || d->flaw;
}

// -------------------------------------------------------------------------------------------------- into the pipe

// Who enters in this cycle: at most one, in this order.
typedef struct entry {
  bool open; // somebody may
  bool tx, deferred, net, piece;
} entry;

static entry who_enters(const mbar_unit *m, const mbar_in *in) {
  entry e = {.open = !m->spare_valid && !in->held};
  if (!e.open)
    return e;
  e.tx = m->tx.valid;
  e.deferred = !e.tx && m->copy.job_valid;
  e.net = !e.tx && !e.deferred && in->ports->net.valid && !in->swept;
  e.piece = !e.tx && !e.deferred && !e.net && m->issue.out.valid && ws_mbar_piece_can_go(m, in->ports->net_ready);
  return e;
}

static mbar_job tx_job(const mbar_unit *m, const ws_tx *tx) {
  uint16_t early = tx->addr % 8 ? WS_ST_MB_MISALIGNED : tx->addr >= WS_SMEM_BYTES ? WS_ST_MB_BAD_SPACE : WS_ST_OK;
  return (mbar_job){
      .from = MBAR_TX,
      .pass = early != WS_ST_OK,
      .fn = WS_OP_MBAR_COMPLETE_TX & 0xff,
      .cta = m->rank,
      .ask = {.at = (uint16_t)(tx->addr % WS_SMEM_BYTES / 4), .x = ws_mbar_clip(tx->bytes, false), .early = early}};
}

static mbar_job deferred_job(const mbar_unit *m) {
  const async_copy_job *j = &m->copy.job;
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
      .lanes = msg->lanes & bits_ones(m->lanes),
      .cta = msg->src,
      .ask = {.at = (uint16_t)(msg->slot * 2), .x = msg->count, .early = alive ? WS_ST_OK : WS_ST_MB_CTA_GONE}};
}

// The job of who enters. False if nobody does.
static bool entering(const mbar_unit *m, const mbar_in *in, const entry *e, mbar_job *job) {
  if (e->tx)
    *job = tx_job(m, &m->tx);
  else if (e->deferred)
    *job = deferred_job(m);
  else if (e->net)
    *job = net_job(m, &in->ports->net, in->alive);
  else if (e->piece)
    *job = ws_mbar_piece_job(m);
  return e->tx || e->deferred || e->net || e->piece;
}

static void move(bool *to_valid, mbar_job *to, bool *valid, const mbar_job *job) {
  if (*valid)
    *to = *job;
  *to_valid = *valid;
  *valid = false;
}

// The stages behind put move up, `sum` unless it stays. A job that leaves `got` and cannot go on is spare, and while there was one the stages
// before it stay, and nobody enters.
static void advance(mbar_unit *m, bool stays, const mbar_job *enters) {
  const bool go = !m->spare_valid;
  if (m->sum_valid && !m->put_valid && !stays) {
    move(&m->put_valid, &m->put, &m->sum_valid, &m->sum);
    m->one = m->again = false;
    m->left = m->put.from == MBAR_TX ? 1 : m->put.lanes;
    m->fine = 0;
  }
  if (!m->sum_valid && m->spare_valid)
    move(&m->sum_valid, &m->sum, &m->spare_valid, &m->spare);
  else if (!m->sum_valid)
    move(&m->sum_valid, &m->sum, &m->got_valid, &m->got);
  else if (go)
    move(&m->spare_valid, &m->spare, &m->got_valid, &m->got);
  if (!go)
    return;
  move(&m->got_valid, &m->got, &m->raw_valid, &m->raw);
  move(&m->raw_valid, &m->raw, &m->job_valid, &m->job);
  m->job_valid = enters != NULL;
  if (enters)
    m->job = *enters;
}

// ----------------------------------------------------------------------------------------------------------- cycle

bool ws_mbar_unit_ready(const mbar_unit *m, const mbar_in *in) { return !in->swept && ws_mbar_issue_ready(&m->issue); }

static bool pipe_empty(const mbar_unit *m) {
  return !m->job_valid && !m->raw_valid && !m->got_valid && !m->spare_valid && !m->sum_valid && !m->put_valid &&
         !m->back;
}

bool ws_mbar_unit_quiet(const mbar_unit *m) {
  return ws_mbar_issue_quiet(m) && pipe_empty(m) && !m->gather.closed && !m->net.valid && !m->tx.valid &&
         !m->late.valid && ws_async_copy_empty(&m->copy) && ws_mbar_wait_quiet(&m->wait, m->tick);
}

void ws_mbar_unit_use(const mbar_unit *m, bool swept, smem_use *use) {
  use->jobs = !pipe_empty(m);
  use->wait = m->issue.out.valid || m->copy.job_valid || m->tx.valid;
  use->copy = ws_async_copy_wr_out(&m->copy, &use->wr);
  if (swept && m->tx.valid)
    use->busy = (1u << m->slots) - 1;
  else if (swept)
    use->busy = ws_async_copy_slots(&m->copy) | ws_mbar_issue_slots(m);
}

// The outputs of the ports that enter the pipe, of global memory and of the network.
static void show(const mbar_unit *m, const mbar_in *in, const entry *e, ws_out *out) {
  out->tx_ready = !in->swept && (!m->tx.valid || e->open);
  out->net_ready = e->open && !in->swept && !e->tx && !e->deferred;
  out->gm_rsp_ready = ws_async_copy_owed(&m->copy);
  ws_async_copy_gm_out(&m->copy, &out->gm);
  out->net.valid = m->net.valid;
  if (m->net.valid)
    out->net = m->net;
}

void ws_mbar_unit_step(mbar_unit *m, smem *mem, const mbar_in *in, ws_out *out, ws_err *late) {
  const ws_in *ports = in->ports;

  // all that goes by the state before the edge
  const entry e = who_enters(m, in);
  const unsigned room = ws_mbar_room(m);
  show(m, in, &e, out);
  const bool wr_taken = m->copy.wr_valid && in->copy_ready;
  const mbar_job *piece = &m->issue.out.job;
  const bool push = e.piece && mbar_is_copy(piece->fn) && !piece->ask.early;
  async_copy_push new_copy;
  if (push)
    new_copy = ws_mbar_piece_copy(m);
  mbar_job enters;
  const bool one_enters = entering(m, in, &e, &enters);
  const bool waits = e.piece && mbar_is_try_wait(enters.fn) && !enters.pass && enters.ask.x > 0;

  if (out->tx_ready)
    m->tx = ports->tx;
  else if (e.tx)
    m->tx.valid = false;

  // the pipe
  const bool held = m->gather.closed && m->gather.mixed;
  if (in->res_taken)
    ws_mbar_answered(m);
  else
    ws_mbar_pick(m);
  mbar_done done = {0};
  *late = m->late;
  m->late = (ws_err){0};
  mbar_wait_put wait = {0};
  async_copy_arr arr = {0};
  const uint32_t slot = m->put.ask.at / 2u;
  m->back = false;
  const bool stays = put_step(m, mem, held, &done, &wait, &arr, &m->late);
  advance(m, stays, one_enters ? &enters : NULL);

  // what stands around it
  if (in->wake_taken)
    m->away[m->wait.out.warp] &= ~m->wait.out.lanes;
  ws_mbar_wait_step(&m->wait, wait.lanes ? &wait : NULL, done.flip, slot, m->tick, in->wake_taken);
  m->tick = in->tick;
  const async_copy_in c = {.push = push ? &new_copy : NULL,
                           .arr = arr.lanes ? &arr : NULL,
                           .gm_rsp = in->gm_rsp && out->gm_rsp_ready ? &ports->gm_rsp : NULL,
                           .job_taken = e.deferred,
                           .gm_taken = out->gm.valid && in->gm_taken,
                           .wr_taken = wr_taken};
  ws_async_copy_step(&m->copy, &c);

  // issue
  if (ports->net_ready)
    m->net.valid = false;
  if (e.piece && piece->ask.owner)
    ws_mbar_piece_send(m);
  ws_mbar_issue_step(m, e.piece, in->head, in->req);
  m->given = ws_mbar_room(m) + waits - room;
}
