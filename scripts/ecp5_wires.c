// SPDX-License-Identifier: Apache-2.0
// See ecp5_wires.h.
//
// A net of w by h tiles wants w tiles of wire across and h down, somewhere in its box: each tile of the box is taken to bring an equal part.
// The sum over all nets says how many wires each tile would have side by side; where they are many, a wire through the tile is dearer. These
// prices stay while cells move, until the next weigh_wires: so the mean of a box comes from four sums, however large it is.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include "ecp5_wires.h"

// Side of a square of tiles that have the same price.
enum { SIDE = 4 };
// So many wires side by side has a tile at the usual price: about what nets want of each tile on the average. With twice as many a wire costs so
// much more. Of that, this part comes from where the wires are now, the rest from where they were, lest nets all go where the others left.
static const float ENOUGH = 18, DEAR = 1.5f, NEWEST = 0.5f;

static int wide, high;   // of the tables, which have a row and a column more than the device
static float *wanted[2]; // wires side by side, a tile
static float *usual[2];  // the same, as it was on the average
static double *sum[2];   // of the prices of all tiles above and left

void begin_wires(void) {
  wide = columns + 1, high = rows + 1;
  for (int k = 0; k < 2; k++)
    wanted[k] = many(wide * high, sizeof *wanted[k]), usual[k] = many(wide * high, sizeof *usual[k]),
    sum[k] = many(wide * high, sizeof *sum[k]);
}

void measure(Net *net) {
  for (int k = 0; k < 2; k++)
    net->low[k] = INT32_MAX, net->high[k] = -1;
  for (int i = 0; i < net->pins; i++) {
    const Cell *c = &cells[pins[net->first + i].cell];
    for (int k = 0; k < 2; k++) {
      const int at = k ? c->y : c->x;
      if (at < net->low[k])
        net->low[k] = at, net->at_low[k] = 0;
      if (at > net->high[k])
        net->high[k] = at, net->at_high[k] = 0;
      net->at_low[k] += at == net->low[k], net->at_high[k] += at == net->high[k];
    }
  }
  net->lost = false;
}

void stretch(Net *net, int k, int from, int to) {
  if (from == to)
    return;
  if (to < net->low[k])
    net->low[k] = to, net->at_low[k] = 1;
  else
    net->at_low[k] += to == net->low[k];
  if (to > net->high[k])
    net->high[k] = to, net->at_high[k] = 1;
  else
    net->at_high[k] += to == net->high[k];
  if (from == net->low[k] && !--net->at_low[k])
    net->lost = true;
  if (from == net->high[k] && !--net->at_high[k])
    net->lost = true;
}

// A net of many pins is a tree: so many times as long as half the perimeter of its box.
static float branches(const Net *net) {
  const int more = net->pins < 3 ? 0 : net->pins > 50 ? 47 : net->pins - 3;
  return 1 + 0.028f * (float)more;
}

float length(const Net *net) {
  return branches(net) * (float)(net->high[0] - net->low[0] + net->high[1] - net->low[1]);
}

// The mean of a table of sums over a net's box.
static float mean(const double *table, const Net *net) {
  const int x0 = net->low[0], x1 = net->high[0] + 1, y0 = net->low[1] * wide, y1 = (net->high[1] + 1) * wide;
  return (float)(table[y1 + x1] - table[y1 + x0] - table[y0 + x1] + table[y0 + x0]) /
         (float)((x1 - x0) * (net->high[1] - net->low[1] + 1));
}

float price(const Net *net) {
  const int across = net->high[0] - net->low[0], down = net->high[1] - net->low[1];
  return branches(net) *
         ((across ? (float)across * mean(sum[0], net) : 0) + (down ? (float)down * mean(sum[1], net) : 0));
}

// Adds a net's wires to the corners of its box: sums of rows and columns make of them what each tile has.
static void want(float *table, const Net *net, float wires) {
  const int x0 = net->low[0], x1 = net->high[0] + 1, y0 = net->low[1], y1 = net->high[1] + 1;
  const float each = wires / (float)((x1 - x0) * (y1 - y0));
  table[y0 * wide + x0] += each, table[y1 * wide + x1] += each;
  table[y0 * wide + x1] -= each, table[y1 * wide + x0] -= each;
}

static float square_mean(const float *table, int x, int y) {
  float all = 0;
  int tiles = 0;
  for (int j = y; j < y + SIDE && j < rows; j++)
    for (int i = x; i < x + SIDE && i < columns; i++)
      all += table[j * wide + i], tiles++;
  return all / (float)tiles;
}

void weigh_wires(void) {
  for (int k = 0; k < 2; k++) {
    // What each tile has: from the corners of all boxes, by sums.
    for (int i = 0; i < wide * high; i++)
      wanted[k][i] = 0;
    for (int n = 0; n < nnets; n++)
      want(wanted[k], &nets[n], branches(&nets[n]) * (float)(nets[n].high[k] - nets[n].low[k]));
    for (int y = 0; y < high; y++) {
      float row = 0;
      for (int x = 0; x < wide; x++)
        row += wanted[k][y * wide + x], wanted[k][y * wide + x] = row + (y ? wanted[k][(y - 1) * wide + x] : 0);
    }
    // The tiles of a square have the same.
    for (int y = 0; y < rows; y += SIDE)
      for (int x = 0; x < columns; x += SIDE) {
        const float now = square_mean(wanted[k], x, y);
        for (int j = y; j < y + SIDE && j < rows; j++)
          for (int i = x; i < x + SIDE && i < columns; i++)
            wanted[k][j * wide + i] = now;
      }
    // The price of each tile, and its sums.
    for (int y = 0; y < rows; y++)
      for (int x = 0; x < columns; x++) {
        float *was = &usual[k][y * wide + x];
        *was = NEWEST * wanted[k][y * wide + x] + (1 - NEWEST) * *was;
        const float dear = 1 + DEAR * fmaxf(0, *was / ENOUGH - 1);
        sum[k][(y + 1) * wide + x + 1] =
            sum[k][y * wide + x + 1] + sum[k][(y + 1) * wide + x] - sum[k][y * wide + x] + (double)dear;
      }
  }
}

float most_wires(int k) {
  float most = 0;
  for (int i = 0; i < wide * high; i++)
    most = fmaxf(most, wanted[k][i]);
  return most;
}
