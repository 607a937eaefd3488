// SPDX-License-Identifier: Apache-2.0
// A board as the block of tb/script/block.h, so that the machine of warp scripts runs on it, through the driver.
//
// What a board has no door for: time. Its ticks pass by themselves, and a script's only in .wait. So limits of
// mbarrier.try_wait are made long, and a .wait in which all lanes that wait reach their limit lets them all pass; a .wait that
// some reach and some do not, or in which the watchdog counts, is refused. How many ticks a wait took is not checked.
#ifndef BLOCK_BOARD_H
#define BLOCK_BOARD_H

#include "script.h"
#include "wsctl.h"

typedef struct board {
  connection *connection;
  ws_dev *dev;
  progress *bar;  // steps by operations
  uint64_t begun; // operations
  bool refused;   // the script asked for what a board cannot do; said on stderr
} board;

// The board that blocks opened from here on run on: one at a time.
void block_board_use(board *b);

// Whether a board of these capabilities can run a script; reasons go to stderr, with the line of the script.
bool block_board_can(const ws_script *s, const ws_caps *caps);

#endif
