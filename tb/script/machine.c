// SPDX-License-Identifier: Apache-2.0
// The loop over the statements of a script (machine.h): directives, guards, errors that only show while running, and
// the summary. A statement with such an error is not carried out (a wait with a stale token is, it shows only then); the
// script goes on behind it, so that every error is reported.
#include "machine.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void out_of_memory(void) {
  fprintf(stderr, "ws_replay: error: out of memory\n");
  exit(2);
}

void *must_alloc(size_t n, size_t size) {
  void *p = calloc(n ? n : 1, size);
  if (!p)
    out_of_memory();
  return p;
}

void script_error(machine *m, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s:%u:%u: error: ", m->s->path, m->now->line, m->now->col);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  m->error = true;
}

void block_failed(machine *m) {
  difference(m, "cta %u warp %u: the block failed while this statement ran, see the report above", m->cur_cta,
             m->cur_warp);
  m->stop = true;
}

// The lowest lane of `lanes` that is blocked is named: it would have to be in two statements at a time.
static bool refuse_blocked(machine *m, uint32_t lanes) {
  const warp_state *w = warp_of(m);
  uint32_t blocked = lanes & block_wait(cta_of(m)->block, m->cur_warp) & w->pending;
  if (!blocked)
    return false;
  unsigned lane = (unsigned)__builtin_ctz(blocked);
  script_error(m, "lane %u waits since %u", lane, w->at[lane]->line);
  return true;
}

bool reached_lanes(machine *m, const ws_insn *in, uint32_t *lanes) {
  const block *b = cta_of(m)->block;
  uint32_t live = block_live(b, m->cur_warp) & m->all, blocked = block_wait(b, m->cur_warp);
  *lanes = live & ~blocked;
  if (!in->guard)
    return true;
  const reg_state *g = reg_of(m, warp_of(m), in->guard);
  uint32_t holds = 0;
  for (unsigned i = 0; i < m->lanes; i++)
    holds |= ((g->v[i].lo & 1) ^ in->guard_neg ? 1u : 0u) << i;
  if (refuse_blocked(m, live & holds))
    return false;
  *lanes &= holds;
  return true;
}

void exit_lanes(machine *m, uint32_t lanes) {
  if (!block_exit(cta_of(m)->block, m->cur_warp, lanes))
    block_failed(m);
}

static void run_insn(machine *m, const ws_insn *in) {
  uint32_t lanes;
  if (!in->built && in->helper == WS_H_NONE) {
    script_error(m, "%s is not built yet", in->name);
    return;
  }
  if (!reached_lanes(m, in, &lanes)) {
    dests_resize(m, in); // the checker of the statements behind this one counts on it
    return;
  }
  if (lanes)
    warp_of(m)->issued = lanes;
  if (in->helper == WS_H_NONE)
    warp_op_run(m, in, lanes);
  else if (in->helper == WS_H_ATOM)
    atom_run(m, in, lanes);
  else
    helper_run(m, in, lanes);
}

static void run_set(machine *m, const ws_stmt *st) {
  warp_state *w = warp_of(m);
  bool pred = st->type == WS_T_PRED;
  reg_resize(m, w, st->reg, ws_type_bits(st->type));
  for (unsigned i = 0; i < m->lanes; i++) {
    const ws_value *v = &st->val[pred || st->nval == 1 ? 0 : i];
    if (!v->keep)
      reg_write(m, w, st->reg, i, pred ? (value){v->lo >> i & 1, 0} : (value){v->lo, v->hi});
  }
}

static void run_exit(machine *m, const ws_stmt *st) {
  uint32_t live = block_live(cta_of(m)->block, m->cur_warp) & st->lanes;
  if (live && !refuse_blocked(m, live))
    exit_lanes(m, live);
}

static void run_set_mem(machine *m, const ws_stmt *st) {
  mem_place at = mem_door(m, st->space, st->addr);
  bool raw; // the back door is open all the same
  mem_store(m, &at, ws_type_bits(st->type) / 8, (value){st->val[0].lo, st->val[0].hi}, &raw);
}

static void forget(machine *m) {
  for (unsigned c = 0; c < m->s->machine.ctas; c++) {
    cta_state *cta = &m->cta[c];
    for (unsigned w = 0; w < m->s->machine.warps; w++) {
      regs_forget(m, &cta->warp[w]);
      cta->warp[w] = (warp_state){0};
    }
    memset(cta->life, 0, sizeof cta->life);
    cta->error = 0;
  }
  memset(m->global, 0, sizeof m->global);
  m->cur_cta = m->cur_warp = m->mails = 0;
  m->phase = false;
}

static void run_reset(machine *m) {
  forget(m);
  for (unsigned c = 0; c < m->s->machine.ctas && !m->stop; c++)
    if (!block_reset(m->cta[c].block))
      block_failed(m);
}

// The barrier of the cluster: a phase is over when every CTA says so of it and one of them has warps.
static bool phase_over(const machine *m) {
  bool over = true, any = false;
  for (unsigned c = 0; c < m->s->machine.ctas; c++) {
    ws_clb clb = block_clb(m->cta[c].block);
    over &= clb.done && clb.phase == m->phase;
    any |= clb.any;
  }
  return over && any;
}

// Lanes go on in the order of their CTAs. A CTA alone is its own cluster, and its block knows that.
static void end_phase(machine *m) {
  if (m->s->machine.ctas == 1 || !phase_over(m))
    return;
  m->phase = !m->phase;
  for (unsigned c = 0; c < m->s->machine.ctas && !m->stop; c++)
    if (!block_phase(m->cta[c].block, m->phase))
      block_failed(m);
}

// Every lane that is in an operation of the block must be blocked when the block has settled; another one would have
// been lost. And the other way round.
static void no_lane_lost(machine *m) {
  for (unsigned c = 0; c < m->s->machine.ctas && !m->stop; c++)
    for (unsigned w = 0; w < m->s->machine.warps; w++) {
      uint32_t odd = m->cta[c].warp[w].pending ^ (block_wait(m->cta[c].block, w) & m->all);
      if (!odd)
        continue;
      difference(m, "cta %u warp %u lanes 0x%x: %s", c, w, odd,
                 odd & m->cta[c].warp[w].pending ? "neither an answer nor blocked" : "blocked after the answer");
      m->stop = true;
    }
}

static void run_statement(machine *m, const ws_stmt *st) {
  m->now = st;
  m->statements++;
  m->check_failed = false;
  switch (st->kind) {
  case WS_S_DECL: break;
  case WS_S_RESET: run_reset(m); break;
  case WS_S_CTA: m->cur_cta = st->n; break;
  case WS_S_WARP: m->cur_warp = st->n; break;
  case WS_S_SET: run_set(m, st); break;
  case WS_S_SET_MEM: run_set_mem(m, st); break;
  case WS_S_EXIT: run_exit(m, st); break;
  case WS_S_WAIT: run_wait(m, st->n); break;
  case WS_S_INSN:
    m->instructions++;
    run_insn(m, st->insn);
    break;
  default: expect_run(m, st); return;
  }
  if (!m->stop)
    end_phase(m);
  if (!m->stop)
    no_lane_lost(m);
  if (m->rec && !m->stop)
    record_after(m, st);
}

static void close_all(machine *m) {
  for (unsigned c = 0; m->cta && c < m->s->machine.ctas; c++) {
    for (unsigned w = 0; m->cta[c].warp && w < m->s->machine.warps; w++)
      regs_forget(m, &m->cta[c].warp[w]);
    free(m->cta[c].warp);
    block_close(m->cta[c].block);
  }
  free(m->cta);
  if (m->rec)
    record_close(m->rec);
  free(m);
}

// The file of a CTA: NAME.fst, NAME_cta1.fst, ...
static const char *waves_of(const char *waves, unsigned cta, char *file, size_t size) {
  if (!waves || !cta)
    return waves;
  const char *dot = strrchr(waves, '.');
  int stem = dot ? (int)(dot - waves) : (int)strlen(waves);
  snprintf(file, size, "%.*s_cta%u%s", stem, waves, cta, dot ? dot : "");
  return file;
}

static machine *open_all(const ws_script *s, const ws_run_options *opt, const char *repeat) {
  machine *m = must_alloc(1, sizeof *m);
  unsigned lanes = s->machine.lanes;
  m->s = s;
  m->lanes = lanes;
  m->all = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1;
  m->cta = must_alloc(s->machine.ctas, sizeof *m->cta);
  if (opt->record)
    m->rec = record_open(s);
  for (unsigned c = 0; c < s->machine.ctas; c++) {
    char waves[600];
    block_cfg cfg = {
        .lanes = lanes,
        .warps = s->machine.warps,
        .rank = c,
        .ctas = s->machine.ctas,
        .legacy = s->machine.legacy,
        .trywait = (uint16_t)s->machine.trywait,
        .watchdog = (uint16_t)s->machine.watchdog,
        .rtl = opt->dut != WS_DUT_CMODEL,
        .model = opt->dut != WS_DUT_RTL,
        .global = m->global,
        .name = s->path,
        .repeat = repeat,
        .waves = waves_of(opt->waves, c, waves, sizeof waves),
        .on_rsp = on_response,
        .on_msg = on_message,
        .on_ask = on_ask,
        .on_ans = on_ans,
        .user = &m->cta[c],
    };
    m->cta[c].m = m;
    m->cta[c].warp = must_alloc(s->machine.warps, sizeof *m->cta[c].warp);
    m->cta[c].block = block_open(&cfg);
    if (m->cta[c].block)
      continue;
    close_all(m);
    return NULL;
  }
  return m;
}

int ws_machine_run(const ws_script *s, const ws_run_options *opt) {
  if (s->machine.watchdog > UINT16_MAX) {
    fprintf(stderr, "%s: error: the watchdog counts at most %u ticks\n", s->path, UINT16_MAX);
    return 2;
  }
  size_t size = strlen(s->path) + 64;
  char *repeat = must_alloc(size, 1);
  static const char *const dut[] = {[WS_DUT_BOTH] = "both", [WS_DUT_RTL] = "rtl", [WS_DUT_CMODEL] = "cmodel"};
  snprintf(repeat, size, "make replay SCRIPT=%s DUT=%s", s->path, dut[opt->dut]);
  machine *m = open_all(s, opt, repeat);
  if (!m) {
    free(repeat);
    return 2;
  }
  for (size_t i = 0; i < s->nstmt && !m->stop; i++)
    run_statement(m, &s->stmt[i]);
  // A recording is made of answers on which both sides agree, to a script without errors.
  if (opt->record && (m->error || m->stop))
    fprintf(stderr, "%s: not written\n", opt->record);
  else if (opt->record && !record_write(m->rec, opt->record))
    m->error = true;
  int rc = m->error ? 2 : m->failed ? 1 : 0;
  const size_t statements = m->statements, checks = m->checks, failed = m->failed;
  close_all(m); // who shows progress ends that here
  fflush(stderr);
  printf("%s%s%zu statements, %zu checks, %zu failed\n", opt->name ? opt->name : "", opt->name ? ": " : "", statements,
         checks, failed);
  fflush(stdout);
  free(repeat);
  return rc;
}
