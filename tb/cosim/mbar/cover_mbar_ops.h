// SPDX-License-Identifier: Apache-2.0
// What the coverage of mbarrier's operations tells apart (cover_mbar_ops.c: by what the ports showed, mbar_steps.c:
// by what an operation found and left in an object), for the generator that is steered by it (steer_mbar.h).
#ifndef WS_COVER_MBAR_OPS_H
#define WS_COVER_MBAR_OPS_H

#include "lane_book.h"
#include "what/op_lists.h"

enum { // groups of the family, in order
  WS_MBG_STATUS,
  WS_MBG_LANES,
  WS_MBG_OBJECTS,
  WS_MBG_COUNT,
  WS_MBG_STALL,
  WS_MBG_PLACE,
  WS_MBG_TOKEN,
  WS_MBG_COPY,
  WS_MBG_SOURCE,
  WS_MBG_PORT,
  WS_MBG_PENDING, // from here on by the model
  WS_MBG_EXPECTED,
  WS_MBG_TX,
  WS_MBG_WAIT,
  WS_MBG_LIMIT,
  WS_MBG_RELEASE,
  WS_MBG_LATE,
  WS_MBG_MEMORY,
  WS_MBG_BEHIND,
  WS_MBG_GROUPS
};

// Operations, in the order of their axis: those on objects, those without one, a code that is none.
enum {
  WS_MBO_OBJECT = WS_OPS_COUNT(WS_OPS_MBAR_OBJECT),
  WS_MBO_KNOWN = WS_MBO_OBJECT + WS_OPS_COUNT(WS_OPS_MBAR_NO_OBJECT),
  WS_MBO_OPS,
  WS_MBO_STATUSES = 25
};
extern const uint16_t ws_mbar_op_codes[WS_MBO_OPS], ws_mbar_op_statuses[WS_MBO_STATUSES];

enum { WS_MBO_SHAPES = WS_SHAPE_SPARSE + 1 };
enum { WS_OBJ_ALIKE, WS_OBJ_DIFFERENT, WS_OBJ_SHARED, WS_OBJ_EACH, WS_OBJ_KINDS };
enum { WS_FARE_GRANTED, WS_FARE_REFUSED, WS_FARE_BOTH, WS_FARES }; // of the lanes of a request
enum { WS_PART_TWO, WS_PART_SOME, WS_PART_ALL, WS_PARTS };

enum { WS_MBO_COUNTED = WS_OPS_COUNT(WS_OPS_MBAR_COUNTED) }; // operations with a count or a tx-count
extern const uint16_t ws_mbar_counted_codes[WS_MBO_COUNTED];
enum { WS_CNT_0, WS_CNT_1, WS_CNT_FEW, WS_CNT_MANY, WS_CNT_MAX, WS_CNT_OVER, WS_CNT_FAR, WS_CNT_CLASSES };

enum { WS_SPOT_FIRST, WS_SPOT_LAST, WS_SPOT_ELSE, WS_SPOTS };
enum { WS_TOK_NC, WS_TOK_OTHER, WS_TOK_NONE, WS_TOKS };

enum { WS_PRT_ONCE, WS_PRT_HELD, WS_PRT_ROW, WS_PRTS };    // bytes at the tx port
enum { WS_ROW_FIRST, WS_ROW_OTHER, WS_ROW_LAST, WS_ROWS }; // banks
enum { WS_CPY_4, WS_CPY_8, WS_CPY_16, WS_CPY_CG, WS_CPYS };
enum { WS_TAKE_ALL, WS_TAKE_SOME, WS_TAKE_NONE, WS_TAKE_MORE, WS_TAKES };
enum { WS_SRC_0, WS_SRC_4, WS_SRC_8, WS_SRC_12, WS_SRC_FIRST, WS_SRC_LAST, WS_SRCS };

// Who changes the counts of an object.
enum {
  WS_CHG_EXPECT,
  WS_CHG_COMPLETE,
  WS_CHG_ARRIVE,
  WS_CHG_ARRIVE_TX,
  WS_CHG_ARRIVE_NC,
  WS_CHG_DROP,
  WS_CHG_DROP_TX,
  WS_CHG_DROP_NC,
  WS_CHG_INC, // cp.async.mbarrier.arrive as it is issued
  WS_CHG_PORT,
  WS_CHG_DEFERRED,
  WS_CHG_FAR_EXPECT, // from here on of another CTA
  WS_CHG_FAR_COMPLETE,
  WS_CHG_FAR_ARRIVE,
  WS_CHG_FAR_ARRIVE_TX,
  WS_CHG_FAR_DROP,
  WS_CHG_FAR_DROP_TX,
  WS_CHGS
};
enum { WS_PND_0, WS_PND_1, WS_PND_FEW, WS_PND_MANY, WS_PND_MAX, WS_PNDS }; // few: as many as lanes, at most
enum { WS_EFF_REFUSED, WS_EFF_MORE, WS_EFF_REST, WS_EFF_FLIP, WS_EFFS };
enum { WS_DROPS = 5, WS_EXP_REFUSED = 0, WS_EXP_NONE, WS_EXP_LEFT, WS_EXPS };
extern const uint8_t ws_mbar_drops[WS_DROPS]; // WS_CHG_*
enum { WS_TXS = 9 };
extern const uint8_t ws_mbar_txs[WS_TXS];
enum { WS_TXC_BELOW, WS_TXC_MIN, WS_TXC_MINUS, WS_TXC_0, WS_TXC_PLUS, WS_TXC_MAX, WS_TXC_CLASSES };
enum { WS_TXA_REFUSED = WS_TXC_BELOW }; // of the axis of what comes out; the others as above

enum { WS_MBO_WAITS = WS_OPS_COUNT(WS_OPS_MBAR_WAIT), WS_MBO_HINTS = WS_OPS_COUNT(WS_OPS_MBAR_LIMIT) };
extern const uint16_t ws_mbar_wait_codes[WS_MBO_WAITS], ws_mbar_hint_codes[WS_MBO_HINTS];
enum { WS_OUT_ONCE, WS_OUT_AFTER, WS_OUT_TIE, WS_OUT_NOT, WS_OUT_LIMIT, WS_OUT_REFUSED, WS_OUTS };
enum { WS_FLW_0, WS_FLW_1, WS_FLW_0_UNDEFINED, WS_FLW_1_UNDEFINED, WS_FLWS }; // phase that is to be over; the operand
enum { WS_LIM_0, WS_LIM_BELOW, WS_LIM_TICK, WS_LIM_SOME, WS_LIM_LONG, WS_LIMS }; // long: 256 ticks or more
enum { WS_REL_NONE, WS_REL_ONE, WS_REL_MORE, WS_REL_BESIDE, WS_RELS };
enum { WS_LAT_PORT, WS_LAT_DEFERRED, WS_LAT_COPY, WS_LAT_FAR, WS_LATS = WS_LAT_FAR + 6, WS_LAT_STATUSES = 12 };
extern const uint16_t ws_mbar_late_statuses[WS_LAT_STATUSES];
enum { WS_MEM_ASKED, WS_MEM_ASK_HELD, WS_MEM_ANSWERED, WS_MEM_WRITE_HELD, WS_MEM_FULL, WS_MEMS };
enum { WS_BHD_NONE, WS_BHD_ONE, WS_BHD_SEVERAL, WS_BHD_ATTACHED, WS_BHDS };

// What of a group cannot be, and what a build is not asked for (mbar_rules.c).
const char *ws_mbar_never_status(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_lanes(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_objects(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_count(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_source(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_pending(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_expected(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_tx(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_wait(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_limit(const ws_config *core, const unsigned at[]);
const char *ws_mbar_never_late(const ws_config *core, const unsigned at[]);
const char *ws_mbar_beyond_status(const ws_config *core, const unsigned at[]);
const char *ws_mbar_beyond_change(const ws_config *core, const unsigned at[]); // axis 0 holds WS_CHG_*
const char *ws_mbar_beyond_drop(const ws_config *core, const unsigned at[]);
const char *ws_mbar_beyond_tx(const ws_config *core, const unsigned at[]);
const char *ws_mbar_beyond_wait(const ws_config *core, const unsigned at[]);
const char *ws_mbar_beyond_late(const ws_config *core, const unsigned at[]);

// Who can complete a phase, as an axis of its own: all of WS_CHG_* but those that never do.
enum { WS_FLIPPERS = 14 };
extern const uint8_t ws_mbar_flippers[WS_FLIPPERS];
const char *ws_mbar_beyond_flipper(const ws_config *core, const unsigned at[]);

// ------------------------------------------------------------------------------------------ requests and their answers

typedef struct ws_mbar_entry { // an accepted request
  uint32_t tag, op, lanes, open;
  uint32_t part; // lanes that ran
  unsigned stalls;
  uint64_t cycle;
  bool granted, refused; // some of its lanes were, by the unit
  uint32_t slept, tied;  // lanes in the table of waiters; released in the clock of their limit
  uint64_t addr[WS_LANES_MAX], a[WS_LANES_MAX];
  uint32_t b[WS_LANES_MAX], c[WS_LANES_MAX];
} ws_mbar_entry;

typedef struct ws_mbar_books ws_mbar_books;
ws_mbar_books *ws_mbar_books_open(void);
void ws_mbar_books_close(ws_mbar_books *b);
void ws_mbar_books_reset(ws_mbar_books *b);

typedef struct ws_mbar_wave { // what the model is about to do in a cycle (mbar_steps.c)
  bool valid, surely, live;   // a step of the pipe; it cannot be held back; its object is one
  unsigned change;            // WS_CHGS: none of them
  unsigned late;              // WS_LATS: it is of a warp of the CTA
  uint32_t fn, tag, warp, left, status, lanes;
  uint64_t word, after;
  bool flip, suspend;
  unsigned released, beside; // groups that wait at the object, at others
  struct {
    uint32_t warp, tag, fn, lanes;
  } ending[64]; // those of the former whose limit passes with the next tick
  unsigned endings;
  bool wr;                        // bytes of a copy are to be written
  uint32_t done;                  // copies written
  unsigned asks, answers, writes; // which copy asks, is answered next, is written: WS_ROWS * WS_CPY_* + row
  bool full;                      // the table of copies
  bool turn, attached, oldest;    // an arrive looks for the copies of its lane; one waits there; the oldest is one
  unsigned under_way;             // copies of the lane behind the oldest
} ws_mbar_wave;

typedef struct ws_mbar_cta {
  ws_mbar_wave wave;
  unsigned behind;               // of the arrives that are attached to copies: .noinc
  unsigned ask_held, write_held; // cycles
  unsigned tx_held, tx_row;
} ws_mbar_cta;

typedef struct ws_mbar_ops_state {
  ws_mbar_cta cta[WS_CTAS_MAX];
} ws_mbar_ops_state;

// After a step: what a CTA accepted; then the request that its answer belongs to, NULL: none, or not one of mbarrier's unit.
void ws_mbar_book_enter(ws_mbar_books *b, const ws_lockstep *ls, unsigned cta);
ws_mbar_entry *ws_mbar_book_answer(ws_mbar_books *b, const ws_lockstep *ls, unsigned cta, unsigned *stalls);

// The open request of a lane; NULL if it is not known.
ws_mbar_entry *ws_mbar_book_find(ws_mbar_books *b, unsigned cta, uint32_t warp, uint32_t tag, uint32_t op,
                                 uint32_t lanes);

static inline bool ws_mbar_refused(uint32_t status) { // by the core, before the unit
  return status == WS_ST_CV_LANE_EXITED || status == WS_ST_CV_LANE_BUSY || status == WS_ST_DEC_ILLEGAL;
}

// Which copy: WS_ROWS * WS_CPY_* + the banks of its destination.
unsigned ws_mbar_copy_kind(bool cg, uint32_t size, uint32_t dst);

// Classes of a count, of a pending or expected count, of a tx-count.
unsigned ws_mbar_count_class(uint32_t count);
unsigned ws_mbar_pending_class(unsigned lanes, uint32_t count);
unsigned ws_mbar_tx_class(int32_t tx);
static inline uint32_t ws_mbar_pending_of(uint64_t word) { return (0u - (uint32_t)(word >> 43)) & WS_MBAR_MAX; }
static inline uint32_t ws_mbar_expected_of(uint64_t word) { return (0u - (uint32_t)(word >> 1)) & WS_MBAR_MAX; }
static inline int32_t ws_mbar_tx_of(uint64_t word) {
  int32_t tx = (int32_t)(word >> 22 & 0x1fffff);
  return tx < 0x100000 ? tx : tx - 0x200000;
}

// Around a step, by the model; what an answer to a wait says.
void ws_mbar_steps_before(ws_mbar_cta *s, const ws_lockstep *ls, unsigned cta);
void ws_mbar_steps_after(ws_cover *c, ws_mbar_cta *s, const ws_lockstep *ls, unsigned cta);
void ws_mbar_steps_answer(ws_cover *c, const ws_rsp *rsp, const ws_mbar_entry *e);

#endif
