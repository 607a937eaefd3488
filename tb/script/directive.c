// SPDX-License-Identifier: Apache-2.0
// Front end: the directives of warp scripts, and the PTX directives that are accepted and mean nothing here.
#include <string.h>

#include "front.h"
#include "near.h"

static uint32_t lane_mask(const parser *p) {
  unsigned lanes = p->s->machine.lanes;
  return lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
}

// A lane mask; wider numbers are cut to the lanes.
static bool mask(parser *p, uint32_t *out) {
  value v;
  ws_value bits;
  if (!expr(p, &v) || !fit(p, &v, WS_T_U64, false, &bits))
    return false;
  *out = (uint32_t)bits.lo & lane_mask(p);
  return true;
}

static ws_type need_type(parser *p, bool pred) {
  static const ws_type allowed[] = {WS_T_B16, WS_T_B32, WS_T_B64, WS_T_B128, WS_T_U32, WS_T_S32,
                                    WS_T_U64, WS_T_S64, WS_T_F32, WS_T_F64,  WS_T_PRED};
  const tok *t = peek(p);
  ws_type type = t->kind == TK_DOT ? type_of_name(t->s) : WS_T_NONE;
  for (unsigned i = 0; i < sizeof allowed / sizeof allowed[0] - !pred; i++)
    if (type == allowed[i] && type != WS_T_NONE) {
      next(p);
      return type;
    }
  if (t->kind != TK_BAD)
    error_at(p, t, "expected a type: .b16 .b32 .b64 .b128 .u32 .s32 .u64 .s64 .f32 .f64%s; found '%s%s'",
             pred ? " .pred" : "", t->kind == TK_DOT ? "." : "", tok_text(t));
  return WS_T_NONE;
}

static bool one_value(parser *p, ws_type type, ws_value *out) {
  value v;
  if (peek(p)->kind == TK_ID && !strcmp(peek(p)->s, "_")) {
    next(p);
    *out = (ws_value){.keep = true};
    return true;
  }
  return expr(p, &v) && fit(p, &v, type, true, out);
}

// V or {V, V, ...}: a single value, or one for each lane, `_` for none.
static bool values(parser *p, ws_stmt *st) {
  unsigned lanes = p->s->machine.lanes;
  const tok *open = peek(p);
  if (st->type == WS_T_PRED) {
    uint32_t m = 0;
    if (at_op(p, '{')) {
      error_at(p, open, "a predicate takes one lane mask, not a list");
      return false;
    }
    if (!mask(p, &m))
      return false;
    st->val = pool_get(p->s, sizeof *st->val);
    st->val->lo = m;
    st->nval = 1;
    return true;
  }
  st->val = pool_get(p->s, lanes * sizeof *st->val);
  if (!take_op(p, '{')) {
    st->nval = 1;
    if (peek(p)->kind == TK_ID && !strcmp(peek(p)->s, "_")) {
      error_at(p, open, "'_' stands in lists only");
      return false;
    }
    return one_value(p, st->type, st->val);
  }
  unsigned n = 0;
  do {
    ws_value v;
    if (!one_value(p, st->type, &v))
      return false;
    if (n < lanes)
      st->val[n] = v;
    n++;
  } while (take_op(p, ','));
  if (!need_op(p, '}', "the list"))
    return false;
  st->nval = lanes;
  if (n != lanes) {
    error_at(p, open, "%u values, but there are %u lanes", n, lanes);
    return true; // the statement itself is well formed
  }
  return true;
}

// [a] of .set.mem and .expect.mem: a number, a variable, or a variable and an offset.
static bool memory_address(parser *p, ws_stmt *st) {
  const tok *t = peek(p);
  raw r;
  if (!at_op(p, '[')) {
    if (t->kind != TK_BAD)
      error_at(p, t, "expected an address in brackets, found '%s'", tok_text(t));
    return false;
  }
  if (!raw_operand(p, &r))
    return false;
  uint64_t addr = r.v.lo;
  uint32_t bytes = ws_type_bits(st->type) / 8, limit = st->space == WS_SP_GLOBAL ? WS_GLOBAL_BYTES : WS_SHARED_BYTES;
  if (r.name) {
    sym *y = sym_find(p, r.name);
    if (!y || !y->var) {
      error_at(p, &r, "the address must be a number or a variable, '%s' is %s", r.name,
               y ? "a register" : "not declared");
      return true;
    }
    if (y->var->space != st->space) {
      error_at(p, &r, "'%s' is in the %s space", r.name, y->var->space == WS_SP_GLOBAL ? "global" : "shared");
      return true;
    }
    addr += y->var->addr;
  }
  if (addr > limit || limit - addr < bytes)
    error_at(p, &r, "address 0x%llx is outside the %s space of %u bytes", (unsigned long long)addr,
             st->space == WS_SP_GLOBAL ? "global" : "shared", limit);
  st->addr = (uint32_t)addr;
  return true;
}

static bool set_or_expect_mem(parser *p, ws_stmt *st, bool set) {
  next(p); // .mem
  st->kind = set ? WS_S_SET_MEM : WS_S_EXPECT_MEM;
  st->space = WS_SP_SHARED_CTA;
  const tok *t = peek(p);
  if (t->kind == TK_DOT && (!strcmp(t->s, "shared") || !strcmp(t->s, "shared::cta") || !strcmp(t->s, "global"))) {
    st->space = t->s[0] == 'g' ? WS_SP_GLOBAL : WS_SP_SHARED_CTA;
    next(p);
  }
  st->type = need_type(p, false);
  if (st->type == WS_T_NONE || !memory_address(p, st) || !need_op(p, ',', "the address"))
    return false;
  if (at_op(p, '{')) {
    error_at(p, peek(p), "memory takes one value, not a list");
    return false;
  }
  if (peek(p)->kind == TK_ID && !strcmp(peek(p)->s, "_")) {
    error_at(p, peek(p), "'_' stands in lists only");
    return false;
  }
  st->val = pool_get(p->s, sizeof *st->val);
  st->nval = 1;
  return one_value(p, st->type, st->val);
}

static bool set_or_expect(parser *p, ws_stmt *st, bool set) {
  st->kind = set ? WS_S_SET : WS_S_EXPECT;
  st->type = need_type(p, true);
  if (st->type == WS_T_NONE)
    return false;
  const tok *t = peek(p);
  if (t->kind != TK_ID || !strcmp(t->s, "_") || !strcmp(t->s, "WARP_SZ")) {
    if (t->kind != TK_BAD)
      error_at(p, t, "expected a register, found '%s'", tok_text(t));
    return false;
  }
  if (is_special(t->s)) {
    error_at(p, t, set ? "special registers cannot be written" : "special registers are read with mov only");
    return false;
  }
  next(p);
  raw r = {.kind = RAW_NAME, .line = t->line, .col = t->col, .name = t->s};
  sym *y = sym_reg(p, t->s, t->line);
  if (!y) {
    error_at(p, t, "'%s' is a variable; use .set.mem and .expect.mem for memory", t->s);
  } else if (!set) {
    ws_operand o = {0};
    reg_read(p, &r, y, st->type, &o);
  } else if (y->reg->declared) {
    if (!reg_compatible(y->reg->type, st->type))
      error_at(p, t, "'%s' is declared .%s, which does not take .%s", t->s, ws_type_name(y->reg->type),
               ws_type_name(st->type));
    y->written[where(p)] = true;
  } else {
    y->bits[where(p)] = (uint8_t)ws_type_bits(st->type);
  }
  st->reg = y ? y->reg : NULL;
  if (!need_op(p, ',', "the register") || !values(p, st))
    return false;
  st->lanes = lane_mask(p);
  if (set || !take_op(p, ','))
    return true;
  st->has_lanes = true;
  return mask(p, &st->lanes);
}

static bool expect_status(parser *p, ws_stmt *st, bool error) {
  next(p);
  st->kind = error ? WS_S_EXPECT_ERROR : WS_S_EXPECT_STATUS;
  const tok *t = peek(p);
  if (t->kind != TK_ID) {
    if (t->kind != TK_BAD)
      error_at(p, t, "expected the name of a status, found '%s'", tok_text(t));
    return false;
  }
  next(p);
  if (error && !strcmp(t->s, "none")) {
    st->none = true;
  } else {
    int status = status_of_name(t->s);
    if (status < 0)
      error_at(p, t, "'%s' is not the name of a status%s", t->s, near_status(t->s, (near_text){0}));
    else
      st->status = (unsigned)status;
  }
  if (!error && take_op(p, ',')) {
    st->has_lanes = true;
    return mask(p, &st->lanes);
  }
  return true;
}

static bool ptx_header(parser *p, const char *word) {
  const tok *t = next(p);
  if (!strcmp(word, "version")) {
    t = peek(p);
    if (t->kind != TK_FLT || t->flt != FLT_DECIMAL) {
      error_at(p, t, ".version takes a number such as 8.6");
      return false;
    }
    next(p);
  } else if (!strcmp(word, "address_size")) {
    t = peek(p);
    if (t->kind != TK_INT || (t->lo != 32 && t->lo != 64)) {
      error_at(p, t, ".address_size is 32 or 64");
      return false;
    }
    next(p);
  } else {
    do {
      t = peek(p);
      if (t->kind != TK_ID) {
        error_at(p, t, ".target takes names such as sm_100a");
        return false;
      }
      next(p);
    } while (take_op(p, ','));
  }
  return true;
}

// .loc and .file, which have no `;`, and .pragma: for tools that read what a compiler wrote, without meaning here.
static bool skipped(parser *p, const char *word, bool *ended) {
  const tok *at = next(p);
  if (!strcmp(word, "pragma")) {
    do {
      if (peek(p)->kind != TK_STR) {
        error_at(p, peek(p), ".pragma takes strings");
        return false;
      }
      next(p);
    } while (take_op(p, ','));
    return true;
  }
  bool file = word[0] == 'f';
  unsigned numbers = 0, strings = 0;
  for (; peek(p)->line == at->line && (peek(p)->kind == TK_INT || peek(p)->kind == TK_STR); next(p)) {
    numbers += peek(p)->kind == TK_INT;
    strings += peek(p)->kind == TK_STR;
  }
  if (file ? numbers != 1 || strings != 1 : numbers != 3 || strings) {
    error_at(p, at, file ? ".file takes a number and a name" : ".loc takes three numbers: file, line, column");
    return false;
  }
  if (at_op(p, ',')) // function_name, inlined_at
    while (peek(p)->line == at->line && peek(p)->kind != TK_EOF && !at_op(p, ';'))
      next(p);
  take_op(p, ';');
  *ended = true;
  return true;
}

bool directive(parser *p, ws_stmt *st, bool *ended) {
  const tok *t = peek(p);
  const char *d = t->s;
  unsigned places = p->s->machine.warps * p->s->machine.ctas;
  if (!strcmp(d, "set") || !strcmp(d, "expect")) {
    bool set = d[0] == 's';
    next(p);
    const tok *sub = peek(p);
    if (sub->kind == TK_DOT && !strcmp(sub->s, "mem"))
      return set_or_expect_mem(p, st, set);
    if (!set && sub->kind == TK_DOT && (!strcmp(sub->s, "status") || !strcmp(sub->s, "error")))
      return expect_status(p, st, sub->s[0] == 'e');
    if (!set && sub->kind == TK_DOT && !strcmp(sub->s, "waiting")) {
      next(p);
      st->kind = WS_S_EXPECT_WAITING;
      return mask(p, &st->lanes);
    }
    return set_or_expect(p, st, set);
  }
  if (!strcmp(d, "reset")) {
    next(p);
    st->kind = WS_S_RESET;
    p->cta = p->warp = 0;
    memset(p->ragged, 0, places * sizeof(bool));
    for (unsigned b = 0; b < SYM_BUCKETS; b++)
      for (sym *y = p->bucket[b]; y; y = y->next) {
        if (y->reg && !y->reg->declared)
          memset(y->bits, 0, places);
        if (y->reg)
          memset(y->written, 0, places * sizeof(bool));
      }
    return true;
  }
  if (!strcmp(d, "cta") || !strcmp(d, "warp")) {
    next(p);
    st->kind = d[0] == 'c' ? WS_S_CTA : WS_S_WARP;
    const tok *n = peek(p);
    unsigned limit = d[0] == 'c' ? p->s->machine.ctas : p->s->machine.warps;
    if (!expr_u32(p, 0xffffffffu, d, &st->n))
      return false;
    if (st->n >= limit)
      error_at(p, n, "%s %u: the machine has %u of them (.machine %ss=N)", d, st->n, limit, d);
    else
      *(d[0] == 'c' ? &p->cta : &p->warp) = st->n;
    return true;
  }
  if (!strcmp(d, "exit")) {
    next(p);
    st->kind = WS_S_EXIT;
    p->ragged[where(p)] = true;
    return mask(p, &st->lanes);
  }
  if (!strcmp(d, "wait")) {
    next(p);
    st->kind = WS_S_WAIT;
    return expr_u32(p, 0xffffffffu, "the number of ticks", &st->n);
  }
  if (!strcmp(d, "reg"))
    return declare_reg(p);
  if (!strcmp(d, "shared") || !strcmp(d, "global"))
    return declare_var(p, d[0] == 's' ? WS_SP_SHARED_CTA : WS_SP_GLOBAL);
  if (!strcmp(d, "version") || !strcmp(d, "target") || !strcmp(d, "address_size")) {
    bool ok = ptx_header(p, d);
    take_op(p, ';'); // PTX has none here
    *ended = ok;
    return ok;
  }
  if (!strcmp(d, "loc") || !strcmp(d, "file") || !strcmp(d, "pragma"))
    return skipped(p, d, ended);
  error_at(p, t, "unknown directive '.%s'%s", d, near_directive(d, (near_text){0}));
  return false;
}
