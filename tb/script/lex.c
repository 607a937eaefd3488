// SPDX-License-Identifier: Apache-2.0
// Front end: text to tokens. Comments disappear, object-like #define is expanded (its tokens stand where the name
// stood). Anything that is no token is reported and becomes TK_BAD, which ends its statement silently.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "front.h"

#define MAX_TOKENS 4000000u // a chain of macros may grow without bound
#define MAX_NESTING 200u    // of macros within macros
#define MACRO_BUCKETS 1024

typedef struct macro {
  const char *name;
  tok *body;
  size_t n, cap;
  bool busy;
  struct macro *next;
} macro;

typedef struct lexer {
  parser *p;
  const char *c; // next character
  const char *start, *line_start, *end;
  unsigned line;
  size_t cap, steps; // steps: tokens of macro bodies looked at; macros of nothing grow without bound too
  macro *macros[MACRO_BUCKETS];
  unsigned nesting;
  bool full;
} lexer;

static bool is_id_start(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_id(int c) { return (is_id_start(c) && c != '%') || is_digit(c); }
static int hex_digit(int c) {
  return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}
static int at(const lexer *l, int k) { return l->end - l->c > k ? (unsigned char)l->c[k] : 0; }

static void lex_error(lexer *l, const tok *t, const char *what) { error_at(l->p, t, "%s", what); }

static macro **bucket_of(lexer *l, const char *name) {
  uint32_t h = 2166136261u;
  for (const char *c = name; *c; c++)
    h = (h ^ (uint8_t)*c) * 16777619u;
  return &l->macros[h % MACRO_BUCKETS];
}

static void too_long(lexer *l, const tok *t, const char *what) {
  if (!l->full)
    lex_error(l, t, what);
  l->full = true;
}

static void push(lexer *l, const tok *t) {
  parser *p = l->p;
  if (p->nt >= MAX_TOKENS) {
    too_long(l, t, "the script is too long once its macros are expanded");
    return;
  }
  p->t = pool_grow(p->s, p->t, p->nt, &l->cap, sizeof(tok));
  p->t[p->nt++] = *t;
}

static void emit(lexer *l, const tok *t) {
  if (t->kind == TK_ID)
    for (macro *m = *bucket_of(l, t->s); m; m = m->next)
      if (!m->busy && !strcmp(m->name, t->s)) {
        if (l->nesting == MAX_NESTING) {
          too_long(l, t, "macros are nested too deep");
          return;
        }
        l->nesting++;
        m->busy = true;
        for (size_t i = 0; i < m->n && !l->full; i++) {
          if (++l->steps > MAX_TOKENS)
            too_long(l, t, "the script is too long once its macros are expanded");
          tok b = m->body[i];
          b.line = t->line, b.col = t->col, b.begin = t->begin, b.end = t->end;
          emit(l, &b);
        }
        m->busy = false;
        l->nesting--;
        return;
      }
  push(l, t);
}

// Blanks, line ends and comments. Within a #define, stops at the end of the line.
static void skip_blanks(lexer *l, bool one_line) {
  for (;;) {
    int c = at(l, 0);
    if (c == '\\' && (at(l, 1) == '\n' || (at(l, 1) == '\r' && at(l, 2) == '\n'))) {
      l->c += at(l, 1) == '\n' ? 2 : 3;
      l->line++, l->line_start = l->c;
    } else if (c == '\n') {
      if (one_line)
        return;
      l->c++;
      l->line++, l->line_start = l->c;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      l->c++;
    } else if (c == '/' && at(l, 1) == '/') {
      while (l->c < l->end && *l->c != '\n')
        l->c++;
    } else if (c == '/' && at(l, 1) == '*') {
      tok t = {.line = l->line, .col = (unsigned)(l->c - l->line_start) + 1};
      l->c += 2;
      while (l->c < l->end && !(l->c[0] == '*' && at(l, 1) == '/')) {
        if (*l->c++ == '\n')
          l->line++, l->line_start = l->c;
      }
      if (l->c >= l->end) {
        lex_error(l, &t, "comment without end");
        return;
      }
      l->c += 2;
    } else {
      return;
    }
  }
}

static void number(lexer *l, tok *t) {
  const char *s = l->c;
  int c1 = at(l, 1);
  t->kind = TK_INT;
  if (*s == '0' && (c1 == 'f' || c1 == 'F' || c1 == 'd' || c1 == 'D')) {
    bool single = c1 == 'f' || c1 == 'F';
    unsigned want = single ? 8 : 16, n = 0;
    for (l->c += 2; hex_digit(at(l, 0)) < 16; l->c++, n++)
      t->lo = t->lo << 4 | (unsigned)hex_digit(at(l, 0));
    t->kind = TK_FLT;
    t->flt = single ? FLT_F32 : FLT_F64;
    if (single) {
      uint32_t bits = (uint32_t)t->lo;
      float f;
      memcpy(&f, &bits, 4);
      t->f = (double)f;
    } else {
      memcpy(&t->f, &t->lo, 8);
    }
    if (n != want || is_id(at(l, 0)))
      lex_error(l, t,
                single ? "0f is followed by exactly 8 hexadecimal digits"
                       : "0d is followed by exactly 16 hexadecimal digits"),
          t->kind = TK_BAD;
  } else {
    unsigned base = 10;
    if (*s == '0' && (c1 == 'x' || c1 == 'X'))
      base = 16, l->c += 2;
    else if (*s == '0' && (c1 == 'b' || c1 == 'B'))
      base = 2, l->c += 2;
    else if (*s == '0' && is_digit(c1))
      base = 8, l->c++;
    bool over = false, bad = false;
    const char *digits = l->c;
    for (int d; (d = hex_digit(at(l, 0))) < (base == 16 ? 16 : 10); l->c++) {
      if ((unsigned)d >= base)
        bad = true;
      // 128 bits: hi:lo = hi:lo * base + d, 32 bits at a time
      uint64_t carry = (unsigned)d, part[4] = {t->lo & 0xffffffffu, t->lo >> 32, t->hi & 0xffffffffu, t->hi >> 32};
      for (int i = 0; i < 4; i++) {
        carry += part[i] * base;
        part[i] = carry & 0xffffffffu;
        carry >>= 32;
      }
      t->lo = part[0] | part[1] << 32, t->hi = part[2] | part[3] << 32;
      over |= carry != 0;
    }
    if (l->c == digits && base != 8 && base != 10)
      bad = true;
    bool point =
        base != 16 && base != 2 && ((at(l, 0) == '.' && !is_id_start(at(l, 1))) || at(l, 0) == 'e' || at(l, 0) == 'E');
    if (point) {
      if (at(l, 0) == '.')
        for (l->c++; is_digit(at(l, 0));)
          l->c++;
      if (at(l, 0) == 'e' || at(l, 0) == 'E') {
        l->c++;
        if (at(l, 0) == '+' || at(l, 0) == '-')
          l->c++;
        bad = !is_digit(at(l, 0));
        while (is_digit(at(l, 0)))
          l->c++;
      } else {
        bad = false;
      }
      t->kind = TK_FLT, t->flt = FLT_DECIMAL;
      t->f = strtod(pool_str(l->p->s, s, (size_t)(l->c - s)), NULL);
      over = !isfinite(t->f);
    } else if (at(l, 0) == 'U' || at(l, 0) == 'u') {
      l->c++;
      t->uns = true;
    }
    if (is_id(at(l, 0)))
      bad = true;
    if (bad)
      lex_error(l, t, "this is not a number"), t->kind = TK_BAD;
    else if (over)
      lex_error(l, t, "number too large"), t->kind = TK_BAD;
  }
  while (is_id(at(l, 0)))
    l->c++;
}

static void one(lexer *l, tok *t, const tok *before) {
  static const struct {
    char text[3];
    int op;
  } two[] = {{"<<", OP_SHL}, {">>", OP_SHR}, {"<=", OP_LE},  {">=", OP_GE},
             {"==", OP_EQ},  {"!=", OP_NE},  {"&&", OP_AND}, {"||", OP_OR}};
  int c = at(l, 0);
  const char *s = l->c;
  bool adjacent = before && (before->kind == TK_ID || before->kind == TK_DOT) && before->end == t->begin;
  // `%` begins a name if a name follows, but not behind a number or `)`: 7 % 4, 7%4
  bool modulo = c == '%' && (!is_id(at(l, 1)) || (before && (before->kind == TK_INT || before->op == ')')));
  if (is_id_start(c) && !modulo) {
    l->c++;
    while (is_id(at(l, 0)))
      l->c++;
    t->kind = TK_ID;
    t->s = pool_str(l->p->s, s, (size_t)(l->c - s));
    if (!strcmp(t->s, "$"))
      lex_error(l, t, "this is not a name"), t->kind = TK_BAD;
  } else if (is_digit(c)) {
    number(l, t);
    t->s = pool_str(l->p->s, s, (size_t)(l->c - s));
  } else if (c == '"') {
    for (l->c++; l->c < l->end && *l->c != '"' && *l->c != '\n';)
      l->c++;
    t->kind = TK_STR;
    if (at(l, 0) == '"')
      l->c++;
    else
      lex_error(l, t, "string without end"), t->kind = TK_BAD;
    t->s = pool_str(l->p->s, s, (size_t)(l->c - s));
  } else if (c == '.' && (is_id_start(at(l, 1)) || (adjacent && is_digit(at(l, 1))))) {
    l->c++;
    while (is_id(at(l, 0)) || (at(l, 0) == ':' && at(l, 1) == ':' && is_id(at(l, 2))))
      l->c += at(l, 0) == ':' ? 2 : 1;
    t->kind = TK_DOT;
    t->s = pool_str(l->p->s, s + 1, (size_t)(l->c - s) - 1);
  } else {
    t->kind = TK_OP;
    t->op = c;
    l->c++;
    for (unsigned i = 0; i < sizeof two / sizeof two[0]; i++)
      if (c == two[i].text[0] && at(l, 0) == two[i].text[1]) {
        t->op = two[i].op;
        l->c++;
        break;
      }
    t->s = pool_str(l->p->s, s, (size_t)(l->c - s));
    if (!strchr(";,|!@[]{}()<>+-*/%&^~?:=.", c) || !c) {
      if (c > 32 && c < 127)
        error_at(l->p, t, "unexpected character '%c'", c);
      else
        error_at(l->p, t, "unexpected byte 0x%02x; scripts are ASCII", (unsigned)c);
      t->kind = TK_BAD;
    }
  }
}

static tok begin(lexer *l) {
  return (tok){.line = l->line, .col = (unsigned)(l->c - l->line_start) + 1, .begin = (unsigned)(l->c - l->start)};
}

static void hash_line(lexer *l) {
  tok hash = begin(l), t, before = {0};
  macro *m = NULL;
  l->c++;
  skip_blanks(l, true);
  t = begin(l);
  const char *word = "";
  if (is_id_start(at(l, 0))) {
    one(l, &t, NULL);
    word = t.s;
  }
  if (strcmp(word, "define")) {
    lex_error(l, &hash, "of the lines that begin with '#', scripts know only #define NAME VALUE");
  } else {
    skip_blanks(l, true);
    t = begin(l);
    if (is_id_start(at(l, 0))) {
      one(l, &t, NULL);
      if (at(l, 0) == '(')
        lex_error(l, &t, "a macro with parameters; only #define NAME VALUE is known");
      else if (t.kind == TK_ID) {
        m = pool_get(l->p->s, sizeof *m);
        m->name = t.s;
      }
    } else {
      lex_error(l, &t, "#define needs a name");
    }
  }
  for (;;) { // the rest of the line
    skip_blanks(l, true);
    if (l->c >= l->end || *l->c == '\n')
      break;
    if (!m) {
      l->c++;
      continue;
    }
    t = begin(l);
    one(l, &t, &before);
    t.end = (unsigned)(l->c - l->start);
    before = t;
    m->body = pool_grow(l->p->s, m->body, m->n, &m->cap, sizeof(tok));
    m->body[m->n++] = t;
  }
  if (m) {
    macro **b = bucket_of(l, m->name);
    m->next = *b; // a later #define of the same name hides the earlier one
    *b = m;
  }
}

void lex(parser *p) {
  ws_script *s = p->s;
  lexer l = {.p = p, .c = s->text, .start = s->text, .line_start = s->text, .end = s->text + s->size, .line = 1};
  tok before = {0};
  for (;;) {
    skip_blanks(&l, false);
    if (l.c >= l.end)
      break;
    if (*l.c == '#') {
      hash_line(&l);
      continue;
    }
    tok t = begin(&l);
    one(&l, &t, &before);
    t.end = (unsigned)(l.c - l.start);
    before = t;
    emit(&l, &t);
  }
  tok eof = begin(&l);
  eof.kind = TK_EOF, eof.s = "end of file", eof.end = eof.begin;
  l.full = false;
  if (p->nt >= MAX_TOKENS)
    p->nt--;
  push(&l, &eof);
}
