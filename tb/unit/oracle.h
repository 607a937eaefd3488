// SPDX-License-Identifier: Apache-2.0
// A second, untimed opinion on the rendezvous machine (PTX 9.7.9.6, 9.7.13.2, 9.7.13.8 to 9.7.13.12, 9.7.13.14).
//
// It knows nothing of the machine's stages. It looks at the ports of one cycle at a time and takes from them events, in
// this order: responses that were taken, exits, launches, the request, ticks. After each event it works out by
// brute force which groups are complete and remembers the responses that must come; each response that comes is crossed
// off. When the machine judges a request or carries out an exit is its own affair, so long as the order of the ports is kept
// (oracle_ports.h): it says when in `req_judged` and `exit_done`. A launch counts four cycles after that of its port.
// Two things the oracle reads off `wait`, since they depend on time and the port shows them: an exit is refused for a lane
// that `wait` shows, and a lane of an incomplete group that leaves `wait` has just been released (deadlock, watchdog).
//
// A disagreement is printed once, with the last events of the warp, and sets `failed`.
#ifndef ORACLE_H
#define ORACLE_H

#include "oracle_ports.h"

enum { ORACLE_EXPECTED_MAX = 4096, ORACLE_EVENTS = 30 };

// Situations that a random run must have reached.
enum {
  ORACLE_GROUP_OF_ONE_REQUEST,
  ORACLE_GROUP_OF_PIECES,
  ORACLE_GROUP_COMPLETED_BY_EXIT,
  ORACLE_SEVERAL_GROUPS_OF_ONE_REQUEST,
  ORACLE_TWO_STATUSES_IN_ONE_GROUP,
  ORACLE_EXITED_MEMBER,
  ORACLE_SOURCE_INACTIVE,
  ORACLE_LEGACY_DIVERGED,
  ORACLE_LEGACY_VOTE,
  ORACLE_ACTIVEMASK_WITH_REFUSED_LANES,
  ORACLE_REFUSED_EXITED,
  ORACLE_REFUSED_BUSY,
  ORACLE_REFUSED_ILLEGAL,
  ORACLE_REFUSED_NOT_MEMBER,
  ORACLE_REFUSED_TWO_WAYS,
  ORACLE_EMPTY_MASK,
  ORACLE_EMPTY_REQUEST,
  ORACLE_EXIT_WHILE_OTHERS_WAIT,
  ORACLE_EXIT_AND_REQUEST_TOGETHER,
  ORACLE_EXIT_REFUSED,
  ORACLE_LAUNCH_AGAIN,
  ORACLE_LAUNCH_IN_CYCLE_OF_EXIT,
  ORACLE_EXIT_BEHIND_REQUEST,
  ORACLE_LAUNCH_REFUSED,
  ORACLE_DEAD_ALL,
  ORACLE_DEAD_SOME,
  ORACLE_DEAD_SEVERAL_GROUPS,
  ORACLE_T_MASK_MISMATCH,
  ORACLE_T_QUAL_MISMATCH,
  ORACLE_T_MISSING,
  ORACLE_WATCHDOG,
  ORACLE_EXIT_MEETS_RELEASE,
  ORACLE_SITUATIONS
};
extern const char *const oracle_situation_name[ORACLE_SITUATIONS];

typedef struct oracle_lane {
  enum { LANE_EXITED, LANE_RUNNING, LANE_WAITING, LANE_AWAY } state; // AWAY: blocked at a barrier
  bool condemned;     // waits, but its release is decided and its response expected
  uint32_t undecided; // not 0: condemned with one of these statuses, unless the release seen was the watchdog's
  uint32_t op, tag, b, c;
  uint32_t mask; // of a gather: all lanes
  uint32_t key;  // of a gather: what its operands name
  uint64_t a;
  bool x;           // predicate, complement applied
  uint64_t request; // which request it came with
  uint64_t since;   // ticks seen when it came
  bool seen;        // `wait` has shown it since it came
} oracle_lane;

typedef struct oracle_expected {
  ws_rsp rsp;
  uint64_t batch;   // responses of one batch come in the order in which they were expected
  bool adjoining;   // ... and nothing else between them
  uint32_t either;  // further statuses that are right too, a set as oracle_code makes it
  uint32_t instead; // if not 0: a release of the whole `group` with one of these statuses is right too
  uint32_t group;
  uint32_t operand; // membermask of the group; of refused lanes the union of those of the request
} oracle_expected;

typedef struct oracle_error { // what the sticky capture may show
  uint32_t status, warp, op, lanes, opnd;
  uint64_t done; // cycle after which it counts as happened; UINT64_MAX while its response is under way
} oracle_error;

typedef struct oracle_event {
  uint64_t cycle;
  const char *what;
  bool has_op;
  uint32_t op, lanes, tag, status;
  uint32_t mask[WS_LANES_MAX];
} oracle_event;

typedef struct oracle {
  ws_config cfg;
  // How far outputs may be behind what they show: `wait` behind a request, the capture behind a response, in cycles. 0: as in cmodel/.
  unsigned slack;
  bool keeps;      // a disagreement is kept in `wrong` and not printed
  char wrong[300]; // the sentence
  unsigned wrong_warp;
  uint64_t seed, cycle, ticks, requests, batches;
  bool failed;
  oracle_ports ports;
  oracle_lane lane[WS_WARPS_MAX][WS_LANES_MAX];
  uint32_t shown[WS_WARPS_MAX]; // `wait` of the cycle looked at
  uint32_t issue;               // lanes of the last request
  bool checked[WS_WARPS_MAX];   // no dead lane since the last event
  unsigned count, errors, events[WS_WARPS_MAX];
  oracle_expected expected[ORACLE_EXPECTED_MAX];
  uint64_t adjoining; // the batch that must go on next; 0 if none
  oracle_error error[ORACLE_EXPECTED_MAX];
  ws_err captured;
  oracle_event event[WS_WARPS_MAX][ORACLE_EVENTS];
  uint64_t reached[ORACLE_SITUATIONS];
  uint32_t has_laid[WS_WARPS_MAX]; // lanes that have laid down the c of a cas.b128, and what
  ws_atom_value laid[WS_WARPS_MAX][WS_LANES_MAX];
  struct oracle_bar *bar;       // where gathers go, see oracle_bar.h; NULL if there are none
  struct oracle_mbar *mbar;     // where operations of the unit MBAR go, see oracle_mbar.h; NULL if there are none
  struct oracle_global *global; // where atomics in global memory go, see oracle_global.h; NULL only if mbar is
  struct oracle_mbar
      *cluster;  // memories of all CTAs, which its atomics change too; NULL: those of other CTAs are not known
  unsigned rest; // idle cycles in a row
} oracle;

// A core after reset. `seed` is only printed.
void oracle_init(oracle *o, const ws_config *cfg, uint64_t seed);

// One cycle: what went in and what stood at the outputs.
void oracle_cycle(oracle *o, const ws_in *in, const ws_out *out);

// Lanes of a warp that are not exited, and lanes that are blocked: in an incomplete group or at a barrier.
uint32_t oracle_live(const oracle *o, unsigned warp);
uint32_t oracle_blocked(const oracle *o, unsigned warp);

// Prints a disagreement about a warp, once, and sets `failed`.
void oracle_fail(oracle *o, unsigned warp, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
