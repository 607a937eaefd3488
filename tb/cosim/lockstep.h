// SPDX-License-Identifier: Apache-2.0
// RTL and model side by side: the same inputs in the same cycle, every output compared in every cycle.
//
// The owner fills `in`, notes in `new_req` when it touched a request's payload, and calls ws_lockstep_step(); `out` then
// shows what stood at the ports in that cycle. Both are arrays of an element a CTA, so ls->in->req is the request port of
// CTA 0. The first thing that goes wrong is reported once, as one block on `err`, with the stream so far written as a
// warp script, and every later step returns false. Three things can go wrong:
//   difference   an output of the RTL is not what the model says (payload counts where valid, d in the lanes named, d_hi of
//                tokens)
//   unrest       a block that said idle did something without an input
//   hang         a CTA neither answers nor takes anything for too long, although its responses were taken
//
// Global memory lives here: copies (cp.async) read it and atomics change it through the gm ports, which ws_lockstep_step() serves
// itself, each request as it is taken (global.h). All CTAs have the same memory; answers come in order, copy_latency cycles after the question and later under stalls.
#ifndef WS_LOCKSTEP_H
#define WS_LOCKSTEP_H

#include <stdio.h>

#include "dut.h"
#include "rng.h"
#include "side.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ws_lockstep;

enum { WS_COPY_LATENCY = 6 }; // unless said otherwise

// Looks on at each step that was compared and found equal (cover.h): before it, when the model still stands where it was, and
// after it; and is told of opening and of resets.
typedef struct ws_watch {
  void (*before)(struct ws_watch *w, const struct ws_lockstep *ls);
  void (*after)(struct ws_watch *w, const struct ws_lockstep *ls);
  void (*reset)(struct ws_watch *w);
} ws_watch;

typedef struct ws_lockstep_cfg {
  ws_config core;        // core.ctas CTAs
  bool joined;           // one CTA of a cluster of core.ctas: the owner plays the network at in->net and out->net
  unsigned rank;         // which one
  const ws_dut_ops *rtl; // may be NULL on WS_SIDE_MODEL
  ws_side side;
  uint64_t seed;
  uint8_t *gmem;           // global memory, WS_GMEM_BYTES; NULL: an own one, all zero
  const char *test;        // name for reports and for the file of the failing stream
  const char *repeat;      // command that repeats the run, printed on failure; may be NULL
  const char *waves;       // file; NULL: none
  const char *short_waves; // file: of a failing stream, as short as it was made; NULL: none
  const char *faildir;     // where fail_<test>_<seed>.wsv goes; NULL: no file
  FILE *trace;             // NULL: none
  FILE *stimulus;          // what stands at the ports (stimulus.h), of builds of one CTA; NULL: none
  uint64_t *hash;          // of all outputs of all cycles, goes on from what is there (stimulus.h); NULL: none
  FILE *err;               // NULL: stderr
  ws_watch *watch;         // NULL: nobody
  bool oracle;             // of WS_SIDE_RTL: judged by the untimed oracles (judge.h)
} ws_lockstep_cfg;

enum { WS_LOG_SIZE = 512 }; // events kept for the report; power of two

typedef enum ws_event_kind {
  WS_EV_REQ,
  WS_EV_EXIT,
  WS_EV_LAUNCH,
  WS_EV_TICK, // of all CTAs that saw one in this cycle
  WS_EV_LS,
  WS_EV_TX,
  WS_EV_MSG // from another CTA, at the port of a joined one
} ws_event_kind;

typedef struct ws_event { // one accepted input
  ws_event_kind kind;
  uint64_t cycle;
  unsigned cta;
  uint32_t live, wait; // of the warp, in that cycle
  union {
    ws_lanes lanes; // exit, launch
    ws_req req;     // addr only of operations of the unit MBAR
    ws_ls ls;
    ws_tx tx;
    ws_msg msg;
  };
} ws_event;

enum { WS_GM_QUEUE = 128 }; // requests that a CTA may have open; power of two

typedef struct ws_gm_port { // the answering side of a CTA's gm port
  uint32_t head, count;
  struct {
    ws_gm_rsp rsp;
    uint64_t due;
  } queue[WS_GM_QUEUE];
} ws_gm_port;

typedef struct ws_lockstep {
  ws_lockstep_cfg cfg;
  const ws_dut_ops *rtl_ops;
  ws_dut *rtl, *model; // NULL where the side is not asked for
  unsigned ctas;       // elements in use of what is an array below; 1 where joined
  ws_in in[WS_CTAS_MAX];
  uint32_t new_req;  // a bit a CTA
  const ws_out *out; // of the RTL where it runs, else of the model; an array
  ws_out rtl_out[WS_CTAS_MAX], model_out[WS_CTAS_MAX];

  uint8_t *gmem;         // WS_GMEM_BYTES
  unsigned copy_latency; // cycles, at least 1; may be changed at any time
  unsigned copy_stall;   // percent of cycles in which a gm port takes no request, or holds an answer back; 0..99
  ws_gm_port gm[WS_CTAS_MAX];
  ws_rng gm_rng;

  uint64_t cycle;              // steps done
  uint64_t accepted;           // requests accepted, all CTAs
  uint64_t answered;           // responses taken
  unsigned still[WS_CTAS_MAX]; // cycles with rsp_ready and without progress
  unsigned still_max;
  struct ws_judge *judge; // NULL: none
  bool failed;
  bool was_quiet; // in the cycle before, all CTAs were idle and had no input
  ws_err err_seen[WS_CTAS_MAX];

  ws_event *log; // ring of WS_LOG_SIZE
  uint64_t log_count;
  uint64_t clean[WS_CTAS_MAX]
                [WS_WARPS_MAX];             // log position since when the warp always had blocked lanes or open answers
  uint64_t swept[WS_CTAS_MAX];              // log position of the CTA's start, which clears its memory and its barriers
  uint32_t cta_warps[WS_CTAS_MAX];          // warps that it was started with; both by ws_lockstep_cta
  bool uses_memory;                         // something has used shared memory
  struct ws_snapshot *snapshot[2];          // of shared memory (snapshot.h), the newer one first
  uint64_t snapshot_next;                   // log position of the next one
  uint32_t owed[WS_CTAS_MAX][WS_WARPS_MAX]; // lanes accepted and not answered
} ws_lockstep;

// Opens both sides and resets them. False with a message on `err` when the configuration was not built.
bool ws_lockstep_open(ws_lockstep *ls, const ws_lockstep_cfg *cfg);
void ws_lockstep_close(ws_lockstep *ls);

// Resets both sides in the middle of whatever is going on. The log and the counters go on, global memory stays.
void ws_lockstep_reset(ws_lockstep *ls);

// One cycle. False from the first failure on.
bool ws_lockstep_step(ws_lockstep *ls);

// The gm port of a CTA in a cycle that the owner does not see (judge.h): before it, and after it.
void ws_lockstep_ask(ws_lockstep *ls, unsigned cta);
void ws_lockstep_answer(ws_lockstep *ls, unsigned cta);

// Whether everything has come to rest: all CTAs idle, which they are only while no message is under way between them.
bool ws_lockstep_idle(const ws_lockstep *ls);

// The CTA that a warp is of: one of the cluster, or of those that a block has room for.
static inline unsigned ws_lockstep_cta(const ws_lockstep *ls, unsigned cta, unsigned warp) {
  return ws_dut_slots(&ls->cfg.core) > 1 ? warp / ws_dut_cta_warps(&ls->cfg.core) : cta;
}

// The same of a place in the shared memory of a block.
static inline unsigned ws_lockstep_owner(const ws_lockstep *ls, unsigned cta, uint32_t addr) {
  unsigned slots = ws_dut_slots(&ls->cfg.core);
  return slots > 1 ? addr / (WS_SMEM_BYTES / slots) % slots : cta;
}

// The ring's event number `n`, NULL when it has been overwritten.
const ws_event *ws_lockstep_event(const ws_lockstep *ls, uint64_t n);

#ifdef __cplusplus
}
#endif
#endif
