// SPDX-License-Identifier: Apache-2.0
// Warp scripts: what the front half (lexer, parser, checker) hands to the machine that runs them.
//
// ws_script_parse() reads a whole file, checks every statement and returns the list of statements in order, with every
// name, qualifier, literal and constant expression resolved. A script with errors is never run: ws_script.errors counts
// them, and all of them stand in ws_script.diags. What is left to the machine is what depends on values: guards,
// addresses held in registers, blocked and exited lanes.
//
// Registers. Each name of the file is one ws_reg with an index `id` below ws_script.nregs; the machine keeps one copy
// of each register for each (cta, warp). Sizes are exact at parse time, since scripts have no control flow: the checker
// has already refused reads in another size and reads before a write (per cta and warp, reset by `.reset`). For the
// machine this leaves one rule: when a statement that writes an undeclared register is issued (even if it reaches no
// lane), the register takes the size of that operand (ws_operand.bits); if that differs from the size it has, or it has
// none yet, all its lanes become 0 first. `.reset` forgets undeclared registers and zeroes declared ones.
#ifndef WS_SCRIPT_H
#define WS_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ws.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WS_CTAS_MAX 8
#define WS_VEC_MAX 8
#define WS_SHARED_BYTES (16u * 1024u)
#define WS_GLOBAL_BYTES (64u * 1024u)
#define WS_CTA_WINDOW(rank) (((uint64_t)(rank) + 1u) << 24) // where mapa puts the shared memory of a CTA of the cluster

// ------------------------------------------------------------------------------------------------- types, spaces

typedef enum ws_type {
  WS_T_NONE,
  WS_T_PRED,
  WS_T_B8,
  WS_T_B16,
  WS_T_B32,
  WS_T_B64,
  WS_T_B128,
  WS_T_U8,
  WS_T_U16,
  WS_T_U32,
  WS_T_U64,
  WS_T_S8,
  WS_T_S16,
  WS_T_S32,
  WS_T_S64,
  WS_T_F16,
  WS_T_F16X2,
  WS_T_BF16,
  WS_T_BF16X2,
  WS_T_F32,
  WS_T_F64,
  WS_T_COUNT
} ws_type;

unsigned ws_type_bits(ws_type t);    // 1 for pred, 0 for WS_T_NONE
const char *ws_type_name(ws_type t); // "u32", without the dot
bool ws_type_float(ws_type t);       // f16 f16x2 bf16 bf16x2 f32 f64
bool ws_type_signed(ws_type t);      // s8 .. s64

typedef enum ws_space { WS_SP_GENERIC, WS_SP_GLOBAL, WS_SP_SHARED_CTA, WS_SP_SHARED_CLUSTER } ws_space;

// --------------------------------------------------------------------------------------------- registers, variables

typedef struct ws_reg {
  const char *name;
  unsigned id;     // index of the register in a register file
  bool declared;   // by .reg: has `type`, starts at 0, keeps its size
  ws_type type;    // WS_T_NONE if undeclared
  unsigned line;   // of the declaration, or of the first use
  size_t from, to; // bytes of ws_script.text between which its name stands for it; to 0: in the whole script
} ws_reg;

typedef struct ws_var { // .shared or .global variable
  const char *name;
  ws_space space; // WS_SP_SHARED_CTA or WS_SP_GLOBAL
  ws_type type;   // of an element
  uint32_t addr;  // byte offset in its space
  uint32_t bytes; // of the whole variable
  unsigned line;
} ws_var;

typedef enum ws_sreg {
  WS_SR_LANEID,
  WS_SR_LANEMASK_EQ,
  WS_SR_LANEMASK_LT,
  WS_SR_LANEMASK_LE,
  WS_SR_LANEMASK_GT,
  WS_SR_LANEMASK_GE,
  WS_SR_WARPID,
  WS_SR_NWARPID, // warps of the CTA
  WS_SR_TID_X,   // warp of the CTA * lanes + lane; CTAs, clusters and the grid have one dimension: y and z are 0, n.. 1
  WS_SR_TID_Y,
  WS_SR_TID_Z,
  WS_SR_NTID_X, // warps * lanes
  WS_SR_NTID_Y,
  WS_SR_NTID_Z,
  WS_SR_CTAID_X,
  WS_SR_CTAID_Y,
  WS_SR_CTAID_Z,
  WS_SR_NCTAID_X,
  WS_SR_NCTAID_Y,
  WS_SR_NCTAID_Z,
  WS_SR_CLUSTERID_X, // the grid is one cluster
  WS_SR_CLUSTERID_Y,
  WS_SR_CLUSTERID_Z,
  WS_SR_NCLUSTERID_X,
  WS_SR_NCLUSTERID_Y,
  WS_SR_NCLUSTERID_Z,
  WS_SR_CLUSTER_CTAID_X,
  WS_SR_CLUSTER_CTAID_Y,
  WS_SR_CLUSTER_CTAID_Z,
  WS_SR_CLUSTER_NCTAID_X,
  WS_SR_CLUSTER_NCTAID_Y,
  WS_SR_CLUSTER_NCTAID_Z,
  WS_SR_CLUSTER_CTARANK,
  WS_SR_CLUSTER_NCTARANK,
  WS_SR_IS_EXPLICIT_CLUSTER, // true
  WS_SR_CLOCK, // instructions so far, so it does not depend on latencies; 64 bits, low and high half of them
  WS_SR_CLOCK_HI,
  WS_SR_CLOCK64,
  WS_SR_GLOBALTIMER, // ticks * 10, as if each lasted 10 ns; 64 bits
  WS_SR_COUNT
} ws_sreg;

// --------------------------------------------------------------------------------------------------- operands

typedef enum ws_okind {
  WS_O_NONE, // this role is absent: `d` without `|p`, an optional operand left out
  WS_O_REG,  // reg; neg: written with `!` (predicates only); a source also reg + imm
  WS_O_IMM,  // imm, already cut to `bits` (two's complement), float literals as their bits; neg is already applied
  WS_O_ADDR, // [reg + imm], [imm]; variables are resolved into imm
  WS_O_VEC,  // elem[0..n-1], each WS_O_REG, WS_O_SINK or WS_O_IMM
  WS_O_SINK, // `_`
  WS_O_SREG, // sreg
} ws_okind;

typedef struct ws_operand {
  ws_okind kind;
  ws_type type;  // type in which the instruction uses the operand (WS_T_NONE for addresses)
  unsigned bits; // size of the register as this statement sees it: 1, 16, 32, 64, 128. With ld/st a register may be
                 // wider than the type; the value then is sign- or zero-extended (ld) or cut (st)
  unsigned line, col;
  bool neg;
  const ws_reg *reg; // WS_O_REG; WS_O_ADDR: base register or NULL
  ws_sreg sreg;      // WS_O_SREG
  uint64_t imm;      // WS_O_IMM; of 128 bits the low half, the other is 0; WS_O_REG, WS_O_ADDR: number to add (two's
                     // complement; of an address with a variable that variable's address is in it)
  uint64_t given;    // WS_O_IMM: an integer before it was cut
  const ws_var *var; // WS_O_ADDR: the variable named, or NULL; WS_O_IMM: mov of a variable's address, or NULL
  unsigned n;        // WS_O_VEC
  struct ws_operand *elem;
} ws_operand;

// What an operand is for. Each instruction has at most one operand of each role; rows of the table say which.
typedef enum ws_role {
  WS_R_D,     // destination; a pair `d|p` fills WS_R_D and WS_R_P
  WS_R_P,     // predicate destination of a pair
  WS_R_A,     // first source; for vote the predicate
  WS_R_B,     //
  WS_R_C,     //
  WS_R_E,     // fourth source
  WS_R_MASK,  // membermask
  WS_R_ADDR,  // [a]; the destination address where there are two
  WS_R_ADDR2, // [src] of copies, [mbar] of red.async and try_cancel
  WS_R_BAR,   // barrier number
  WS_R_CNT,   // thread count of a barrier, arrival count or tx-count of an mbarrier
  WS_R_STATE, // mbarrier: token (64 bits) or, with .parity, phase parity (32 bits)
  WS_R_HINT,  // mbarrier: suspend time in ns
  WS_R_SIZE,  // cp.async: bytes; fence/tensormap: 128
  WS_R_SRC,   // cp.async: src-size, bytes read, the rest is zero filled; a predicate: ignore-src, true reads none
  WS_R_POL,   // 64-bit cache policy, no effect
  WS_R_COUNT
} ws_role;

// ------------------------------------------------------------------------------------------------ instructions

// One row of the table: an instruction or a family of them that share their operands (made from scripts/ops.toml).
// The machine needs `name`, `helper` and `built`; the rest is the parser's.
typedef struct ws_row ws_row;

typedef enum ws_helper { // carried out by the replayer itself; WS_H_NONE: an operation of the block
  WS_H_NONE,
  WS_H_MOV, // D <- A; mov also packs and unpacks: D or A may be a vector of 2 or 4 parts of type.bits / n bits each
  WS_H_ADD, // D <- A + B      integers wrap, f32 f64 round to nearest even; same for SUB
  WS_H_SUB, //
  WS_H_MUL, // .lo .hi: that half of the product; .wide: all of it, in twice the bits
  WS_H_MAD, // the same + C
  WS_H_DIV, // integers: toward 0, all ones where B is 0; f32 f64: to nearest even
  WS_H_REM, // sign of A; A where B is 0
  WS_H_MIN,
  WS_H_MAX,
  WS_H_NEG,
  WS_H_ABS,
  WS_H_POPC,  // bits of A: how many
  WS_H_CLZ,   // zeros above
  WS_H_BREV,  // the other way round
  WS_H_BFIND, // the highest that differs from the sign; .shiftamt: how far it is from the top
  WS_H_BFE,   // field of A at B, C bits
  WS_H_BFI,   // B with field at C, E bits, from A
  WS_H_BMSK,  // mask at A, B bits
  WS_H_PRMT,  // bytes of {B, A}, chosen by C
  WS_H_LOP3,  // bit by bit, table E
  WS_H_SHF,   // {B, A} shifted by C
  WS_H_CVT,   // A of type2 as type
  WS_H_AND,   // .b16 .b32 .b64 .pred
  WS_H_OR,
  WS_H_XOR,
  WS_H_NOT,
  WS_H_SHL,  // A << B, B is a 32-bit count; counts of the width or more give 0 (or the sign, shr.s)
  WS_H_SHR,  //
  WS_H_SETP, // D [| P] <- A cmp B [boolop C]; cmp and boolop in ws_insn
  WS_H_SELP, // D <- C ? A : B, C is a predicate
  WS_H_CVTA, // D <- generic address of A in `space` (WS_H_CVTA_TO: the way back); A register or variable (WS_O_IMM)
  WS_H_CVTA_TO,
  WS_H_MAPA,       // D <- address A seen from CTA B; space WS_SP_SHARED_CLUSTER (32- or 64-bit) or WS_SP_GENERIC
  WS_H_GETCTARANK, // D <- rank of the CTA whose shared memory address A is in
  WS_H_ISSPACEP,   // D <- generic address A is in this space
  WS_H_POLICY,     // D <- a cache policy, which has no effect: 0
  WS_H_NOTHING,    // nanosleep; what groups and awaits copies, which end with their statement
  WS_H_EXIT,       // the lanes whose guard holds exit
  WS_H_LD,         // D (register or vector) <- [ADDR]
  WS_H_ST,         // [ADDR] <- A (register, immediate or vector)
  WS_H_ATOM,       // atom, red: D <- [ADDR] (registers or vector); [ADDR] <- what ws_atom(op) makes of it, B and C. The
                   // block does it; the replayer makes its requests
} ws_helper;

typedef enum ws_cmp { // setp; the u forms are true if an operand is NaN. lo ls hi hs are folded into lt le gt ge
  WS_CMP_EQ,
  WS_CMP_NE,
  WS_CMP_LT,
  WS_CMP_LE,
  WS_CMP_GT,
  WS_CMP_GE,
  WS_CMP_EQU,
  WS_CMP_NEU,
  WS_CMP_LTU,
  WS_CMP_LEU,
  WS_CMP_GTU,
  WS_CMP_GEU,
  WS_CMP_NUM,
  WS_CMP_NAN
} ws_cmp;

typedef enum ws_bool { WS_BOOL_NONE, WS_BOOL_AND, WS_BOOL_OR, WS_BOOL_XOR } ws_bool;
typedef enum ws_sem { WS_SEM_NONE, WS_SEM_RELAXED, WS_SEM_ACQUIRE, WS_SEM_RELEASE, WS_SEM_ACQ_REL, WS_SEM_SC } ws_sem;
typedef enum ws_scope { WS_SC_NONE, WS_SC_CTA, WS_SC_CLUSTER, WS_SC_GPU, WS_SC_SYS } ws_scope;

typedef struct ws_insn {
  const ws_reg *guard; // predicate register or NULL
  bool guard_neg;      // @!p
  const ws_row *row;
  const char *name; // root of the row, e.g. "shfl.sync", for messages
  ws_helper helper;
  unsigned op;         // operation code if helper is WS_H_NONE or WS_H_ATOM: for built ones a WS_OP_* of ws_ops.h
  bool built;          // a unit of the block carries it out. Else, if helper is WS_H_NONE, nothing does: a replay stops
                       // before it starts
  ws_type type, type2; // type qualifiers; of cvt that of the result, then that of the source
  unsigned vec;        // .v2 .v4 .v8: 2, 4, 8; else 1
  ws_space space;
  ws_sem sem;
  ws_scope scope;
  ws_cmp cmp;
  ws_bool boolop;
  const char *const *quals; // every qualifier as written, without dots; nquals of them
  unsigned nquals;
  ws_operand op_[WS_R_COUNT]; // by role; WS_O_NONE where absent
} ws_insn;

// True if the instruction carries qualifier q ("abs", "parity", "noComplete", "shared::cluster").
bool ws_insn_has(const ws_insn *in, const char *q);

// Whether it goes to the block.
static inline bool ws_insn_of_block(const ws_insn *in) { return in->helper == WS_H_NONE || in->helper == WS_H_ATOM; }

// --------------------------------------------------------------------------------------------------- statements

typedef enum ws_skind {
  WS_S_DECL,           // .reg .shared .global .version .target .address_size: nothing to do
  WS_S_RESET,          // .reset
  WS_S_CTA,            // .cta n
  WS_S_WARP,           // .warp n
  WS_S_SET,            // .set.type reg, val...
  WS_S_SET_MEM,        // .set.mem.space.type [addr], val
  WS_S_EXPECT,         // .expect.type reg, val... [, lanes]   (pred: val[0] is the mask; `lanes` are compared)
  WS_S_EXPECT_MEM,     // .expect.mem.space.type [addr], val
  WS_S_EXPECT_STATUS,  // .expect.status status [, lanes]
  WS_S_EXPECT_ERROR,   // .expect.error status | none
  WS_S_EXPECT_WAITING, // .expect.waiting lanes
  WS_S_EXIT,           // .exit lanes
  WS_S_WAIT,           // .wait n
  WS_S_INSN
} ws_skind;

typedef struct ws_value {
  bool keep; // `_`
  uint64_t lo, hi;
} ws_value;

typedef struct ws_stmt {
  ws_skind kind;
  unsigned line, col;  // of its first character
  unsigned begin, end; // byte range of the statement in ws_script.text, `;` included, leading blanks not
  ws_type type;        // .set .expect and their .mem forms
  const ws_reg *reg;   // WS_S_SET, WS_S_EXPECT
  ws_space space;      // .mem forms: WS_SP_SHARED_CTA or WS_SP_GLOBAL
  uint32_t addr;       // .mem forms: byte offset, checked
  unsigned nval;       // 1 or lanes
  ws_value *val;       // for pred: one value, the lane mask (cut to lanes)
  bool has_lanes;      // LANES was written
  uint32_t lanes;      // LANES, cut; .exit and .expect.waiting: their operand
  uint32_t n;          // .cta .warp .wait
  unsigned status;     // .expect.status .expect.error: WS_ST_*; WS_ST_OK also stands for `OK` and for `none`.
                       // Names are matched by code: compare (status & 0xff), except OK, which is 0 as a whole
  bool none;           // .expect.error none
  ws_insn *insn;       // WS_S_INSN
} ws_stmt;

// ----------------------------------------------------------------------------------------------------- the script

typedef enum ws_sev { WS_NOTE, WS_WARNING, WS_ERROR } ws_sev;

typedef struct ws_diag {
  unsigned line, col;
  ws_sev sev;
  unsigned seq; // order of discovery, ties in (line, col)
  char *text;
} ws_diag;

typedef struct ws_machine { // .machine, or its defaults
  unsigned lanes, warps, ctas;
  bool legacy;       // target=sm_60
  uint32_t trywait;  // ticks
  uint32_t watchdog; // ticks, 0 off
} ws_machine;

typedef struct ws_script {
  const char *path; // as given
  char *text;       // the file, NUL-terminated
  size_t size;
  ws_machine machine;
  ws_stmt *stmt; // without #define; .machine is a WS_S_DECL
  size_t nstmt;
  ws_reg **reg; // reg[i]->id == i
  unsigned nregs;
  ws_var **var;
  unsigned nvars;
  ws_diag *diags; // sorted by line, column
  size_t ndiags, errors, warnings;
  bool io_error; // the file could not be read (also an error in diags)
  void *pool;    // all memory below here
} ws_script;

// Reads and checks a script. Never NULL unless memory is out. With `replay` a legal instruction that is not built is an
// error, without it (--check) a note.
ws_script *ws_script_parse(const char *path, bool replay);

// The same for text in memory; `path` is only for messages.
ws_script *ws_script_parse_text(const char *path, const char *text, size_t size, bool replay);

void ws_script_free(ws_script *s);

// Prints all diagnostics as FILE:LINE:COL: error|warning|note: TEXT.
void ws_script_print_diags(const ws_script *s, FILE *f);

// ----------------------------------------------------------------------------------------------------- the machine

typedef enum ws_dut { WS_DUT_BOTH, WS_DUT_RTL, WS_DUT_CMODEL } ws_dut;

typedef struct ws_run_options {
  ws_dut dut;
  const char *record; // file to write, or NULL
  const char *waves;  // FST file of the RTL, or NULL; of CTAs but the first NAME_cta1.fst, ...; needs ws_replay_waves
  const char *name;   // stands before the last line; or NULL
} ws_run_options;

// Runs a script without errors. Differences go to stderr, `N statements, N checks, N failed` to stdout last.
// 0: all held; 1: a difference; 2: an error that only showed while running, or a file that could not be written.
int ws_machine_run(const ws_script *s, const ws_run_options *opt);

#ifdef __cplusplus
}
#endif
#endif
