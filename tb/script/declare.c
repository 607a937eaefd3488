// SPDX-License-Identifier: Apache-2.0
// Front end: .reg, .shared, .global and .machine.
#include <stdio.h>
#include <string.h>

#include "front.h"

#define MAX_RANGE 65536u
#define MAX_REGS 262144u // of a script, as each is kept for every warp

static const tok *need_name(parser *p, const char *what) {
  const tok *t = peek(p);
  if (t->kind == TK_ID && is_special(t->s)) {
    error_at(p, t, "'%s' is a special register", t->s);
    return NULL;
  }
  if (t->kind == TK_ID && strcmp(t->s, "_") && strcmp(t->s, "WARP_SZ"))
    return next(p);
  if (t->kind != TK_BAD)
    error_at(p, t, "expected the name of %s, found '%s%s'", what, t->kind == TK_DOT ? "." : "", tok_text(t));
  return NULL;
}

static void one_reg(parser *p, const tok *at, const char *name, ws_type type) {
  sym *y = sym_declare(p, at, name);
  if (!y)
    return;
  ws_reg *r = reg_new(p, y, at->line);
  r->declared = true;
  r->type = type;
  memset(y->bits, (int)ws_type_bits(type), (size_t)p->s->machine.warps * p->s->machine.ctas);
}

bool declare_reg(parser *p) {
  next(p); // .reg
  const tok *t = peek(p);
  if (t->kind == TK_DOT && (!strcmp(t->s, "v2") || !strcmp(t->s, "v4"))) {
    error_at(p, t, "vector registers are not part of warp scripts; write {a, b}");
    return false;
  }
  ws_type type = t->kind == TK_DOT ? type_of_name(t->s) : WS_T_NONE;
  // bf16 is no fundamental type: such values live in .b16 and .b32.
  if (type == WS_T_NONE || type == WS_T_BF16 || type == WS_T_BF16X2) {
    error_at(p, t, "'%s%s' is not a type of registers", t->kind == TK_DOT ? "." : "", tok_text(t));
    return false;
  }
  next(p);
  do {
    const tok *name = need_name(p, "a register");
    if (!name)
      return false;
    if (take_op(p, '<')) {
      const tok *n = peek(p);
      if (n->kind != TK_INT || n->hi || n->lo > MAX_RANGE) {
        error_at(p, n, "expected the number of registers, at most %u", MAX_RANGE);
        return false;
      }
      next(p);
      if (p->s->nregs + n->lo > MAX_REGS) {
        error_at(p, n, "a script declares at most %u registers", MAX_REGS);
        return false;
      }
      for (unsigned i = 0; i < n->lo; i++) {
        char digits[16];
        snprintf(digits, sizeof digits, "%u", i);
        char *full = pool_get(p->s, strlen(name->s) + sizeof digits);
        strcpy(full, name->s);
        strcat(full, digits);
        one_reg(p, name, full, type);
      }
      if (!need_op(p, '>', "the number of registers"))
        return false;
    } else {
      one_reg(p, name, name->s, type);
    }
  } while (take_op(p, ','));
  return true;
}

bool declare_var(parser *p, ws_space space) {
  unsigned sp = space == WS_SP_GLOBAL, limit = sp ? WS_GLOBAL_BYTES : WS_SHARED_BYTES;
  next(p); // .shared or .global
  uint32_t align = 0;
  if (peek(p)->kind == TK_DOT && !strcmp(peek(p)->s, "align")) {
    next(p);
    const tok *n = peek(p);
    if (!expr_u32(p, limit, "an alignment", &align))
      return false;
    if (!align || align & (align - 1)) {
      error_at(p, n, "an alignment must be a power of two");
      return false;
    }
  }
  unsigned vec = 1;
  const tok *t = peek(p);
  if (t->kind == TK_DOT && (!strcmp(t->s, "v2") || !strcmp(t->s, "v4"))) {
    vec = (unsigned)(t->s[1] - '0');
    next(p);
    t = peek(p);
  }
  ws_type type = t->kind == TK_DOT ? type_of_name(t->s) : WS_T_NONE;
  if (type == WS_T_NONE || type == WS_T_PRED || type == WS_T_BF16 || type == WS_T_BF16X2) {
    error_at(p, t, "'%s%s' is not a type of variables", t->kind == TK_DOT ? "." : "", tok_text(t));
    return false;
  }
  next(p);
  uint32_t elem = ws_type_bits(type) / 8 * vec;
  if (align < elem)
    align = elem;
  do {
    const tok *name = need_name(p, "a variable");
    if (!name)
      return false;
    uint64_t bytes = elem;
    while (take_op(p, '[')) {
      uint32_t n = 0;
      const tok *dim = peek(p);
      if (at_op(p, ']')) {
        error_at(p, dim, "an array needs its number of elements");
        return false;
      }
      if (!expr_u32(p, WS_GLOBAL_BYTES, "the number of elements", &n) || !need_op(p, ']', "the number of elements"))
        return false;
      if (!n) {
        error_at(p, dim, "an array has at least one element");
        return false;
      }
      bytes *= n;
      if (bytes > limit)
        bytes = limit + 1ull;
    }
    if (at_op(p, '=')) {
      error_at(p, peek(p), "variables start at zero in warp scripts; use .set.mem");
      return false;
    }
    uint64_t addr = ((uint64_t)p->next_addr[sp] + align - 1) / align * align;
    if (addr + bytes > limit) {
      error_at(p, name, "'%s' does not fit: the %s space has %u bytes", name->s, sp ? "global" : "shared", limit);
      return false;
    }
    sym *y = sym_declare(p, name, name->s);
    if (!y)
      continue;
    ws_script *s = p->s;
    ws_var *v = pool_get(s, sizeof *v);
    *v = (ws_var){name->s, space, type, (uint32_t)addr, (uint32_t)bytes, name->line};
    y->var = v;
    s->var = pool_grow(s, s->var, s->nvars, &p->cap_var, sizeof(ws_var *));
    s->var[s->nvars++] = v;
    p->next_addr[sp] = (uint32_t)(addr + bytes);
  } while (take_op(p, ','));
  return true;
}

static bool is_lanes(uint32_t n) { return n == 4 || n == 8 || n == 16 || n == 32; }

// lanes=4|8|16|32, warps=1..32, ctas=1..8, target=sm_100a|sm_60, trywait=N, watchdog=N
bool machine_options(parser *p) {
  ws_machine *m = &p->s->machine, fresh = *m;
  bool allowed = !p->any_stmt;
  unsigned seen = 0;
  next(p); // .machine
  if (at_op(p, ';'))
    return true;
  do {
    static const char *const keys[] = {"lanes", "warps", "ctas", "target", "trywait", "watchdog"};
    const tok *key = need_name(p, "an option of .machine");
    if (!key)
      return false;
    unsigned k = 0;
    while (k < 6 && strcmp(keys[k], key->s))
      k++;
    if (k == 6) {
      error_at(p, key, "'%s' is no option of .machine: lanes, warps, ctas, target, trywait, watchdog", key->s);
      return false;
    }
    if (seen & 1u << k)
      error_at(p, key, "'%s' is given twice", key->s);
    seen |= 1u << k;
    if (!need_op(p, '=', "the name of an option"))
      return false;
    const tok *v = peek(p);
    uint32_t n = 0;
    if (k == 3) {
      if (v->kind != TK_ID || (strcmp(v->s, "sm_100a") && strcmp(v->s, "sm_60"))) {
        error_at(p, v, "target is sm_100a or sm_60");
        return false;
      }
      fresh.legacy = !strcmp(next(p)->s, "sm_60");
      continue;
    }
    if (!expr_u32(p, k == 5 ? 0xffff : 0xffffffffu, keys[k], &n))
      return false;
    if (k == 0 && !is_lanes(n))
      error_at(p, v, "lanes is 4, 8, 16 or 32");
    else if (k == 1 && (n < 1 || n > WS_WARPS_MAX))
      error_at(p, v, "warps is 1 to %d", WS_WARPS_MAX);
    else if (k == 2 && (n < 1 || n > WS_CTAS_MAX))
      error_at(p, v, "ctas is 1 to %d", WS_CTAS_MAX);
    else if (k == 4 && (n < 1 || n > 0xffff))
      error_at(p, v, "trywait is 1 to 65535");
    else
      *(k == 0   ? &fresh.lanes
        : k == 1 ? &fresh.warps
        : k == 2 ? &fresh.ctas
        : k == 4 ? &fresh.trywait
                 : &fresh.watchdog) = n;
  } while (take_op(p, ','));
  if (allowed)
    *m = fresh;
  return true;
}
