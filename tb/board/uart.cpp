// SPDX-License-Identifier: Apache-2.0
// See uart.h.
#include "uart.h"

namespace {
const unsigned FRAME_BITS = 10, STOP = 0x200;
}

uint32_t noise::draw() {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return uint32_t(state >> 33);
}

bool noise::through(uint8_t &byte) {
  if (!every || draw() % every)
    return true;
  uint32_t how = draw();
  if (how & 0x100) {
    lost++;
    return false;
  }
  turned++;
  byte ^= uint8_t(1u << how % 8);
  return true;
}

bool uart_sender::step() {
  if (!bits) {
    if (bytes.empty())
      return true;
    frame = bytes.front() << 1 | STOP;
    bytes.pop_front();
    bits = FRAME_BITS;
    left = clocks;
  }
  bool level = frame & 1;
  left -= 1;
  if (left < 0.5) { // the bit ends at the clock that is nearest
    left += clocks;
    frame >>= 1;
    bits--;
  }
  return level;
}

bool uart_receiver::step(bool level, uint8_t &byte) {
  if (!bits) {
    if (!level) {
      bits = FRAME_BITS;
      frame = 0;
      left = clocks / 2;
    }
    return false;
  }
  left -= 1;
  if (left >= 0.5)
    return false;
  left += clocks;
  frame |= unsigned(level) << (FRAME_BITS - bits);
  bits--;
  if (bits == FRAME_BITS - 1 && level)
    bits = 0; // no start bit: a spike
  if (bits || !frame)
    return false;
  if (!(frame & STOP)) {
    broken++;
    return false;
  }
  byte = uint8_t(frame >> 1);
  return true;
}
