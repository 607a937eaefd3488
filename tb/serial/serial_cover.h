// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the serial line (tb/lib/cover_bins.h). What bytes mean the model says; they are counted when the RTL has made the
// same accesses and given the same answer, and not if a reset comes before.
#ifndef SERIAL_COVER_H
#define SERIAL_COVER_H

#include "serial_bench.h"

typedef enum serial_group {
  SERIAL_G_FRAME,
  SERIAL_G_COMMAND,
  SERIAL_G_NO_FRAME,
  SERIAL_G_DAMAGE,
  SERIAL_G_BEGIN,
  SERIAL_G_UARTBONE,
  SERIAL_G_PAUSE,
  SERIAL_G_ESCAPE,
  SERIAL_G_ANSWER,
  SERIAL_G_STALL,
  SERIAL_G_RESET,
  SERIAL_G_UART,
  SERIAL_G_LINE,
  SERIAL_GROUPS
} serial_group;

// Places on the axes.
enum { SERIAL_OPEN, SERIAL_CHECKED, SERIAL_MODES };
enum {
  SERIAL_C_NOTHING,
  SERIAL_C_WRITE,
  SERIAL_C_WRITES,
  SERIAL_C_30,
  SERIAL_C_NO_READ,
  SERIAL_C_READ,
  SERIAL_C_READS,
  SERIAL_C_255,
  SERIAL_C_BOTH,
  SERIAL_C_30_BOTH,
  SERIAL_CONTENTS
};
enum {
  SERIAL_O_DONE,
  SERIAL_O_WRITE_REFUSED,
  SERIAL_O_WRITE_NOWHERE,
  SERIAL_O_READ_REFUSED,
  SERIAL_O_READ_NOWHERE,
  SERIAL_O_AGAIN,
  SERIAL_O_AGAIN_WRITE,
  SERIAL_O_AGAIN_READ,
  SERIAL_O_CHECK,
  SERIAL_OUTCOMES
};
enum {
  SERIAL_N_SHORT,
  SERIAL_N_LONG,
  SERIAL_N_ESCAPE,
  SERIAL_N_CHECK,
  SERIAL_N_COMMAND,
  SERIAL_N_WRITES,
  SERIAL_N_WORDS,
  SERIAL_N_PAUSE,
  SERIAL_NO_FRAMES
};
enum { SERIAL_D_CHANGED, SERIAL_D_LOST, SERIAL_D_INSERTED, SERIAL_DAMAGES };
enum {
  SERIAL_B_RESET,
  SERIAL_B_ACCESS,
  SERIAL_B_LEAVE,
  SERIAL_B_NO_FRAME,
  SERIAL_B_COMMAND,
  SERIAL_B_BYTE,
  SERIAL_B_PAUSE,
  SERIAL_BEHIND
};
enum {
  SERIAL_U_DONE,
  SERIAL_U_REFUSED,
  SERIAL_U_NOWHERE,
  SERIAL_U_BEYOND,
  SERIAL_U_OVER,
  SERIAL_U_BROKEN,
  SERIAL_UARTBONE
};
enum {
  SERIAL_R_NOTHING,
  SERIAL_R_BYTE,
  SERIAL_R_AW,
  SERIAL_R_W,
  SERIAL_R_B,
  SERIAL_R_AR,
  SERIAL_R_R,
  SERIAL_R_ANSWER,
  SERIAL_RESETS
};
// Receiver and sender, by how fast the other end is; the line.
enum {
  SERIAL_E_TAKEN,
  SERIAL_E_WAITS,
  SERIAL_E_OVERRUN,
  SERIAL_E_NO_STOP,
  SERIAL_E_NOISE,
  SERIAL_E_SENT,
  SERIAL_E_SENT_BEHIND,
  SERIAL_UART_EVENTS
};
enum { SERIAL_L_PULSE, SERIAL_L_PULSE_WAITS, SERIAL_L_BREAK, SERIAL_L_BREAK_STOP, SERIAL_LINE_EVENTS };

extern const ws_cover_group serial_groups[SERIAL_GROUPS];

// False when memory is out.
bool serial_cover_open(ws_cover *c);

// The model is given a byte: before, and when it has done all; a pause that drops what is not whole; an access that it made.
void serial_cover_byte(serial_bench *b, uint8_t byte);
void serial_cover_done(serial_bench *b, uint8_t byte);
void serial_cover_gap(serial_bench *b);
void serial_cover_access(serial_bench *b, unsigned resp);

// A clock of the RTL; all that the model did was done and answered; a reset comes.
void serial_cover_clock(serial_bench *b);
void serial_cover_agreed(serial_bench *b);
void serial_cover_reset(serial_bench *b);

// What a test of receiver or sender has found right. period: thousandths of a clock that a bit of the other end takes. All but that: if
// nobody counts, nothing.
void serial_cover_uart(serial_bench *b, unsigned event, unsigned period);
void serial_cover_line(serial_bench *b, unsigned event);

#endif
