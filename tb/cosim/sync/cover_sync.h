// SPDX-License-Identifier: Apache-2.0
// What the coverage of the rendezvous tells apart, for the generator that is steered by it.
#ifndef WS_COVER_SYNC_H
#define WS_COVER_SYNC_H

enum { // who meets whom, in the order of the legality table of the rendezvous
  WS_ROW_PIECES,
  WS_ROW_DISJOINT,
  WS_ROW_OVERLAP,
  WS_ROW_SEQUENCE,
  WS_ROW_OTHER_KEY,
  WS_ROW_OTHER_KEY_BROKEN,
  WS_ROW_MASKS_BROKEN,
  WS_ROW_EXIT,
  WS_ROW_EXIT_ENDS,
  WS_ROW_EXIT_TWO,
  WS_ROW_EXIT_ARRIVE,
  WS_ROW_GUARD_LATER,
  WS_ROW_GUARD_EXIT,
  WS_ROW_ZERO,
  WS_ROW_ALONE,
  WS_ROW_PARTIAL,
  WS_ROW_LEGACY,
  WS_ROWS
};

enum { WS_BREAK_ALL, WS_BREAK_SOME, WS_BREAK_AGE, WS_BREAKS }; // nobody runs; some lanes run; the watchdog

#endif
