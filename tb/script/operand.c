// SPDX-License-Identifier: Apache-2.0
// Front end: one operand as written. What it may be is decided later, by the row of the table.
#include <string.h>

#include "front.h"

// A name, with `.x` if it is that of a special register. *kind: RAW_NAME or RAW_SREG.
static bool name(parser *p, raw *r) {
  const tok *t = next(p), *dot = peek(p);
  r->kind = RAW_NAME;
  r->name = t->s;
  if (t->s[0] != '%')
    return true;
  bool has_dot = dot->kind == TK_DOT && dot->begin == t->end;
  char full[64];
  if (strlen(t->s) + (has_dot ? strlen(dot->s) : 0) + 2 > sizeof full)
    return true;
  strcpy(full, t->s);
  if (has_dot) {
    strcat(full, ".");
    strcat(full, dot->s);
  }
  if (special_of(full, &r->sreg)) {
    r->kind = RAW_SREG;
    if (has_dot)
      next(p);
    return true;
  }
  if (is_foreign(t->s)) {
    error_at(p, r, "special register %s is not part of warp scripts", full);
    return false;
  }
  if (is_special(t->s)) {
    error_at(p, r, "special register %s: one of its parts is read, .x .y or .z", t->s);
    return false;
  }
  return true;
}

static bool is_name(const tok *t) { return t->kind == TK_ID && strcmp(t->s, "WARP_SZ"); }

static bool offset(parser *p, raw *r) {
  if (at_op(p, '-')) {
    error_at(p, peek(p), "an offset is added: write +-%s", tok_text(peek2(p)));
    return false;
  }
  if (!at_op(p, '+'))
    return true;
  const tok *sign = next(p);
  if (!expr(p, &r->v))
    return false;
  if (r->v.is_float || r->v.hi) {
    error_at(p, sign, "an offset must be an integer");
    return false;
  }
  r->has_offset = true;
  return true;
}

static bool address(parser *p, raw *r) {
  next(p); // [
  r->kind = RAW_ADDR;
  if (is_name(peek(p))) {
    raw base = {.line = peek(p)->line, .col = peek(p)->col};
    if (!name(p, &base))
      return false;
    if (base.kind != RAW_NAME || !strcmp(base.name, "_")) {
      error_at(p, &base, "an address needs a register, a variable or a number");
      return false;
    }
    r->name = base.name;
    if (!offset(p, r))
      return false;
  } else if (at_op(p, ']')) {
    error_at(p, peek(p), "empty address");
    return false;
  } else if (!expr(p, &r->v)) {
    return false;
  } else if (r->v.is_float || r->v.hi) {
    error_at(p, &r->v, "an address must be an integer of 64 bits");
    return false;
  }
  return need_op(p, ']', "the address");
}

static bool vector(parser *p, raw *r) {
  next(p); // {
  r->kind = RAW_VEC;
  r->elem = pool_get(p->s, WS_VEC_MAX * sizeof(raw));
  do {
    raw one;
    if (at_op(p, '{') || at_op(p, '[')) {
      error_at(p, peek(p), "an element of a vector is a register, `_` or a number");
      return false;
    }
    if (!raw_operand(p, &one))
      return false;
    if (one.pair) {
      error_at(p, &one, "an element of a vector is a register, `_` or a number");
      return false;
    }
    if (r->n == WS_VEC_MAX) {
      error_at(p, &one, "a vector has at most %d elements", WS_VEC_MAX);
      return false;
    }
    r->elem[r->n++] = one;
  } while (take_op(p, ','));
  return need_op(p, '}', "the vector");
}

bool raw_operand(parser *p, raw *r) {
  const tok *t = peek(p);
  *r = (raw){.line = t->line, .col = t->col};
  if (at_op(p, '['))
    return address(p, r);
  if (at_op(p, '{'))
    return vector(p, r);
  if (at_op(p, '!') && is_name(peek2(p))) {
    next(p);
    r->neg = true;
    if (!name(p, r))
      return false;
    if (r->kind != RAW_NAME || !strcmp(r->name, "_")) {
      error_at(p, r, "`!` needs a predicate register");
      return false;
    }
    return true;
  }
  if (!is_name(t)) {
    r->kind = RAW_IMM;
    return expr(p, &r->v);
  }
  if (!name(p, r))
    return false;
  if (r->kind == RAW_NAME && !strcmp(r->name, "_"))
    r->kind = RAW_SINK;
  if (r->kind != RAW_SREG && take_op(p, '|')) {
    const tok *second = peek(p);
    if (!is_name(second)) {
      if (second->kind != TK_BAD)
        error_at(p, second, "expected a predicate register after '|', found '%s'", tok_text(second));
      return false;
    }
    r->pair = pool_get(p->s, sizeof(raw));
    r->pair->line = second->line, r->pair->col = second->col;
    if (!name(p, r->pair))
      return false;
    if (r->pair->kind == RAW_NAME && !strcmp(r->pair->name, "_"))
      r->pair->kind = RAW_SINK;
    return true;
  }
  return r->kind != RAW_NAME || offset(p, r);
}
