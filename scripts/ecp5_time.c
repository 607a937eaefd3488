// SPDX-License-Identifier: Apache-2.0
// See ecp5_time.h.
#include <math.h>
#include <stdlib.h>
#include "ecp5_time.h"
#include "ecp5_design.h"

// Nanoseconds of speed grade 6, as scripts/stages.py has them.
static const float LUT_NS = 0.24f, CARRY_NS = 0.45f, CHAIN_NS = 0.07f, LAST_NS = 0.37f, FLOP_NS = 0.52f,
                   BLOCK_NS = 5.83f, ENABLE_NS = 0.2f;
static const float NEAR_NS = 0.36f, TILE_NS = 0.12f;

// Of the slowest path, from which on a connection weighs more.
static const float EDGE = 0.94f;

// The driver of a net of more pins does not feel what is slow.
enum { MANY = 400 };

static float wire_ns(const Cell *a, const Cell *b) {
  const int dx = abs(a->x - b->x), dy = abs(a->y - b->y);
  return NEAR_NS + TILE_NS * (float)((dx > 1 ? dx - 1 : 0) + (dy > 1 ? dy - 1 : 0));
}

static int *order, ordered; // nets, each behind those that its driver reads
static float *arrival;      // at a net's driver
static float *latest[2];    // of a cell of logic: when its inputs are there; when its outputs have to be

static bool starts(const Cell *c) { return c->kind == FLOP || c->kind == BLOCK || c->kind == OTHER; }

static bool goes_on(const Pin *p) { return p->role == LOGIC || p->role == CHAIN; }

static float own_ns(const Cell *c) { return (const float[]){LUT_NS, FLOP_NS, CARRY_NS, LUT_NS, BLOCK_NS, 0}[c->kind]; }

static float hop_ns(const Cell *from, const Pin *to) {
  const Cell *c = &cells[to->cell];
  if (to->role == CHAIN)
    return CHAIN_NS - CARRY_NS;
  if (to->role == REGISTER && c->mate >= 0 && &cells[c->mate] == from)
    return from->kind == CARRY ? LAST_NS : 0;
  // From a chain to logic: from the carry into the last bit to its sum.
  return wire_ns(from, c) + (to->role == ENABLE ? ENABLE_NS : 0) + (from->kind == CARRY ? LAST_NS : 0);
}

void sort_nets(void) {
  int *waits = many(ncells, sizeof *waits);
  for (int i = 0; i < npins; i++)
    waits[pins[i].cell] += goes_on(&pins[i]);
  order = many(nnets, sizeof *order), arrival = many(nnets, sizeof *arrival);
  for (int k = 0; k < 2; k++)
    latest[k] = many(ncells, sizeof *latest[k]);
  for (int n = 0; n < nnets; n++) {
    const int driver = pins[nets[n].first].cell;
    if (starts(&cells[driver]) || !waits[driver])
      order[ordered++] = n;
  }
  for (int head = 0; head < ordered; head++) {
    const Net *net = &nets[order[head]];
    for (int i = 1; i < net->pins; i++) {
      const Pin *to = &pins[net->first + i];
      const Cell *c = &cells[to->cell];
      if (!goes_on(to) || --waits[to->cell] || starts(c))
        continue;
      for (const Use *use = uses + c->first; use < uses + c->first + c->pins; use++)
        if (pins[use->pin].role == DRIVES)
          order[ordered++] = use->net;
    }
  }
  free(waits);
}

static float left_ns(const Cell *from, const Pin *to, float worst) {
  return (goes_on(to) ? latest[1][to->cell] - own_ns(&cells[to->cell]) : worst) - hop_ns(from, to);
}

// The slowest path. Gives each connection a weight: the more critical, the more, and something of what it was. Without `more` a single block RAM
// in a bad place is outweighed by all that is nearly as slow.
float analyse(float sharp, float more) {
  float worst = 0;
  for (int i = 0; i < ncells; i++)
    latest[0][i] = 0;
  for (int k = 0; k < ordered; k++) {
    const Net *net = &nets[order[k]];
    const int driver = pins[net->first].cell;
    const Cell *from = &cells[driver];
    arrival[order[k]] = own_ns(from) + (starts(from) ? 0 : latest[0][driver]);
    for (int i = 1; i < net->pins; i++) {
      const Pin *to = &pins[net->first + i];
      const float at = arrival[order[k]] + hop_ns(from, to);
      if (goes_on(to))
        latest[0][to->cell] = fmaxf(at, latest[0][to->cell]);
      else
        worst = fmaxf(at, worst);
    }
  }
  for (int i = 0; i < ncells; i++)
    latest[1][i] = worst;
  for (int k = ordered - 1; k >= 0; k--) {
    const Net *net = &nets[order[k]];
    const int driver = pins[net->first].cell;
    for (int i = 1; i < net->pins; i++) {
      Pin *to = &pins[net->first + i];
      const float left = left_ns(&cells[driver], to, worst),
                  critical = worst > 0 ? 1 - (left - arrival[order[k]]) / worst : 0;
      if (!starts(&cells[driver]))
        latest[1][driver] = fminf(left, latest[1][driver]);
      to->weight = 0.6f * to->weight + (critical > 0.3f ? 0.4f * powf(critical, sharp) : 0);
      if (critical > EDGE)
        to->weight += more;
      if (to->weight < 0.001f)
        to->weight = 0;
    }
  }
  return worst;
}

double weighed_ns(void) {
  double sum = 0;
  for (int n = 0; n < nnets; n++)
    for (int i = 1; i < nets[n].pins; i++) {
      const Pin *to = &pins[nets[n].first + i];
      sum += (double)(to->weight * wire_ns(&cells[pins[nets[n].first].cell], &cells[to->cell]));
    }
  return sum;
}

// Of the connections of a cell, each nanosecond by its weight.
float slow_ns(int cell) {
  const Cell *c = &cells[cell];
  float sum = 0;
  for (const Use *use = uses + c->first; use < uses + c->first + c->pins; use++) {
    const Net *net = &nets[use->net];
    const int driver = pins[net->first].cell;
    if (pins[use->pin].role == DRIVES && net->pins <= MANY) {
      for (const Pin *to = pins + net->first + 1; to < pins + net->first + net->pins; to++)
        if (to->weight > 0 && to->cell != c->mate)
          sum += to->weight * wire_ns(c, &cells[to->cell]);
    } else if (pins[use->pin].weight > 0 && driver != c->mate) {
      sum += pins[use->pin].weight * wire_ns(&cells[driver], c);
    }
  }
  return sum;
}
