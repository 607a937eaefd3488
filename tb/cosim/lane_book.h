// SPDX-License-Identifier: Apache-2.0
// Which request an answer belongs to: what a bench can know from the ports alone. Keeps, of each warp, the requests
// accepted and not yet answered in every lane, with their operands and with how they came.
#ifndef WS_LANE_BOOK_H
#define WS_LANE_BOOK_H

#include "cover.h"

// Shapes of a membermask, or of the lanes of an issue where there is none; several may hold of one mask.
typedef enum ws_shape {
  WS_SHAPE_FULL,
  WS_SHAPE_ONE,
  WS_SHAPE_TWO,
  WS_SHAPE_PREFIX, // two or more lanes from lane 0 on
  WS_SHAPE_SUFFIX,
  WS_SHAPE_ALTERNATING,
  WS_SHAPE_SPARSE,   // with a hole, not alternating
  WS_SHAPE_EXITED,   // names lanes that had exited when the request came
  WS_SHAPE_MIXED,    // the request carried other masks as well
  WS_SHAPE_STRANGER, // the own lane is not in it: CV_NOT_MEMBER
  WS_SHAPES
} ws_shape;

extern const ws_cover_axis ws_axis_shape, // all of them
    ws_axis_set;                          // those of one mask that is granted: up to WS_SHAPE_EXITED
enum { WS_SETS = WS_SHAPE_MIXED, WS_SET_BITS = (1 << WS_SETS) - 1 };

// How a request came and how its answer went; several may hold.
typedef enum ws_stall {
  WS_STALL_NONE,      // accepted and answered in the first cycle
  WS_STALL_HELD,      // stood at the port
  WS_STALL_GAP,       // no request stood there in the cycle before
  WS_STALL_BURST,     // one was accepted in each of the three cycles before
  WS_STALL_RSP_HELD,  // the answer was not taken at once
  WS_STALL_RSP_BURST, // an answer was taken in the cycle before
  WS_STALLS
} ws_stall;
extern const ws_cover_axis ws_axis_stall;

typedef struct ws_entry {        // an accepted request
  uint32_t tag, op, lanes, open; // open: lanes not answered
  uint32_t part;                 // lanes that ran, in their own mask: those that were not refused, if the code is legal
  uint32_t live,
      wait;          // of the warp as it came, after the exit and the launch of that cycle; when it was judged, as then
  uint32_t exited;   // lanes of its warp that an exit in the same cycle took
  unsigned warp;     // its number
  bool mixed, empty; // its lanes carry different masks; all masks are 0
  bool neg;
  uint32_t pred;
  uint64_t cycle;
  unsigned stalls; // bits of ws_stall, of the request's side
  uint32_t mask[WS_LANES_MAX];
  uint64_t a[WS_LANES_MAX];
  uint32_t b[WS_LANES_MAX], c[WS_LANES_MAX];
} ws_entry;

struct ws_answer {
  unsigned cta;
  const ws_rsp *rsp;
  uint32_t mask;  // membermask of the group; of an operation without one, and of refused lanes, the lanes answered
  bool immediate; // it has no membermask
  bool granted;   // no E or T
  unsigned shapes, stalls;
  const ws_entry *of[WS_LANES_MAX]; // request of each lane of rsp->lanes
  const ws_entry *first;            // of the lowest
};

typedef struct ws_lane_book ws_lane_book;
ws_lane_book *ws_book_open(void);
void ws_book_close(ws_lane_book *b);
void ws_book_reset(ws_lane_book *b);

// After a step: what a CTA accepted; then what was answered in it. False: nothing was, or it is not of the warp families.
void ws_book_inputs(ws_lane_book *b, const ws_lockstep *ls, unsigned cta);
bool ws_book_answer(ws_lane_book *b, const ws_lockstep *ls, unsigned cta, ws_answer *a);

// The request that a waiting lane waits with; NULL if it is not known.
const ws_entry *ws_book_waiting(const ws_lane_book *b, unsigned cta, unsigned warp, unsigned lane);

// Whether an operation of the warp families has no membermask: activemask and deprecated vote.
static inline bool ws_cover_immediate(uint32_t op) { return ws_op_is_alone(op) && ws_op_name(op); }

// Hits of two groups of a family: place i, each pattern seen (a bit each), each shape or stall.
void ws_cover_seen(ws_cover *c, ws_cover_id family, unsigned by_set, unsigned by_stall, unsigned i, unsigned seen,
                   const ws_answer *a);

unsigned ws_shapes_of(unsigned lanes, uint32_t mask); // bits, of those up to WS_SHAPE_SPARSE
const char *ws_never_set(const ws_config *core, unsigned shape, unsigned lanes_needed);
#endif
