// SPDX-License-Identifier: Apache-2.0
// Receiver and sender, bit by bit: the other end is up to 2 % faster or slower.
#include "serial_cover.h"

enum { MILLI = 1000, TOLERANCE = 20 }; // of a thousand

// The line for one byte of a sender whose bit takes `period` thousandths of a clock, beginning at a fraction of a clock; then rest_clocks.
typedef struct sender {
  uint64_t now, start; // in thousandths of a clock
  unsigned period;
} sender;

static void uart_clock(serial_bench *b, sender *s, bool line) {
  b->in.line = line;
  serial_clock(b);
  s->now += MILLI;
}

// Bits of a frame from the lowest on, each a period long. Returns how many bytes the receiver gave meanwhile; they are taken.
static unsigned put_bits(serial_bench *b, sender *s, unsigned bits, unsigned count, uint8_t *got) {
  unsigned bytes = 0;
  const uint64_t end = s->start + (uint64_t)s->period * count;
  while (s->now < end) {
    uart_clock(b, s, bits >> (s->now - s->start) / s->period & 1);
    if (b->out.uart_rx_valid && b->in.uart_rx_ready) {
      *got = b->out.uart_rx_byte;
      bytes++;
    }
  }
  s->start = end;
  return bytes;
}

static unsigned random_period(serial_bench *b) {
  const unsigned exact = 12000000000u / 921600;
  static const int some[] = {-TOLERANCE, 0, TOLERANCE};
  const int off = ws_rng_percent(&b->rng, 60) ? some[ws_rng_below(&b->rng, 3)]
                                              : (int)ws_rng_below(&b->rng, 2 * TOLERANCE + 1) - TOLERANCE;
  return (unsigned)((int)exact + (int)exact * off / 1000);
}

static void rest(serial_bench *b, sender *s, unsigned bits) {
  uint8_t got = 0;
  if (put_bits(b, s, ~0u, bits, &got))
    serial_fail(b, "a byte %02x came though none was sent", got);
}

static void receiver(serial_bench *b) {
  sender s = {.period = random_period(b)};
  b->in.uart_rx_ready = true;
  rest(b, &s, 3);
  for (uint64_t k = 0; k < b->n / 10; k++, b->frames++) {
    const uint8_t byte = (uint8_t)ws_rng_u32(&b->rng);
    uint8_t got = 0;
    const unsigned came = put_bits(b, &s, (unsigned)byte << 1 | 1u << 9, 10, &got); // 0, the byte, 1
    if (came != 1 || got != byte || b->out.uart_rx_error)
      serial_fail(b, "%u bytes, the last %02x, for one %02x of %u thousandths of a clock a bit", came, got, byte,
                  s.period);
    serial_cover_uart(b, SERIAL_E_TAKEN, s.period);
    if (ws_rng_percent(&b->rng, 20)) {
      rest(b, &s, 1 + ws_rng_below(&b->rng, 4));
      s.period = random_period(b);
      s.start = s.now + ws_rng_below(&b->rng, MILLI);
    }
  }
}

// Neither a short 0 nor a frame whose stop bit is 0 is a byte; after a break the line has to be 1 before the next one.
static void no_bytes(serial_bench *b) {
  sender s = {.period = random_period(b)};
  uint8_t got = 0;
  b->in.uart_rx_ready = true;
  rest(b, &s, 3);
  for (uint64_t k = 0; k < b->n / 100 + 10; k++, b->frames++) {
    for (unsigned i = 1 + ws_rng_below(&b->rng, SERIAL_DIV / 2 - 2); i; i--) // shorter than half a bit
      uart_clock(b, &s, false);
    s.start = s.now;
    rest(b, &s, 2);
    serial_cover_line(b, SERIAL_L_PULSE);
    const unsigned bits = ws_rng_below(&b->rng, 256) << 1, length = 10 + ws_rng_below(&b->rng, 20);
    unsigned bytes = 0;
    for (unsigned i = 0; i < length; i++) // the stop bit is 0, and so for a while
      bytes += put_bits(b, &s, i < 10 ? bits >> i : 0, 1, &got);
    s.start = s.now;
    rest(b, &s, 1);
    if (bytes)
      serial_fail(b, "a byte %02x came from a frame whose stop bit is 0", got);
    if (put_bits(b, &s, (unsigned)(k & 255) << 1 | 1u << 9, 10, &got) != 1 || got != (k & 255))
      serial_fail(b, "the byte after a break is %02x instead of %02x", got, (unsigned)(k & 255));
    serial_cover_line(b, SERIAL_L_BREAK);
    s.period = random_period(b);
  }
}

// One byte of a sender while `stands`, if it is not negative, waits to be taken: that one is there up to the middle of the first bit, to
// some clocks, and nothing from then on until the middle of the stop bit.
static void put_over(serial_bench *b, sender *s, unsigned byte, int stands) {
  enum { SLACK = 5 };
  const unsigned middle = SERIAL_DIV * 3 / 2, stop = SERIAL_DIV * 19 / 2;
  const uint64_t end = s->start + (uint64_t)s->period * 10;
  for (unsigned clock = 0; s->now < end; clock++) {
    uart_clock(b, s, (byte << 1 | 1u << 9) >> (s->now - s->start) / s->period & 1);
    const bool early = clock<middle - SLACK, between = clock> middle + SLACK && clock < stop - SLACK;
    if (stands >= 0 && early ? !b->out.uart_rx_valid : (stands < 0 && early) || between ? b->out.uart_rx_valid : false)
      serial_fail(b, "valid_o is %d %u clocks behind the start of %02x", b->out.uart_rx_valid, clock, byte);
    if (b->out.uart_rx_valid && b->out.uart_rx_byte != (clock < stop - SLACK ? (unsigned)stands : byte))
      serial_fail(b, "%02x stands %u clocks behind the start of %02x", b->out.uart_rx_byte, clock, byte);
  }
  s->start = end;
}

// A byte that nobody takes stands until the next one comes, and is lost then; the next one is whole.
static void overrun(serial_bench *b) {
  sender s = {.period = random_period(b)};
  int stands = -1;
  rest(b, &s, 3);
  for (unsigned k = 0; k < 200; k++, b->frames++) {
    b->in.uart_rx_ready = false;
    const bool lost = stands >= 0;
    put_over(b, &s, k & 255, stands);
    stands = (int)(k & 255);
    if (!b->out.uart_rx_valid || b->out.uart_rx_byte != (k & 255))
      serial_fail(b, "the byte %02x does not wait until it is taken", k & 255);
    serial_cover_uart(b, SERIAL_E_WAITS, s.period);
    if (lost)
      serial_cover_uart(b, SERIAL_E_OVERRUN, s.period);
    s.period = random_period(b);
    if (ws_rng_percent(&b->rng, 50)) {
      stands = -1;
      b->in.uart_rx_ready = true;
      uart_clock(b, &s, true);
      uart_clock(b, &s, true);
      if (b->out.uart_rx_valid)
        serial_fail(b, "a byte that was taken stands again");
      s.start = s.now;
    }
  }
}

static void error_flag(serial_bench *b) {
  sender s = {.period = random_period(b)};
  rest(b, &s, 3);
  for (unsigned k = 0; k < 50; k++, b->frames++) {
    unsigned errors = 0;
    const unsigned good = ws_rng_below(&b->rng, 2);
    const uint64_t end = s.start + (uint64_t)s.period * 13;
    while (s.now < end) {
      const uint64_t bit = (s.now - s.start) / s.period;
      uart_clock(b, &s, bit > 9 || (bit == 9 && good));
      errors += b->out.uart_rx_error;
    }
    s.start = s.now;
    if (errors != !good)
      serial_fail(b, "error_o was 1 in %u clocks of a frame whose stop bit is %u", errors, good);
    if (!good)
      serial_cover_uart(b, SERIAL_E_NO_STOP, s.period);
    s.period = random_period(b);
  }
}

// A clock of noise changes nothing but where the receiver looks: in the middle of the start bit, and every DIV clocks from there, to a clock.
static void bit_middles(serial_bench *b) {
  static const uint8_t bytes[] = {0x00, 0xff, 0x55, 0xaa};
  sender s = {0};
  b->in.uart_rx_ready = true;
  for (unsigned at = 0; at < 10 * SERIAL_DIV; at++)
    for (unsigned k = 0; k < 5 * sizeof bytes; k++, b->frames++) {
      const unsigned clock = at % SERIAL_DIV, byte = bytes[k / 5];
      const unsigned bits = byte << 1 | ~0u << 9; // 0, the byte, 1 and rest
      unsigned came = 0, errors = 0, got = 0;
      if (clock + 1 >= SERIAL_DIV / 2 && clock <= SERIAL_DIV / 2 + 1)
        break;
      s.period = SERIAL_DIV * (MILLI - TOLERANCE + TOLERANCE / 2 * (k % 5));
      for (unsigned i = 0; i < 13 * SERIAL_DIV; i++) {
        uart_clock(b, &s, (bits >> i * MILLI / s.period & 1) ^ (i == at));
        came += b->out.uart_rx_valid;
        errors += b->out.uart_rx_error;
        got = b->out.uart_rx_valid ? b->out.uart_rx_byte : got;
      }
      if (came != 1 || errors || got != byte)
        serial_fail(
            b,
            "%u bytes, the last %02x, and %u errors for one %02x of %u thousandths of a clock a bit, clock %u inverted",
            came, got, errors, byte, s.period, at);
      serial_cover_uart(b, SERIAL_E_NOISE, s.period);
    }
}

// Short pulses, half a bit or more between them, leave a byte that stands as it is.
static void pulses(serial_bench *b) {
  sender s = {.period = random_period(b)};
  rest(b, &s, 3);
  for (unsigned length = 1; length < SERIAL_DIV / 2 - 1; length++)
    for (unsigned gap = SERIAL_DIV / 2 + 1; gap < 3 * SERIAL_DIV; gap++, b->frames++) {
      const uint8_t byte = (uint8_t)ws_rng_u32(&b->rng);
      uint8_t got = (uint8_t)~byte;
      b->in.uart_rx_ready = false;
      put_bits(b, &s, (unsigned)byte << 1 | 1u << 9, 10, &got);
      for (unsigned clock = 0; clock < 4 * (length + gap); clock++) {
        uart_clock(b, &s, clock % (length + gap) >= length);
        if (!b->out.uart_rx_valid || b->out.uart_rx_byte != byte)
          serial_fail(b, "the byte %02x is %02x, valid_o %d, behind pulses of %u clocks, %u between", byte,
                      b->out.uart_rx_byte, b->out.uart_rx_valid, length, gap);
      }
      b->in.uart_rx_ready = true;
      s.start = s.now;
      put_bits(b, &s, ~0u, 3, &got);
      if (got != byte)
        serial_fail(b, "the byte %02x is taken as %02x behind pulses", byte, got);
      serial_cover_line(b, SERIAL_L_PULSE_WAITS);
    }
}

// A break, beginning in each clock of a stop bit, is told once, however long it is, and no byte comes of it.
static void breaks(serial_bench *b) {
  sender s = {.period = SERIAL_DIV * MILLI};
  b->in.uart_rx_ready = true;
  rest(b, &s, 3);
  for (unsigned clock = 0; clock <= SERIAL_DIV; clock++)
    for (unsigned bits = 12; bits < 50; bits++, b->frames++) {
      const uint8_t byte = (uint8_t)ws_rng_u32(&b->rng);
      uint8_t got = (uint8_t)~byte;
      unsigned bytes = 0, errors = 0;
      bytes += put_bits(b, &s, (unsigned)byte << 1, 9, &got);
      for (unsigned i = 0; i < bits * SERIAL_DIV; i++) {
        uart_clock(b, &s, i < clock);
        errors += b->out.uart_rx_error;
        if (b->out.uart_rx_valid) {
          got = b->out.uart_rx_byte;
          bytes++;
        }
      }
      const bool cut = clock + 1 < SERIAL_DIV / 2, whole = clock > SERIAL_DIV / 2 + 1; // the byte before
      if (errors != 1 || (cut && bytes) || (whole && bytes != 1) || bytes > 1 || (bytes && got != byte))
        serial_fail(
            b, "%u errors and %u bytes, the last %02x, of %02x and a break of %u bits from clock %u of its stop bit",
            errors, bytes, got, byte, bits, clock);
      serial_cover_line(b, SERIAL_L_BREAK_STOP);
      s.start = s.now;
      rest(b, &s, 2);
    }
}

// The other end finds the start bit to a clock, and looks at each bit in its middle.
static void sending(serial_bench *b) {
  sender s = {0};
  bool behind = false; // another byte
  for (uint64_t k = 0; k < b->n / 10; k++, b->frames++) {
    const uint8_t byte = (uint8_t)ws_rng_u32(&b->rng);
    const unsigned period = random_period(b);
    unsigned bits = 0, waited = 0;
    b->in.uart_tx_valid = true;
    b->in.uart_tx_byte = byte;
    do {
      if (waited++ > 2 * SERIAL_DIV)
        serial_fail(b, "the sender takes no byte");
      uart_clock(b, &s, true);
    } while (!b->out.uart_tx_ready);
    b->in.uart_tx_valid = ws_rng_percent(&b->rng, 50); // the next one waits, or not
    b->in.uart_tx_byte = (uint8_t)~byte;
    uart_clock(b, &s, true);
    if (b->out.line)
      serial_fail(b, "no start bit behind the clock in which the byte was taken");
    s.now = MILLI;
    for (unsigned i = 0; i < 10; i++) {
      while (s.now < (uint64_t)period * i + period / 2)
        uart_clock(b, &s, true);
      bits |= (unsigned)b->out.line << i;
    }
    if (bits != ((unsigned)byte << 1 | 1u << 9))
      serial_fail(b, "the line was %03x for the byte %02x, %u thousandths of a clock a bit", bits, byte, period);
    serial_cover_uart(b, behind ? SERIAL_E_SENT_BEHIND : SERIAL_E_SENT, period);
    behind = b->in.uart_tx_valid;
  }
}

// Every byte, clock by clock: 10 bits of DIV clocks; ready_o is 1 before, and in each clock behind, until the next byte is taken.
static void every_byte(serial_bench *b) {
  sender s = {0};
  for (unsigned byte = 0; byte < 256; byte++, b->frames++) {
    const unsigned bits = byte << 1 | 1u << 9;
    b->in.uart_tx_valid = true;
    b->in.uart_tx_byte = (uint8_t)byte;
    uart_clock(b, &s, true);
    if (!b->out.uart_tx_ready)
      serial_fail(b, "the sender rests, and does not take the byte %02x", byte);
    b->in.uart_tx_valid = false;
    for (unsigned clock = 0; clock < 10 * SERIAL_DIV; clock++) {
      uart_clock(b, &s, true);
      if (b->out.uart_tx_ready || b->out.line != (bits >> clock / SERIAL_DIV & 1))
        serial_fail(b, "clock %u of %02x: ready_o is %d, the line %d", clock, byte, b->out.uart_tx_ready, b->out.line);
    }
    for (unsigned clocks = ws_rng_below(&b->rng, 3 * SERIAL_DIV); clocks; clocks--) {
      uart_clock(b, &s, true);
      if (!b->out.uart_tx_ready)
        serial_fail(b, "nothing is sent, and ready_o is 0 behind the byte %02x", byte);
    }
  }
}

static const serial_test tests[] = {
    {"serial_receiver", "every byte is received, the other end up to 2 % faster or slower", .run = receiver},
    {"serial_no_bytes", "short pulses, frames without a stop bit and breaks are no bytes", .run = no_bytes},
    {"serial_overrun", "a byte stands until it is taken or the next one comes", .run = overrun},
    {"serial_error", "a stop bit that is 0 is told once", .run = error_flag},
    {"serial_bit_middles", "a bit is looked at in its middle: noise elsewhere changes nothing", .run = bit_middles},
    {"serial_pulses", "a byte that stands outlasts short pulses", .run = pulses},
    {"serial_breaks", "a break is told once, wherever in a stop bit it begins", .run = breaks},
    {"serial_every_byte", "every byte is sent clock by clock, and the sender rests between", .run = every_byte},
    {"serial_sending", "what is sent is what the other end reads, up to 2 % faster or slower", .run = sending},
};
SERIAL_TESTS(uart)
