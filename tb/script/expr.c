// SPDX-License-Identifier: Apache-2.0
// Front end: constant expressions as PTX has them (64-bit integers, signed unless marked U or too large; doubles).
// WARP_SZ is the lane count.
#include <string.h>

#include "front.h"

#define MAX_DEPTH 100u

static bool ternary(parser *p, value *v);
static bool unary(parser *p, value *v);

static bool need_int(parser *p, const value *v) {
  if (v->is_float)
    error_at(p, v, "a floating-point number cannot stand here");
  else if (v->hi)
    error_at(p, v, "number too large for an expression");
  return !v->is_float && !v->hi;
}

static bool as_double(parser *p, value *v) {
  if (v->hi || (v->is_float && v->flt != FLT_DECIMAL && v->flt != FLT_F64)) {
    error_at(p, v, v->hi ? "number too large for an expression" : "0f numbers cannot be part of an expression");
    return false;
  }
  if (!v->is_float)
    v->f = v->uns ? (double)v->lo : (double)(int64_t)v->lo;
  v->is_float = true;
  return true;
}

static bool primary(parser *p, value *v) {
  const tok *t = peek(p);
  *v = (value){.line = t->line, .col = t->col, .literal = true};
  if (t->kind == TK_INT) {
    v->lo = t->lo, v->hi = t->hi;
    v->uns = t->uns || t->lo >> 63;
    next(p);
    return true;
  }
  if (t->kind == TK_FLT) {
    v->is_float = true, v->f = t->f, v->flt = t->flt, v->lo = t->lo;
    next(p);
    return true;
  }
  if (t->kind == TK_ID && !strcmp(t->s, "WARP_SZ")) {
    v->lo = p->s->machine.lanes;
    next(p);
    return true;
  }
  if (take_op(p, '(')) {
    const tok *cast = peek(p);
    if (cast->kind == TK_DOT && (!strcmp(cast->s, "s64") || !strcmp(cast->s, "u64"))) {
      next(p);
      if (!need_op(p, ')', "the cast"))
        return false;
      if (++p->depth > MAX_DEPTH) {
        error_at(p, cast, "expression too deep");
        p->depth--;
        return false;
      }
      value in;
      bool ok = unary(p, &in) && need_int(p, &in);
      p->depth--;
      v->lo = in.lo, v->uns = cast->s[0] == 'u', v->literal = false;
      return ok;
    }
    if (!ternary(p, v))
      return false;
    v->literal = false;
    return need_op(p, ')', "the expression");
  }
  if (t->kind != TK_BAD)
    error_at(p, t, t->kind == TK_ID ? "'%s' is not a constant" : "expected a number, found '%s'", tok_text(t));
  return false;
}

static bool unary(parser *p, value *v) {
  const tok *t = peek(p);
  if (t->kind != TK_OP || !(t->op == '+' || t->op == '-' || t->op == '!' || t->op == '~'))
    return primary(p, v);
  if (++p->depth > MAX_DEPTH) {
    error_at(p, t, "expression too deep");
    p->depth--;
    return false;
  }
  next(p);
  bool ok = unary(p, v);
  p->depth--;
  if (!ok)
    return false;
  v->line = t->line, v->col = t->col;
  if (v->is_float && (t->op == '+' || t->op == '-')) {
    if (t->op == '-') {
      v->f = -v->f;
      v->lo ^= v->flt == FLT_F32 ? 1ull << 31 : 1ull << 63;
    }
    return true;
  }
  if (!need_int(p, v))
    return false;
  switch (t->op) {
  case '-':
    if (v->literal && v->uns && v->lo > 1ull << 63) {
      error_at(p, v, "number too large");
      return false;
    }
    v->lo = 0 - v->lo;
    v->uns = v->uns && !v->literal;
    break;
  case '!': v->lo = !v->lo, v->uns = false, v->literal = false; break;
  case '~': v->lo = ~v->lo, v->uns = true, v->literal = false; break;
  default: break;
  }
  return true;
}

static int level(const tok *t) { // binding strength of a binary operator, 0 if it is none
  if (t->kind != TK_OP)
    return 0;
  switch (t->op) {
  case '*':
  case '/':
  case '%': return 10;
  case '+':
  case '-': return 9;
  case OP_SHL:
  case OP_SHR: return 8;
  case '<':
  case '>':
  case OP_LE:
  case OP_GE: return 7;
  case OP_EQ:
  case OP_NE: return 6;
  case '&': return 5;
  case '^': return 4;
  case '|': return 3;
  case OP_AND: return 2;
  case OP_OR: return 1;
  default: return 0;
  }
}

static bool apply_float(parser *p, int op, const tok *t, value *a, value *b) {
  if (!as_double(p, a) || !as_double(p, b))
    return false;
  double x = a->f, y = b->f;
  int truth = -1;
  switch (op) {
  case '+': a->f = x + y; break;
  case '-': a->f = x - y; break;
  case '*': a->f = x * y; break;
  case '/': a->f = x / y; break;
  case '<': truth = x < y; break;
  case '>': truth = x > y; break;
  case OP_LE: truth = x <= y; break;
  case OP_GE: truth = x >= y; break;
  case OP_EQ: truth = x == y; break;
  case OP_NE: truth = x != y; break;
  default: error_at(p, t, "'%s' takes no floating-point numbers", tok_text(t)); return false;
  }
  a->flt = FLT_DECIMAL;
  if (truth >= 0)
    a->is_float = false, a->lo = (uint64_t)truth, a->uns = false;
  return true;
}

static bool apply_int(parser *p, int op, const tok *t, value *a, value *b) {
  if (!need_int(p, a) || !need_int(p, b))
    return false;
  uint64_t x = a->lo, y = b->lo;
  int64_t sx = (int64_t)x, sy = (int64_t)y;
  bool uns = a->uns || b->uns, truth = false;
  switch (op) {
  case '+': a->lo = x + y; break;
  case '-': a->lo = x - y; break;
  case '*': a->lo = x * y; break;
  case '/':
  case '%':
    if (!y) {
      error_at(p, t, "division by zero");
      return false;
    }
    if (uns)
      a->lo = op == '/' ? x / y : x % y;
    else if (sy == -1)
      a->lo = op == '/' ? 0 - x : 0;
    else
      a->lo = (uint64_t)(op == '/' ? sx / sy : sx % sy);
    break;
  case OP_SHL:
    a->lo = y > 63 ? 0 : x << y;
    uns = a->uns;
    break;
  case OP_SHR:
    uns = a->uns;
    if (uns)
      a->lo = y > 63 ? 0 : x >> y;
    else
      a->lo = (uint64_t)(sx < 0 ? ~(~sx >> (y > 63 ? 63 : y)) : sx >> (y > 63 ? 63 : y));
    break;
  case '&': a->lo = x & y; break;
  case '^': a->lo = x ^ y; break;
  case '|': a->lo = x | y; break;
  case '<':
    a->lo = uns ? x < y : sx < sy;
    truth = true;
    break;
  case '>':
    a->lo = uns ? x > y : sx > sy;
    truth = true;
    break;
  case OP_LE:
    a->lo = uns ? x <= y : sx <= sy;
    truth = true;
    break;
  case OP_GE:
    a->lo = uns ? x >= y : sx >= sy;
    truth = true;
    break;
  case OP_EQ:
    a->lo = x == y;
    truth = true;
    break;
  case OP_NE:
    a->lo = x != y;
    truth = true;
    break;
  case OP_AND:
    a->lo = x && y;
    truth = true;
    break;
  default:
    a->lo = x || y;
    truth = true;
    break;
  }
  a->uns = uns && !truth;
  return true;
}

static bool binary(parser *p, value *v, int least) {
  if (!unary(p, v))
    return false;
  for (;;) {
    const tok *t = peek(p);
    int strength = level(t);
    if (!strength || strength < least)
      return true;
    next(p);
    value right;
    if (!binary(p, &right, strength + 1))
      return false;
    if (!(v->is_float || right.is_float ? apply_float(p, t->op, t, v, &right) : apply_int(p, t->op, t, v, &right)))
      return false;
    v->literal = false;
  }
}

static bool ternary(parser *p, value *v) {
  if (++p->depth > MAX_DEPTH) {
    error_at(p, peek(p), "expression too deep");
    p->depth--;
    return false;
  }
  bool ok = binary(p, v, 1);
  if (ok && take_op(p, '?')) {
    value yes, no;
    ok = need_int(p, v) && ternary(p, &yes) && need_op(p, ':', "the first choice") && ternary(p, &no);
    if (ok) {
      unsigned line = v->line, col = v->col;
      bool uns = !yes.is_float && !no.is_float && (yes.uns || no.uns);
      *v = v->lo ? yes : no;
      v->line = line, v->col = col, v->uns = uns, v->literal = false;
    }
  }
  p->depth--;
  return ok;
}

bool expr(parser *p, value *v) { return ternary(p, v); }

bool expr_u32(parser *p, uint64_t max, const char *what, uint32_t *out) {
  value v;
  if (!expr(p, &v) || !need_int(p, &v))
    return false;
  if (v.lo > max) {
    error_at(p, &v, "%s must be 0 to %llu", what, (unsigned long long)max);
    return false;
  }
  *out = (uint32_t)v.lo;
  return true;
}
