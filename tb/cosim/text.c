// SPDX-License-Identifier: Apache-2.0
// Records as script text (text.h).
#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

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

ws_reads ws_text_reads(uint32_t op) {
  ws_reads r = {.mask = true};
  switch (op >> 8) {
  case WS_UNIT_SHFL: r.a = r.b = r.c = true; break;
  case WS_UNIT_MATCH:
    r.a = true;
    r.a64 = (op & 2) != 0;
    break;
  case WS_UNIT_REDUX: r.a = true; break;
  case WS_UNIT_VOTE:
    r.pred = op < WS_OP_ACTIVEMASK;
    r.mask = op <= WS_OP_VOTE_BALLOT || op >= WS_OP_ELECT;
    break;
  default: break;
  }
  return r;
}

// Whether an operation writes d, and whether it writes p.
static bool writes_d(uint32_t op) {
  return op >> 8 != WS_UNIT_VOTE || (op < WS_OP_ACTIVEMASK ? (op & 3) == 3 : op != WS_OP_BAR_WARP);
}
static bool writes_p(uint32_t op) {
  switch (op >> 8) {
  case WS_UNIT_SHFL: return true;
  case WS_UNIT_MATCH: return (op & 1) != 0;
  case WS_UNIT_VOTE: return op < WS_OP_ACTIVEMASK ? (op & 3) != 3 : op == WS_OP_ELECT;
  default: return false;
  }
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

void ws_text_ptx(char text[WS_TEXT_MAX], const ws_req *req, unsigned lanes) {
  buf b = {text, 0};
  char name[40];
  ws_reads r = ws_text_reads(req->op);
  put(&b, "%s", ws_text_op(name, req->op));
  const char *lead = " ";
  if (writes_d(req->op))
    put(&b, " d%s", writes_p(req->op) ? "|p" : ""), lead = ", ";
  else if (writes_p(req->op))
    put(&b, " p"), lead = ", ";
  if (r.a)
    put(&b, "%sa", lead);
  if (r.b)
    operand(&b, "b", req->b, req->lanes, lanes);
  if (r.c)
    operand(&b, "c", req->c, req->lanes, lanes);
  if (r.pred)
    put(&b, "%s%sq", lead, req->neg ? "!" : "");
  if (r.mask) {
    char *tail = text + b.len;
    operand(&b, "m", req->mask, req->lanes, lanes);
    if (req->op == WS_OP_BAR_WARP) { // its only operand: no comma before
      memmove(tail, tail + 1, strlen(tail));
      b.len--;
    }
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

void ws_text_operands(char text[WS_TEXT_MAX], const ws_req *req, unsigned lanes) {
  buf b = {text, 0};
  uint32_t value;
  text[0] = 0;
  ws_reads r = ws_text_reads(req->op);
  if (r.a) {
    put(&b, ".set.%s a, {", r.a64 ? "b64" : "b32");
    for (unsigned i = 0; i < lanes; i++) {
      if (i)
        put(&b, ", ");
      if (!in(req->lanes, i))
        put(&b, "_");
      else if (r.a64)
        put(&b, "0x%" PRIx64, req->a[i]);
      else
        put(&b, "0x%" PRIx32, (uint32_t)req->a[i]);
    }
    put(&b, "}; ");
  }
  if (r.b && !uniform32(req->b, req->lanes, lanes, &value))
    list32(&b, "b", req->b, req->lanes, lanes);
  if (r.c && !uniform32(req->c, req->lanes, lanes, &value))
    list32(&b, "c", req->c, req->lanes, lanes);
  if (r.mask && !uniform32(req->mask, req->lanes, lanes, &value))
    list32(&b, "m", req->mask, req->lanes, lanes);
  if (r.pred)
    put(&b, ".set.pred q, 0x%" PRIx32 "; ", req->pred);
}

static void trace_response(ws_lockstep *ls, const ws_rsp *rsp) {
  unsigned lanes = ls->cfg.core.lanes;
  char text[WS_TEXT_MAX], status[16], name[40];
  buf b = {text, 0};
  put(&b, ".warp %" PRIu32 "; .expect.status %s, 0x%" PRIx32 ";", rsp->warp, ws_text_status(status, rsp->status),
      rsp->lanes);
  if (writes_d(rsp->op)) {
    put(&b, " .expect.b32 d, {");
    for (unsigned i = 0; i < lanes; i++) {
      if (i)
        put(&b, ", ");
      if (in(rsp->lanes, i))
        put(&b, "0x%" PRIx32, rsp->d[i]);
      else
        put(&b, "_");
    }
    put(&b, "};");
  }
  if (writes_p(rsp->op))
    put(&b, " .expect.pred p, 0x%" PRIx32 ", 0x%" PRIx32 ";", rsp->p & rsp->lanes, rsp->lanes);
  fprintf(ls->cfg.trace, "/* %8" PRIu64 " */ %s // tag %" PRIu32 ": %s\n", ls->cycle, text, rsp->tag,
          ws_text_op(name, rsp->op));
}

void ws_text_trace(ws_lockstep *ls) {
  const ws_in *i = &ls->in;
  const ws_out *o = ls->out;
  FILE *f = ls->cfg.trace;
  char text[WS_TEXT_MAX], operands[WS_TEXT_MAX], status[16], name[40];
  if (i->exit.valid)
    fprintf(f, "/* %8" PRIu64 " */ .warp %" PRIu32 "; .exit 0x%" PRIx32 ";\n", ls->cycle, i->exit.warp, i->exit.lanes);
  if (i->launch.valid)
    fprintf(f, "/* %8" PRIu64 " */ // launch of warp %" PRIu32 ", lanes 0x%" PRIx32 "\n", ls->cycle, i->launch.warp,
            i->launch.lanes);
  if (i->tick && ls->cfg.core.watchdog)
    fprintf(f, "/* %8" PRIu64 " */ .wait 1;\n", ls->cycle);
  if (o->rsp.valid && i->rsp_ready)
    trace_response(ls, &o->rsp);
  if (i->req.valid && o->req_ready) {
    ws_text_operands(operands, &i->req, ls->cfg.core.lanes);
    ws_text_ptx(text, &i->req, ls->cfg.core.lanes);
    fprintf(f, "/* %8" PRIu64 " */ .warp %" PRIu32 "; .set.pred g, 0x%" PRIx32 "; %s@g %s // tag %" PRIu32 "\n",
            ls->cycle, i->req.warp, i->req.lanes, operands, text, i->req.tag);
  }
  if (o->err.valid && !ls->err_seen.valid)
    fprintf(f,
            "/* %8" PRIu64 " */ .expect.error %s; // captured: warp %" PRIu32 ", lanes 0x%" PRIx32
            ", operand 0x%" PRIx32 ", %s\n",
            ls->cycle, ws_text_status(status, o->err.status), o->err.warp, o->err.lanes, o->err.opnd,
            ws_text_op(name, o->err.op));
  ls->err_seen = o->err;
}
