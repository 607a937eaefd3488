// SPDX-License-Identifier: Apache-2.0
// wsctl: a board with the block, from a host, over a serial line. `wsctl --help` says what it can do.
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wsctl.h"

static const char USAGE[] =
    "usage: wsctl [OPTIONS] COMMAND [ARGUMENTS]\n"
    "\n"
    "  info                  what board this is: version, sizes, which instructions are built, state\n"
    "  selftest              the self-test of the firmware, over the line\n"
    "  replay FILE...        warp scripts: runs each on the board and compares with what it expects\n"
    "  read PLACE [WORDS]    registers and memories, from PLACE on\n"
    "  write PLACE VALUE...  words from PLACE on, 4 bytes apart\n"
    "  counters              event counters of the block\n"
    "  reset                 resets the block\n"
    "  leave                 has the board take commands of uartbone again, as after a reset of the board\n"
    "\n"
    "  PLACE: an address (0x34), or a name of the register map: STATUS, LANE_B[3], SMEM+0x40 (bytes).\n"
    "  Numbers are those of C: 0x10, 16 and 020 are the same.\n"
    "\n"
    "  --port=DEVICE         default: the only one of /dev/ttyUSB* and /dev/ttyACM* (WSCTL_PORTS: other patterns)\n"
    "  --baud=N              default 1000000\n"
    "  --line=checked        frames with a check sequence: what noise damages is sent again (default)\n"
    "  --line=uartbone       plain commands of LiteX's uartbone: for a quiet line and boards without frames\n"
    "  --timeout-ms=N        for an answer, default 300\n"
    "  --retries=N           how often a frame is sent again before it is given up, default 10\n"
    "  --quiet               no progress and no statistics of the line (both on standard error)\n"
    "  --only=STEP --seed=N --rounds=N     of selftest: one step alone; seed and length of the stress\n"
    "  --watch[=SECONDS] --times=N         of counters: again and again, N times or until interrupted\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 all good; 1 a step or check failed, or the board refused an access; 2 the call or a script is "
    "wrong,\n"
    "or this board cannot do what the script needs; 3 no board answers, or the line was lost.\n";

static const struct {
  const char *name;
  command *run;
  int least, most; // arguments
  bool selftest, counters;
} commands[] = {
    {"info", run_info, 0, 0, false, false},           {"selftest", run_selftest, 0, 0, true, false},
    {"replay", run_replay, 1, 1 << 20, false, false}, {"read", run_read, 1, 2, false, false},
    {"write", run_write, 2, 1 << 20, false, false},   {"counters", run_counters, 0, 0, false, true},
    {"reset", run_reset, 0, 0, false, false},         {"leave", run_leave, 0, 0, false, false},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int wrong(const char *what, const char *arg) {
  fprintf(stderr, "wsctl: %s%s%s\nwsctl --help lists commands and options\n", what, *arg ? ": " : "", arg);
  return WRONG;
}

// What stands behind "NAME=" in an argument; NULL if it is another option.
static const char *value_of(const char *arg, const char *name) {
  size_t n = strlen(name);
  return !strncmp(arg, name, n) && arg[n] == '=' && arg[n + 1] ? arg + n + 1 : NULL;
}

static bool number(const char *arg, const char *name, uint32_t least, uint32_t *value) {
  const char *text = value_of(arg, name);
  char *end;
  if (!text || *text == '-')
    return false;
  unsigned long long n = strtoull(text, &end, 0);
  if (*end || n < least || n > UINT32_MAX)
    return false;
  *value = (uint32_t)n;
  return true;
}

static bool interval(const char *arg, double *seconds) {
  const char *text = value_of(arg, "--watch");
  char *end;
  if (!text)
    return !strcmp(arg, "--watch");
  *seconds = strtod(text, &end);
  return !*end && *seconds >= 0.01 && *seconds <= 86400;
}

// One of these, for one of two kinds of command. *kind: 's' of selftest, 'c' of counters, 0 of all.
static bool option(const char *arg, options *o, char *kind) {
  const char *text = value_of(arg, "--line");
  *kind = 0;
  if (text && (!strcmp(text, "checked") || !strcmp(text, "uartbone"))) {
    o->line.by_uartbone = text[0] == 'u';
    return true;
  }
  if ((text = value_of(arg, "--port"))) {
    o->line.device = text;
    return true;
  }
  if (!strcmp(arg, "--quiet"))
    return o->quiet = true;
  if (number(arg, "--baud", 1, &o->line.baud) || number(arg, "--timeout-ms", 1, &o->line.timeout_ms) ||
      number(arg, "--retries", 0, &o->line.tries))
    return true;
  *kind = 's';
  if ((text = value_of(arg, "--only"))) {
    o->only = text;
    return true;
  }
  if (number(arg, "--seed", 0, &o->seed) || number(arg, "--rounds", 1, &o->rounds))
    return true;
  *kind = 'c';
  if (interval(arg, &o->interval))
    return o->watch = true;
  return number(arg, "--times", 1, &o->times);
}

// The statistics of the line; and why it was lost.
static void report_line(const connection *c, bool quiet) {
  const char *lost = connection_lost(c);
  const checked_counts *n = &c->checked.counts;
  if (!quiet && !c->by_uartbone)
    fprintf(stderr,
            "line: %" PRIu64 " frames, %" PRIu64 " sent again (%" PRIu64 " without an answer, %" PRIu64
            " damaged on the way there, %" PRIu64 " on the way back)\n",
            n->frames, n->again, n->silent, n->bad, n->damaged);
  if (lost)
    fprintf(stderr, "wsctl: %s: %s\n", c->device, lost);
}

// The status of a command whose output is written: it is no success if it could not be.
static int written(int status) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  perror("wsctl: the output could not be written");
  return status == GOOD ? FAILED : status;
}

static int run(unsigned k, const options *o, char **args, int count) {
  connection c;
  int status = commands[k].run == run_replay  ? check_scripts(args, count)
               : commands[k].run == run_read  ? check_access(args, count, false)
               : commands[k].run == run_write ? check_access(args, count, true)
                                              : GOOD;
  if (status != GOOD)
    return status;
  if (!connection_open(&c, &o->line))
    return NO_BOARD;
  status = commands[k].run(&c, o, args, count);
  report_line(&c, o->quiet);
  if (connection_lost(&c) && status != WRONG)
    status = NO_BOARD;
  connection_close(&c);
  return written(status);
}

// A port that is opened must not become the output of a program that was started without one.
static void hold_streams(void) {
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) // no output goes there either: it fails, and is told
      exit(FAILED);
}

int main(int argc, char **argv) {
  options o = {.line = {.baud = 1000000, .timeout_ms = 300, .tries = 10}, .seed = 1, .interval = 1};
  bool of_selftest = false, of_counters = false, more = true;
  hold_streams();
  char **args = argv; // arguments that are no option move to the front
  int count = 0;
  for (int i = 1; i < argc; i++) {
    char kind;
    if (!more || argv[i][0] != '-') {
      args[count++] = argv[i];
    } else if (!strcmp(argv[i], "--")) {
      more = false;
    } else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      fputs(USAGE, stdout);
      return written(GOOD);
    } else if (!strcmp(argv[i], "--version")) {
      puts("wsctl " WSCTL_VERSION);
      return written(GOOD);
    } else if (option(argv[i], &o, &kind)) {
      of_selftest |= kind == 's';
      of_counters |= kind == 'c';
    } else {
      return wrong("unknown option, or no such value", argv[i]);
    }
  }
  if (o.line.timeout_ms > 60000 || o.line.tries > 1000)
    return wrong("at most --timeout-ms=60000 and --retries=1000", "");
  o.line.tries++;
  if (!count)
    return wrong("which command?", "");
  for (unsigned k = 0; k < COMMANDS; k++) {
    if (strcmp(args[0], commands[k].name))
      continue;
    if (count - 1 < commands[k].least || count - 1 > commands[k].most)
      return wrong("too few or too many arguments", args[0]);
    if ((of_selftest && !commands[k].selftest) || (of_counters && !commands[k].counters))
      return wrong("an option of another command is given", args[0]);
    return run(k, &o, args + 1, count - 1);
  }
  return wrong("no such command", args[0]);
}
