// SPDX-License-Identifier: Apache-2.0
// Bytes of checked frames, for both ends of a serial line: serial.c, serial_frame.c.
#ifndef WS_LINE_SERIAL_FRAME_H
#define WS_LINE_SERIAL_FRAME_H

#include <stdint.h>

enum {
  FLAG = 0x7e,   // before and behind a frame, never inside
  ESCAPE = 0x7d, // before a byte that would be one of the two, which is then sent
  FLIP = 0x20,   // xor this
  ACCESS = 0x10, // commands of a request
  LEAVE = 0x1f
};

#define RESIDUE 0x2144df1cu // the check of bytes with their own check behind

// A word of a frame: four bytes, the highest first.
static inline uint32_t frame_word(const uint8_t bytes[4]) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

#endif
