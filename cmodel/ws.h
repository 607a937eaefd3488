// SPDX-License-Identifier: Apache-2.0
// warpsync golden model: the public header of libwarpsync.
//
// Three layers. A program can use the first alone; each calls only the ones above it in this list:
//   what/   pure functions, one file a family: operands in, results out, no state
//   state/  what is kept: lanes that wait, shared memory, barriers. Internal
//   when/   ws_core: every port of rtl/ws_top.v has a value in each clock cycle
//           ws_cluster: several cores and the network between them, rtl/cluster/ws_cluster.v
//
// All functions are re-entrant: there are no global variables, nothing is allocated, printed or kept between calls, and a
// core's state is in the memory that its caller provides. Threads may call them at once, on different cores.
//
// Lanes are bits and array indices, lane 0 lowest. `lanes` is 4, 8, 16 or 32; at 32 everything is PTX bit for bit. Below 32
// only the low log2(lanes) bits count of a lane index, of shfl's b and of each half of its c (c[4:0] and c[12:8]), and only
// the low `lanes` bits of a mask. Arrays have an element a lane. `act` is the set of lanes that take part: the operands of the
// others do not matter, and their results are not written. That lane numbers and counts are in their range is the caller's duty.
//
// The functions of what/ work in place: a result may lie where an operand lies, since all operands are read before a
// result is written. fn is an operation code, WS_OP_*, or its low byte. Where it names no function of the family, the results
// are 0 and WS_ST_DEC_ILLEGAL is returned (ws_status_name gives its name), else WS_ST_OK.
#ifndef WS_H
#define WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ws_ops.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) // the library hides what no public header declares
#endif

#define WS_VERSION "0.4.0-dev" // between releases the next one, with -dev
#define WS_LANES_MAX 32
#define WS_WARPS_MAX 32
#define WS_CTAS_MAX 8
#define WS_SMEM_BYTES 16384 // shared memory of a CTA
#define WS_BANKS_MAX 32     // of 4 bytes each; word i of shared memory is row i / banks of bank i % banks
#define WS_GMEM_BYTES 65536 // global memory

// A generic address, which atom and red take: 2^31 bytes from 0 on are shared memory of the own CTA or, at (rank + 1) << 24, of another one of
// the cluster; 2^31 bytes from here on are global memory.
#define WS_GLOBAL_WINDOW UINT64_C(0x100000000)

// The value of d in a lane whose shfl source does not take part (PTX 9.7.9.6 leaves it undefined).
#define WS_SHFL_INACTIVE_D 0u

// WS_VERSION of the library that the program runs with.
const char *ws_version(void);

// ---------------------------------------------------------------------------------------------------------- what

// shfl.sync (PTX 9.7.9.6). fn: WS_OP_SHFL_*. Reads a, b, c of the lanes in `act`; writes d of those lanes. d may be a, b or c.
// *p: lanes whose computed index is in range. *und: lanes whose source lane is not in `act` (d = WS_SHFL_INACTIVE_D).
uint32_t ws_shfl(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], const uint32_t b[], const uint32_t c[],
                 uint32_t d[], uint32_t *p, uint32_t *und);

// The source lane that shfl computes for one lane, in bits [4:0], and its predicate in bit 5. Where fn is none: the lane itself, 0.
unsigned ws_shfl_route(unsigned lanes, unsigned fn, unsigned lane, uint32_t b, uint32_t c);

// How many distinct (b, c) pairs, as far as shfl looks at them, the lanes in `act` hold: the classes of the butterfly form.
unsigned ws_shfl_classes(unsigned lanes, uint32_t act, const uint32_t b[], const uint32_t c[]);

// vote.sync and deprecated vote (PTX 9.7.13.9, 9.7.13.8). pred: the predicate of each lane, complement already applied.
// fn: WS_OP_VOTE_*. *d: 0 or 1 for all, any, uni (an empty act gives 1, 0, 1), the set of lanes for ballot.
uint32_t ws_vote(unsigned fn, uint32_t act, uint32_t pred, uint32_t *d);

// elect.sync (PTX 9.7.13.14): the lowest lane of `act`; 0 if empty.
unsigned ws_elect(uint32_t act);

// match.any.sync (PTX 9.7.13.10): d[i] = lanes of `act` whose a equals lane i's, for each lane i of `act`. bits: 64; any other number
// stands for 32, the low ones. d may lie over a, from the same address on.
void ws_match_any(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[], uint32_t d[]);

// match.all.sync: true if all lanes of `act` hold the same a; then *d = act, else 0.
bool ws_match_all(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[], uint32_t *d);

// redux.sync (PTX 9.7.13.12). fn: WS_OP_REDUX_*. *d: the result, one for all lanes; 0 if act is empty. d may be an element of a.
uint32_t ws_redux(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], uint32_t *d);

// mbarrier (PTX 9.7.13.15). An object is a 64-bit word of shared memory: bit 63 phase, 62:43 2^20 - pending, 42:22 tx
// (two's complement), 20:1 2^20 - expected, 21 and 0 zero; both counts modulo 2^20. Counts are at most WS_MBAR_MAX.
// A word of 0 is an object like others: phase 0, nothing pending, nothing expected, no bytes under way. An arrival on it is
// MB_PENDING_UNDERFLOW; its first expect_tx and complete_tx of as many bytes complete its phase. It does not mean that there is no
// object: that no word says, and ws_core keeps a bit beside shared memory for it (MB_NOT_INIT). ws_mbar_word(0) is the word 0.
#define WS_MBAR_MAX 0xfffffu

// One operation on an object as a step of its counts: `arr` arrivals (or, with inc, `arr` more that are pending), tx
// grown by dtx, the expected count reduced by drop. no_complete: it must not complete the phase.
typedef struct ws_mbar_step {
  uint32_t arr;  // 0 .. 2^25 - 1, so that a warp's equal arrivals can be taken as one
  int32_t dtx;   // within +- (2^25 - 1)
  uint32_t drop; // 0 or arr
  bool no_complete, inc;
} ws_mbar_step;

typedef struct ws_mbar_result {
  uint32_t status; // WS_ST_OK or an error; then word is unchanged and flip is false
  uint64_t word;   // the object afterwards
  bool flip;       // the phase was completed: the one place where the phase bit changes
} ws_mbar_result;

// The transition of an object: the only place where counts and phase change. Total: any 64-bit word is taken as an object.
ws_mbar_result ws_mbar_next(uint64_t word, const ws_mbar_step *step);

// mbarrier.init: the word of a fresh object. count: 1 .. WS_MBAR_MAX, of others the low 20 bits; 0 gives the word 0.
uint64_t ws_mbar_word(uint32_t count);

// The state token of an arrival on an object whose word was `old` (mbarrier.arrive returns it, test_wait takes it).
uint64_t ws_mbar_token(uint64_t old, bool no_complete);

// mbarrier.pending_count: pending count in a token. *status: OK, MB_BAD_TOKEN or MB_TOKEN_NOT_NOCOMPLETE (undefined
// input; the field is extracted all the same).
uint32_t ws_mbar_pending_count(uint64_t token, uint32_t *status);

// Named barriers of a CTA (PTX 9.7.13.1). Warps arrive; a barrier is complete when as many have arrived as it awaits, or,
// if one of them named no count, when every member that has not exited has. 16 barriers a CTA, reusable at once.
#define WS_BARRIERS 16

typedef struct ws_bar { // one barrier; all but act means nothing while act is false
  bool act;             // warps have arrived
  bool all;             // one of them named no count
  uint32_t kind;        // 0: sync and arrive, 1: red.popc, 2: red.and, 3: red.or
  uint32_t exp;         // warps awaited
  uint32_t arr;         // warps that have arrived
  uint32_t acc;         // reduction so far: 0..1024, or 0 and 1
} ws_bar;

typedef struct ws_bar_ask { // a warp whose live lanes have come together
  uint32_t warp, op;        // warp: 0..31; op: WS_OP_BAR_*, else the status is DEC_ILLEGAL
  uint32_t key;             // ws_bar_key of its lanes
  uint32_t val;             // red: lanes whose predicate holds; .and .or: 0 or 1 of them all
} ws_bar_ask;

typedef struct ws_bar_result {
  uint32_t status; // WS_ST_OK or an error; then bar is unchanged
  ws_bar bar;      // the barrier afterwards
  bool done;       // complete: the warps that wait in it go on, with bar.acc as the result of a reduction
  bool broken;     // can never be complete (BAR_UNSATISFIABLE): they are released
} ws_bar_result;

// What a lane's operands name: [3:0] barrier, [4] there is none of this number, [10:5] warps awaited (0: no count), [11] no
// such count. a: number of the barrier; b: thread count, looked at if the operation has one. 0 for barrier.cluster.
uint32_t ws_bar_key(uint32_t op, uint32_t a, uint32_t b);

// val of ws_bar_ask. act: the lanes that came together; pred: their predicates, complement applied.
uint32_t ws_bar_val(uint32_t op, uint32_t act, uint32_t pred);

// The transition of a barrier: the arrival `ask`, or, if it is NULL, an examination after an exit. live: warps of the CTA
// that have not exited; cta: warps of the CTA. *bar may be assigned the result's.
ws_bar_result ws_bar_next(const ws_bar *bar, const ws_bar_ask *ask, uint32_t live, uint32_t cta);

// atom and red (PTX 9.7.13.5, 9.7.13.6). An element of memory, or an operand of its size; hi: of b128 alone.
typedef struct ws_atom_value {
  uint64_t lo, hi;
} ws_atom_value;

// What vectors alone do, for one element: functions of ws_atom, and no operations of a block.
enum {
  WS_OP_ATOM_MIN_F16 = 0x8a8,
  WS_OP_ATOM_MIN_BF16 = 0x8b8,
  WS_OP_ATOM_MIN_F16X2 = 0x8c8,
  WS_OP_ATOM_MIN_BF16X2 = 0x8d8,
  WS_OP_ATOM_MAX_F16 = 0x8a9,
  WS_OP_ATOM_MAX_BF16 = 0x8b9,
  WS_OP_ATOM_MAX_F16X2 = 0x8c9,
  WS_OP_ATOM_MAX_BF16X2 = 0x8d9,
  WS_OP_RED_MIN_F16 = 0x9a8,
  WS_OP_RED_MIN_BF16 = 0x9b8,
  WS_OP_RED_MIN_F16X2 = 0x9c8,
  WS_OP_RED_MIN_BF16X2 = 0x9d8,
  WS_OP_RED_MAX_F16 = 0x9a9,
  WS_OP_RED_MAX_BF16 = 0x9b9,
  WS_OP_RED_MAX_F16X2 = 0x9c9,
  WS_OP_RED_MAX_BF16X2 = 0x9d9,
};

// What an element becomes that was r, in *d. fn: WS_OP_ATOM_* or WS_OP_RED_*, or the low byte, which is the same for both;
// b, c: the operands (c: cas alone). Bits above the element's are not looked at, those of the result are 0. ftz: f32 in global memory, where
// subnormal operands and sums are 0 of their sign. Vectors are taken element by element; x2 types are two of 16 bits in one.
uint32_t ws_atom(unsigned fn, bool ftz, ws_atom_value r, ws_atom_value b, ws_atom_value c, ws_atom_value *d);

// Bits of an element: 16, 32, 64, 128; 0 if fn is no operation.
unsigned ws_atom_bits(unsigned fn);

// ---------------------------------------------------------------------------------------------------------- when

typedef struct ws_config { // the parameter or port of ws_top in brackets
  unsigned lanes;          // 4, 8, 16 or 32 [LANES]
  unsigned warps;          // a power of two, 1..32 [WARPS]
  unsigned shfl_form;      // 0: crossbar, 1: butterfly [SHFL_FORM]
  unsigned match_bits;     // bits that match compares in a clock: 4, 8, 16 or 32 [MATCH_BITS]
  bool legacy;             // operations behave as for target sm_6x [cfg_legacy_i]
  uint16_t watchdog;       // ticks after which the group of a waiting lane is released; 0: never [cfg_watchdog_i]
  // The fields below have a default, which 0 stands for.
  uint16_t trywait; // ticks that mbarrier.try_wait waits if it names no limit; default 1024 [cfg_trywait_i]
  unsigned tick_ns; // nanoseconds in a tick, 1..1000; default 10 [TICK_NS]
  unsigned waiters; // groups of lanes that can wait in try_wait, 2..64; default 8 [WAITERS]
  unsigned copies;  // cp.async under way, a power of two, 2..64; default 8 [COPIES]
  unsigned alus;    // words that atomics work on in a clock: 4, 8, 16 or 32; default 8 [ALUS]
  unsigned banks;   // of shared memory: 4, 8, 16 or 32, at least alus; default 32 [BANKS]
  unsigned ctas;    // CTAs in the cluster, 1..8; default 1 [CTAS of ws_cluster]
  unsigned hop;     // clocks that a message between CTAs takes, 1..255; default 4 [HOP of ws_cluster]
  unsigned
      beat; // lanes of a warp that mbarriers, copies and atomics take at a time: 4, 8, 16 or 32, at most lanes; default lanes [BEAT]
  unsigned slots;    // CTAs in one core, a power of two, 1..8, at most warps; 1 if ctas is above 1; default 1 [SLOTS]
  unsigned families; // what is built, WS_FAMILY_* of ws_ops.h; vote is always; default all [FAMILIES]
} ws_config;

// What the parameters of rtl/ws_top.v are by default: 32 lanes, 4 warps, crossbar, 4 bits of match, one CTA, all families. No field
// but beat, which follows lanes, holds a 0 that stands for something else.
ws_config ws_config_default(void);

// Why ws_core_init_rank and, with rank 0, ws_core_init and ws_cluster_init refuse a configuration: a sentence that begins with the
// field ("lanes must be 4, 8, 16 or 32"), in constant memory. NULL if they accept it.
const char *ws_config_error(const ws_config *cfg, unsigned rank);

typedef struct ws_req { // request port
  bool valid, neg;
  uint32_t tag, warp, op, lanes, pred;
  uint32_t mask[WS_LANES_MAX]; // membermask of each lane
  uint64_t addr[WS_LANES_MAX]; // mbarrier: the object; atom, red: generic; cp.async: destination
  uint64_t a[WS_LANES_MAX];    // mbarrier: state or parity; atom, red: b; cp.async: source; barrier: number
  uint32_t b[WS_LANES_MAX];    // mbarrier: count, tx-count; atom.cas: low half of c; cp.async: size; barrier: threads
  uint32_t c[WS_LANES_MAX];    // mbarrier: limit in ns; atom.cas: upper half of c; cp.async: bytes of the source
} ws_req;

typedef struct ws_rsp { // response port; d and p only of the lanes named
  bool valid;
  uint32_t tag, warp, op, lanes, status, p;
  uint32_t d[WS_LANES_MAX];
  uint32_t d_hi[WS_LANES_MAX];  // upper half of 64-bit results: state tokens, old values; else without meaning
  uint64_t phase[WS_LANES_MAX]; // not a port: the phases that the object of a state token had completed
} ws_rsp;

// Lanes whose operation ends with a response. A result of 128 bits comes in two: the lower 64 bits with p = 1, then the upper ones.
static inline uint32_t ws_rsp_ends(const ws_rsp *rsp) { return rsp->lanes & ~(ws_is_atom_quad(rsp->op) ? rsp->p : 0); }

typedef struct ws_lanes { // exit and launch ports
  bool valid;
  uint32_t warp, lanes;
} ws_lanes;

typedef struct ws_err { // sticky capture of the first error since reset
  bool valid;
  uint32_t status, warp, op, lanes, opnd, cta; // cta: rank of the CTA whose lanes caused it
} ws_err;

typedef struct ws_ls { // plain access to shared memory, one word a bank, all in one clock
  bool valid;
  uint32_t en;                // banks; bits that are none are not looked at
  uint16_t row[WS_BANKS_MAX]; // row of each; the bits below 4096 / banks count
  uint8_t be[WS_BANKS_MAX];   // bytes to write; 0 reads only
  uint32_t wdata[WS_BANKS_MAX];
} ws_ls;

// Two clocks after an access was taken: the words before it, of the RTL arbitrary where it wrote.
typedef struct ws_ls_rsp {
  bool valid;
  uint32_t en, raw; // raw: banks whose word belongs to a live mbarrier object (MB_RAW_ACCESS)
  uint32_t rdata[WS_BANKS_MAX];
} ws_ls_rsp;

typedef struct ws_tx { // an asynchronous engine reports bytes to an object of this CTA, as mbarrier.complete_tx
  bool valid;
  uint32_t addr, bytes;
} ws_tx;

enum { WS_GM_READ, WS_GM_WRITE, WS_GM_ATOM };

// A request to global memory; answers come in the order of requests. A copy reads 4, 8 or 16 bytes. Writes and atomics are of 2, 4, 8 or 16
// bytes, aligned. fn: low byte of WS_OP_ATOM_* or, with 10 to 15 as its low nibble, add, min, max of a vector of 8 (10, 12, 14) or 16
// bytes (11, 13, 15) of f32, f16x2 or bf16x2.
typedef struct ws_gm {
  bool valid;
  uint32_t addr, bytes;
  uint32_t op; // WS_GM_*
  uint32_t fn; // of an atomic
  uint32_t be; // of a write: byte k of s goes to addr + k if bit k is 1
  uint32_t tag;
  ws_atom_value s, t; // b and c of an atomic, element 0 low; s: data of a write
} ws_gm;

// data: what was read, or stood there before an atomic, from the low bits on; after a write it means nothing.
typedef struct ws_gm_rsp {
  bool valid;
  uint32_t tag;
  uint32_t data[4];
} ws_gm_rsp;

typedef struct ws_msg { // an operation on an object of another CTA
  bool valid;
  uint32_t dest; // rank of the CTA that owns the object; only on its way out
  uint32_t src, warp,
      lanes;     // who issued it; with `beat` below lanes warp = w * lanes / beat + k: lanes from k * beat of warp w on
  uint32_t op;   // operation code
  uint32_t slot; // address / 8
  uint32_t count; // count or tx-count of each lane; bit 20: out of range
} ws_msg;

typedef struct ws_ask { // an atomic of one lane in the shared memory of another CTA
  bool valid;
  uint32_t dest;      // rank of the CTA that owns the address; only on its way out
  uint32_t src, lane; // who waits for the answer
  bool lay;           // s is the c of the cas.b128 that comes next from there, and nothing is answered
  uint32_t fn;        // low byte of WS_OP_ATOM_*
  uint32_t at;        // byte address there
  ws_atom_value s;    // b, and above its 64 bits the c of cas; of 128 bits b alone
} ws_ask;

typedef struct ws_ans { // its answer
  bool valid;
  uint32_t dest;   // rank of the CTA that asked; only on its way out
  uint32_t lane;   // that waits
  bool gone;       // nothing of the CTA that was asked lives, and nothing was done
  bool raw;        // a word of an mbarrier object was touched
  ws_atom_value d; // what the element was
} ws_ans;

typedef struct ws_clb { // what a CTA tells the others about the barrier of the cluster
  bool phase;           // the phase that the CTA is in
  bool done;            // all its warps have arrived
  bool any;             // the CTA has warps
} ws_clb;

typedef struct ws_in { // what enters in one cycle
  ws_req req;
  ws_lanes exit, launch;
  uint32_t launch_warps; // warps of the CTA that a launch starts; 0: warps / slots
  bool rsp_ready, tick;
  ws_ls ls;
  ws_tx tx;
  bool gm_ready;
  ws_gm_rsp gm_rsp;
  bool net_ready; // of net in ws_out
  ws_msg net;
  bool ask_ready; // of ask in ws_out
  ws_ask ask;
  bool ans_ready; // of ans in ws_out
  ws_ans ans;
  bool clb_phase; // phase of the cluster's barrier; looked at if ctas > 1
} ws_in;

typedef struct ws_out { // what stands at the outputs in the same cycle
  bool req_ready, idle;
  bool req_judged;    // the oldest request that was accepted and not judged is judged
  uint32_t exit_done; // warp, as one bit, whose exits take effect
  ws_rsp rsp;
  ws_err err;
  uint32_t live[WS_WARPS_MAX], wait[WS_WARPS_MAX];
  bool ls_ready;
  ws_ls_rsp ls_rsp;
  bool tx_ready;
  ws_gm gm;
  bool gm_rsp_ready;
  ws_msg net;
  bool net_ready; // of net in ws_in
  ws_ask ask;
  bool ask_ready; // of ask in ws_in
  ws_ans ans;
  bool ans_ready; // of ans in ws_in
  ws_clb clb;
} ws_out;

typedef struct ws_core ws_core;

// Bytes of a core's state. The caller provides the memory, aligned as malloc aligns it.
size_t ws_core_size(void);

// Puts a core into `mem`, in its state after reset. NULL if mem is NULL or a field of cfg is outside its range; ws_config_error
// says which. rank: the number of its CTA in a cluster, below cfg->ctas. The state has addresses of its own memory in it: its bytes
// may be saved and put back at the same place, not at another.
ws_core *ws_core_init(void *mem, const ws_config *cfg);
ws_core *ws_core_init_rank(void *mem, const ws_config *cfg, unsigned rank);

// One clock cycle. *out is what the output ports show in this cycle, given *in; then the state advances by one edge. Fields of *out
// that have no meaning in this cycle, such as the data of a response that is not valid, may keep what they held.
void ws_core_step(ws_core *core, const ws_in *in, ws_out *out);

// Phases that the mbarrier object at `slot` (address / 8) of shared memory has completed since its init. Its word shows this number
// modulo 2, and no port shows the rest; a bench needs it to recognise a state token that is too old.
uint64_t ws_core_phases(const ws_core *core, unsigned slot);

// A cluster: cfg->ctas cores, and the networks that carry operations on objects of other CTAs, atomics in their memory and the answers
// (rtl/cluster/ws_cluster.v).
typedef struct ws_cluster ws_cluster;

size_t ws_cluster_size(const ws_config *cfg);
ws_cluster *ws_cluster_init(void *mem, const ws_config *cfg); // as ws_core_init

// The core of the CTA of this rank, to be looked at.
const ws_core *ws_cluster_core(const ws_cluster *cluster, unsigned rank);

// One clock cycle of all CTAs: in[] and out[] hold one element a CTA, by rank. The net, ask, ans and clb fields of in are not looked at.
void ws_cluster_step(ws_cluster *cluster, const ws_in in[], ws_out out[]);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
