// SPDX-License-Identifier: Apache-2.0
// Coverage of mbarrier's operations by the model (cover_mbar_ops.h): what each step found and left in its object, who waited, and
// how copies met global memory. Looked at before a step, counted after it, when the RTL has been found equal.
#include "when/core.h"
#include "cover_mbar_ops.h"

static void hit(ws_cover *c, unsigned group, unsigned i, unsigned j, unsigned k) {
  ws_cover_hit(c, WS_COVER_MBAR_OPS, group, i, j, k);
}

static const mbar_unit *unit_of(const ws_lockstep *ls, unsigned cta) {
  return &ws_dut_model_core(ls->model, cta)->mbar;
}

// ------------------------------------------------------------------------------------------------------ before a step

static unsigned change_of(const mbar_job *j) {
  const uint32_t fn = j->fn;
  const bool far = j->from == MBAR_NET;
  const unsigned drop = mbar_is_drop(fn), expect = mbar_is_expect(fn), complete = mbar_is_complete(fn);
  if (j->from == MBAR_TX)
    return WS_CHG_PORT;
  if (j->from == MBAR_DEFERRED)
    return WS_CHG_DEFERRED;
  if (mbar_is_cp_arrive(fn) && !mbar_is_noinc(fn))
    return WS_CHG_INC;
  if (mbar_is_tx(fn))
    return (far ? WS_CHG_FAR_EXPECT : WS_CHG_EXPECT) + complete;
  if (!mbar_is_arrive(fn))
    return WS_CHGS;
  if (far)
    return WS_CHG_FAR_ARRIVE + 2 * drop + expect;
  return (drop ? WS_CHG_DROP : WS_CHG_ARRIVE) + (mbar_is_nocomplete(fn) ? 2 : expect);
}

static unsigned late_of(const mbar_job *j) {
  const unsigned drop = mbar_is_drop(j->fn), expect = mbar_is_expect(j->fn), complete = mbar_is_complete(j->fn);
  switch (j->from) {
  case MBAR_TX: return WS_LAT_PORT;
  case MBAR_DEFERRED: return WS_LAT_DEFERRED;
  case MBAR_NET: return WS_LAT_FAR + (mbar_is_tx(j->fn) ? complete : 2 + 2 * drop + expect);
  default: return WS_LATS;
  }
}

static void look_at_waiters(ws_mbar_wave *w, const mbar_wait *t, uint32_t slot) {
  w->released = w->beside = w->endings = 0;
  for (uint64_t left = t->waiting; left; left &= left - 1) {
    const mbar_wait_entry *e = &t->entry[__builtin_ctzll(left)];
    w->released += e->group.slot == slot;
    w->beside += e->group.slot != slot;
    if (e->group.slot != slot || e->left > t->tick_ns)
      continue;
    w->ending[w->endings].warp = e->group.warp;
    w->ending[w->endings].tag = e->group.tag;
    w->ending[w->endings].fn = e->group.fn;
    w->ending[w->endings++].lanes = e->group.lanes;
  }
}

static unsigned kind_of_copy(const async_copy *m, uint32_t i) {
  const async_copy_push *p = &m->entry[i % m->entries].copy;
  return ws_mbar_copy_kind(p->cg, p->bytes, p->dst);
}

static void look_at_copies(ws_mbar_wave *w, const async_copy *m) {
  w->wr = m->wr_valid;
  w->done = m->done;
  w->asks = kind_of_copy(m, m->asked);
  w->answers = kind_of_copy(m, m->done + m->wr_valid);
  w->writes = kind_of_copy(m, m->done);
  w->full = m->pushed - m->out == m->entries;
  w->turn = m->lane_valid;
  w->attached = w->oldest = false;
  w->under_way = 0;
  for (uint32_t i = m->done; w->turn && i != m->pushed; i++) {
    const async_copy_entry *e = &m->entry[i % m->entries];
    if (e->copy.warp != m->arr.warp || e->copy.lane != m->lane)
      continue;
    w->oldest |= i == m->done;
    w->under_way += i != m->done;
    w->attached = e->newest && e->attached;
  }
}

void ws_mbar_steps_before(ws_mbar_cta *s, const ws_lockstep *ls, unsigned cta) {
  const mbar_unit *m = unit_of(ls, cta);
  ws_mbar_wave *w = &s->wave;
  look_at_copies(w, &m->copy);
  w->valid = m->put_valid;
  if (!w->valid)
    return;
  mbar_done d = ws_mbar_unit_put(m, &ws_dut_model_core(ls->model, cta)->mem);
  w->valid = d.lanes != 0; // else a clock for itself
  w->surely = m->put.from != MBAR_LOCAL;
  w->live = !m->put.pass && d.before.vld;
  w->change = change_of(&m->put);
  w->late = late_of(&m->put);
  w->fn = m->put.fn;
  w->tag = m->put.tag;
  w->warp = m->put.warp;
  w->left = m->left;
  w->status = d.status;
  w->lanes = d.lanes;
  w->word = d.before.word;
  w->after = d.after.word;
  w->flip = d.flip;
  w->suspend = d.suspend;
  if (w->flip)
    look_at_waiters(w, &m->wait, m->put.ask.at / 2u);
}

// ------------------------------------------------------------------------------------------------------- after a step

static unsigned place_of(const uint8_t *list, unsigned size, unsigned change) {
  unsigned k = 0;
  while (k < size && list[k] != change)
    k++;
  return k;
}

static void see_counts(ws_cover *c, const ws_mbar_wave *w, unsigned lanes) {
  bool error = ws_is_error(w->status);
  unsigned effect = error                          ? WS_EFF_REFUSED
                    : w->flip                      ? WS_EFF_FLIP
                    : ws_mbar_pending_of(w->after) ? WS_EFF_MORE
                                                   : WS_EFF_REST;
  hit(c, WS_MBG_PENDING, w->change, ws_mbar_pending_class(lanes, ws_mbar_pending_of(w->word)), effect);
  unsigned drop = place_of(ws_mbar_drops, WS_DROPS, w->change), tx = place_of(ws_mbar_txs, WS_TXS, w->change);
  if (drop < WS_DROPS && (!error || w->status == WS_ST_MB_EXPECT_UNDERFLOW))
    hit(c, WS_MBG_EXPECTED, drop, ws_mbar_pending_class(lanes, ws_mbar_expected_of(w->word)),
        error                           ? WS_EXP_REFUSED
        : ws_mbar_expected_of(w->after) ? WS_EXP_LEFT
                                        : WS_EXP_NONE);
  if (tx < WS_TXS && (!error || w->status == WS_ST_MB_TX_OVERFLOW || w->status == WS_ST_MB_TX_UNDERFLOW))
    hit(c, WS_MBG_TX, tx, ws_mbar_tx_class(ws_mbar_tx_of(w->word)),
        error ? WS_TXA_REFUSED : ws_mbar_tx_class(ws_mbar_tx_of(w->after)));
}

static ws_mbar_entry *request_of(const ws_cover *c, unsigned cta, uint32_t warp, uint32_t tag, uint32_t fn,
                                 uint32_t lanes) {
  return ws_mbar_book_find(c->mbar, cta, warp, tag, (uint32_t)WS_UNIT_MBAR << 8 | fn, lanes);
}

static void see_end(ws_cover *c, const ws_mbar_wave *w, unsigned cta, bool tick) {
  unsigned who = place_of(ws_mbar_flippers, WS_FLIPPERS, w->change);
  if (who == WS_FLIPPERS)
    return; // what cannot be is told by the group of pending counts
  hit(c, WS_MBG_RELEASE, who, w->released > 1 ? WS_REL_MORE : w->released ? WS_REL_ONE : WS_REL_NONE, 0);
  if (w->beside)
    hit(c, WS_MBG_RELEASE, who, WS_REL_BESIDE, 0);
  for (unsigned k = 0; tick && k < w->endings; k++) {
    ws_mbar_entry *e = request_of(c, cta, w->ending[k].warp, w->ending[k].tag, w->ending[k].fn, w->ending[k].lanes);
    if (e)
      e->tied |= w->ending[k].lanes;
  }
}

static void see_sleep(ws_cover *c, const ws_mbar_wave *w, unsigned cta) {
  ws_mbar_entry *e = request_of(c, cta, w->warp, w->tag, w->fn, w->lanes);
  if (e)
    e->slept |= w->lanes;
}

static void see_late(ws_cover *c, unsigned source, uint32_t status) {
  for (unsigned k = 0; k < WS_LAT_STATUSES; k++)
    if (ws_mbar_late_statuses[k] == status)
      hit(c, WS_MBG_LATE, source, k, 0);
}

static void see_step(ws_cover *c, ws_mbar_cta *s, const ws_lockstep *ls, unsigned cta) {
  const mbar_unit *m = unit_of(ls, cta);
  const ws_mbar_wave *w = &s->wave;
  // A job of a warp stays in place while the answers of the operation before are not out.
  bool stays = !w->surely && m->put_valid && m->put.from == MBAR_LOCAL && m->put.tag == w->tag &&
               m->put.warp == w->warp && m->left == w->left;
  if (!w->valid || stays)
    return;
  if (w->late < WS_LATS)
    see_late(c, w->late, w->status);
  if (w->live && w->change < WS_CHGS)
    see_counts(c, w, m->lanes);
  if (w->flip)
    see_end(c, w, cta, ls->in[cta].tick);
  if (w->suspend)
    see_sleep(c, w, cta);
  if (!w->surely && mbar_is_cp_arrive(w->fn))
    s->behind = mbar_is_noinc(w->fn);
}

static void see_memory(ws_cover *c, unsigned copy, unsigned how) {
  hit(c, WS_MBG_MEMORY, copy / WS_ROWS, how, copy % WS_ROWS);
}

static void see_copies(ws_cover *c, ws_mbar_cta *s, const ws_lockstep *ls, unsigned cta) {
  const ws_mbar_wave *w = &s->wave;
  const ws_in *in = &ls->in[cta];
  const ws_out *out = &ls->out[cta];
  bool wrote = unit_of(ls, cta)->copy.done != w->done;
  if (out->gm.valid && in->gm_ready) {
    see_memory(c, w->asks, s->ask_held ? WS_MEM_ASK_HELD : WS_MEM_ASKED);
    if (w->full)
      see_memory(c, w->asks, WS_MEM_FULL);
  }
  if (in->gm_rsp.valid && out->gm_rsp_ready)
    see_memory(c, w->answers, WS_MEM_ANSWERED);
  if (wrote && s->write_held)
    see_memory(c, w->writes, WS_MEM_WRITE_HELD);
  s->ask_held = out->gm.valid && !in->gm_ready;
  s->write_held = w->wr && !wrote;
  if (!w->turn)
    return;
  unsigned n = w->under_way + (w->oldest && !wrote);
  hit(c, WS_MBG_BEHIND, s->behind,
      n && w->attached ? WS_BHD_ATTACHED
      : n > 1          ? WS_BHD_SEVERAL
      : n              ? WS_BHD_ONE
                       : WS_BHD_NONE,
      0);
}

void ws_mbar_steps_after(ws_cover *c, ws_mbar_cta *s, const ws_lockstep *ls, unsigned cta) {
  const smem_access *written = &ws_dut_model_core(ls->model, cta)->mem_port.answer;
  see_step(c, s, ls, cta);
  see_copies(c, s, ls, cta);
  if (written->copy)
    see_late(c, WS_LAT_COPY, written->raw ? WS_ST_MB_RAW_ACCESS : WS_ST_OK);
}

// ------------------------------------------------------------------------------------------------------------- waits

static unsigned limit_of(const ws_config *core, uint32_t limit) {
  uint32_t tick = core->tick_ns ? core->tick_ns : 10;
  return !limit               ? WS_LIM_0
         : limit < tick       ? WS_LIM_BELOW
         : limit == tick      ? WS_LIM_TICK
         : limit / tick < 256 ? WS_LIM_SOME
                              : WS_LIM_LONG;
}

void ws_mbar_steps_answer(ws_cover *c, const ws_rsp *rsp, const ws_mbar_entry *e) {
  static const uint8_t ends[WS_OUTS] = {0, 1, 1, 2, 3, 0};
  unsigned op = 0;
  bool flaw = rsp->status == WS_ST_MB_BAD_PARITY || rsp->status == WS_ST_MB_BAD_TOKEN;
  while (op < WS_MBO_WAITS && ws_mbar_wait_codes[op] != e->op)
    op++;
  if (op == WS_MBO_WAITS || ws_mbar_refused(rsp->status))
    return;
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    bool slept = e->slept >> i & 1, tied = e->tied >> i & 1, p = rsp->p >> i & 1;
    unsigned out = ws_is_error(rsp->status) ? WS_OUT_REFUSED
                   : !slept                 ? p ? WS_OUT_ONCE : WS_OUT_NOT
                   : p                      ? tied ? WS_OUT_TIE : WS_OUT_AFTER
                                            : WS_OUT_LIMIT;
    unsigned phase = (unsigned)(ws_is_mbar_parity(e->op) ? e->a[i] & 1 : e->a[i] >> 63); // is to be over
    hit(c, WS_MBG_WAIT, op, out, (flaw ? WS_FLW_0_UNDEFINED : WS_FLW_0) + phase);
    if (ws_is_mbar_limit(e->op) && out != WS_OUT_REFUSED)
      hit(c, WS_MBG_LIMIT, e->op != ws_mbar_hint_codes[0], limit_of(&c->core, e->c[i]), ends[out]);
  }
}
