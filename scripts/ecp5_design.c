// SPDX-License-Identifier: Apache-2.0
// See ecp5_design.h.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "ecp5_design.h"

Cell *cells;
Net *nets;
Pin *pins;
Use *uses; // pins by cell
int columns, rows, ncells, nnets, npins;
int *taken[2]; // by place: which LUT, which flop
int *blocks, nblocks;

_Noreturn void fail(const char *why) {
  fprintf(stderr, "ecp5_refine: %s\n", why);
  exit(1);
}

void *many(int n, size_t size) {
  void *p = calloc(n > 0 ? (size_t)n : 1, size);
  if (!p)
    fail("out of memory");
  return p;
}

int place(int x, int y, int slot) { return (y * columns + x) * SLOTS + slot; }

static int number(int least, int most) {
  int n;
  if (scanf("%d", &n) != 1)
    fail("a number is missing");
  if (n < least || n > most) {
    fprintf(stderr, "ecp5_refine: %d is not from %d to %d\n", n, least, most);
    exit(1);
  }
  return n;
}

static void read_cells(void) {
  cells = many(ncells, sizeof *cells), blocks = many(ncells, sizeof *blocks);
  for (int k = 0; k < 2; k++) {
    taken[k] = many(columns * rows * SLOTS, sizeof *taken[k]);
    for (int i = 0; i < columns * rows * SLOTS; i++)
      taken[k][i] = CLOSED;
  }
  for (int i = 0; i < ncells; i++) {
    Cell *c = &cells[i];
    c->kind = number(LUT, OTHER), c->x = number(0, columns - 1), c->y = number(0, rows - 1);
    c->slot = number(-1, c->kind == BLOCK ? INT32_MAX : SLOTS - 1), c->mate = number(-1, ncells - 1);
    c->class = number(-1, INT32_MAX), c->reset = number(-1, INT32_MAX), c->movable = number(0, 1);
    if (c->kind <= FLOP && c->slot < 0)
      fail("a LUT or a flop without a slot");
    if (c->kind == BLOCK && c->movable)
      blocks[nblocks++] = i;
  }
}

static void read_nets(void) {
  int room = 1 << 16;
  nets = many(nnets, sizeof *nets), pins = many(room, sizeof *pins);
  for (int n = 0; n < nnets; n++) {
    nets[n].first = npins, nets[n].pins = number(1, INT32_MAX);
    for (int i = 0; i < nets[n].pins; i++) {
      if (npins == room && !(pins = realloc(pins, (size_t)(room *= 2) * sizeof *pins)))
        fail("out of memory");
      const int cell = number(0, ncells - 1), role = number(i ? LOGIC : DRIVES, i ? CHAIN : DRIVES);
      pins[npins++] = (Pin){cell, role, 0};
      cells[cell].pins++;
    }
  }
  uses = many(npins, sizeof *uses);
  for (int i = 0, at = 0; i < ncells; i++)
    cells[i].first = at, at += cells[i].pins, cells[i].pins = 0;
  for (int n = 0; n < nnets; n++)
    for (int i = nets[n].first; i < nets[n].first + nets[n].pins; i++)
      uses[cells[pins[i].cell].first + cells[pins[i].cell].pins++] = (Use){n, i};
}

// Opens places, then puts into them what stands there.
static void read_places(void) {
  for (int open = number(0, columns * rows * SLOTS * 2); open > 0; open--) {
    const int x = number(0, columns - 1), y = number(0, rows - 1), slot = number(0, SLOTS - 1);
    taken[number(LUT, FLOP)][place(x, y, slot)] = FREE;
  }
  for (int i = 0; i < ncells; i++) {
    const Cell *c = &cells[i];
    if (c->kind == BLOCK || c->slot < 0)
      continue;
    int *at = &taken[c->kind == FLOP][place(c->x, c->y, c->slot)];
    if (*at >= 0)
      fail("two cells at one place");
    *at = i;
  }
}

void read_design(void) {
  columns = number(1, 1000), rows = number(1, 1000), ncells = number(1, 10000000), nnets = number(0, 10000000);
  read_cells();
  read_nets();
  read_places();
}
