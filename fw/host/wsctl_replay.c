// SPDX-License-Identifier: Apache-2.0
// Command replay of wsctl: warp scripts on a board. The parser and the machine are those of tb/script.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_board.h"
#include "bus/ws_regs.h"

// ------------------------------------------------------------------------------------------- what a board can do

static bool not_here(const ws_script *s, const ws_stmt *st, const char *what) {
  fprintf(stderr, "%s:%u:%u: error: not on this board: %s\n", s->path, st ? st->line : 1, st ? st->col : 1, what);
  return false;
}

// The statement that sets the sizes; NULL if they are the defaults.
static const ws_stmt *machine_of(const ws_script *s) {
  for (size_t i = 0; i < s->nstmt; i++)
    if (s->stmt[i].kind == WS_S_DECL && !strncmp(s->text + s->stmt[i].begin, ".machine", 8))
      return &s->stmt[i];
  return NULL;
}

static bool right_size(const ws_script *s, const ws_caps *c) {
  const ws_machine *m = &s->machine;
  unsigned warps = c->warps / c->slots;
  char text[120];
  if (m->lanes != c->lanes) {
    snprintf(text, sizeof text, "the script is for warps of %u lanes, the board has %u", m->lanes, c->lanes);
    return not_here(s, machine_of(s), text);
  }
  if (m->warps > warps) {
    snprintf(text, sizeof text, "the script has %u warps, a CTA of the board %u", m->warps, warps);
    return not_here(s, machine_of(s), text);
  }
  if (m->ctas > 1) {
    snprintf(text, sizeof text, "the script has a cluster of %u CTAs, a board has CTAs of their own", m->ctas);
    return not_here(s, machine_of(s), text);
  }
  return true;
}

// The bit of CAP_UNITS for an operation.
static uint32_t unit_bit(uint32_t op) { return ws_family_of(op); }

static bool uses_shared(const ws_stmt *st) {
  if (st->kind == WS_S_SET_MEM || st->kind == WS_S_EXPECT_MEM)
    return st->space == WS_SP_SHARED_CTA;
  return st->kind == WS_S_INSN && (st->insn->helper == WS_H_LD || st->insn->helper == WS_H_ST) &&
         (st->insn->space == WS_SP_SHARED_CTA || st->insn->space == WS_SP_SHARED_CLUSTER);
}

bool block_board_can(const ws_script *s, const ws_caps *caps) {
  bool can = right_size(s, caps);
  for (size_t i = 0; i < s->nstmt; i++) {
    const ws_stmt *st = &s->stmt[i];
    char text[120];
    if (st->kind == WS_S_INSN && ws_insn_of_block(st->insn) && !(caps->units & unit_bit(st->insn->op))) {
      snprintf(text, sizeof text, "%s is not built", st->insn->name);
      can = not_here(s, st, text);
    } else if (!caps->smem_bytes && uses_shared(st)) {
      can = not_here(s, st, "it has no shared memory");
    }
  }
  return can;
}

// ----------------------------------------------------------------------------------------------------------- replay

static ws_script **scripts; // of the call, from check_scripts on: a pipe can be read only once

static void *or_end(void *memory) {
  if (memory)
    return memory;
  fprintf(stderr, "wsctl: out of memory\n");
  exit(WRONG);
}

static void free_scripts(int count) {
  for (int i = 0; i < count; i++)
    ws_script_free(scripts[i]);
  free(scripts);
  scripts = NULL;
}

int check_scripts(char **args, int count) {
  int status = GOOD;
  scripts = or_end(calloc((size_t)count, sizeof scripts[0]));
  for (int i = 0; i < count; i++) {
    scripts[i] = or_end(ws_script_parse(args[i], true));
    ws_script_print_diags(scripts[i], stderr);
    if (scripts[i]->errors)
      status = WRONG;
  }
  if (status != GOOD)
    free_scripts(count);
  return status;
}

static uint64_t operations(const ws_script *s) {
  uint64_t n = 0;
  for (size_t i = 0; i < s->nstmt; i++)
    n += s->stmt[i].kind == WS_S_INSN && ws_insn_of_block(s->stmt[i].insn);
  return n;
}

static int replay(connection *c, ws_dev *dev, const ws_script *s, bool one, bool quiet) {
  progress bar;
  board b = {.connection = c, .dev = dev, .bar = &bar};
  bool can = block_board_can(s, &dev->caps);
  if (!can && !one)
    printf("%s: not run\n", s->path);
  if (!can)
    return WRONG;
  progress_begin(&bar, "operation", operations(s), quiet);
  block_board_use(&b);
  int status = ws_machine_run(s, &(ws_run_options){.dut = WS_DUT_RTL, .name = one ? NULL : s->path});
  progress_hide(&bar);
  if (connection_lost(c))
    return NO_BOARD;
  return b.refused || status == 2 ? WRONG : status == 1 ? FAILED : GOOD;
}

int run_replay(connection *c, const options *o, char **args, int count) {
  ws_dev dev;
  int status, worst = GOOD;
  (void)args;
  if (!open_block(c, &dev, &worst)) {
    free_scripts(count);
    return worst;
  }
  worst = GOOD;
  for (int i = 0; i < count && worst != NO_BOARD; i++) {
    status = replay(c, &dev, scripts[i], count == 1, o->quiet);
    worst = status > worst ? status : worst;
  }
  free_scripts(count);
  return worst;
}
