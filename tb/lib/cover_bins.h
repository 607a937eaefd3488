// SPDX-License-Identifier: Apache-2.0
// Functional coverage: named groups of named bins, whichever bench counts them: cover.h those of the block, tb/bus and
// tb/serial their own. A bench opens it, adds its families and says that it is ready; it counts what was accepted and
// answered where RTL and model have been compared, never what the stimulus meant to do.
//
// A group is the cross of up to three axes. Each of its bins is one of
//   wanted   to be hit
//   beyond   not asked for on this build (a segment of 32 lanes where there are 4), with the reason; a hit is welcome
//   never    cannot happen, with the reason; a hit is an error of the device or of the reason, and fails the test
// Nothing is left out without a word.
#ifndef WS_COVER_BINS_H
#define WS_COVER_BINS_H

#include <stdio.h>

#include "rng.h"
#include "ws.h"

typedef enum ws_axis_kind { // what a value says; the generator steers by it (stim_steer.h)
  WS_AX_OP,                 // code of the operation
  WS_AX_SHAPE,              // of the mask (lane_book.h)
  WS_AX_SEGMENT,            // of shfl
  WS_AX_CLAMP,
  WS_AX_B,
  WS_AX_SOURCE,
  WS_AX_PATTERN, // of operands, by family
  WS_AX_STALL,
  WS_AX_STATUS,
  WS_AX_SECOND, // code of the operation behind
  WS_AX_WARPS,  // of a pair: from one warp or two
  WS_AX_ROW,    // of the legality table of the rendezvous
  WS_AX_BREAK,  // how a deadlock is found
  WS_AX_OTHER,
  WS_AX_KINDS
} ws_axis_kind;

typedef struct ws_cover_axis {
  const char *name;
  ws_axis_kind kind;
  unsigned size;
  const char *const *text; // of each value; NULL: `code` holds operations or statuses, which have names
  const uint16_t *code;    // NULL: the value itself
} ws_cover_axis;

enum { WS_COVER_AXES = 3, WS_COVER_GROUPS = 64, WS_COVER_MOST = 16 }; // groups and families of one bench

typedef struct ws_cover_group {
  const char *name;
  const ws_cover_axis *axis[WS_COVER_AXES]; // NULL behind the last
  // Reasons, of static storage; NULL: none. at: place on each axis.
  const char *(*never)(const ws_config *core, const unsigned at[]);
  const char *(*beyond)(const ws_config *core, const unsigned at[]);
  bool model; // counted only where the model runs
} ws_cover_group;

typedef struct ws_cover {
  ws_config core;
  const char *name[WS_COVER_MOST];                   // of each family
  unsigned base[WS_COVER_MOST], size[WS_COVER_MOST]; // its first group, and how many
  void *state[WS_COVER_MOST];                        // what it keeps from cycle to cycle
  size_t bytes[WS_COVER_MOST];
  unsigned families, groups, bins;
  const ws_cover_group *group[WS_COVER_GROUPS];
  unsigned family[WS_COVER_GROUPS], first[WS_COVER_GROUPS + 1]; // first bin of each group
  uint64_t *hits;
  const char **never, **beyond; // by bin
  uint32_t *empty, *place;      // bins asked for by ws_cover_demand and not hit, in no order; where each stands
  unsigned empties, demanded;
  unsigned asked;             // families, a bit each
  uint64_t accepted, full_at; // requests; when the last bin that was asked for was hit
  void *watch;                // whoever counts: of the block a ws_watch for ws_lockstep_cfg
  struct ws_lane_book *book;  // of the block (lane_book.h)
  struct ws_mbar_books *mbar; // of the block (cover_mbar_ops.h)
  char wrong[400];            // the first hit of a bin that cannot be hit; "": none
} ws_cover;

// Without families; core: of the build, for their reasons.
void ws_bins_open(ws_cover *c, const ws_config *core);
// size: of what the family keeps from cycle to cycle, zero at first and after ws_bins_forget.
void ws_bins_add(ws_cover *c, const char *family, const ws_cover_group *group, unsigned groups, size_t size);
// All of them have been added. False when memory is out, or there are more than WS_COVER_GROUPS; that has been printed.
bool ws_bins_ready(ws_cover *c);
void ws_bins_forget(ws_cover *c);
void ws_bins_close(ws_cover *c);

// Asks for the bins of these families, a bit each; model: whether it runs, so that all groups can be counted.
void ws_cover_demand(ws_cover *c, unsigned families, bool model);

// One hit. Places on axes that the group does not have are 0.
void ws_cover_hit(ws_cover *c, unsigned family, unsigned group, unsigned i, unsigned j, unsigned k);
// A hit for each place j of `js` with each place k of `ks`, a bit each.
void ws_cover_cross(ws_cover *c, unsigned family, unsigned group, unsigned i, unsigned js, unsigned ks);

// Place of a value on an axis that has codes; its size: none.
unsigned ws_cover_place(const ws_cover_axis *axis, uint32_t code);
uint64_t ws_cover_hits(const ws_cover *c, unsigned family, unsigned group, unsigned i, unsigned j, unsigned k);

// Adds the hits of `from`, of the same build.
void ws_cover_add(ws_cover *c, const ws_cover *from);

// Bins of a family that were asked for: how many, and how many of them were hit. group < 0: of all its groups.
void ws_cover_count(const ws_cover *c, unsigned family, int group, unsigned *bins, unsigned *hit);

// What a bin says on each axis; WS_COVER_FREE on the others.
enum { WS_COVER_FREE = 0xffff };
typedef struct ws_wish {
  bool valid;
  unsigned family, group;        // the group of the family
  unsigned place[WS_COVER_AXES]; // on its axes, 0 where it has none
  uint16_t at[WS_AX_KINDS];
} ws_wish;

// Any bin that was asked for and is empty; blind: whether it is empty or not. Not valid: there is none.
ws_wish ws_cover_pick(const ws_cover *c, ws_rng *r, bool blind);

// Prints each empty bin that was asked for. Returns how many there are.
unsigned ws_cover_missing(const ws_cover *c, const char *test, FILE *err);

// Writes all bins with their hits and reasons as JSON, for scripts/functional_merge. False if it cannot be written.
bool ws_cover_write(const ws_cover *c, const char *file);

// "shfl, mask: shfl.sync.up.b32 x full"
void ws_cover_name(const ws_cover *c, unsigned bin, char *text, size_t size);

#endif
