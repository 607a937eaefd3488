// SPDX-License-Identifier: Apache-2.0
// The far end of a board's serial line: 8N1, bit by bit, counted in clocks of the board; and noise on its bytes.
#ifndef WS_BOARD_UART_H
#define WS_BOARD_UART_H

#include <cstddef>
#include <cstdint>
#include <deque>

// Bytes that get lost and bits that turn over: each byte by chance, once in `every` bytes; 0: never. The same seed, the same noise.
class noise {
public:
  noise(unsigned every, uint64_t seed) : every(every), state(seed * 2 + 1) {}

  // What comes out for a byte that goes in; false if nothing does.
  bool through(uint8_t &byte);
  unsigned lost = 0, turned = 0;

private:
  uint32_t draw();
  unsigned every;
  uint64_t state;
};

// Puts queued bytes on a wire.
class uart_sender {
public:
  explicit uart_sender(double clocks) : clocks(clocks) {}
  void queue(uint8_t byte) { bytes.push_back(byte); }
  bool idle() const { return bytes.empty() && !bits; }
  size_t waiting() const { return bytes.size(); }

  // The level of the wire in the next clock.
  bool step();

private:
  double clocks, left = 0; // of a bit
  unsigned frame = 1, bits = 0;
  std::deque<uint8_t> bytes;
};

// Takes bytes from a wire, looking at the middle of each bit.
class uart_receiver {
public:
  explicit uart_receiver(double clocks) : clocks(clocks) {}
  bool idle() const { return !bits; }

  // One clock with this level on the wire. True when a byte is complete.
  bool step(bool level, uint8_t &byte);
  unsigned broken = 0; // frames without a stop bit

private:
  double clocks, left = 0;
  unsigned frame = 0, bits = 0;
};

#endif
