// SPDX-License-Identifier: Apache-2.0
// How slow the paths of a placed design are: wires by how far their ends are apart, cells as stages.py takes them.
#ifndef ECP5_TIME_H
#define ECP5_TIME_H

// Before all others, once the design is read: puts nets in the order of their paths.
void sort_nets(void);

// Nanoseconds of the slowest path. Gives each connection a weight: how critical it is, 0 to 1, to the power of `sharp`, and some of what it was;
// `more` besides if it is nearly as slow as the slowest path.
float analyse(float sharp, float more);

// Of all connections, each nanosecond by its weight; of those of one cell, without that to its mate.
double weighed_ns(void);
float slow_ns(int cell);
#endif
