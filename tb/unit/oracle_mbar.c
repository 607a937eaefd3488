// SPDX-License-Identifier: Apache-2.0
// The events of the mbarrier oracle, see oracle_mbar.h: takes operations apart into lanes, in ascending order.
#include <stdio.h>
#include <string.h>

#include "oracle_mbar_rules.h"
#include "what/op_lists.h"

uint32_t oracle_mbar_all_lanes(const oracle_mbar *o) { return UINT32_MAX >> (32 - o->cfg.lanes); }

bool oracle_mbar_alive(const oracle_mbar *o) {
  for (unsigned w = 0; w < o->cfg.warps; w++)
    if (o->live[w])
      return true;
  return false;
}

void oracle_mbar_init(oracle_mbar *o, const ws_config *cfg, unsigned rank) {
  const oracle_mbar before = *o; // counters go on
  memset(o, 0, sizeof *o);
  memcpy(o->answered, before.answered, sizeof o->answered);
  memcpy(o->kept, before.kept, sizeof o->kept);
  o->flips = before.flips;
  o->stalls = before.stalls;
  o->timeouts = before.timeouts;
  o->wakes = before.wakes;
  o->raw = before.raw;
  o->failed = before.failed;
  o->cfg = *cfg;
  o->cfg.trywait = cfg->trywait ? cfg->trywait : 1024;
  o->cfg.tick_ns = cfg->tick_ns ? cfg->tick_ns : 10;
  o->cfg.waiters = cfg->waiters ? cfg->waiters : 8;
  o->cfg.copies = cfg->copies ? cfg->copies : 8;
  o->cfg.ctas = cfg->ctas ? cfg->ctas : 1;
  o->rank = rank;
}

// ---------------------------------------------------------------------------------------------------------- operations

static bool is_arrive(uint32_t op) { return (op & 31) >= 4 && (op & 31) < 16; }
static bool is_wait(uint32_t op) { return (op & 31) >= 16 && (op & 31) < 20; }
static bool is_try(uint32_t op) { return (op & 31) >= 18 && (op & 31) < 20; }

uint32_t oracle_mbar_away(const oracle_mbar *o, unsigned warp) {
  uint32_t set = 0;
  for (unsigned n = 0; n < o->ops; n++)
    set |= is_try(o->op[n].req.op) && o->op[n].req.warp == warp ? o->op[n].lanes & ~o->op[n].waiting : 0;
  for (unsigned n = 0; n < o->cfg.waiters; n++)
    set |= o->waiter[n].warp == warp ? o->waiter[n].lanes : 0;
  for (unsigned n = 0; n < o->count; n++) {
    const ws_rsp *r = &o->expected[n].rsp;
    const bool refused =
        r->status == WS_ST_CV_LANE_EXITED || r->status == WS_ST_CV_LANE_BUSY || r->status == WS_ST_DEC_ILLEGAL;
    set |= r->warp == warp && is_try(r->op) && !refused ? r->lanes : 0;
  }
  return set;
}

static bool is_copy(uint32_t op) { return op == WS_OP_CP_ASYNC_CA || op == WS_OP_CP_ASYNC_CG; }
static bool is_copy_arrive(uint32_t op) {
  return op == WS_OP_MBAR_CP_ASYNC_ARRIVE || op == WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC;
}

static bool legal(uint32_t op) {
  static const uint16_t table[] = {WS_OPS_MBAR};
  for (unsigned n = 0; n < sizeof table / sizeof table[0]; n++)
    if (table[n] == op)
      return true;
  return false;
}

static bool remote(const oracle_mbar *o, uint64_t addr) {
  const unsigned field = addr >> 24 & 255;
  return field != 0 && field - 1 != o->rank;
}

// What is wrong with the address of an object, before anybody looks at it.
static uint32_t check_address(const oracle_mbar *o, uint32_t op, uint64_t addr) {
  const unsigned fn = op & 31;
  const bool tx = op == WS_OP_MBAR_EXPECT_TX || op == WS_OP_MBAR_COMPLETE_TX;
  if (addr % 8)
    return WS_ST_MB_MISALIGNED;
  if (addr >> 32 || (addr & 0xffffff) >= WS_SMEM_BYTES || (addr >> 24 & 255) > o->cfg.ctas)
    return WS_ST_MB_BAD_SPACE;
  if (!remote(o, addr))
    return WS_ST_OK;
  if (!tx && !(is_arrive(op) && (fn & 7) != ORACLE_MBAR_NO_COMPLETE))
    return WS_ST_MB_REMOTE_UNSUPPORTED;
  return is_arrive(op) && !(op & ORACLE_MBAR_SINK) ? WS_ST_MB_REMOTE_RESULT : WS_ST_OK;
}

static uint32_t check_copy(const oracle_mbar *o, const ws_req *r, unsigned i) {
  const uint32_t size = r->b[i];
  const bool sized = r->op == WS_OP_CP_ASYNC_CG ? size == 16 : size == 4 || size == 8 || size == 16;
  if (!sized || r->addr[i] % size || r->a[i] % size)
    return WS_ST_AT_MISALIGNED;
  const uint64_t at = r->addr[i], own = (uint64_t)(o->rank + 1) << 24;
  const bool inside = at < WS_SMEM_BYTES || (at >= own && at - own < WS_SMEM_BYTES);
  return inside && r->a[i] <= WS_GMEM_BYTES - size ? WS_ST_OK : WS_ST_AT_BAD_SPACE;
}

// A count as a message has it. No arrivals at all are out of range, no bytes are not.
static uint32_t limited(uint32_t op, uint32_t value) {
  const bool counts = op == WS_OP_MBAR_INIT || (is_arrive(op) && (op & 7) != ORACLE_MBAR_WITH_TX);
  const bool far = value > ORACLE_MBAR_COUNT_MAX || (counts && value == 0);
  return (far ? (uint32_t)ORACLE_MBAR_FAR : 0) | (value & ORACLE_MBAR_COUNT_MAX);
}
static unsigned slot_of(uint64_t addr) { return (unsigned)(addr % WS_SMEM_BYTES / 8); }

static oracle_mbar_waiter *free_waiter(oracle_mbar *o) {
  for (unsigned n = 0; n < o->cfg.waiters; n++)
    if (!o->waiter[n].lanes)
      return &o->waiter[n];
  return NULL;
}

static uint64_t time_limit(const oracle_mbar *o, const ws_req *r, unsigned i) {
  return !is_try(r->op) ? 0 : r->op & ORACLE_MBAR_HINT ? r->c[i] : (uint64_t)o->cfg.trywait * o->cfg.tick_ns;
}

static uint32_t wait_status(const ws_req *r, unsigned i) {
  if (r->op & 1)
    return (uint32_t)r->a[i] > 1 ? WS_ST_MB_BAD_PARITY : WS_ST_OK;
  return r->a[i] & 1 ? WS_ST_OK : WS_ST_MB_BAD_TOKEN;
}

static unsigned asked_phase(const ws_req *r, unsigned i) { return (unsigned)(r->op & 1 ? r->a[i] & 1 : r->a[i] >> 63); }

// Lanes of the operation that wait alike: for one phase of one object, with one limit and one status. They are one group
// in the table, whoever stands between them: it does not matter to waits who is first.
static uint32_t alike(const oracle_mbar *o, const oracle_mbar_op *q, unsigned i) {
  const ws_req *r = &q->req;
  uint32_t set = 0;
  for (unsigned k = i; k < o->cfg.lanes; k++)
    if ((q->todo >> k & 1) && slot_of(r->addr[k]) == slot_of(r->addr[i]) &&
        time_limit(o, r, k) == time_limit(o, r, i) && wait_status(r, k) == wait_status(r, i) &&
        asked_phase(r, k) == asked_phase(r, i))
      set |= oracle_mbar_bit(k);
  return set;
}

// The lowest lane left to do, and those that wait with it. False if there is no room in the table.
static bool wait_step(oracle_mbar *o, oracle_mbar_op *q, unsigned i) {
  const ws_req *r = &q->req;
  const unsigned slot = slot_of(r->addr[i]);
  const uint32_t set = alike(o, q, i);
  const uint64_t limit = time_limit(o, r, i);
  oracle_mbar_waiter *room = free_waiter(o);
  uint32_t stay = 0;

  if (limit && !room)
    return false;
  o->doubtful |= is_try(r->op) && !room;
  for (unsigned k = i; k < o->cfg.lanes; k++) {
    if (!(set >> k & 1))
      continue;
    const unsigned phase = oracle_mbar_word(o, slot) >> 63 & 1;
    q->status[k] = o->vld[slot] ? wait_status(r, k) : WS_ST_MB_NOT_INIT;
    if (!o->vld[slot])
      continue;
    if (asked_phase(r, k) != phase) {
      q->p |= oracle_mbar_bit(k);
      o->seen[slot] = true;
    } else if (limit)
      stay |= oracle_mbar_bit(k);
  }
  if (stay)
    *room = (oracle_mbar_waiter){.lanes = stay,
                                 .warp = r->warp,
                                 .tag = r->tag,
                                 .op = r->op,
                                 .slot = slot,
                                 .status = q->status[oracle_mbar_lowest(stay)],
                                 .limit = limit};
  q->waiting |= stay;
  q->todo &= ~set;
  return true;
}

// One response for each status, the one with the lowest lane first. Lanes that wait are answered later.
static void answer(oracle_mbar *o, const oracle_mbar_op *q, uint32_t opnd) {
  uint32_t left = q->lanes & ~q->waiting;
  bool first = true;
  while (left) {
    const uint32_t status = q->status[oracle_mbar_lowest(left)];
    ws_rsp r = {.valid = true, .tag = q->req.tag, .warp = q->req.warp, .op = q->req.op, .status = status};
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      if ((left >> i & 1) && q->status[i] == status) {
        r.lanes |= oracle_mbar_bit(i);
        r.d[i] = (uint32_t)q->d[i];
        r.d_hi[i] = (uint32_t)(q->d[i] >> 32);
        r.phase[i] = q->phase[i];
      }
    r.p = q->p & r.lanes;
    oracle_mbar_expect(o, &r, first);
    if (status >> 8 >= 2)
      oracle_mbar_error(o, status, o->rank, r.warp, r.op, r.lanes, opnd);
    left &= ~r.lanes;
    first = false;
  }
}

static oracle_mbar_copy *newest_copy(oracle_mbar *o, unsigned warp, unsigned lane) {
  for (unsigned n = o->copies; n > 0; n--)
    if (o->copy[n - 1].warp == warp && o->copy[n - 1].lane == lane)
      return &o->copy[n - 1];
  return NULL;
}

// cp.async.mbarrier.arrive of the lowest lane left to do and all others at that object: they raise it, then the arrivals
// of those that could are scheduled. False if one has to wait for a copy that has an arrival already.
static bool copy_arrive_step(oracle_mbar *o, oracle_mbar_op *q) {
  const ws_req *r = &q->req;
  if (!q->raised) {
    const unsigned i = oracle_mbar_lowest(q->todo), slot = slot_of(r->addr[i]);
    for (unsigned k = i; k < o->cfg.lanes; k++) {
      if (!(q->todo >> k & 1) || slot_of(r->addr[k]) != slot)
        continue;
      q->status[k] = !o->vld[slot]                         ? WS_ST_MB_NOT_INIT
                     : r->op == WS_OP_MBAR_CP_ASYNC_ARRIVE ? oracle_mbar_raise(o, slot)
                                                           : WS_ST_OK;
      q->todo &= ~oracle_mbar_bit(k);
      q->raised |= q->status[k] ? 0 : oracle_mbar_bit(k);
    }
  }
  if (!q->todo && !q->answered) { // nobody waits for the arrivals
    answer(o, q, 0);
    q->answered = true;
  }
  for (unsigned k = 0; k < o->cfg.lanes; k++) {
    if (!(q->raised >> k & 1))
      continue;
    oracle_mbar_copy *copy = newest_copy(o, r->warp, k);
    if (copy && copy->arrive)
      return false;
    if (copy) {
      copy->arrive = true;
      copy->slot = slot_of(r->addr[k]);
    } else
      oracle_mbar_late_arrival(o, r->warp, k, slot_of(r->addr[k]));
    q->raised &= ~oracle_mbar_bit(k);
  }
  return true;
}

static bool copy_step(oracle_mbar *o, oracle_mbar_op *q, unsigned i) {
  const ws_req *r = &q->req;
  if (o->copies == o->cfg.copies)
    return false;
  o->copy[o->copies++] = (oracle_mbar_copy){.warp = r->warp,
                                            .lane = i,
                                            .op = r->op,
                                            .bytes = r->b[i],
                                            .dst = (uint32_t)(r->addr[i] % WS_SMEM_BYTES),
                                            .src = (uint32_t)r->a[i],
                                            .take = r->c[i] < r->b[i] ? r->c[i] : r->b[i]};
  q->todo &= ~oracle_mbar_bit(i);
  return true;
}

// A lane that neither waits nor copies.
static void plain_step(oracle_mbar *o, oracle_mbar_op *q, unsigned i) {
  const ws_req *r = &q->req;
  const unsigned slot = slot_of(r->addr[i]);
  const uint64_t before = oracle_mbar_word(o, slot);

  q->todo &= ~oracle_mbar_bit(i);
  if (r->op == WS_OP_MBAR_PENDING_COUNT) {
    q->status[i] = !(r->a[i] & 1) ? WS_ST_MB_BAD_TOKEN : !(r->a[i] & 2) ? WS_ST_MB_TOKEN_NOT_NOCOMPLETE : WS_ST_OK;
    q->d[i] = (1048576 - (r->a[i] >> 43 & 1048575)) % 1048576;
    return;
  }
  if (remote(o, r->addr[i])) { // its status is the owner's business
    if (o->parts == ORACLE_MBAR_EXPECTED)
      oracle_mbar_fail(o, "too many messages under way");
    else
      o->part[o->parts++] = (oracle_mbar_part){.dest = (uint32_t)(r->addr[i] >> 24) - 1,
                                               .warp = r->warp,
                                               .lane = i,
                                               .op = r->op,
                                               .slot = slot,
                                               .count = limited(r->op, r->b[i])};
    return;
  }
  q->phase[i] = o->phases[slot];
  q->status[i] = oracle_mbar_carry_out(o, r->op, slot, limited(r->op, r->b[i]));
  if (is_arrive(r->op) && !(r->op & ORACLE_MBAR_SINK) && q->status[i] >> 8 < 2)
    q->d[i] = (before >> 43 << 43) | ((r->op & 7) == ORACLE_MBAR_NO_COMPLETE ? 3 : 1);
}

// Carries out what is queued, as far as there is room.
static void run(oracle_mbar *o) {
  while (o->ops) {
    oracle_mbar_op *q = &o->op[0];
    if (q->behind && o->sweeping)
      return;
    while (q->todo || q->raised) {
      const unsigned i = q->raised ? oracle_mbar_lowest(q->raised) : oracle_mbar_lowest(q->todo);
      bool room = true;
      if (q->raised)
        room = copy_arrive_step(o, q);
      else if (is_copy(q->req.op))
        room = copy_step(o, q, i);
      else if (is_wait(q->req.op))
        room = wait_step(o, q, i);
      else if (is_copy_arrive(q->req.op))
        room = copy_arrive_step(o, q);
      else
        plain_step(o, q, i);
      if (!room) {
        o->stalls++;
        return;
      }
    }
    if (!q->answered)
      answer(o, q, 0);
    o->ops--;
    memmove(&o->op[0], &o->op[1], o->ops * sizeof o->op[0]);
  }
}

// ------------------------------------------------------------------------------------------------------------- events

void oracle_mbar_exit(oracle_mbar *o, const ws_lanes *e, uint32_t shown) {
  const uint32_t refused = e->lanes & shown;
  oracle_mbar_log(o, "exit warp %u lanes %08x", e->warp, e->lanes);
  o->live[e->warp] &= ~(e->lanes & ~refused);
  if (refused)
    oracle_mbar_error(o, WS_ST_CV_LANE_BUSY, o->rank, e->warp, 0, refused, e->lanes);
}

// A new CTA finds its memory empty, once nothing of the last one is under way.
static void sweep(oracle_mbar *o) {
  if (!o->sweeping || o->copies)
    return;
  o->sweeping = false;
  memset(o->smem, 0, sizeof o->smem);
  memset(o->vld, 0, sizeof o->vld);
  memset(o->seen, 0, sizeof o->seen);
}

void oracle_mbar_launch(oracle_mbar *o, const ws_lanes *l) {
  oracle_mbar_log(o, "launch warp %u lanes %08x", l->warp, l->lanes);
  if (o->live[l->warp]) {
    oracle_mbar_error(o, WS_ST_CV_LANE_BUSY, o->rank, l->warp, 0, l->lanes, l->lanes);
    return;
  }
  if (!(l->lanes & oracle_mbar_all_lanes(o))) // no CTA begins with nobody
    return;
  o->sweeping |= !oracle_mbar_alive(o);
  sweep(o);
  o->live[l->warp] = l->lanes & oracle_mbar_all_lanes(o);
}

void oracle_mbar_request(oracle_mbar *o, const ws_req *r, uint32_t shown) {
  oracle_mbar_op q = {.req = *r, .lanes = r->lanes & oracle_mbar_all_lanes(o)};
  const uint32_t exited = q.lanes & ~o->live[r->warp], busy = q.lanes & ~exited & shown;
  const uint32_t illegal = legal(r->op) ? 0 : q.lanes & ~exited & ~busy, refused = exited | busy | illegal;

  oracle_mbar_log(o, "request warp %u op %03x lanes %08x tag %02x, lowest: addr %llx a %llx b %x c %x", r->warp, r->op,
                  r->lanes, r->tag, (unsigned long long)(q.lanes ? r->addr[oracle_mbar_lowest(q.lanes)] : 0),
                  (unsigned long long)(q.lanes ? r->a[oracle_mbar_lowest(q.lanes)] : 0),
                  q.lanes ? r->b[oracle_mbar_lowest(q.lanes)] : 0, q.lanes ? r->c[oracle_mbar_lowest(q.lanes)] : 0);
  if (refused) {
    oracle_mbar_op no = {.req = *r, .lanes = refused};
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      no.status[i] = exited >> i & 1 ? WS_ST_CV_LANE_EXITED : busy >> i & 1 ? WS_ST_CV_LANE_BUSY : WS_ST_DEC_ILLEGAL;
    uint32_t masks = 0;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      masks |= r->lanes >> i & 1 ? r->mask[i] & oracle_mbar_all_lanes(o) : 0;
    answer(o, &no, masks);
  }
  q.lanes &= ~refused;
  for (unsigned i = 0; i < o->cfg.lanes; i++) { // what the operands alone show does not wait for anything
    q.status[i] = is_copy(r->op)                      ? check_copy(o, r, i)
                  : r->op == WS_OP_MBAR_PENDING_COUNT ? WS_ST_OK
                                                      : check_address(o, r->op, r->addr[i]);
    q.todo |= q.status[i] ? 0 : q.lanes & oracle_mbar_bit(i);
  }
  if (!q.lanes)
    return;
  q.behind = o->sweeping;
  // Each beat by itself, as if a request had come with its lanes alone.
  for (uint32_t left = q.lanes, beat; left; left &= ~beat) {
    oracle_mbar_op part = q;
    beat = oracle_beat(&o->cfg, left);
    part.lanes &= beat;
    part.todo &= beat;
    if (o->ops == ORACLE_MBAR_QUEUE * (o->cfg.lanes / oracle_beat_width(&o->cfg)))
      oracle_mbar_fail(o, "the machine takes more operations than it can hold");
    else
      o->op[o->ops++] = part;
  }
  run(o);
}

void oracle_mbar_tick(oracle_mbar *o) {
  if (!o->log_ticks++) // ticks in a row are a line
    oracle_mbar_log(o, "tick");
  else
    snprintf(o->log[(o->events - 1) % ORACLE_MBAR_LOG], sizeof o->log[0], "%u ticks", o->log_ticks);
  for (unsigned n = 0; n < o->cfg.waiters; n++) {
    oracle_mbar_waiter *w = &o->waiter[n];
    w->waited += o->cfg.tick_ns;
    if (w->lanes && w->waited >= w->limit)
      oracle_mbar_wake(o, w, false);
  }
  run(o);
}

void oracle_mbar_tx(oracle_mbar *o, const ws_tx *tx) {
  oracle_mbar_log(o, "tx addr %x bytes %x", tx->addr, tx->bytes);
  const uint32_t status = tx->addr % 8 ? WS_ST_MB_MISALIGNED
                          : tx->addr >= WS_SMEM_BYTES
                              ? WS_ST_MB_BAD_SPACE
                              : oracle_mbar_carry_out(o, WS_OP_MBAR_COMPLETE_TX, slot_of(tx->addr),
                                                      limited(WS_OP_MBAR_COMPLETE_TX, tx->bytes));
  if (status)
    oracle_mbar_error(o, status, o->rank, 0, WS_OP_MBAR_COMPLETE_TX, 0, 0);
  run(o);
}

void oracle_mbar_message(oracle_mbar *o, const ws_msg *came) {
  const ws_msg whole = oracle_message(&o->cfg, came), *m = &whole;
  oracle_mbar_log(o, "message of %u.%u lanes %08x op %03x slot %x count %x", m->src, m->warp, m->lanes, m->op, m->slot,
                  m->count);
  uint32_t first = 0; // the first status that is not OK; it stands for the whole message
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    if (m->lanes >> i & 1) {
      const uint32_t status =
          oracle_mbar_alive(o) ? oracle_mbar_carry_out(o, m->op, m->slot, m->count) : WS_ST_MB_CTA_GONE;
      if (!first)
        first = status;
    }
  if (first)
    oracle_mbar_error(o, first, m->src, m->warp, m->op, m->lanes, 0);
  run(o);
}

void oracle_mbar_copied(oracle_mbar *o, const uint32_t data[4]) {
  if (!o->copies) {
    oracle_mbar_fail(o, "data for a copy that nobody made");
    return;
  }
  const oracle_mbar_copy c = o->copy[0];
  bool live = false;
  oracle_mbar_log(o, "copied %u bytes to %x, arrive %d", c.bytes, c.dst, c.arrive);
  for (unsigned k = 0; k < c.bytes; k++) {
    o->smem[c.dst + k] = k < c.take ? (uint8_t)(data[k / 4] >> 8 * (k % 4)) : 0;
    live |= o->vld[(c.dst + k) / 8];
  }
  o->copies--;
  o->asked -= o->asked > 0;
  memmove(&o->copy[0], &o->copy[1], o->copies * sizeof o->copy[0]);
  if (live)
    oracle_mbar_error(o, WS_ST_MB_RAW_ACCESS, o->rank, c.warp, c.op, oracle_mbar_bit(c.lane), 0);
  if (c.arrive)
    oracle_mbar_late_arrival(o, c.warp, c.lane, c.slot);
  run(o);
  sweep(o);
  run(o); // what is behind the sweep
}

ws_ls_rsp oracle_mbar_access(oracle_mbar *o, const ws_ls *ls) {
  const unsigned banks = o->cfg.banks ? o->cfg.banks : WS_BANKS_MAX;
  ws_ls_rsp r = {.valid = true, .en = ls->en & UINT32_MAX >> (32 - banks)};
  oracle_mbar_log(o, "access banks %08x", ls->en);
  for (unsigned b = 0; b < banks; b++) {
    const unsigned at = (ls->row[b] * banks + b) * 4;
    if (!(ls->en >> b & 1))
      continue;
    r.raw |= o->vld[at / 8] ? oracle_mbar_bit(b) : 0;
    for (unsigned k = 0; k < 4; k++) {
      r.rdata[b] |= (uint32_t)o->smem[at + k] << (8 * k);
      if (ls->be[b] >> k & 1)
        o->smem[at + k] = (uint8_t)(ls->wdata[b] >> (8 * k));
    }
  }
  o->raw += r.raw != 0;
  return r;
}
