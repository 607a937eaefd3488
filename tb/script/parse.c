// SPDX-License-Identifier: Apache-2.0
// Front end: the sequence of statements. After an error the parser goes on behind the next `;`, or at the next line if
// only the `;` was missing, so that every error of a file is found at once.
#include <string.h>

#include "front.h"
#include "near.h"

#define CONTROL_FLOW "control flow is not part of warp scripts; unroll it"

const tok *peek(const parser *p) { return &p->t[p->pos]; }
const tok *peek2(const parser *p) { return &p->t[p->pos + 1 < p->nt ? p->pos + 1 : p->pos]; }

const tok *next(parser *p) {
  const tok *t = peek(p);
  if (t->kind != TK_EOF)
    p->pos++;
  return t;
}

bool at_op(const parser *p, int op) { return peek(p)->kind == TK_OP && peek(p)->op == op; }

bool take_op(parser *p, int op) {
  if (!at_op(p, op))
    return false;
  next(p);
  return true;
}

const char *tok_text(const tok *t) { return t->s ? t->s : "?"; }

bool need_op(parser *p, int op, const char *after) {
  if (take_op(p, op))
    return true;
  const tok *t = peek(p);
  if (t->kind != TK_BAD)
    error_at(p, t, "expected '%c' after %s, found '%s%s'", op, after, t->kind == TK_DOT ? "." : "", tok_text(t));
  return false;
}

// A token that can begin a statement, on a later line than the token before it.
static bool fresh_statement(const parser *p) {
  const tok *t = peek(p);
  if (!p->pos || t->line <= p->t[p->pos - 1].line)
    return false;
  return t->kind == TK_DOT || t->kind == TK_ID || (t->kind == TK_OP && t->op == '@');
}

static bool end_of_statement(parser *p) {
  if (take_op(p, ';'))
    return true;
  const tok *t = peek(p);
  if (t->kind == TK_BAD)
    return false;
  if (t->kind == TK_EOF || fresh_statement(p) || at_op(p, '}')) {
    const tok *last = &p->t[p->pos - 1];
    diag(p, WS_ERROR, last->line, last->col + (last->end - last->begin), "expected ';'");
    return true; // nothing to skip
  }
  error_at(p, t, "expected ';' or ',', found '%s%s'", t->kind == TK_DOT ? "." : "", tok_text(t));
  return false;
}

static void recover(parser *p) {
  while (peek(p)->kind != TK_EOF && !at_op(p, ';'))
    next(p);
  take_op(p, ';');
}

// Does a qualifier follow? It may stand on the next line, unless that looks like a directive behind a missing `;`.
static bool at_qualifier(const parser *p) {
  static const char *const words[] = {"set",     "expect", "reset",        "exit", "reg",  "machine",
                                      "version", "target", "address_size", "loc",  "file", "pragma"};
  const tok *t = peek(p), *after = peek2(p);
  if (t->kind != TK_DOT || t->line == p->t[p->pos - 1].line)
    return t->kind == TK_DOT;
  for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
    if (!strcmp(words[i], t->s))
      return false;
  if (!strcmp(t->s, "shared") || !strcmp(t->s, "global")) // `.shared .b32 v` or `.shared.b32`
    return after->kind != TK_DOT || after->begin == t->end;
  if (!strcmp(t->s, "cta") || !strcmp(t->s, "warp") || !strcmp(t->s, "wait"))
    return after->kind != TK_INT;
  return true;
}

static bool is_control(const char *s) {
  static const char *const words[] = {"bra", "brx", "call", "ret", "branch", "brkpt", "trap", "pmevent", "calltargets"};
  for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
    if (!strcmp(words[i], s))
      return true;
  return false;
}

static void warn_partial(parser *p, const ws_insn *in) {
  // From here on lanes may have exited or wait: no more certainty about who executes a statement.
  if (in->guard || in->helper == WS_H_EXIT || in->op_[WS_R_MASK].kind == WS_O_REG)
    p->ragged[where(p)] = true;
}

static bool instruction(parser *p, ws_stmt *st) {
  ws_insn *in = pool_get(p->s, sizeof *in);
  raw guard = {0}, opr[16];
  unsigned n = 0;
  bool ok = true, guarded = false;
  const tok *at = peek(p);
  if (take_op(p, '@')) {
    guarded = true;
    guard.neg = take_op(p, '!');
    const tok *t = peek(p);
    guard.line = t->line, guard.col = t->col;
    if (t->kind != TK_ID || !strcmp(t->s, "_")) {
      if (t->kind != TK_BAD)
        error_at(p, t, "a guard is @p or @!p with a predicate register");
      return false;
    }
    guard.kind = RAW_NAME, guard.name = next(p)->s;
    at = peek(p);
  }
  if (at->kind != TK_ID) {
    if (at->kind != TK_BAD)
      error_at(p, at, "expected an instruction, found '%s%s'", at->kind == TK_DOT ? "." : "", tok_text(at));
    return false;
  }
  next(p);
  const tok *words[24];
  quals q = {at, words, 0};
  while (at_qualifier(p)) {
    const tok *d = next(p);
    if (q.n < sizeof words / sizeof words[0])
      words[q.n++] = d;
  }
  if (is_control(at->s)) {
    error_at(p, at, CONTROL_FLOW);
    return false;
  }
  if (!known_opcode(at->s)) {
    if (is_outside(at->s))
      error_at(p, at, "'%s' is outside the block", at->s);
    else
      error_at(p, at, "unknown instruction '%s'%s", at->s, near_opcode(at->s, (near_text){0}));
    return false;
  }
  if (guarded && is_special(guard.name)) {
    error_at(p, &guard, "special registers are read with mov only");
    ok = false;
  } else if (guarded) {
    sym *y = sym_reg(p, guard.name, guard.line);
    ws_operand o = {0};
    if (!y) {
      error_at(p, &guard, "'%s' is a variable, a guard needs a predicate", guard.name);
      ok = false;
    } else if (!reg_read(p, &guard, y, WS_T_PRED, &o)) {
      ok = false;
    }
    in->guard = y ? y->reg : NULL;
    in->guard_neg = guard.neg;
  }
  // Operands may begin on the next line, so a name there is the next statement only if a qualifier follows it.
  bool none = at_op(p, ';') || peek(p)->kind == TK_EOF;
  if (fresh_statement(p) && (peek(p)->kind != TK_ID || (peek2(p)->kind == TK_DOT && peek(p)->s[0] != '%')))
    none = true;
  if (!none) {
    do {
      if (n == sizeof opr / sizeof opr[0]) {
        error_at(p, peek(p), "too many operands");
        return false;
      }
      if (!raw_operand(p, &opr[n])) {
        if (n)
          poison(p, &opr[0]);
        return false;
      }
      n++;
    } while (take_op(p, ','));
  }
  if (!at_op(p, ';') && !fresh_statement(p) && peek(p)->kind != TK_EOF) {
    if (n)
      poison(p, &opr[0]);
    return true; // reported as a missing `;`
  }
  in->row = match_row(p, &q, in);
  if (in->row && check_operands(p, in, opr, n, at) && check_rules(p, in, at) && ok) {
    st->kind = WS_S_INSN;
    st->insn = in;
    warn_partial(p, in);
    if (!in->built) {
      char text[256]; // the name as written
      size_t len = (size_t)snprintf(text, sizeof text, "%s", at->s);
      for (unsigned i = 0; i < q.n && len + 1 < sizeof text; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, ".%s", q.q[i]->s);
      diag(p, p->replay ? WS_ERROR : WS_NOTE, at->line, at->col, "%s is not built yet", text);
    }
  } else if (n) {
    poison(p, &opr[0]);
  }
  return true;
}

// Scopes. Labels, and the frames of functions: reported, and what stands inside is still checked.
static bool frame(parser *p) {
  const tok *t = peek(p);
  if (t->kind == TK_ID && peek2(p)->kind == TK_OP && peek2(p)->op == ':') {
    error_at(p, t, CONTROL_FLOW);
    next(p), next(p);
    return true;
  }
  if (at_op(p, '{')) {
    scope_open(p, next(p));
    return p->any_stmt = true;
  }
  if (at_op(p, '}')) {
    if (p->scope)
      scope_close(p);
    else
      error_at(p, t, "'}' without '{'");
    next(p);
    return true;
  }
  static const char *const words[] = {"entry", "func", "visible", "extern", "weak", "common"};
  for (unsigned i = 0; t->kind == TK_DOT && i < sizeof words / sizeof words[0]; i++)
    if (!strcmp(words[i], t->s)) {
      error_at(p, t, CONTROL_FLOW);
      while (peek(p)->kind != TK_EOF && !at_op(p, '{') && !at_op(p, ';'))
        next(p);
      if (at_op(p, '{'))
        scope_open(p, next(p));
      else
        take_op(p, ';');
      return true;
    }
  return false;
}

static void push(parser *p, const ws_stmt *st) {
  ws_script *s = p->s;
  s->stmt = pool_grow(s, s->stmt, s->nstmt, &p->cap_stmt, sizeof(ws_stmt));
  s->stmt[s->nstmt++] = *st;
}

// What a PTX file begins with; .machine may also stand behind it.
static bool prologue(const tok *t) {
  return t->kind == TK_DOT && (!strcmp(t->s, "version") || !strcmp(t->s, "target") || !strcmp(t->s, "address_size"));
}

void parse_all(parser *p) {
  ws_script *s = p->s;
  while (peek(p)->kind != TK_EOF) {
    const tok *t = peek(p);
    if (take_op(p, ';') || frame(p))
      continue;
    if (t->kind == TK_DOT && !strcmp(t->s, "machine")) {
      if (p->any_stmt)
        error_at(p, t, ".machine must be the first statement");
      ws_stmt st = {.kind = WS_S_DECL, .line = t->line, .col = t->col, .begin = t->begin};
      if (!machine_options(p) || !end_of_statement(p))
        recover(p);
      st.end = p->t[p->pos - 1].end;
      push(p, &st);
      p->any_stmt = true;
      continue;
    }
    if (!p->ragged && !prologue(t))
      p->ragged = pool_get(s, (size_t)s->machine.warps * s->machine.ctas * sizeof(bool));
    p->any_stmt |= !prologue(t);
    size_t errors = s->errors;
    ws_stmt st = {.kind = WS_S_DECL, .line = t->line, .col = t->col, .begin = t->begin};
    bool ended = false, ok;
    if (t->kind == TK_DOT)
      ok = directive(p, &st, &ended);
    else
      ok = instruction(p, &st);
    if (ok && !ended)
      ok = end_of_statement(p);
    if (!ok) {
      if (s->errors == errors && peek(p)->kind != TK_BAD)
        error_at(p, t, "malformed statement");
      recover(p);
    }
    if (p->pos)
      st.end = p->t[p->pos - 1].end;
    if (s->errors == errors)
      push(p, &st);
  }
  for (; p->scope; scope_close(p))
    error_at(p, p->scope->open, "'{' without '}'");
}
