// SPDX-License-Identifier: Apache-2.0
// Bytes of checked frames, for both ends of a serial line: serial.c, serial_frame.c.
#ifndef SERIAL_FRAME_H
#define SERIAL_FRAME_H

enum {
  FLAG = 0x7e,   // before and behind a frame, never inside
  ESCAPE = 0x7d, // before a byte that would be one of the two, which is then sent
  FLIP = 0x20,   // xor this
  ACCESS = 0x10, // commands of a request
  LEAVE = 0x1f
};

#define RESIDUE 0x2144df1cu // the check of bytes with their own check behind

#endif
