// SPDX-License-Identifier: Apache-2.0
// Front end: the operands of a statement against its row: how many, of which kind, and of a type that suits.
// Sources are looked at before destinations, so that `add.u32 i, i, 1` reads i before it writes it.
#include <string.h>

#include "front.h"

// PTX type checking of a declared register: same size, and bit-size types suit every type, integers suit integers whatever
// their sign, floating-point types only themselves; predicates only predicates.
bool reg_compatible(ws_type reg, ws_type t) {
  if (ws_type_bits(reg) != ws_type_bits(t) || (reg == WS_T_PRED) != (t == WS_T_PRED))
    return false;
  bool reg_bits = reg >= WS_T_B8 && reg <= WS_T_B128, t_bits = t >= WS_T_B8 && t <= WS_T_B128;
  if (reg == t || reg_bits || t_bits)
    return true;
  return !ws_type_float(reg) && !ws_type_float(t);
}

static const char *size_name(unsigned bits, char *text, size_t size) {
  if (bits == 1)
    return "a predicate";
  snprintf(text, size, "%u bits", bits);
  return text;
}

static bool wrong_size(parser *p, const raw *r, unsigned have, unsigned need) {
  char a[16], b[16];
  error_at(p, r, "'%s' holds %s, %s %s needed", r->name, size_name(have, a, sizeof a), size_name(need, b, sizeof b),
           need == 1 ? "is" : "are");
  return false;
}

static bool wide_ok(ws_type reg, unsigned bits, ws_type t) {
  return bits > ws_type_bits(t) && bits != 1 && !ws_type_float(t) && !ws_type_float(reg);
}

static bool declared_ok(parser *p, const raw *r, const ws_reg *reg, ws_type t, bool wide, ws_operand *o) {
  o->bits = ws_type_bits(reg->type);
  if (reg_compatible(reg->type, t) || (wide && wide_ok(reg->type, o->bits, t)))
    return true;
  error_at(p, r, "'%s' is declared .%s, which cannot be an operand of type .%s", r->name, ws_type_name(reg->type),
           ws_type_name(t));
  return false;
}

static bool read_reg(parser *p, const raw *r, sym *y, ws_type t, bool wide, ws_operand *o) {
  unsigned need = ws_type_bits(t);
  o->kind = WS_O_REG;
  o->reg = y->reg;
  o->bits = need;
  if (y->reg->declared)
    return declared_ok(p, r, y->reg, t, wide, o);
  uint8_t *have = &y->bits[where(p)];
  if (!*have) {
    error_at(p, r, "'%s' is read before anything wrote it", r->name);
    *have = BITS_ANY;
    return false;
  }
  if (*have == BITS_ANY || *have == need)
    return true;
  o->bits = *have;
  return (wide && wide_ok(WS_T_NONE, *have, t)) || wrong_size(p, r, *have, need);
}

bool reg_read(parser *p, const raw *r, sym *y, ws_type t, ws_operand *o) { return read_reg(p, r, y, t, false, o); }

static bool write_reg(parser *p, const raw *r, sym *y, ws_type t, bool wide, ws_operand *o) {
  o->kind = WS_O_REG;
  o->reg = y->reg;
  o->bits = ws_type_bits(t);
  y->written[where(p)] = true;
  if (y->reg->declared)
    return declared_ok(p, r, y->reg, t, wide, o);
  uint8_t *have = &y->bits[where(p)];
  if (o->bits == 8) // registers have no 8 bits: keep the size that is there, or take 16
    o->bits = *have == 32 || *have == 64 ? *have : 16;
  *have = (uint8_t)o->bits;
  return true;
}

void poison(parser *p, const raw *r) {
  if (r->kind == RAW_NAME) {
    sym *y = sym_reg(p, r->name, r->line);
    if (y && !y->reg->declared)
      y->bits[where(p)] = BITS_ANY;
    else if (y)
      y->written[where(p)] = true;
  }
  if (r->pair)
    poison(p, r->pair);
  for (unsigned i = 0; i < r->n; i++)
    poison(p, &r->elem[i]);
}

static const char *role_name(ws_role role) {
  switch (role) {
  case WS_R_MASK: return "the membermask";
  case WS_R_BAR: return "the barrier number";
  case WS_R_CNT: return "the count";
  case WS_R_STATE: return "the state";
  case WS_R_HINT: return "the time";
  case WS_R_SIZE: return "the size";
  case WS_R_POL: return "the cache policy";
  case WS_R_ADDR:
  case WS_R_ADDR2: return "the address";
  case WS_R_D: return "the destination";
  default: return "the operand";
  }
}

static bool not_a(parser *p, const raw *r, const ws_opspec *sp, const char *what) {
  unsigned k = sp->kinds;
  if (k & WS_K_ADDR) {
    error_at(p, r, "the address must stand in brackets");
    return false;
  }
  const char *want = sp->type == WS_T_PRED ? k & WS_K_IMM ? "a predicate or a number" : "a predicate register"
                     : (k & WS_K_REG) && (k & WS_K_IMM) ? "a register or a number"
                     : k & WS_K_REG                     ? "a register"
                     : k & WS_K_VEC                     ? "a vector"
                                                        : "a number";
  error_at(p, r, "%s must be %s, not %s", role_name(sp->role), want, what);
  return false;
}

// The address of a variable: mov and cvta take it, others take it with an offset, which makes a number of it.
static bool variable(parser *p, const raw *r, const ws_opspec *sp, ws_type t, ws_operand *o) {
  unsigned k = sp->kinds, bits = ws_type_bits(t);
  bool number = (k & WS_K_IMM) && (k & WS_K_REG) && r->has_offset && bits >= 16 && bits <= (k & WS_K_INT ? 32u : 64u);
  if (!(k & WS_K_VAR) && !number)
    return not_a(p, r, sp, "a variable");
  if (ws_type_float(t) || bits < (number ? 16u : 32u) || bits > 64) {
    error_at(p, r, "the address of '%s' does not suit type .%s", r->name, ws_type_name(t));
    return false;
  }
  o->kind = WS_O_IMM;
  o->var = sym_find(p, r->name)->var;
  o->imm = o->var->addr + r->v.lo;
  if (bits < 64)
    o->imm &= (1ull << bits) - 1;
  return true;
}

// Only of an integer that is read: reg + number.
static bool sum_suits(const sym *y, ws_type t, bool dest) {
  return !dest && t != WS_T_PRED && ws_type_bits(t) <= 64 && !(y->reg->declared && ws_type_float(y->reg->type));
}

static bool is_predicate(const parser *p, const raw *r, const sym *y) {
  return r->neg || (y->reg->declared ? y->reg->type == WS_T_PRED : y->bits[where(p)] == 1);
}

// A register or a variable.
static bool named(parser *p, const raw *r, const ws_opspec *sp, ws_type t, bool dest, ws_operand *o) {
  unsigned k = sp->kinds;
  sym *y = sym_reg(p, r->name, r->line);
  if (!y && !dest)
    return variable(p, r, sp, t, o);
  if (!y)
    return not_a(p, r, sp, "a variable");
  if ((k & WS_K_PRED) && is_predicate(p, r, y)) {
    k |= WS_K_NOT;
    o->type = t = WS_T_PRED;
  }
  if (r->has_offset && !sum_suits(y, t, dest)) {
    error_at(p, r, "'%s' + a number stands only where an integer is read, and in addresses", r->name);
    return false;
  }
  if (!(k & WS_K_REG))
    return not_a(p, r, sp, "a register");
  if (r->neg && !((k & WS_K_NOT) && t == WS_T_PRED)) {
    error_at(p, r, "'!' is not allowed here");
    return false;
  }
  if ((k & WS_K_INT) && y->reg->declared && ws_type_float(y->reg->type)) {
    error_at(p, r, "'%s' is declared .%s, an integer is needed", r->name, ws_type_name(y->reg->type));
    return false;
  }
  o->neg = r->neg;
  o->imm = r->v.lo;
  return dest ? write_reg(p, r, y, t, k & WS_K_WIDE, o) : read_reg(p, r, y, t, k & WS_K_WIDE, o);
}

// Of what has 32 bits also the low half can be read.
static bool special_suits(ws_type special, ws_type t) {
  unsigned bits = ws_type_bits(special);
  return !ws_type_float(t) && (ws_type_bits(t) == bits || (bits == 32 && ws_type_bits(t) == 16));
}

// A scalar: register, immediate, special register, address of a variable.
static bool scalar(parser *p, const raw *r, const ws_opspec *sp, ws_type t, bool dest, ws_operand *o) {
  unsigned k = sp->kinds;
  o->type = t, o->line = r->line, o->col = r->col, o->bits = ws_type_bits(t);
  switch (r->kind) {
  case RAW_SINK:
    if (!(k & WS_K_SINK))
      return not_a(p, r, sp, "'_'");
    o->kind = WS_O_SINK;
    return true;
  case RAW_IMM:
    if (!(k & WS_K_IMM) || dest)
      return not_a(p, r, sp, "a number");
    o->kind = WS_O_IMM;
    o->given = r->v.lo;
    return fit_operand(p, &r->v, t, k & WS_K_INT, &o->imm);
  case RAW_SREG:
    if (!(k & WS_K_SREG) || dest) {
      error_at(p, r, dest ? "special registers cannot be written" : "special registers are read with mov only");
      return false;
    }
    if (!special_suits(special_type(r->sreg), t)) {
      error_at(p, r, "this special register is .%s; .%s does not suit", ws_type_name(special_type(r->sreg)),
               ws_type_name(t));
      return false;
    }
    o->kind = WS_O_SREG;
    o->sreg = r->sreg;
    return true;
  case RAW_ADDR: return not_a(p, r, sp, "an address");
  case RAW_VEC: return not_a(p, r, sp, "a vector");
  default: break;
  }
  return named(p, r, sp, t, dest, o);
}

// The assembler lets integers of the size stand for an f32 or f16 of a vector.
static ws_type element_type(parser *p, const raw *r, ws_type t) {
  const sym *y = r->kind == RAW_NAME ? sym_find(p, r->name) : NULL;
  if ((t != WS_T_F32 && t != WS_T_F16) || !y || !y->reg || !y->reg->declared || ws_type_float(y->reg->type) ||
      ws_type_bits(y->reg->type) != ws_type_bits(t))
    return t;
  return y->reg->type;
}

static bool elements(parser *p, const raw *r, const ws_opspec *sp, ws_type t, unsigned n, bool dest, ws_operand *o) {
  o->kind = WS_O_VEC, o->type = t, o->line = r->line, o->col = r->col, o->bits = ws_type_bits(t);
  if (r->n != n) {
    error_at(p, r, "%u elements, %u are needed", r->n, n);
    return false;
  }
  ws_opspec one = *sp;
  one.kinds = (sp->kinds & ~(unsigned)WS_K_SREG) | WS_K_REG | (dest ? WS_K_SINK : WS_K_IMM);
  if (!dest)
    one.kinds &= ~(unsigned)WS_K_SINK;
  o->n = n;
  o->elem = pool_get(p->s, n * sizeof *o->elem);
  bool ok = true, any = false;
  for (unsigned i = 0; i < n; i++) {
    any |= r->elem[i].kind != RAW_SINK;
    if (r->elem[i].has_offset) {
      error_at(p, &r->elem[i], "an element of a vector is a register, `_` or a number");
      ok = false;
    }
    ok &= scalar(p, &r->elem[i], &one, element_type(p, &r->elem[i], t), dest, &o->elem[i]);
  }
  if (!any)
    error_at(p, r, "a vector of '_' alone has no type");
  return ok && any;
}

static bool mov_vector(parser *p, ws_insn *in, const raw *r, const ws_opspec *sp, bool dest, ws_operand *o) {
  static const ws_type by_bits[] = {[16] = WS_T_B16, [32] = WS_T_B32, [64] = WS_T_B64};
  unsigned part = r->n == 2 || r->n == 4 ? ws_type_bits(in->type) / r->n : 0;
  bool bits = in->type == WS_T_B32 || in->type == WS_T_B64 || in->type == WS_T_B128;
  if (!bits || (part != 16 && part != 32 && part != 64)) {
    error_at(p, r, "mov.%s cannot be split into %u parts", ws_type_name(in->type), r->n);
    return false;
  }
  return elements(p, r, sp, by_bits[part], r->n, dest, o);
}

static bool pair(parser *p, ws_insn *in, const raw *r, const ws_opspec *sp) {
  const raw *second = r->pair;
  if (!second) {
    if (sp->pair == WS_PAIR_ELECT) {
      error_at(p, r, "%s needs a predicate destination: d|p or _|p", in->name);
      return false;
    }
    return true;
  }
  if (sp->pair == WS_PAIR_NONE) {
    error_at(p, r, "%s has no predicate destination", in->name);
    return false;
  }
  if (r->kind == RAW_SINK && (sp->pair == WS_PAIR_SHFL || second->kind == RAW_SINK)) {
    error_at(p, r,
             sp->pair == WS_PAIR_SHFL ? "the destination must be a register, not '_'"
                                      : "only one of the two destinations can be '_'");
    return false;
  }
  if (second->kind == RAW_SINK && sp->pair == WS_PAIR_ELECT) {
    error_at(p, second, "the predicate destination of %s cannot be '_'", in->name);
    return false;
  }
  if (r->kind == RAW_NAME && second->kind == RAW_NAME && sp->type != WS_T_PRED && !strcmp(r->name, second->name)) {
    error_at(p, second, "'%s' cannot be both destinations", second->name);
    return false;
  }
  ws_opspec pred = {WS_R_P, false, WS_K_REG | WS_K_DEST | WS_K_SINK, WS_T_PRED, WS_PAIR_NONE, 0};
  return scalar(p, second, &pred, WS_T_PRED, true, &in->op_[WS_R_P]);
}

static unsigned access_bytes(const ws_insn *in, const ws_opspec *sp, ws_type t) {
  if (sp->type == WS_T_NONE) // copies: their size; fences and tensor maps: 128
    return in->op_[WS_R_SIZE].kind == WS_O_IMM && in->op_[WS_R_SIZE].imm <= 128 ? (unsigned)in->op_[WS_R_SIZE].imm : 0;
  return ws_type_bits(t) / 8 * (sp->role == WS_R_ADDR ? in->vec : 1);
}

static ws_space space_of(const ws_insn *in, ws_role role) {
  const char *op = in->row->opcode;
  bool first = role == WS_R_ADDR;
  if (!strcmp(op, "cp") && !ws_insn_has(in, "mbarrier"))
    return first ? WS_SP_SHARED_CTA : WS_SP_GLOBAL;
  if (!strcmp(op, "tensormap"))
    return first ? WS_SP_GLOBAL : WS_SP_SHARED_CTA;
  if (!strcmp(op, "clusterlaunchcontrol"))
    return WS_SP_SHARED_CTA;
  return in->space;
}

static ws_type operand_type(const ws_insn *in, const ws_opspec *sp) {
  switch ((unsigned)sp->type) {
  case WS_T_FROM1: return in->type;
  case WS_T_FROM2: return in->type2;
  case WS_T_WIDER: return (ws_type)(in->type + 1); // types of one kind stand in the order of their sizes
  default: return sp->type;
  }
}

static bool operand(parser *p, ws_insn *in, const raw *r, const ws_opspec *sp) {
  ws_operand *o = &in->op_[sp->role];
  ws_type t = operand_type(in, sp);
  bool dest = sp->kinds & WS_K_DEST;
  if (sp->kinds & WS_K_ADDR) {
    if (r->kind != RAW_ADDR)
      return not_a(p, r, sp, "this");
    o->line = r->line, o->col = r->col;
    return check_address(p, in, o, r, space_of(in, sp->role), access_bytes(in, sp, t));
  }
  if (r->pair && !dest) {
    error_at(p, r, "'|' stands in destinations only");
    return false;
  }
  if (in->helper == WS_H_MOV && r->kind == RAW_VEC)
    return mov_vector(p, in, r, sp, dest, o);
  if ((sp->kinds & WS_K_VEC) && in->vec > 1 && r->kind != RAW_SINK) {
    if (r->kind != RAW_VEC) {
      error_at(p, r, "%s must be a vector of %u elements", role_name(sp->role), in->vec);
      return false;
    }
    return elements(p, r, sp, t, in->vec, dest, o);
  }
  if (r->kind == RAW_SINK && r->pair && sp->pair != WS_PAIR_NONE) { // `_|p`
    o->kind = WS_O_SINK, o->type = t, o->line = r->line, o->col = r->col;
    return pair(p, in, r, sp);
  }
  bool ok = scalar(p, r, sp, t, dest, o);
  return dest ? pair(p, in, r, sp) && ok : ok;
}

bool check_operands(parser *p, ws_insn *in, const raw *r, unsigned n, const tok *at) {
  const ws_row *row = in->row;
  bool hint = ws_insn_has(in, "L2::cache_hint"), ok = true;
  unsigned least = 0, most = 0;
  for (unsigned i = 0; i < row->nopr; i++) {
    bool optional = row->opr[i].optional, pol = row->opr[i].role == WS_R_POL;
    least += !optional || (pol && hint);
    most += !pol || hint;
  }
  if (n < least || n > most) {
    const raw *place = n > most ? &r[most] : NULL;
    char want[32];
    snprintf(want, sizeof want, least == most ? "%u" : "%u to %u", least, most);
    diag(p, WS_ERROR, place ? place->line : at->line, place ? place->col : at->col, "%s takes %s operand%s, %u given%s",
         in->name, want, most == 1 ? "" : "s", n, hint && n < least ? " (a cache hint needs a policy operand)" : "");
    return false;
  }
  unsigned extra = n - least, k = 0;
  const raw *given[8] = {0};
  for (unsigned i = 0; i < row->nopr; i++) {
    bool pol = row->opr[i].role == WS_R_POL;
    if (row->opr[i].optional && !(pol && hint)) {
      if (pol || !extra)
        continue;
      extra--;
    }
    given[i] = &r[k++];
  }
  // The size of a copy is needed for its addresses, so immediates come first; then sources, then destinations.
  for (int pass = 0; pass < 3; pass++)
    for (unsigned i = 0; i < row->nopr; i++) {
      const ws_opspec *sp = &row->opr[i];
      int mine = sp->role == WS_R_SIZE ? 0 : sp->kinds & WS_K_DEST ? 2 : 1;
      if (!given[i] || mine != pass)
        continue;
      ok &= operand(p, in, given[i], sp);
      if (!(sp->kinds & WS_K_SINK) || given[i]->kind == RAW_SINK)
        in->op += sp->code;
    }
  return ok;
}
