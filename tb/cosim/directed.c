// SPDX-License-Identifier: Apache-2.0
// The words of directed tests (directed.h).
#include "directed.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static const unsigned stalls[] = {0, 30, 60, 85};

ws_session_cfg ws_run_session(const ws_run *r, unsigned stall) {
  return (ws_session_cfg){
      .core = r->core,
      .rtl = r->rtl,
      .side = r->side,
      .oracle = r->oracle,
      .test = r->name,
      .repeat = r->repeat,
      .waves = r->waves,
      .short_waves = r->short_waves,
      .faildir = r->faildir,
      .seed = r->seed,
      .stall = stall,
      .trace = r->trace,
      .stimulus = r->stimulus,
      .hash = r->hash,
      .watch = r->cover ? r->cover->watch : NULL,
  };
}

bool ws_play(ws_run *r, void (*scene)(ws_scene *)) {
  bool good = true;
  for (size_t k = 0; k < sizeof stalls / sizeof stalls[0] && good; k++) {
    ws_session_cfg cfg = ws_run_session(r, stalls[k]);
    char file[600];
    if (r->waves && stalls[k]) { // a file for each variant: name.fst, name_30.fst, ...
      const char *dot = strrchr(r->waves, '.');
      int stem = dot ? (int)(dot - r->waves) : (int)strlen(r->waves);
      snprintf(file, sizeof file, "%.*s_%u%s", stem, r->waves, stalls[k], dot ? dot : "");
      cfg.waves = file;
    }
    if (r->trace)
      fprintf(r->trace, "// %s, stalls %u %%\n", r->name, stalls[k]);
    ws_scene t = {.run = r, .lanes = r->core.lanes, .stall = stalls[k]};
    t.all = t.lanes == 32 ? UINT32_MAX : (1u << t.lanes) - 1;
    t.s = ws_session_open(&cfg);
    if (!t.s)
      return false;
    for (unsigned cta = ws_dut_ctas(&r->core); cta-- > 0;) {
      ws_session_cta(t.s, cta);
      if (!ws_session_launch(t.s, 0, t.all))
        t.bad = true;
    }
    scene(&t);
    ws_settle(&t);
    r->ops += ws_session_issued(t.s);
    r->cycles += ws_session_cycles(t.s);
    good = ws_session_close(t.s) && !t.bad;
  }
  return good;
}

void ws_wrong(ws_scene *t, const char *format, ...) {
  t->bad = true;
  fflush(stdout);
  fprintf(stderr, "\n%s: cycle %" PRIu64 ": ", t->run->name, ws_session_cycles(t->s));
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  char ptx[WS_TEXT_MAX], operands[WS_TEXT_MAX];
  t->q.lanes = t->all; // every operand of the last request, whoever it was for
  ws_text_ptx(ptx, &t->q, t->lanes);
  ws_text_operands(operands, &t->q, t->lanes);
  fprintf(stderr,
          "\n  seed         %" PRIu64 "; %u lanes, stalls %u %%, CTA %u, warp %" PRIu32 "\n  last issued  %s%s\n",
          t->run->seed, t->lanes, t->stall, t->cta, t->warp, operands, ptx);
  if (t->run->repeat)
    fprintf(stderr, "  repeat       %s\n", t->run->repeat);
  fprintf(stderr, "\n");
}

void ws_issue_masks(ws_scene *t, uint32_t op, uint32_t lanes) {
  if (t->bad)
    return;
  t->q.op = op;
  t->q.lanes = lanes & t->all;
  t->q.warp = t->warp;
  t->q.tag = (t->q.tag + 1) & 0xff;
  if (!ws_session_issue(t->s, &t->q))
    t->bad = true;
}

void ws_do(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t mask) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.mask[i] = mask & t->all;
  ws_issue_masks(t, op, lanes);
}

void ws_exit(ws_scene *t, uint32_t lanes) {
  if (!t->bad && !ws_session_exit(t->s, t->warp, lanes & t->all))
    t->bad = true;
}

void ws_settle(ws_scene *t) {
  if (!t->bad && !ws_session_settle(t->s))
    t->bad = true;
}

void ws_cta(ws_scene *t, unsigned cta) {
  t->cta = cta;
  ws_session_cta(t->s, cta);
}

void ws_tick(ws_scene *t, uint64_t n) {
  if (!t->bad && !ws_session_tick(t->s, n))
    t->bad = true;
}

void ws_ticks(ws_scene *t, uint64_t n) {
  if (!t->bad && !ws_session_ticks(t->s, n))
    t->bad = true;
}

void ws_all_addr(ws_scene *t, uint64_t addr) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = addr;
}

void ws_all_a(ws_scene *t, uint64_t a) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.a[i] = a;
}

void ws_all_bc(ws_scene *t, uint32_t b, uint32_t c) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.b[i] = b, t->q.c[i] = c;
}

static const ws_lane_result *lane(ws_scene *t, unsigned i) { return ws_session_lane(t->s, t->warp, i); }

void ws_expect_d(ws_scene *t, unsigned i, uint64_t d) {
  ws_settle(t);
  if (!t->bad && lane(t, i)->d != d)
    ws_wrong(t, "lane %u: d = 0x%08" PRIx64 " expected 0x%08" PRIx64, i, lane(t, i)->d, d);
}

void ws_expect_d_lanes(ws_scene *t, uint32_t lanes, uint64_t d) {
  for (uint32_t m = lanes & t->all; m; m &= m - 1)
    ws_expect_d(t, (unsigned)__builtin_ctz(m), d);
}

void ws_expect_p(ws_scene *t, uint32_t lanes, uint32_t p) {
  ws_settle(t);
  for (uint32_t m = lanes & t->all; m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m);
    if (lane(t, i)->p != (p >> i & 1u))
      ws_wrong(t, "lane %u: p = %d expected %u", i, lane(t, i)->p, p >> i & 1u);
  }
}

void ws_expect_status(ws_scene *t, uint32_t lanes, uint32_t status) {
  ws_settle(t);
  char x[16], y[16];
  for (uint32_t m = lanes & t->all; m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m);
    if (ws_session_out(t->s)->wait[t->warp] >> i & 1u)
      ws_wrong(t, "lane %u: is blocked, expected status %s", i, ws_text_status(y, status));
    else if (lane(t, i)->status != status)
      ws_wrong(t, "lane %u: status %s expected %s", i, ws_text_status(x, lane(t, i)->status),
               ws_text_status(y, status));
  }
}

void ws_expect_wait(ws_scene *t, uint32_t lanes) {
  ws_settle(t);
  if (t->bad)
    return;
  uint32_t wait = ws_session_out(t->s)->wait[t->warp];
  if (wait != (lanes & t->all))
    ws_wrong(t, "blocked lanes 0x%08" PRIx32 " expected 0x%08" PRIx32, wait, lanes & t->all);
}

void ws_expect_error(ws_scene *t, uint32_t status, uint32_t lanes) {
  ws_settle(t);
  if (t->bad)
    return;
  const ws_err *e = &ws_session_out(t->s)->err;
  char x[16], y[16];
  uint32_t got = e->valid ? e->status : WS_ST_OK;
  if (got != status)
    ws_wrong(t, "captured error %s expected %s", ws_text_status(x, got), ws_text_status(y, status));
  else if (status != WS_ST_OK && (e->lanes != (lanes & t->all) || e->warp != t->warp))
    ws_wrong(t,
             "captured error of warp %" PRIu32 ", lanes 0x%08" PRIx32 " expected warp %" PRIu32 ", lanes 0x%08" PRIx32,
             e->warp, e->lanes, t->warp, lanes & t->all);
}

void ws_expect_count(ws_scene *t, uint32_t lanes, unsigned count) {
  ws_settle(t);
  for (uint32_t m = lanes & t->all; m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m);
    if (lane(t, i)->count != count)
      ws_wrong(t, "lane %u: answered %u times, expected %u", i, lane(t, i)->count, count);
  }
}
