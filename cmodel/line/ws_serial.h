// SPDX-License-Identifier: Apache-2.0
// The block on a serial line: golden model of rtl/serial/ws_serial.v, byte by byte, and the frames of a host that talks to it.
// The two protocols of the line and the layout of each frame stand in rtl/serial/README.md. Part of libwarpsync.
// No function allocates memory, prints, or keeps anything between calls.
//
//   board   ws_serial_byte: a byte came; makes the accesses and gives the bytes of the answer
//   host    ws_serial_request builds a frame, ws_serial_take takes the bytes that come back
#ifndef WS_SERIAL_H
#define WS_SERIAL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) // the library hides what no public header declares
#endif

enum {
  WS_SERIAL_WRITES_MAX = 30, // of a frame
  WS_SERIAL_READS_MAX = 255,
  WS_SERIAL_BYTES = 1 << 17, // byte addresses at and above are answered with NOTHING, without an access
  WS_SERIAL_LINE_MAX = 2 + 2 * (1 + 4 * WS_SERIAL_READS_MAX + 1 + 4) // bytes on the line of any frame, at most
};

// Codes of an answer. REFUSED and NOTHING are the responses SLVERR and DECERR of AXI4-Lite.
enum {
  WS_SERIAL_OK = 0,
  WS_SERIAL_BAD = 1,     // a damaged frame came: nothing was done
  WS_SERIAL_REFUSED = 2, // the access was refused
  WS_SERIAL_NOTHING = 3, // there is nothing at this address
};

// ------------------------------------------------------------------------------------------------------- the board

// What the bridge is connected to. read, write: a word at a byte address, a multiple of 4 below 2^17; they return the response,
// 0, 2 or 3. put: a byte to the line.
typedef struct ws_serial_io {
  void *user;
  unsigned (*read)(void *user, uint32_t addr, uint32_t *data);
  unsigned (*write)(void *user, uint32_t addr, uint32_t data);
  void (*put)(void *user, uint8_t byte);
} ws_serial_io;

typedef struct ws_serial {
  uint8_t state;                 // what the next byte is
  bool checked;                  // checked mode: commands of uartbone are not looked at
  uint8_t command;               // of uartbone
  uint8_t left;                  // words still to come, or the bytes of a word that came
  unsigned got;                  // bytes of the word that have come
  uint32_t word;                 // that is coming
  uint32_t addr;                 // of the next word, in words
  bool escape;                   // the byte before was the escape
  unsigned used;                 // bytes in frame
  uint8_t frame[256], last[256]; // that is coming; that was executed last
  bool executed;                 // there is such a one
  uint8_t code, writes_left;     // of the frame executed last
} ws_serial;

// State after reset: open mode.
void ws_serial_init(ws_serial *s);

// A byte came. All that it sets off is done when the call returns.
void ws_serial_byte(ws_serial *s, const ws_serial_io *io, uint8_t byte);

// No byte came for the time after which a command or frame that is not whole is dropped (parameter GAP_CLKS).
void ws_serial_gap(ws_serial *s);

// -------------------------------------------------------------------------------------------------------- the host

typedef struct ws_serial_ask { // a request; addresses are byte addresses
  uint8_t seq;                 // another one than that of the frame before
  bool leave;                  // open mode after the answer
  unsigned writes;             // done first, in this order, up to the first that is refused
  uint32_t addr[WS_SERIAL_WRITES_MAX], data[WS_SERIAL_WRITES_MAX];
  unsigned reads; // words read from `from` on, if no write was refused
  uint32_t from;
} ws_serial_ask;

// The bytes of the request on the line; returns how many. 0 if there is no such frame: too many words, or an address that is no
// multiple of 4. `line` has room for WS_SERIAL_LINE_MAX bytes.
unsigned ws_serial_request(const ws_serial_ask *ask, uint8_t line[]);

// A sequence number for the first request of a session, a frame without accesses, such that the board in open mode cannot take
// a part of the frame for a command that writes somewhere, should a byte be lost, changed or inserted.
uint8_t ws_serial_first_seq(uint32_t random);

typedef struct ws_serial_answer { // begins as {0}
  uint8_t seq;                    // of the request; in an answer BAD of the request executed last
  uint8_t code;
  unsigned writes_left; // not 0: this many of the writes were not done; the first of them has the code
  unsigned words;       // read; the one after has the code, if that is not OK and no writes are left
  uint32_t data[WS_SERIAL_READS_MAX];
  // since the start
  uint32_t damaged; // frames that were no answer, or not whole
  // of the frame that is coming
  bool inside, escape;
  unsigned used;
  uint8_t frame[1 + 4 * WS_SERIAL_READS_MAX + 1 + 4];
} ws_serial_answer;

// A byte came from the board. True when it ends an undamaged answer, which then stands in the first fields.
bool ws_serial_take(ws_serial_answer *a, uint8_t byte);

// CRC-32 of IEEE 802.3. crc: 0, or that of the bytes before.
uint32_t ws_serial_crc(uint32_t crc, const uint8_t bytes[], unsigned count);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
