// SPDX-License-Identifier: Apache-2.0
// What counts a hit (bus_cover.h): in each clock in which RTL and model were equal, or the only side there is has run.
#include <string.h>

#include "bus/bus.h"
#include "bus_cover.h"
#include "register_table.h"

typedef struct model_seen { // of the model before a clock
  bool aw_full, w_full, ar_full, bvalid, rvalid, active, act, write, soft, busy, tx_busy, idle;
  unsigned kind, clear, fill, gmem_left;
  uint32_t irq, irq_enable;
} model_seen;

enum { READ, WRITE, NONE };

typedef struct counting { // kept from clock to clock
  model_seen was, looked; // before this clock; when the access that is under way was looked at, and refused or not
  bool some;              // an access was answered
  unsigned last;          // the one answered last: its area, and BUS_AREAS more of a write
  uint64_t last_rose;     // when its answer stood first
  unsigned after;         // what that was, a bit each of BUS_AFTER_*
  uint32_t info;          // CPL_INFO as it was read of the completion in front; 0: it was not
  unsigned served;        // which direction last
} counting;

// An access as far as it is known when its answer stands first.
typedef struct answered {
  bool write;
  uint32_t addr, data;
  unsigned resp;
  uint64_t stood;
} answered;

static void hit(bus_bench *b, bus_group group, unsigned i, unsigned j, unsigned k) {
  ws_cover_hit(b->cover, 0, group, i, j, k);
}

static counting *kept(const bus_bench *b) { return b->cover->state[0]; }

bool bus_cover_open(ws_cover *c, const ws_bus_config *build) {
  bus_cover_list(build);
  ws_bins_open(c, &build->core);
  ws_bins_add(c, "bus", bus_groups, BUS_GROUPS, sizeof(counting));
  if (ws_bins_ready(c)) {
    ((counting *)c->state[0])->served = NONE;
    return true;
  }
  ws_bins_close(c);
  return false;
}

// --------------------------------------------------------------------------------------------------- an access is over

static unsigned class_of(uint64_t clocks) { return clocks < 2 ? (unsigned)clocks : clocks < 8 ? 2 : 3; }

static unsigned order_of(int behind) { return behind >= 4 ? 0 : behind > 0 ? 1 : !behind ? 2 : behind > -4 ? 3 : 4; }

static void see_bytes(bus_bench *b, const bus_done *d) {
  const bus_area area = bus_area_at(d->addr);
  if (d->addr & 3)
    return;
  unsigned kind = area == BUS_A_LANE   ? BUS_B_LANE
                  : area == BUS_A_ALL  ? BUS_B_ALL
                  : area == BUS_A_SMEM ? BUS_B_SMEM
                  : area == BUS_A_GMEM ? BUS_B_GMEM
                                       : BUS_B_WORD;
  if (area == BUS_A_REGISTER) {
    if (!ws_register_table[bus_place_at(d->addr)].write)
      return;
    kind = d->addr == WS_REG_SCRATCH ? BUS_B_SCRATCH : BUS_B_WORD;
  } else if (kind == BUS_B_WORD) {
    return;
  }
  hit(b, BUS_G_BYTES, d->strb, kind, d->resp != WS_BUS_OKAY);
}

static void see_completion(bus_bench *b, const bus_done *d) {
  counting *x = kept(b);
  if (d->resp != WS_BUS_OKAY)
    return;
  if (d->write && ((d->addr == WS_REG_CPL_POP && d->strb && (d->data & WS_CPL_POP_POP_BM)) ||
                   (d->addr == WS_REG_CTRL && (d->data & WS_CTRL_RESET_BM))))
    x->info = 0;
  if (!d->write && d->addr == WS_REG_CPL_INFO)
    x->info = d->data & WS_CPL_INFO_VALID_BM ? d->data : 0;
  if (d->write || d->addr != WS_REG_CPL_STATUS || !x->info)
    return;
  const unsigned op = x->info & WS_CPL_INFO_OP_BM, severity = d->data >> WS_CPL_STATUS_SEVERITY_BP & 3;
  const unsigned place = ws_cover_place(bus_groups[BUS_G_OPERATION].axis[0], op);
  if (place == bus_groups[BUS_G_OPERATION].axis[0]->size)
    return;
  hit(b, BUS_G_OPERATION, place, severity > 1, 0);
  hit(b, BUS_G_SEVERITY, (op >> 8) - 1, severity, 0);
}

static void see_counter(bus_bench *b, const bus_done *d) {
  if (d->write || d->resp != WS_BUS_OKAY || d->addr < WS_REG_CNT_CLOCKS_LO || d->addr > WS_REG_CNT_CPL_WAIT_HI)
    return;
  const unsigned at = (d->addr - WS_REG_CNT_CLOCKS_LO) / 4;
  hit(b, BUS_G_COUNTER, at / 2, at % 2 * 2 + (d->data != 0), 0);
}

static void see_done(bus_bench *b, const bus_done *d) {
  const bus_area area = bus_area_at(d->addr);
  hit(b, BUS_G_REGISTER, bus_place_at(d->addr), d->write, d->resp ? d->resp - 1 : 0);
  hit(b, BUS_G_STALL, d->write ? BUS_AW : BUS_AR, class_of(d->wait_a), area);
  hit(b, BUS_G_STALL, d->write ? BUS_B : BUS_R, class_of(d->over - d->rose), area);
  if (d->write) {
    hit(b, BUS_G_STALL, BUS_W, class_of(d->wait_w), area);
    hit(b, BUS_G_ORDER, order_of(d->behind), area, 0);
    see_bytes(b, d);
  }
  see_completion(b, d);
  see_counter(b, d);
}

// ------------------------------------------------------------------------------------------------ an answer stands first

static unsigned area_of_waiting(const bus_line *l, unsigned at) {
  return bus_area_at(l->part[at].value & (WS_BUS_BYTES - 1));
}

static void see_rise(bus_bench *b, const answered *a) {
  counting *x = kept(b);
  const bus_watch *w = &b->watch;
  const unsigned area = bus_area_at(a->addr), access = area + (a->write ? BUS_AREAS : 0);
  if (x->some && a->stood <= x->last_rose)
    hit(b, BUS_G_BEHIND, x->last, access, 0);
  for (unsigned k = 0; k < BUS_AFTERS; k++)
    if (x->after >> k & 1)
      hit(b, BUS_G_AFTER, k, access, 0);
  const bool soft = a->write && a->addr == WS_REG_CTRL && a->resp == WS_BUS_OKAY && (a->data & WS_CTRL_RESET_BM);
  x->after = (soft ? 1u << BUS_AFTER_SOFT : 0) | (a->resp ? 1u << BUS_AFTER_REFUSED : 0);
  x->last = access;
  x->last_rose = b->cycles;
  x->some = true;
  const unsigned reads = w->r_stands, writes = w->b_stands; // answered, and not taken
  if (a->write && w->ar.count > reads && w->ar.part[reads].taken < b->cycles)
    hit(b, BUS_G_TOGETHER, BUS_T_WRITE_FIRST, area, area_of_waiting(&w->ar, reads));
  if (!a->write && w->aw.count > writes && w->w.count > writes && w->aw.part[writes].taken < b->cycles &&
      w->w.part[writes].taken < b->cycles)
    hit(b, BUS_G_TOGETHER, BUS_T_READ_FIRST, area_of_waiting(&w->aw, writes), area);
}

static void see_rises(bus_bench *b, const bus_done done[], unsigned n) {
  const bus_watch *w = &b->watch;
  const ws_bus_out *out = &b->out;
  for (unsigned k = 0; k < n; k++)
    if (done[k].rose == b->cycles)
      see_rise(b, &(answered){done[k].write, done[k].addr, done[k].data, done[k].resp, done[k].stood});
  if (w->b_stands && w->b_rose == b->cycles) {
    const bus_part *a = &w->aw.part[0], *d = &w->w.part[0];
    see_rise(b, &(answered){true, a->value & (WS_BUS_BYTES - 1), d->value, out->bresp,
                            a->stood < d->stood ? a->stood : d->stood});
  }
  if (w->r_stands && w->r_rose == b->cycles)
    see_rise(b, &(answered){false, w->ar.part[0].value & (WS_BUS_BYTES - 1), 0, out->rresp, w->ar.part[0].stood});
}

// A write and a read: whole requests taken in this clock, answers that stand, answers that are taken.
static void see_together(bus_bench *b, const bus_done done[], unsigned n) {
  const bus_watch *w = &b->watch;
  const unsigned pairs = w->aw.count < w->w.count ? w->aw.count : w->w.count;
  if (pairs && w->ar.count && w->ar.part[w->ar.count - 1].taken == b->cycles) {
    const uint64_t a = w->aw.part[pairs - 1].taken, d = w->w.part[pairs - 1].taken;
    if ((a > d ? a : d) == b->cycles)
      hit(b, BUS_G_TOGETHER, BUS_T_ASKED, area_of_waiting(&w->aw, pairs - 1), area_of_waiting(&w->ar, w->ar.count - 1));
  }
  if (!b->out.bvalid || !b->out.rvalid)
    return;
  uint32_t write = w->aw.part[0].value, read = w->ar.part[0].value;
  for (unsigned k = 0; k < n; k++)
    *(done[k].write ? &write : &read) = done[k].addr;
  const unsigned i = bus_area_at(write & (WS_BUS_BYTES - 1)), j = bus_area_at(read & (WS_BUS_BYTES - 1));
  hit(b, BUS_G_TOGETHER, BUS_T_BOTH_STAND, i, j);
  if (n == 2)
    hit(b, BUS_G_TOGETHER, BUS_T_BOTH_TAKEN, i, j);
}

// ------------------------------------------------------------------------------------------------- the model's clock

static unsigned fill_of(const bus_bench *b, unsigned fill) {
  return !fill ? BUS_FILL_NONE : fill == b->cfg.fifo ? BUS_FILL_ALL : fill == 1 ? BUS_FILL_ONE : BUS_FILL_SOME;
}

// The write that takes effect in this clock, if it is one to this register: its data, else 0.
static uint32_t written(const bus_bench *b, bool acted, uint32_t addr) {
  const model_seen *was = &kept(b)->was;
  const ws_bus *m = b->model;
  return acted && was->write && !was->kind && m->aw_addr == addr && m->w_strb ? m->w_data : 0;
}

static void see_fifo(bus_bench *b, bool acted, bool refused) {
  const model_seen *was = &kept(b)->was;
  const ws_bus *m = b->model;
  const unsigned fill = fill_of(b, was->fill);
  const bool pop = written(b, acted, WS_REG_CPL_POP) & WS_CPL_POP_POP_BM, came = ws_bus_fill(m) + pop != was->fill;
  if (m->out.rsp.valid && fill == BUS_FILL_ALL)
    hit(b, BUS_G_FIFO, BUS_F_WAITS, fill, 0);
  if (came)
    hit(b, BUS_G_FIFO, BUS_F_KEPT, fill, 0);
  if (pop)
    hit(b, BUS_G_FIFO, BUS_F_POP, fill, 0);
  if (pop && came)
    hit(b, BUS_G_FIFO, BUS_F_BOTH, fill, 0);
  if (!acted || (refused && !(was->write && m->aw_addr == WS_REG_CPL_POP)))
    return;
  if (refused && was->kind == WS_BUS_ERR_INFO_KIND_EMPTY)
    hit(b, BUS_G_FIFO, BUS_F_REFUSED, fill_of(b, kept(b)->looked.fill), 0);
  if (!was->write && m->ar_addr == WS_REG_CPL_INFO)
    hit(b, BUS_G_FIFO, BUS_F_INFO, fill, 0);
  if (!was->write && m->region == BUS_RESULT)
    hit(b, BUS_G_FIFO, BUS_F_RESULT, fill, 0);
}

static void see_irq(bus_bench *b, bool acted) {
  const model_seen *was = &kept(b)->was;
  const uint32_t now = ws_bus_irq_status(b->model), ack = written(b, acted, WS_REG_IRQ_STATUS),
                 on = b->model->irq_enable;
  for (unsigned k = 0; k < BUS_SOURCES; k++) {
    const bool before = was->irq >> k & 1, after = now >> k & 1, enabled = was->irq_enable >> k & 1;
    if (!before && after)
      hit(b, BUS_G_IRQ, k, enabled ? BUS_I_COMES : BUS_I_MASKED, 0);
    if (before && !after)
      hit(b, BUS_G_IRQ, k, BUS_I_ENDS, 0);
    if (ack >> k & 1 && (before || after))
      hit(b, BUS_G_IRQ, k, before ? BUS_I_ACK : BUS_I_ACK_NOW, 0);
    if (before && after && enabled != (on >> k & 1))
      hit(b, BUS_G_IRQ, k, enabled ? BUS_I_MASK : BUS_I_ENABLE, 0);
  }
  const uint32_t level = b->model->irq_level, at = level ? level : 1, fill = ws_bus_fill(b->model);
  hit(b, BUS_G_LEVEL,
      level < 2              ? level
      : level < b->cfg.fifo  ? 2
      : level == b->cfg.fifo ? 3
                             : 4,
      fill < at    ? 0
      : fill == at ? 1
                   : 2,
      0);
}

static void see_doorbell(bus_bench *b, bool refused) {
  static const uint32_t bells[BUS_DOORBELLS] = {WS_REG_SUBMIT,   WS_REG_LAUNCH,  WS_REG_EXIT,
                                                WS_REG_TX_BYTES, WS_REG_CPL_POP, WS_REG_CTRL};
  const model_seen *was = &kept(b)->looked;
  const ws_bus *m = b->model;
  if (!was->write || m->w_strb != 15)
    return;
  for (unsigned k = 0; k < BUS_DOORBELLS; k++) {
    if (m->aw_addr != bells[k] || (k >= BUS_D_POP && !(m->w_data & 1)) || m->kind == WS_BUS_ERR_INFO_KIND_UNMAPPED)
      continue;
    const bool now[BUS_SITUATIONS] = {[BUS_S_IDLE] = was->idle,
                                      [BUS_S_BUSY] = !was->idle && !was->busy && !was->tx_busy,
                                      [BUS_S_WAITS] = was->busy,
                                      [BUS_S_CLEARING] = was->clear,
                                      [BUS_S_FULL] = was->fill == b->cfg.fifo,
                                      [BUS_S_TX] = was->tx_busy};
    if ((k == BUS_D_POP && !refused) || k == BUS_D_CTRL)
      kept(b)->info = 0; // before the write is answered: a read beside it may see the next completion
    for (unsigned s = 0; s < BUS_SITUATIONS; s++)
      if (now[s])
        hit(b, BUS_G_DOORBELL, k, s, refused);
  }
}

// An access is done, or refused.
static void see_effect(bus_bench *b) {
  const model_seen *was = &kept(b)->was;
  const ws_bus *m = b->model;
  const unsigned resp = was->write ? m->bresp : m->rresp;
  const uint32_t addr = was->write ? m->aw_addr : m->ar_addr;
  const bool given_up = m->region == BUS_SMEM && resp && m->ls_clocks == ws_bus_smem_clocks(m->cfg.core.banks);
  if (resp)
    hit(b, BUS_G_REFUSAL, was->kind - 1, bus_area_at(addr), was->write);
  see_doorbell(b, resp != 0);
  if ((!was->kind || given_up) && m->region == BUS_SMEM && !(was->write && !m->w_strb))
    hit(b, BUS_G_SMEM,
        given_up           ? BUS_M_GIVEN_UP
        : !m->ls_clocks    ? BUS_M_NONE
        : m->ls_clocks < 8 ? BUS_M_FEW
                           : BUS_M_MORE,
        was->write, 0);
  if (!resp && m->region == BUS_GMEM && !was->gmem_left)
    hit(b, BUS_G_GMEM, 0, was->write, 0);
}

// Beside resets: what they would end.
static unsigned under_way(const bus_bench *b) {
  const ws_bus *m = b->model;
  const bool waits = m->active && m->act && m->region == BUS_SMEM && m->ls_clocks && !m->ls_sent;
  unsigned u =
      (m->aw_full && !m->w_full ? 1u << BUS_U_ADDRESS : 0) | (m->w_full && !m->aw_full ? 1u << BUS_U_DATA : 0) |
      (m->aw_full && m->w_full && !(m->soft && m->done) ? 1u << BUS_U_WRITE : 0) | (m->ar_full ? 1u << BUS_U_READ : 0) |
      (m->bvalid ? 1u << BUS_U_B : 0) | (m->rvalid ? 1u << BUS_U_R : 0) | (m->busy ? 1u << BUS_U_REQUEST : 0) |
      (!ws_bus_idle(m) && !m->busy && !m->tx_busy && !m->clear ? 1u << BUS_U_OPERATION : 0) |
      (ws_bus_fill(m) ? 1u << BUS_U_COMPLETION : 0) | (m->tx_busy ? 1u << BUS_U_TX : 0) |
      (m->gmem.left || m->gmem.reading ? 1u << BUS_U_COPY : 0) | (m->clear ? 1u << BUS_U_CLEARING : 0) |
      (waits ? 1u << BUS_U_SMEM : 0);
  return u ? u : 1u << BUS_U_NOTHING;
}

static void see_turn(bus_bench *b) {
  counting *x = kept(b);
  const model_seen *was = &x->was;
  if (was->active || !b->model->active)
    return;
  if (was->aw_full && was->w_full && !was->bvalid && was->ar_full && !was->rvalid)
    hit(b, BUS_G_TURN, b->model->write, x->served, 0);
  x->served = b->model->write ? WRITE : READ;
}

static void see_model(bus_bench *b) {
  const model_seen *was = &kept(b)->was;
  const ws_bus *m = b->model;
  const bool acted = was->act && !m->act; // for the last time
  see_turn(b);
  if (!was->act && m->act)
    kept(b)->looked = *was;
  if (was->active && !m->active)
    see_effect(b);
  see_irq(b, acted);
  if (!was->soft)
    see_fifo(b, acted, acted && m->kind);
  if (was->gmem_left && m->gmem.left == was->gmem_left && was->active)
    hit(b, BUS_G_GMEM, 1, was->write, 0);
}

// ----------------------------------------------------------------------------------------------------------- the clock

void bus_cover_before(bus_bench *b) {
  const ws_bus *m = b->model;
  if (!m)
    return;
  if (m->soft)
    ws_cover_cross(b->cover, 0, BUS_G_RESET, 1, under_way(b), 1);
  kept(b)->was = (model_seen){m->aw_full,
                              m->w_full,
                              m->ar_full,
                              m->bvalid,
                              m->rvalid,
                              m->active,
                              m->act,
                              m->write,
                              m->soft,
                              m->busy,
                              m->tx_busy,
                              ws_bus_idle(m),
                              m->kind,
                              m->clear,
                              ws_bus_fill(m),
                              m->gmem.left,
                              ws_bus_irq_status(m),
                              m->irq_enable};
}

void bus_cover_clock(bus_bench *b, const bus_done done[], unsigned n) {
  if (b->model)
    see_model(b);
  see_together(b, done, n);
  see_rises(b, done, n);
  for (unsigned k = 0; k < n; k++)
    see_done(b, &done[k]);
}

void bus_cover_reset(bus_bench *b) {
  if (b->model)
    ws_cover_cross(b->cover, 0, BUS_G_RESET, 0, under_way(b), 1);
  ws_bins_forget(b->cover);
  kept(b)->served = NONE;
  kept(b)->after = 1u << BUS_AFTER_RESET;
}
