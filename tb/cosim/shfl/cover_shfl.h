// SPDX-License-Identifier: Apache-2.0
// What the coverage of shfl tells apart, for the generator that is steered by it.
#ifndef WS_COVER_SHFL_H
#define WS_COVER_SHFL_H

#include <stdint.h>

enum { WS_SEGMENTS = 7 };               // widths 32, 16, 8, 4, 2, 1, and a segment mask with holes
enum { WS_CLAMP_OTHER = 3, WS_CLAMPS }; // 0, all ones, between; bits of c set that shfl does not look at
enum { WS_B_BEYOND = 4, WS_B_DIFFERS, WS_C_DIFFERS, WS_BS }; // 0, 1, between, lanes - 1; high bits; differ by lane
enum {
  WS_SOURCE_OWN,
  WS_SOURCE_BELOW,
  WS_SOURCE_ABOVE,
  WS_SOURCE_OUT,
  WS_SOURCE_INACTIVE,
  WS_SOURCE_ABROAD,
  WS_SOURCES
};

unsigned ws_shfl_segment(unsigned lanes, uint32_t c); // place on the axis

#endif
