// SPDX-License-Identifier: Apache-2.0
// A placed design, and how ecp5_refine reads it from its input: numbers with white space between,
//   columns rows cells nets
//   each cell: kind x y slot mate class reset movable
//     kind     0 LUT, 1 flop, 2 half of a carry cell, 3 memory of LUTs, 4 block RAM, 5 anything else
//     slot     of kinds 0 to 3: which of the eight of its tile; of a block RAM: its place, counted through the device; else -1
//     mate     of a LUT the flop behind it in its slot, of such a flop the LUT; else -1
//     class    of a carry cell: which chain, -1 if that has to stay; of a flop: which enable, reset and clock it has, each combination with a number of its own; reset: which reset, -1 none
//   each net: pins, then each pin, first that which drives: cell and role (0 drives, 1 read by logic, 2 by a register, 3 its
//     enable or reset, 4 by logic from the carry beside it)
//   places that LUTs or flops may take: how many; each: x y slot kind
#ifndef ECP5_DESIGN_H
#define ECP5_DESIGN_H
#include <stdbool.h>
#include <stddef.h>

enum { LUT, FLOP, CARRY, MEMORY, BLOCK, OTHER };
enum { DRIVES, LOGIC, REGISTER, ENABLE, CHAIN };
enum { FREE = -1, CLOSED = -2 };
enum { SLOTS = 8 }; // of a tile

typedef struct {
  int kind, x, y, slot, mate, class, reset, movable;
  int first, pins; // of `uses`
} Cell;

typedef struct {
  int cell, role;
  float weight; // of the connection to it from the net's driver
} Pin;

typedef struct {
  int first, pins;
  int low[2], high[2], at_low[2], at_high[2]; // its box in x and y, and how many pins stand on its edges
  bool lost;                                  // the box has to be measured anew
} Net;

typedef struct {
  int net, pin;
} Use;

extern Cell *cells;
extern Net *nets;
extern Pin *pins;
extern Use *uses; // pins by cell
extern int columns, rows, ncells, nnets, npins;
extern int *taken[2]; // by place: which LUT, which flop
extern int *blocks, nblocks;

// Ends the program with a reason and status 1.
_Noreturn void fail(const char *why);

// n elements of a size, all 0.
void *many(int n, size_t size);

// The number of a slot of the device.
int place(int x, int y, int slot);

// Reads all of it from stdin, or fails.
void read_design(void);
#endif
