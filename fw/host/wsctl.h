// SPDX-License-Identifier: Apache-2.0
// What the files of wsctl share.
#ifndef WSCTL_H
#define WSCTL_H

#include "connection.h"

// Exit statuses.
enum {
  GOOD = 0,
  FAILED = 1,  // the board answered, and something is wrong: a step or a check failed, an access was refused
  WRONG = 2,   // the call or the script is wrong, or this board cannot do what it asks
  NO_BOARD = 3 // no board answers, or the line was lost on the way
};

typedef struct options {
  connection_options line;
  uint32_t seed, rounds;
  const char *only;
  bool watch, quiet;
  double interval; // of --watch, seconds
  uint32_t times;  // that --watch prints; 0: for ever
} options;

// A command. args: what stands behind its name, without options.
typedef int command(connection *c, const options *o, char **args, int count);
command run_info, run_selftest, run_replay, run_read, run_write, run_counters, run_reset, run_leave;

// The arguments of read, write and replay are looked at before a port is opened. GOOD, or WRONG after a message.
int check_access(char **args, int count, bool write);
int check_scripts(char **args, int count);

// Opens the driver. False, after a message, if what answers is no block of this version; *status is what to exit with.
bool open_block(connection *c, ws_dev *dev, int *status);

// Status of a command whose access failed: NO_BOARD if the line was lost, which is reported by the end of the program, else FAILED.
int access_failed(const connection *c);

// Prints what the block says of a refused access, if it says anything. True if it does.
bool report_refusal(ws_dev *dev);

// "STATUS", "LANE_B[3]", "SMEM+0x40" for an address; "" if nothing is there.
typedef struct place_name {
  char text[40];
} place_name;
place_name name_of(uint32_t addr);

// Progress of long work on stderr: a bar on a terminal, now and then a line elsewhere. Nothing with `quiet`.
typedef struct progress {
  const char *what; // "step", "operation"
  uint64_t total, done;
  bool quiet, shown;
  int64_t next_ms;
} progress;
void progress_begin(progress *p, const char *what, uint64_t total, bool quiet);
void progress_step(progress *p, uint64_t done); // shows it if it is time
void progress_hide(progress *p);                // before other output

#endif
