// SPDX-License-Identifier: Apache-2.0
// Shape of the front end's table of instructions. The table itself, ops_table.c, is made from scripts/ops.toml, whose
// head comment explains the fields.
#ifndef WS_SCRIPT_TABLE_H
#define WS_SCRIPT_TABLE_H

#include "script.h"

enum { // what an operand may be
  WS_K_REG = 1,
  WS_K_IMM = 2,
  WS_K_SREG = 4,
  WS_K_NOT = 8,   // `!p`
  WS_K_SINK = 16, // `_`
  WS_K_DEST = 32, // written
  WS_K_VEC = 64,
  WS_K_ADDR = 128,
  WS_K_VAR = 256,   // the address of a variable, as a value
  WS_K_WIDE = 512,  // register may be wider than the type
  WS_K_INT = 1024,  // neither float registers nor float constants, also where the type has bits only
  WS_K_PRED = 2048, // a predicate may stand instead
};

typedef enum ws_pair { // shapes of a destination with a predicate; `d` alone is WS_PAIR_NONE
  WS_PAIR_NONE,
  WS_PAIR_SHFL,  // d, d|p, d|_
  WS_PAIR_MATCH, // d, d|p, d|_, _|p
  WS_PAIR_ELECT, // d|p, _|p
  WS_PAIR_SETP,  // p, p|q, p|_, _|q
} ws_pair;

enum {                            // checks that need more than one part of a statement (rules.c)
  WS_RULE_MASK = 1 << 0,          // warn about a literal membermask that cannot be right
  WS_RULE_BARRIER = 1 << 1,       // literal barrier number and thread count
  WS_RULE_COUNT_NONZERO = 1 << 2, // literal thread count 0 is refused
  WS_RULE_SIZE128 = 1 << 3,       // SIZE is the literal 128
  WS_RULE_IN_GLOBAL = 1 << 4,     // address must be in global memory: FN_BAD_ADDR
  WS_RULE_HINT = 1 << 5,          // cache hint and policy operand go together, global memory only
  WS_RULE_RA_MBAR = 1 << 6,       // red.async without its mbarrier: DEC_ILLEGAL
  WS_RULE_SEM_SCOPE = 1 << 7,     // semantics and scope together or not at all
  WS_RULE_REMOTE_SINK = 1 << 8,   // shared::cluster: destination is the sink
  WS_RULE_MB_COUNT = 1 << 9,      // 1 .. 2^20 - 1, else MB_BAD_COUNT
  WS_RULE_MB_TX = 1 << 10,        // 0 .. 2^20 - 1, else MB_TX_OVERFLOW
  WS_RULE_MB_PARITY = 1 << 11,    // 0 or 1, else MB_BAD_PARITY
  WS_RULE_CP_SIZE = 1 << 12,      // SIZE is 4, 8 or 16
  WS_RULE_CP_SIZE16 = 1 << 13,    // SIZE is 16
  WS_RULE_MOV = 1 << 14,          // packing and unpacking of vectors
  WS_RULE_ROUND = 1 << 15,        // a rounding mode needs a floating-point type
  WS_RULE_CMP = 1 << 16,          // lo ls hi hs for unsigned types, order for bit types
  WS_RULE_LDST = 1 << 17,         // which semantics need a scope
  WS_RULE_CVT = 1 << 19,          // which rounding, .sat and .ftz two types take
  WS_RULE_FRACTION = 1 << 20,     // above 0 to 1.0
  WS_RULE_RA_ILLEGAL = 1 << 18,   // the assembler takes it, PTX does not define it: DEC_ILLEGAL
};

typedef enum ws_gkind { WS_G_OTHER, WS_G_TYPE, WS_G_TYPE2, WS_G_SEM, WS_G_SCOPE, WS_G_SPACE, WS_G_VEC } ws_gkind;

typedef struct ws_alt { // one qualifier of a group
  const char *text;
  uint16_t code; // added to the operation code
  uint16_t sm;   // first architecture, 0 as the row
} ws_alt;

typedef struct ws_group {
  const char *name;
  ws_gkind kind;
  bool optional;
  uint16_t absent; // code added if it is left out
  unsigned nalt;
  const ws_alt *alt;
} ws_group;

#define WS_T_FROM1 ((ws_type)(WS_T_COUNT + 1)) // the type qualifier of the statement
#define WS_T_FROM2 ((ws_type)(WS_T_COUNT + 2)) // its second type qualifier
#define WS_T_WIDER ((ws_type)(WS_T_COUNT + 3)) // the type of twice its bits

typedef struct ws_opspec {
  ws_role role;
  bool optional;
  unsigned kinds;
  ws_type type;
  ws_pair pair;
  uint16_t code; // added to the operation code where the operand is the sink, or given though it may be left out
} ws_opspec;

struct ws_row {
  const char *opcode, *name;
  ws_helper helper;
  uint16_t code; // unit << 8 | fn, before the qualifiers
  bool built;
  uint16_t sm, sm_max; // sm_max 0: none
  unsigned rules;
  unsigned words; // so many groups from the first on are words of the name
  unsigned ngroup;
  const ws_group *group;
  unsigned nopr;
  const ws_opspec *opr;
};

extern const ws_row ws_rows[];
extern const unsigned ws_nrows;

typedef struct ws_status_row {
  const char *name;
  uint16_t status;
} ws_status_row;

extern const ws_status_row ws_status_rows[]; // OK first
extern const unsigned ws_nstatus;

#endif
