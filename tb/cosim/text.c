// SPDX-License-Identifier: Apache-2.0
// Records as script text (text.h).
#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "what/op_fn.h"

typedef struct buf {
  char *text;
  size_t len;
} buf;

__attribute__((format(printf, 2, 3))) static void put(buf *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(b->text + b->len, WS_TEXT_MAX - b->len, format, args);
  va_end(args);
  if (n > 0)
    b->len += (size_t)n;
  if (b->len >= WS_TEXT_MAX)
    b->len = WS_TEXT_MAX - 1;
}

// Of operations that are in the table.
static bool is_mbar(uint32_t op) { return op >> 8 == WS_UNIT_MBAR && ws_op_name(op); }
static bool is_copy(uint32_t op) { return is_mbar(op) && ws_is_mbar_copy(op); }
static bool is_atom(uint32_t op) { return ws_dut_atomic(op) && ws_op_name(op); }
static bool is_bar(uint32_t op) { return op >> 8 == WS_UNIT_BAR && ws_op_name(op); }
static bool writes_state(uint32_t op) { return ws_op_fields(op) & WS_FIELD_D_HI; }
static bool writes_d(uint32_t op) { return (ws_op_fields(op) & (WS_FIELD_D | WS_FIELD_D_HI)) == WS_FIELD_D; }
static bool writes_p(uint32_t op) { return ws_op_fields(op) & WS_FIELD_P; }

ws_reads ws_text_reads(uint32_t op) {
  const unsigned f = ws_op_fields(op);
  ws_reads r = {.mask = f & WS_FIELD_MASK,
                .addr = f & WS_FIELD_ADDR,
                .a = f & WS_FIELD_A,
                .a64 = f & WS_FIELD_A_HI,
                .b = f & WS_FIELD_B,
                .c = f & WS_FIELD_C,
                .pred = f & WS_FIELD_PRED,
                .a_name = "a",
                .b_name = "b",
                .c_name = "c"};
  if (is_bar(op)) {
    r.a_name = "id", r.b_name = "cnt";
  } else if (is_copy(op)) {
    r.a_name = "src", r.b_name = "size", r.c_name = "take";
  } else if (is_mbar(op)) {
    r.a_name = r.a64 ? "st" : "par", r.c_name = "limit";
    r.b_name = ws_is_mbar_tx(op) || ws_is_mbar_expect(op) ? "tx" : "cnt";
  } else if (is_atom(op)) {
    r.a_name = "b", r.b_name = "c", r.c_name = "c_hi";
    if (atom_is_quad(op & 0xff))
      r.b_name = "b_2", r.c_name = "b_3";
  }
  return r;
}

static bool in(uint32_t lanes, unsigned i) { return (lanes >> i & 1u) != 0; }

static bool uniform32(const uint32_t *v, uint32_t lanes, unsigned n, uint32_t *value) {
  bool any = false;
  for (unsigned i = 0; i < n; i++) {
    if (!in(lanes, i))
      continue;
    if (any && v[i] != *value)
      return false;
    *value = v[i];
    any = true;
  }
  return any;
}

static void operand(buf *b, const char *name, const uint32_t *v, uint32_t lanes, unsigned n) {
  uint32_t value;
  if (uniform32(v, lanes, n, &value))
    put(b, ", 0x%" PRIx32, value);
  else
    put(b, ", %s", name);
}

const char *ws_text_status(char buffer[16], uint32_t status) {
  const char *name = ws_status_name(status);
  if (name)
    return name;
  snprintf(buffer, 16, "0x%03" PRIx32, status & 0xfffu);
  return buffer;
}

const char *ws_text_op(char buffer[40], uint32_t op) {
  const char *name = ws_op_name(op);
  if (name)
    return name;
  snprintf(buffer, 40, "op 0x%03" PRIx32 " (not in the table)", op & 0xfffu);
  return buffer;
}

const char *ws_text_unwritable(const ws_req *req, unsigned lanes) {
  uint32_t size;
  if (!ws_op_name(req->op))
    return "not in the table";
  if (is_atom(req->op))
    return "the replayer carries out atomics by itself";
  if (!is_copy(req->op) || !req->lanes)
    return NULL;
  if (!uniform32(req->b, req->lanes, lanes, &size))
    return "copies of different sizes in one instruction";
  bool legal = size == 16 || (req->op == WS_OP_CP_ASYNC_CA && (size == 4 || size == 8));
  return legal ? NULL : "a copy of a size that PTX does not know";
}

// The name with the state space, and without what stands for the sink or a limit in the table of operations.
static void mbar_name(buf *b, uint32_t op) {
  const char *name = ws_op_name(op), *type = strstr(name, ".b64");
  if (!type)
    put(b, "%s", name);
  else
    put(b, "%.*s%s.b64", (int)(type - name), name, op == WS_OP_MBAR_PENDING_COUNT ? "" : ".shared::cta");
}

// How many bytes a copy takes, as PTX takes it: not more than it writes.
static bool copy_take(const ws_req *req, unsigned lanes, uint32_t *take) {
  uint32_t size = 0;
  return uniform32(req->c, req->lanes, lanes, take) && uniform32(req->b, req->lanes, lanes, &size) && *take <= size;
}

static void copy_ptx(buf *b, const ws_req *req, unsigned lanes) {
  uint32_t size = 0, take = 0;
  put(b, " [addr], [src]");
  if (uniform32(req->b, req->lanes, lanes, &size))
    put(b, ", %" PRIu32, size);
  else
    put(b, ", size");
  if (!copy_take(req, lanes, &take))
    put(b, ", take");
  else if (take != size)
    put(b, ", %" PRIu32, take);
}

// The count of mbarrier, a tx-count too, as PTX takes it: an arrival of 0 stands in a register.
static bool mbar_number(const ws_req *req, unsigned lanes, uint32_t *value) {
  bool arrival = ws_is_mbar_arrive(req->op) && !ws_is_mbar_expect(req->op);
  return uniform32(req->b, req->lanes, lanes, value) && (*value || !arrival);
}

// mbarrier: destination, address, state or parity, count, limit.
static void mbar_ptx(buf *b, const ws_req *req, unsigned lanes) {
  ws_reads r = ws_text_reads(req->op);
  uint32_t op = req->op;
  const char *to = ws_is_mbar_arrive(op) ? writes_state(op) ? " st, " : " _, " : writes_p(op) ? " p, " : " d, ";
  put(b, "%s", ws_is_mbar_arrive(op) || writes_p(op) || writes_d(op) ? to : " ");
  if (r.addr)
    put(b, "[addr]");
  uint32_t parity[WS_LANES_MAX], all = 0;
  for (unsigned i = 0; i < lanes; i++) {
    parity[i] = (uint32_t)req->a[i];
    all |= in(req->lanes, i) ? parity[i] : 0;
  }
  if (r.a && !r.a64 && all <= 1)
    operand(b, r.a_name, parity, req->lanes, lanes);
  else if (r.a)
    put(b, "%s%s", r.addr ? ", " : "", r.a_name);
  uint32_t count;
  if (r.b && mbar_number(req, lanes, &count))
    put(b, ", 0x%" PRIx32, count);
  else if (r.b)
    put(b, ", %s", r.b_name);
  if (r.c)
    operand(b, r.c_name, req->c, req->lanes, lanes);
}

// The number of a barrier, or its count, as PTX takes it: else it stands in a register, and is refused when it runs.
static bool bar_number(const uint32_t *v, bool count, const ws_req *req, unsigned lanes, uint32_t *value) {
  return uniform32(v, req->lanes, lanes, value) && (count ? *value && *value % 32 == 0 : *value < WS_BARRIERS);
}

// barrier: destination, number, count, predicate. The name ends in a word for the count.
static void bar_ptx(buf *b, const ws_req *req, unsigned lanes) {
  const char *name = ws_op_name(req->op), *end = strchr(name, ' ');
  const ws_reads r = ws_text_reads(req->op);
  uint32_t id[WS_LANES_MAX], value = 0;
  for (unsigned i = 0; i < lanes; i++)
    id[i] = (uint32_t)req->a[i];
  put(b, "%.*s %s", (int)(end ? (size_t)(end - name) : strlen(name)), name,
      writes_d(req->op)   ? "d, "
      : writes_p(req->op) ? "p, "
                          : "");
  if (bar_number(id, false, req, lanes, &value))
    put(b, "%" PRIu32, value);
  else
    put(b, "id");
  if (r.b && bar_number(req->b, true, req, lanes, &value))
    put(b, ", %" PRIu32, value);
  else if (r.b)
    put(b, ", cnt");
  if (r.pred)
    put(b, ", %sq", req->neg ? "!" : "");
}

// The warp families: destinations, a, b, c, predicate, mask.
static void warp_ptx(buf *b, const ws_req *req, unsigned lanes) {
  ws_reads r = ws_text_reads(req->op);
  const char *lead = " ";
  if (writes_d(req->op))
    put(b, " d%s", writes_p(req->op) ? "|p" : ""), lead = ", ";
  else if (writes_p(req->op))
    put(b, " p"), lead = ", ";
  if (r.a)
    put(b, "%sa", lead);
  if (r.b)
    operand(b, "b", req->b, req->lanes, lanes);
  if (r.c)
    operand(b, "c", req->c, req->lanes, lanes);
  if (r.pred)
    put(b, "%s%sq", lead, req->neg ? "!" : "");
  if (r.mask) {
    char *tail = b->text + b->len;
    operand(b, "m", req->mask, req->lanes, lanes);
    if (req->op == WS_OP_BAR_WARP) { // its only operand: no comma before
      memmove(tail, tail + 1, strlen(tail));
      b->len--;
    }
  }
}

void ws_text_ptx(char text[WS_TEXT_MAX], const ws_req *req, unsigned lanes) {
  buf b = {text, 0};
  char name[40];
  if (is_bar(req->op)) {
    bar_ptx(&b, req, lanes);
  } else if (is_mbar(req->op)) {
    mbar_name(&b, req->op);
    if (is_copy(req->op))
      copy_ptx(&b, req, lanes);
    else
      mbar_ptx(&b, req, lanes);
  } else if (is_atom(req->op)) {
    put(&b, "%s %s[addr], b%s", ws_text_op(name, req->op), writes_d(req->op) || writes_state(req->op) ? "d, " : "",
        ws_text_reads(req->op).b && !atom_is_quad(req->op & 0xff) ? ", c" : "");
  } else {
    put(&b, "%s", ws_text_op(name, req->op));
    warp_ptx(&b, req, lanes);
  }
  put(&b, ";");
}

static void list32(buf *b, const char *name, const uint32_t *v, uint32_t lanes, unsigned n) {
  put(b, ".set.b32 %s, {", name);
  for (unsigned i = 0; i < n; i++) {
    if (i)
      put(b, ", ");
    if (in(lanes, i))
      put(b, "0x%" PRIx32, v[i]);
    else
      put(b, "_");
  }
  put(b, "}; ");
}

static void list64(buf *b, const char *name, const uint64_t *v, uint32_t lanes, unsigned n) {
  put(b, ".set.b64 %s, {", name);
  for (unsigned i = 0; i < n; i++)
    if (in(lanes, i))
      put(b, "%s0x%" PRIx64, i ? ", " : "", v[i]);
    else
      put(b, "%s_", i ? ", " : "");
  put(b, "}; ");
}

void ws_text_operands(char text[WS_TEXT_MAX], const ws_req *req, unsigned lanes) {
  buf b = {text, 0};
  uint32_t value = 0, low[WS_LANES_MAX];
  text[0] = 0;
  ws_reads r = ws_text_reads(req->op);
  if (r.addr)
    list64(&b, "addr", req->addr, req->lanes, lanes);
  for (unsigned i = 0; i < lanes; i++)
    low[i] = (uint32_t)req->a[i];
  bool bar = is_bar(req->op);
  if (r.a64)
    list64(&b, r.a_name, req->a, req->lanes, lanes);
  else if (r.a && !(bar && bar_number(low, false, req, lanes, &value)))
    list32(&b, r.a_name, low, req->lanes, lanes);
  bool count = bar                                     ? bar_number(req->b, true, req, lanes, &value)
               : is_mbar(req->op) && !is_copy(req->op) ? mbar_number(req, lanes, &value)
                                                       : uniform32(req->b, req->lanes, lanes, &value);
  if (r.b && !count)
    list32(&b, r.b_name, req->b, req->lanes, lanes);
  if (r.c && !(is_copy(req->op) ? copy_take(req, lanes, &value) : uniform32(req->c, req->lanes, lanes, &value)))
    list32(&b, r.c_name, req->c, req->lanes, lanes);
  if (r.mask && !uniform32(req->mask, req->lanes, lanes, &value))
    list32(&b, "m", req->mask, req->lanes, lanes);
  if (r.pred)
    put(&b, ".set.pred q, 0x%" PRIx32 "; ", req->pred);
}

static uint32_t window(const ws_config *cfg) { return WS_SMEM_BYTES / ws_dut_slots(cfg); }

uint32_t ws_text_place(const ws_config *cfg, uint32_t addr) {
  return ws_dut_slots(cfg) > 1 ? (addr / window(cfg) + 1) << 24 | addr % window(cfg) : addr;
}

const char *ws_text_space(const ws_config *cfg) { return ws_dut_slots(cfg) > 1 ? "shared::cluster" : "shared::cta"; }

void ws_text_localize(ws_req *req, const ws_config *cfg) {
  uint32_t slots = ws_dut_slots(cfg);
  for (unsigned i = 0; i < cfg->lanes && slots > 1 && req->op >> 8 == WS_UNIT_MBAR; i++) {
    uint64_t *a = &req->addr[i];
    if (*a >> 24 == 1) // its own window
      *a &= 0xffffff;
    else if (*a >> 24 && *a >> 24 < 0x100 - slots) // that of a CTA which there is not
      *a += (uint64_t)slots << 24;
    if (*a < WS_SMEM_BYTES && *a >= window(cfg))
      *a += WS_SMEM_BYTES;
  }
}

// One piece of a word: its bytes from `low` on.
static void ls_piece(FILE *f, const char *head, const ws_config *cfg, uint32_t addr, unsigned low, unsigned bytes,
                     uint32_t word) {
  uint32_t value = bytes == 4 ? word : word >> 8 * low & ((1u << 8 * bytes) - 1);
  fprintf(f, "%s.set.b32 v, 0x%" PRIx32 "; @g st.%s.b%u [0x%" PRIx32 "], v;\n", head, value, ws_text_space(cfg),
          8 * bytes, addr + low);
}

void ws_text_ls(FILE *f, const ws_config *cfg, const ws_ls *access, unsigned lane, const char *head) {
  fprintf(f, "%s.set.pred g, 0x%x; // at the port of shared memory\n", head, 1u << lane);
  for (uint32_t m = access->en; m; m &= m - 1) {
    unsigned k = (unsigned)__builtin_ctz(m);
    uint32_t addr = ws_text_place(cfg, 4 * (access->row[k] * ws_dut_banks(cfg) + k)), be = access->be[k] & 15u;
    if (!be)
      fprintf(f, "%s@g ld.%s.b32 v, [0x%" PRIx32 "];\n", head, ws_text_space(cfg), addr);
    else if (be == 15)
      ls_piece(f, head, cfg, addr, 0, 4, access->wdata[k]);
    else
      for (unsigned i = 0; i < 4; i++) {
        bool pair = !(i & 1) && (be >> i & 3) == 3;
        if (be >> i & 1)
          ls_piece(f, head, cfg, addr, i, pair ? 2 : 1, access->wdata[k]);
        i += pair;
      }
  }
}

// The directives that select a warp of a block.
static const char *selects(char buffer[40], const ws_config *cfg, uint32_t warp) {
  unsigned most = ws_dut_cta_warps(cfg);
  if (ws_dut_slots(cfg) > 1)
    snprintf(buffer, 40, ".cta %u; .warp %u;", warp / most, warp % most);
  else
    snprintf(buffer, 40, ".warp %u;", warp);
  return buffer;
}

static void trace_response(FILE *f, const ws_config *cfg, const ws_rsp *rsp, const char *head) {
  char text[WS_TEXT_MAX], status[16], name[40], warp[40];
  unsigned lanes = cfg->lanes;
  buf b = {text, 0};
  put(&b, "%s .expect.status %s, 0x%" PRIx32 ";", selects(warp, cfg, rsp->warp), ws_text_status(status, rsp->status),
      rsp->lanes);
  bool state = writes_state(rsp->op);
  if (state || writes_d(rsp->op)) {
    put(&b, state ? " .expect.b64 st, {" : " .expect.b32 d, {");
    for (unsigned i = 0; i < lanes; i++) {
      if (i)
        put(&b, ", ");
      if (in(rsp->lanes, i))
        put(&b, "0x%" PRIx64, rsp->d[i] | (state ? (uint64_t)rsp->d_hi[i] << 32 : 0));
      else
        put(&b, "_");
    }
    put(&b, "};");
  }
  if (writes_p(rsp->op))
    put(&b, " .expect.pred p, 0x%" PRIx32 ", 0x%" PRIx32 ";", rsp->p & rsp->lanes, rsp->lanes);
  fprintf(f, "%s%s // tag %" PRIu32 ": %s\n", head, text, rsp->tag, ws_text_op(name, rsp->op));
}

static void trace_memory(FILE *f, const ws_config *cfg, const ws_in *i, const ws_out *o, const char *head) {
  char name[40];
  if (i->ls.valid && o->ls_ready)
    ws_text_ls(f, cfg, &i->ls, 0, head);
  if (o->ls_rsp.valid) {
    fprintf(f, "%s// shared memory held", head);
    for (uint32_t m = o->ls_rsp.en; m; m &= m - 1) {
      unsigned k = (unsigned)__builtin_ctz(m);
      fprintf(f, " %u: 0x%" PRIx32 "%s", k, o->ls_rsp.rdata[k], o->ls_rsp.raw >> k & 1u ? " (raw)" : "");
    }
    fprintf(f, ", by bank\n");
  }
  if (i->tx.valid && o->tx_ready)
    fprintf(f, "%s.set.b64 addr, 0x%" PRIx32 "; mbarrier.complete_tx.%s.b64 [addr], 0x%" PRIx32 "; // tx port\n", head,
            ws_text_place(cfg, i->tx.addr), ws_text_space(cfg), i->tx.bytes);
  if (i->gm_rsp.valid && o->gm_rsp_ready)
    fprintf(f, "%s// %s: 0x%" PRIx32 ", 0x%" PRIx32 ", 0x%" PRIx32 ", 0x%" PRIx32 "\n", head,
            i->gm_rsp.tag ? "an atomic in global memory has its answer" : "a copy has its data", i->gm_rsp.data[0],
            i->gm_rsp.data[1], i->gm_rsp.data[2], i->gm_rsp.data[3]);
  if (i->net.valid && o->net_ready)
    fprintf(f, "%s// from CTA %" PRIu32 ", warp %" PRIu32 ", lanes 0x%" PRIx32 ": %s [0x%" PRIx32 "], 0x%" PRIx32 "\n",
            head, i->net.src, i->net.warp, i->net.lanes, ws_text_op(name, i->net.op), 8 * i->net.slot, i->net.count);
  if (i->ask.valid && o->ask_ready)
    fprintf(f, "%s// from CTA %" PRIu32 ", lane %" PRIu32 ": %s [0x%" PRIx32 "], 0x%016" PRIx64 "_%016" PRIx64 "%s\n",
            head, i->ask.src, i->ask.lane, ws_text_op(name, WS_UNIT_ATOM << 8 | i->ask.fn), i->ask.at, i->ask.s.hi,
            i->ask.s.lo, i->ask.lay ? " is laid down" : "");
  if (i->ans.valid && o->ans_ready)
    fprintf(f, "%s// lane %" PRIu32 " has its answer from another CTA: 0x%016" PRIx64 "_%016" PRIx64 "%s%s\n", head,
            i->ans.lane, i->ans.d.hi, i->ans.d.lo, i->ans.gone ? ", it is gone" : "", i->ans.raw ? " (raw)" : "");
}

static void trace_cta(ws_lockstep *ls, unsigned cta) {
  const ws_in *i = &ls->in[cta];
  const ws_out *o = &ls->out[cta];
  FILE *f = ls->cfg.trace;
  const ws_config *cfg = &ls->cfg.core;
  char text[WS_TEXT_MAX], operands[WS_TEXT_MAX], status[16], name[40], head[60], warp[40];
  int n = snprintf(head, sizeof head, "/* %8" PRIu64 " */ ", ls->cycle);
  if (ls->ctas > 1)
    snprintf(head + n, sizeof head - (size_t)n, ".cta %u; ", cta);
  if (i->exit.valid)
    fprintf(f, "%s%s .exit 0x%" PRIx32 ";\n", head, selects(warp, cfg, i->exit.warp), i->exit.lanes);
  if (i->launch.valid)
    fprintf(f, "%s// launch of warp %" PRIu32 " of %" PRIu32 ", lanes 0x%" PRIx32 "\n", head, i->launch.warp,
            i->launch_warps ? i->launch_warps : ws_dut_cta_warps(cfg), i->launch.lanes);
  if (o->rsp.valid && i->rsp_ready)
    trace_response(f, cfg, &o->rsp, head);
  trace_memory(f, cfg, i, o, head);
  if (i->req.valid && o->req_ready) {
    ws_req req = i->req;
    ws_text_localize(&req, cfg);
    ws_text_operands(operands, &req, cfg->lanes);
    ws_text_ptx(text, &req, cfg->lanes);
    fprintf(f, "%s%s .set.pred g, 0x%" PRIx32 "; %s@g %s // tag %" PRIu32 "\n", head, selects(warp, cfg, req.warp),
            req.lanes, operands, text, req.tag);
  }
  if (o->err.valid && !ls->err_seen[cta].valid)
    fprintf(f,
            "%s.expect.error %s; // captured: CTA %" PRIu32 ", warp %" PRIu32 ", lanes 0x%" PRIx32
            ", operand 0x%" PRIx32 ", %s\n",
            head, ws_text_status(status, o->err.status), o->err.cta, o->err.warp, o->err.lanes, o->err.opnd,
            ws_text_op(name, o->err.op));
  ls->err_seen[cta] = o->err;
}

void ws_text_trace(ws_lockstep *ls) {
  bool tick = false;
  for (unsigned cta = 0; cta < ls->ctas; cta++)
    tick |= ls->in[cta].tick;
  if (tick)
    fprintf(ls->cfg.trace, "/* %8" PRIu64 " */ .wait 1;\n", ls->cycle);
  for (unsigned cta = 0; cta < ls->ctas; cta++)
    trace_cta(ls, cta);
}
