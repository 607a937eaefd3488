// SPDX-License-Identifier: Apache-2.0
// What the parts of the front end share: tokens, constant values, raw operands and the parser's state. Internal.
//
//   lex.c        text -> tokens, comments and #define gone      support.c       memory, diagnostics, types
//   names.c      registers and variables, scopes                special.c       special registers
//   expr.c       constant expressions                           constant.c      how a constant fits a type
//   operand.c    operands as written                            outside.c       instructions outside the block
//   parse.c      statements, recovery, instructions' frame      directive.c, declare.c  what begins with a dot
//   match.c      which row of the table a statement is          check.c         operands against the row
//   rules.c      checks that need more than one operand         helper_rules.c  the same of helpers
#ifndef WS_SCRIPT_FRONT_H
#define WS_SCRIPT_FRONT_H

#include "script.h"
#include "table.h"

typedef enum tok_kind { TK_EOF, TK_ID, TK_DOT, TK_INT, TK_FLT, TK_STR, TK_OP, TK_BAD } tok_kind;

enum { OP_SHL = 256, OP_SHR, OP_LE, OP_GE, OP_EQ, OP_NE, OP_AND, OP_OR, OP_SCOPE };

typedef enum flt_kind { FLT_DECIMAL, FLT_F32, FLT_F64 } flt_kind; // 1.0, 0f3F800000, 0d3FF0000000000000

typedef struct tok {
  tok_kind kind;
  unsigned line, col, begin, end; // begin, end: bytes of the file (of the use, for tokens of a macro)
  const char *s;                  // TK_ID: the name; TK_DOT: the qualifier without its dot; others: the text
  int op;                         // TK_OP: the character, or OP_*
  uint64_t lo, hi;                // TK_INT; TK_FLT with FLT_F32, FLT_F64: the bits
  double f;                       // TK_FLT
  flt_kind flt;
  bool uns; // TK_INT with U
} tok;

typedef struct value { // of a constant expression
  unsigned line, col;
  bool is_float, uns, literal; // literal: one number, perhaps with a sign; must fit as it stands
  uint64_t lo, hi;             // hi: only of a literal beyond 64 bits
  double f;
  flt_kind flt;
} value;

// An operand as written, before the row of the table is known.
typedef enum raw_kind { RAW_NAME, RAW_SINK, RAW_IMM, RAW_ADDR, RAW_VEC, RAW_SREG } raw_kind;

typedef struct raw {
  raw_kind kind;
  unsigned line, col;
  bool neg;         // !name
  const char *name; // RAW_NAME; RAW_ADDR: base or NULL
  ws_sreg sreg;
  value v; // RAW_IMM; RAW_NAME, RAW_ADDR: offset
  bool has_offset;
  struct raw *pair; // after `|`
  struct raw *elem; // RAW_VEC
  unsigned n;
} raw;

// What the checker knows of a register: its size in each (cta, warp), 0 = nothing has written it, BITS_ANY = do not ask
// (a statement with errors wrote it).
#define BITS_ANY 255

typedef struct sym {
  const char *name;
  ws_reg *reg; // one of the two
  ws_var *var;
  uint8_t *bits;
  bool *written;       // of a declared register: in each (cta, warp), since .reset
  struct scope *in;    // NULL: the whole script
  struct sym *next;    // of the same bucket, the innermost first
  struct sym *sibling; // of the same scope
} sym;

typedef struct scope { // from `{` to `}`
  const tok *open;
  sym *names; // declared in it
  struct scope *outer;
} scope;

#define SYM_BUCKETS 16384

typedef struct parser {
  ws_script *s;
  bool replay;
  tok *t; // tokens, TK_EOF last
  size_t nt, pos;
  sym *bucket[SYM_BUCKETS];
  size_t cap_stmt, cap_reg, cap_var, cap_diag;
  unsigned cta, warp;
  bool any_stmt;         // something other than .machine was seen
  scope *scope;          // the innermost, NULL outside of all
  uint32_t next_addr[2]; // shared, global
  bool *ragged;          // per (cta, warp): lanes may have exited or wait, so nothing is certain about who executes
  unsigned depth;        // of nested expressions
} parser;

// support.c
void *pool_get(ws_script *s, size_t bytes);                                      // zeroed
void *pool_grow(ws_script *s, void *old, size_t used, size_t *cap, size_t elem); // room for one more
const char *pool_str(ws_script *s, const char *text, size_t n);
void diag(parser *p, ws_sev sev, unsigned line, unsigned col, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
#define error_at(p, x, ...) diag(p, WS_ERROR, (x)->line, (x)->col, __VA_ARGS__)
#define warn_at(p, x, ...) diag(p, WS_WARNING, (x)->line, (x)->col, __VA_ARGS__)
ws_type type_of_name(const char *name); // WS_T_NONE if it is not a type
int status_of_name(const char *name);   // -1 if there is none

// names.c
sym *sym_find(parser *p, const char *name);
sym *sym_reg(parser *p, const char *name, unsigned line); // finds or makes an undeclared register; NULL for a variable
sym *sym_declare(parser *p, const tok *at, const char *name); // NULL and an error if the scope has the name already
ws_reg *reg_new(parser *p, sym *y, unsigned line);
unsigned where(const parser *p); // index of the current (cta, warp)
void scope_open(parser *p, const tok *at);
void scope_close(parser *p);

// lex.c
void lex(parser *p);

// expr.c
bool expr(parser *p, value *v); // false: an error was reported
bool expr_u32(parser *p, uint64_t max, const char *what, uint32_t *out);

// constant.c
// The bits of v in type t, in a directive. zero: the integer 0, whose bits are those of 0.0, may stand for a float.
bool fit(parser *p, const value *v, ws_type t, bool zero, ws_value *out);
// The low 64 bits of v as an operand of type t; the others are 0. integer: no floats, though t has bits only.
bool fit_operand(parser *p, const value *v, ws_type t, bool integer, uint64_t *out);

// operand.c
bool raw_operand(parser *p, raw *r);

// special.c
bool is_special(const char *name);             // of a special register, or the part of one before its dot
bool is_foreign(const char *name);             // the same, of one that scripts do not have
bool special_of(const char *full, ws_sreg *r); // full: with its part, "%tid.x"
ws_type special_type(ws_sreg r);

// parse.c
const tok *peek(const parser *p);
const tok *peek2(const parser *p);
const tok *next(parser *p);
bool at_op(const parser *p, int op);
bool take_op(parser *p, int op);
bool need_op(parser *p, int op, const char *after); // an error if it is not there
const char *tok_text(const tok *t);
void parse_all(parser *p);

// directive.c, declare.c
bool directive(parser *p, ws_stmt *st, bool *ended); // false: an error was reported
bool declare_reg(parser *p);
bool declare_var(parser *p, ws_space space);
bool machine_options(parser *p);

// match.c
typedef struct quals {
  const tok *opcode;
  const tok **q;
  unsigned n;
} quals;
bool known_opcode(const char *name);
const ws_row *match_row(parser *p, const quals *q,
                        ws_insn *in); // of a known opcode; NULL: reported; else the qualifiers of in are filled

// outside.c
bool is_outside(const char *opcode); // an instruction of PTX that the table does not have
// What of a known opcode is outside, "cp.async.bulk", by its words; NULL if nothing is.
const char *outside_form(const quals *q);

// check.c
bool check_operands(parser *p, ws_insn *in, const raw *r, unsigned n, const tok *at);
void poison(parser *p, const raw *r); // the destination of a wrong statement: ask no more questions about it
bool reg_read(parser *p, const raw *r, sym *y, ws_type t, ws_operand *o);
bool reg_compatible(ws_type reg, ws_type t);

// helper_rules.c
bool check_helper(parser *p, const ws_insn *in, const tok *at);

// rules.c
bool check_rules(parser *p, ws_insn *in, const tok *at);
bool check_address(parser *p, const ws_insn *in, ws_operand *o, const raw *r, ws_space space, unsigned bytes);

#endif
