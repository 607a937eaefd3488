// SPDX-License-Identifier: Apache-2.0
// What the wires of a placed design cost: how long they are, and how many others want to go where they go.
#ifndef ECP5_WIRES_H
#define ECP5_WIRES_H
#include "ecp5_design.h"

// Before the others, once the design is read.
void begin_wires(void);

// Counts anew how many wires want to go through each part of the device, and makes those dearer that go where there are too many. All
// prices change.
void weigh_wires(void);

// The box of a net, from nothing.
void measure(Net *net);

// A pin has gone from one coordinate to another, in x (k = 0) or y (k = 1). If that was the last on an edge, the box is lost.
void stretch(Net *net, int k, int from, int to);

// In tiles: how long the wires of a net will be, about; and what they cost, for which a tile counts more where wires are many.
float length(const Net *net);
float price(const Net *net);

// Of a square of the device, that has most: how many wires side by side want to go through a tile, across (k = 0) or down (k = 1).
float most_wires(int k);
#endif
