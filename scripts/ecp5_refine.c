// SPDX-License-Identifier: Apache-2.0
// Places the LUTs, flops and block RAMs of an image of an LFE5U-85F once more, for shorter wires and faster paths: simulated annealing from the
// legal placement of another placer. scripts/ecp5_refine.py writes what it reads and reads what it writes.
//
//   ecp5_refine MOVES SEED PINS < in > out
//     MOVES  tries for each cell that can move, on the average
//     PINS   of a tile, that are not too many; if tiles have more on the average, as many as that
//
// in: a design as in ecp5_design.h. out: cell x y slot, a line for each cell that can move. On stderr: how it went. Exit status 1 with a reason
// if the input makes no sense.
//
// The price of a placement: half the perimeter of each net, which counts more where wires are many (ecp5_wires.h); the nanoseconds of connections on
// slow paths; and what squares of tiles have of pins beyond what their wires can bring, squared. A try exchanges what stands at two places, or at
// as many as a carry chain has, if it can move.
//
// What flops near each other have to share was read off nextpnr's own placements: two of a slice all controls, those of a tile their reset, or
// they have none.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "ecp5_design.h"
#include "ecp5_time.h"
#include "ecp5_wires.h"

// Of the annealing: steps; the heat and how far a cell goes, in the first of them and in the last.
static const int STEPS = 150;
static const int LAST =
    20; // steps before which, and after all of them, the placement is looked at: the fastest is what comes out
static const float HEAT[2] = {6.0f, 0.09f}, REACH[2] = {12.0f, 1.8f};
static const float SHARP[2] = {2, 12}; // of how critical a connection is, 0 to 1, this power counts
// What the slowest connections weigh besides, before step EDGES and from it on.
static const float MORE[2] = {0, 2};
static const int EDGES = 90;
static const float TIMING = 0.6f; // as much of the price as wires have: what is slow
// Crowds: the price of pins that are too many, squared; tiles of a square.
static const float CROWD = 0.4f;
enum { SQUARE = 4 }; // wide and high

// Pins of a net whose box is measured anew; cells of a carry chain that still moves.
enum { FEW = 8, MOST = 96 };

static uint64_t state;

static uint32_t random32(void) { // xorshift64*
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return (uint32_t)((state * 2685821657736338717u) >> 32);
}

static int below(int n) { return (int)((random32() * (uint64_t)n) >> 32); }

static float between(const float range[2], float done) { return range[0] * powf(range[1] / range[0], done); }

// --------------------------------------------------------------------------------------------------------------- crowds

static int *load;  // pins of each square
static float fair; // a square's

static int *square(int x, int y) { return &load[y / SQUARE * (columns / SQUARE + 1) + x / SQUARE]; }

static float crowd(int n) {
  return (float)n > fair ? CROWD * ((float)n - fair) * ((float)n - fair) / (SQUARE * SQUARE) : 0;
}

static void count_pins(float pins_a_tile) {
  long long sum = 0, tiles = 0;
  load = many((columns / SQUARE + 1) * (rows / SQUARE + 1), sizeof *load);
  for (int i = 0; i < ncells; i++)
    *square(cells[i].x, cells[i].y) += cells[i].pins, sum += cells[i].pins;
  for (int t = 0; t < columns * rows; t++)
    tiles += taken[0][t * SLOTS] != CLOSED;
  fair = SQUARE * SQUARE * fmaxf(pins_a_tile, tiles ? (float)sum / (float)tiles : 0);
}

// Takes a cell's pins to another tile. What that costs.
static float crowd_more(const Cell *c, int from_x, int from_y, int to_x, int to_y) {
  int *from = square(from_x, from_y), *to = square(to_x, to_y);
  if (from == to)
    return 0;
  const float before = crowd(*from) + crowd(*to);
  *from -= c->pins, *to += c->pins;
  return crowd(*from) + crowd(*to) - before;
}

// --------------------------------------------------------------------------------------------------------------- moves

static struct {
  int cell, x, y, slot; // and where it was
} moved[MOST * 4];
static int *chained;                   // of a cell of a carry chain: the next one of the same, -1 behind the last
static int nmoved, *touched, ntouched; // nets whose box may have changed
static Net *kept;                      // what they were
static unsigned *stamp, stamps;
static float time_price;

static void move(int cell, int x, int y, int slot) {
  Cell *c = &cells[cell];
  moved[nmoved].cell = cell, moved[nmoved].x = c->x, moved[nmoved].y = c->y, moved[nmoved++].slot = c->slot;
  c->x = x, c->y = y, c->slot = slot;
}

// How much dearer the nets of what has moved are.
static float dearer(void) {
  float sum = 0;
  ntouched = 0, stamps++;
  for (int m = 0; m < nmoved; m++) {
    const Cell *c = &cells[moved[m].cell];
    for (const Use *use = uses + c->first; use < uses + c->first + c->pins; use++) {
      Net *net = &nets[use->net];
      if (stamp[use->net] != stamps) {
        stamp[use->net] = stamps, kept[ntouched] = *net, touched[ntouched++] = use->net;
        sum -= price(net);
      }
      if (net->pins > FEW && !net->lost)
        stretch(net, 0, moved[m].x, c->x), stretch(net, 1, moved[m].y, c->y);
    }
  }
  for (int t = 0; t < ntouched; t++) {
    Net *net = &nets[touched[t]];
    if (net->pins <= FEW || net->lost)
      measure(net);
    sum += price(net);
  }
  return sum;
}

static void undo(void) {
  while (nmoved--) {
    Cell *c = &cells[moved[nmoved].cell];
    c->x = moved[nmoved].x, c->y = moved[nmoved].y, c->slot = moved[nmoved].slot;
  }
  while (ntouched--)
    nets[touched[ntouched]] = kept[ntouched];
}

static bool slice_fits(int at) {
  const int a = taken[1][at & ~1], b = taken[1][at | 1];
  return a < 0 || b < 0 || cells[a].class == cells[b].class;
}

static bool tile_fits(int at) {
  const int *flops = &taken[1][at - at % SLOTS];
  int reset = -1;
  for (int s = 0; s < SLOTS; s++) {
    if (flops[s] < 0 || cells[flops[s]].reset < 0)
      continue;
    if (reset >= 0 && reset != cells[flops[s]].reset)
      return false;
    reset = cells[flops[s]].reset;
  }
  return true;
}

// Whether what has moved stays, by what it was worth before and is now: always if it is better, sometimes if it is not.
static bool stays(float slow_before, float heat) {
  const float wire = dearer();
  float slow = -slow_before, crowds = 0;
  for (int m = 0; m < nmoved; m++) {
    const Cell *c = &cells[moved[m].cell];
    slow += slow_ns(moved[m].cell), crowds += crowd_more(c, moved[m].x, moved[m].y, c->x, c->y);
  }
  const float more = wire + time_price * slow + crowds;
  if (more <= 0 || (float)random32() / 4294967296.0f < expf(-more / heat))
    return true;
  for (int m = 0; m < nmoved; m++) {
    const Cell *c = &cells[moved[m].cell];
    crowd_more(c, c->x, c->y, moved[m].x, moved[m].y);
  }
  return false;
}

// Tries to exchange two block RAMs. True if that stays.
static bool try_block(int a, float heat) {
  const int b = blocks[below(nblocks)];
  if (a == b)
    return false;
  nmoved = ntouched = 0;
  const float before = slow_ns(a) + slow_ns(b);
  const Cell was = cells[a];
  move(a, cells[b].x, cells[b].y, cells[b].slot);
  move(b, was.x, was.y, was.slot);
  if (stays(before, heat))
    return true;
  undo();
  return false;
}

// Tries to exchange the slot of a cell with one near by: LUTs, flops, or both where a LUT and a flop belong together. True if that stays.
static bool try_slot(int cell, int reach, float heat) {
  const Cell was = cells[cell];
  const int x = was.x + below(2 * reach + 1) - reach, y = was.y + below(2 * reach + 1) - reach;
  if (x < 0 || y < 0 || x >= columns || y >= rows)
    return false;
  const int here = place(was.x, was.y, was.slot), there = place(x, y, below(SLOTS));
  if (here == there)
    return false;
  bool both[2] = {was.kind == LUT || was.mate >= 0, was.kind == FLOP || was.mate >= 0};
  for (int round = 0; round < 2; round++)
    for (int k = 0; k < 2; k++) {
      const int ends[2] = {taken[k][here], taken[k][there]};
      for (int e = 0; e < 2 && both[k]; e++) {
        if (ends[e] == CLOSED || (ends[e] >= 0 && !cells[ends[e]].movable))
          return false;
        if (ends[e] >= 0 && cells[ends[e]].mate >= 0)
          both[!k] = true;
      }
    }
  nmoved = ntouched = 0;
  float before = 0;
  for (int k = 0; k < 2; k++) {
    const int a = taken[k][here], b = taken[k][there];
    if (!both[k])
      continue;
    before += (a >= 0 ? slow_ns(a) : 0) + (b >= 0 ? slow_ns(b) : 0);
    taken[k][here] = b, taken[k][there] = a;
  }
  for (int k = 0; k < 2; k++) {
    if (both[k] && taken[k][there] >= 0)
      move(taken[k][there], x, y, there % SLOTS);
    if (both[k] && taken[k][here] >= 0)
      move(taken[k][here], was.x, was.y, was.slot);
  }
  const bool fits = !both[1] || (slice_fits(here) && slice_fits(there) && tile_fits(here) && tile_fits(there));
  if (fits && stays(before, heat))
    return true;
  undo();
  for (int k = 0; k < 2; k++) {
    const int a = taken[k][here];
    if (both[k])
      taken[k][here] = taken[k][there], taken[k][there] = a;
  }
  return false;
}

// Tries to move a carry chain by some columns and rows, with the flops in its slots; what stands there comes here in the same order. True if that
// stays.
static bool try_chain(int first, int reach, float heat) {
  const int chain = cells[first].class, dx = below(2 * reach + 1) - reach, dy = below(2 * reach + 1) - reach;
  int here[MOST], there[MOST], n = 0;
  for (int i = first; i >= 0; i = chained[i]) {
    const Cell *c = &cells[i];
    if (c->x + dx < 0 || c->y + dy < 0 || c->x + dx >= columns || c->y + dy >= rows)
      return false;
    here[n] = place(c->x, c->y, c->slot), there[n] = place(c->x + dx, c->y + dy, c->slot);
    const int over = taken[0][there[n]], flop = taken[1][here[n]];
    if (over >= 0 && cells[over].kind == CARRY && cells[over].class == chain)
      return false;
    if (flop == CLOSED || (flop >= 0 && !cells[flop].movable && cells[flop].mate != i))
      return false;
    for (int k = 0; k < 2; k++) {
      const int b = taken[k][there[n]];
      if (b == CLOSED || (b >= 0 && !cells[b].movable))
        return false;
    }
    n++;
  }
  nmoved = ntouched = 0;
  float before = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) {
      const int a = taken[k][here[i]], b = taken[k][there[i]];
      before += (a >= 0 ? slow_ns(a) : 0) + (b >= 0 ? slow_ns(b) : 0);
      taken[k][here[i]] = b, taken[k][there[i]] = a;
    }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) {
      const int a = taken[k][there[i]], b = taken[k][here[i]];
      if (b >= 0)
        move(b, cells[b].x - dx, cells[b].y - dy, cells[b].slot);
      if (a >= 0)
        move(a, cells[a].x + dx, cells[a].y + dy, cells[a].slot);
    }
  bool fits = true;
  for (int i = 0; i < n && fits; i++)
    fits = slice_fits(here[i]) && slice_fits(there[i]) && tile_fits(here[i]) && tile_fits(there[i]);
  if (fits && stays(before, heat))
    return true;
  undo();
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) {
      const int a = taken[k][here[i]];
      taken[k][here[i]] = taken[k][there[i]], taken[k][there[i]] = a;
    }
  return false;
}

// Whether a cell may stand elsewhere at the end.
static bool may_move(const Cell *c) {
  return c->movable || (c->kind == CARRY && c->class >= 0) ||
         (c->kind == FLOP && c->mate >= 0 && cells[c->mate].kind == CARRY);
}

// What is tried to be moved: cells, each for its mate, and the first of each chain. How many.
static int who_moves(int *list) {
  int n = 0, *last = many(ncells, sizeof *last), *cells_of = many(ncells, sizeof *cells_of);
  chained = many(ncells, sizeof *chained);
  for (int i = 0; i < ncells; i++)
    last[i] = chained[i] = -1;
  for (int i = 0; i < ncells; i++)
    if (cells[i].kind == CARRY && cells[i].class >= 0) {
      if (cells[i].class >= ncells)
        fail("a chain with too high a number");
      cells_of[cells[i].class]++;
    }
  for (int i = 0; i < ncells; i++) {
    Cell *c = &cells[i];
    if (c->movable && !(c->kind == FLOP && c->mate >= 0))
      list[n++] = i;
    if (c->kind != CARRY || c->class < 0)
      continue;
    if (cells_of[c->class] > MOST) {
      c->class = -1;
      continue;
    }
    if (last[c->class] < 0)
      list[n++] = i;
    else
      chained[last[c->class]] = i;
    last[c->class] = i;
  }
  free(last);
  free(cells_of);
  return n;
}

// Of all nets, what one of them has.
static double all(float (*what)(const Net *)) {
  double sum = 0;
  for (int i = 0; i < nnets; i++)
    sum += (double)what(&nets[i]);
  return sum;
}

// How it stands, by the last weigh_wires and analyse.
static void tell(const char *when, float slowest) {
  fprintf(stderr, "%-20s wires %.0f, of a tile at most %.1f across and %.1f down, slowest path %.2f ns\n", when,
          all(length), (double)most_wires(0), (double)most_wires(1), (double)slowest);
}

// The fastest placement so far, by cell, and its slowest path.
static struct { int x, y, slot; } * fastest;
static float fastest_ns = INFINITY;

static void keep_fastest(float slowest) {
  if (slowest >= fastest_ns)
    return;
  fastest_ns = slowest;
  for (int i = 0; i < ncells; i++)
    fastest[i].x = cells[i].x, fastest[i].y = cells[i].y, fastest[i].slot = cells[i].slot;
}

// Puts the cells back there. What `taken` says is of no use after that.
static void back_to_fastest(void) {
  for (int i = 0; i < ncells; i++)
    cells[i].x = fastest[i].x, cells[i].y = fastest[i].y, cells[i].slot = fastest[i].slot;
  for (int i = 0; i < nnets; i++)
    measure(&nets[i]);
}

int main(int argc, char **argv) {
  if (argc != 4 || atoi(argv[1]) < 1 || atoi(argv[2]) < 0 || atof(argv[3]) <= 0)
    fail("usage: ecp5_refine MOVES SEED PINS < in > out, MOVES at least 1, PINS more than 0");
  state = 0x9e3779b97f4a7c15u * ((uint64_t)atoi(argv[2]) + 1);
  read_design();
  touched = many(npins, sizeof *touched), kept = many(npins, sizeof *kept), stamp = many(nnets, sizeof *stamp);
  sort_nets();
  count_pins((float)atof(argv[3]));
  begin_wires();

  fastest = many(ncells, sizeof *fastest);
  int *list = many(ncells, sizeof *list), n = who_moves(list);
  for (int i = 0; i < nnets; i++)
    measure(&nets[i]);
  weigh_wires();
  fprintf(stderr, "%d of %d cells move, %d nets\n", n, ncells, nnets);
  tell("before", analyse(SHARP[0], MORE[0]));
  for (int step = 0; step < STEPS && n; step++) {
    const float done = (float)step / (float)(STEPS - 1), heat = between(HEAT, done);
    const float worst = analyse(SHARP[0] + done * (SHARP[1] - SHARP[0]), MORE[step >= EDGES]);
    if (step >= STEPS - LAST)
      keep_fastest(worst);
    const double slow = weighed_ns();
    weigh_wires();
    const double wires = all(price);
    time_price = slow > 0 ? (float)((double)TIMING * wires / slow) : 0;
    for (long long tries = (long long)atoi(argv[1]) * n / STEPS + 1; tries > 0; tries--) {
      const int cell = list[below(n)], reach = (int)(between(REACH, done) + 0.5f);
      if (cells[cell].kind == BLOCK)
        try_block(cell, heat);
      else if (cells[cell].kind == CARRY)
        try_chain(cell, reach, heat);
      else
        try_slot(cell, reach, heat);
    }
    if (step % 15 == 14) {
      char when[40];
      snprintf(when, sizeof when, "step %d, heat %.2f", step + 1, (double)heat);
      tell(when, worst);
    }
  }
  keep_fastest(analyse(SHARP[1], MORE[1]));
  back_to_fastest();
  weigh_wires();
  tell("after", analyse(SHARP[1], MORE[1]));
  for (int i = 0; i < ncells; i++)
    if (may_move(&cells[i]))
      printf("%d %d %d %d\n", i, cells[i].x, cells[i].y, cells[i].slot);
  if (fflush(stdout) || ferror(stdout))
    fail("cannot write");
  return 0;
}
