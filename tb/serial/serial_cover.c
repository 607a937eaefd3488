// SPDX-License-Identifier: Apache-2.0
// The bins of the serial line (serial_cover.h): axes, groups, and why a bin cannot be hit.
#include "serial_cover.h"

#define AXIS(id, label, texts)                                                                                         \
  static const ws_cover_axis id = {label, WS_AX_OTHER, sizeof texts / sizeof *texts, texts, NULL}

static const char *const modes[] = {"open", "checked"};
AXIS(axis_mode, "mode", modes);

static bool writes(unsigned content) {
  return (content >= SERIAL_C_WRITE && content <= SERIAL_C_30) || content >= SERIAL_C_BOTH;
}
static bool reads(unsigned content) { return content >= SERIAL_C_READ; }

static const char *const contents[] = {
    "nothing",        "1 write",   "2 to 29 writes",           "30 writes",          "0 reads", "1 read",
    "2 to 254 reads", "255 reads", "1 to 29 writes and reads", "30 writes and reads"};
static const char *const outcomes[] = {"done",
                                       "a write is refused",
                                       "a write goes nowhere",
                                       "a read is refused",
                                       "a read goes nowhere",
                                       "again, done",
                                       "again, a write was not done",
                                       "again, a read is not done",
                                       "its check is wrong"};
AXIS(axis_content, "frame", contents);
AXIS(axis_outcome, "outcome", outcomes);

static const char *never_frame(const ws_config *core, const unsigned at[]) {
  const bool of_write =
      at[2] == SERIAL_O_WRITE_REFUSED || at[2] == SERIAL_O_WRITE_NOWHERE || at[2] == SERIAL_O_AGAIN_WRITE;
  const bool of_read = at[2] == SERIAL_O_READ_REFUSED || at[2] == SERIAL_O_READ_NOWHERE || at[2] == SERIAL_O_AGAIN_READ;
  (void)core;
  return of_write && !writes(at[0]) ? "it has no writes" : of_read && !reads(at[0]) ? "it has no reads" : NULL;
}

static const char *const commands[] = {"ACCESS", "LEAVE"};
static const char *const found[] = {"done", "again", "its check is wrong"};
AXIS(axis_command, "command", commands);
AXIS(axis_found, "outcome", found);

static const char *never_command(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (at[2] != 1 || at[0] == (at[1] == SERIAL_OPEN))
    return NULL;
  return at[0] ? "a frame with LEAVE leaves open mode behind" : "a frame with ACCESS leaves checked mode behind";
}

static const char *const no_frames[] = {"shorter than any frame", "longer than any frame",
                                        "ends in an escape",      "its check is wrong",
                                        "no such command",        "as many writes as it has no room for",
                                        "its bytes are no words", "a pause broke it off"};
AXIS(axis_no_frame, "no frame", no_frames);

static const char *const damages[] = {"a byte is another one", "a byte is lost", "a byte too many"};
static const char *const fields[] = {"SEQ", "CMD", "NW", "an address", "data", "the read part", "the check"};
AXIS(axis_damage, "damage", damages);
AXIS(axis_field, "in", fields);

static const char *const firsts[] = {"a flag",      "write", "read", "write to one address", "read from one address",
                                     "another byte"};
static const char *const behind[] = {
    "a reset", "a frame with ACCESS", "a frame with LEAVE", "no frame", "a command", "a byte of no meaning", "a pause"};
AXIS(axis_first, "what comes", firsts);
AXIS(axis_behind, "behind", behind);

static const char *never_begin(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (at[2] == SERIAL_CHECKED)
    return at[1] == SERIAL_B_RESET     ? "a reset leaves open mode behind"
           : at[1] == SERIAL_B_LEAVE   ? "it leaves open mode behind"
           : at[1] == SERIAL_B_COMMAND ? "there are none in checked mode"
                                       : NULL;
  return at[1] == SERIAL_B_ACCESS ? "it leaves checked mode behind" : NULL;
}

static const char *const words[] = {"0 words", "1 word", "2 to 254 words", "255 words"};
static const char *const uartbone[] = {"write", "read", "write to one address", "read from one address"};
static const char *const ends[] = {"done",
                                   "a word is refused",
                                   "a word goes nowhere",
                                   "beyond the block",
                                   "over the end of the block",
                                   "a pause broke it off"};
AXIS(axis_uartbone, "command of uartbone", uartbone);
AXIS(axis_words, "length", words);
AXIS(axis_end, "outcome", ends);

static const char *never_uartbone(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (at[1] == 0 && at[2] != SERIAL_U_DONE && at[2] != SERIAL_U_BROKEN)
    return "it has no words";
  return at[2] == SERIAL_U_OVER && (at[0] >= 2 || at[1] == 1) ? "all words have one address" : NULL;
}

static const char *const places[] = {"behind its flag",  "in its head",       "behind its head",
                                     "behind an escape", "behind a command",  "behind a length",
                                     "in an address",    "behind an address", "in a word of data"};
AXIS(axis_place, "a pause", places);

static const char *never_pause(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[1] == SERIAL_CHECKED && at[0] > 3 ? "there are no commands of uartbone in checked mode" : NULL;
}

static const char *const escaped[] = {"a flag", "an escape", "another byte"};
static const char *const ways[] = {"to the board", "to the host"};
AXIS(axis_escaped, "escaped", escaped);
AXIS(axis_way, "on the way", ways);

static const char *never_escape(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[0] == 2 && at[1] == 1 ? "the bridge escapes nothing else" : NULL;
}

static const char *const codes[] = {"OK", "BAD", "REFUSED", "NOTHING"};
static const char *const lefts[] = {"all writes done", "1 write left", "2 to 29 writes left", "30 writes left"};
AXIS(axis_code, "answer", codes);
AXIS(axis_given, "length", words);
AXIS(axis_left, "writes", lefts);

static const char *never_answer(const ws_config *core, const unsigned at[]) {
  (void)core;
  if (at[2] && at[0] < WS_SERIAL_REFUSED)
    return "a write that is not done has its code";
  if (at[1] && at[0] == WS_SERIAL_BAD)
    return "nothing was read";
  if (at[1] && at[2])
    return "nothing is read behind a write that is not done";
  return at[1] == 3 && at[0] ? "one of the 255 words is not read" : NULL;
}

static const char *const channels[] = {"bytes that come", "bytes of an answer", "AW", "W", "B", "AR", "R"};
static const char *const clocks[] = {"0", "1", "2 to 7", "8 to 255", "256 and more"};
static const char *const kinds[] = {"of a frame", "of a command"};
AXIS(axis_channel, "channel", channels);
AXIS(axis_clocks, "clocks that it stood", clocks);
AXIS(axis_kind, "of what", kinds);

static const char *never_stall(const ws_config *core, const unsigned at[]) {
  (void)core;
  return at[0] == SERIAL_RX && at[1] < 2 ? "the bridge takes a byte bit by bit, in 8 clocks" : NULL;
}

static const char *const resets[] = {"nothing",
                                     "a byte that waits",
                                     "an address to be written",
                                     "data to be written",
                                     "an answer of a write is awaited",
                                     "an address to be read",
                                     "an answer of a read is awaited",
                                     "a byte of an answer"};
AXIS(axis_reset, "a reset ends", resets);

static const char *const speeds[] = {"2 % faster", "faster", "as fast", "slower", "2 % slower"};
static const char *const events[] = {
    "a byte is taken at once",          "a byte waits",   "a byte is lost to the next one",     "a stop bit is 0",
    "noise beside the middle of a bit", "a byte is sent", "a byte is sent right behind another"};
static const char *const lines[] = {"a short pulse", "a short pulse while a byte waits", "a break",
                                    "a break that begins in a stop bit"};
AXIS(axis_event, "receiver and sender", events);
AXIS(axis_speed, "the other end", speeds);
AXIS(axis_line, "the line", lines);

const ws_cover_group serial_groups[SERIAL_GROUPS] = {
    [SERIAL_G_FRAME] = {"frames", {&axis_content, &axis_mode, &axis_outcome}, never_frame, NULL, false},
    [SERIAL_G_COMMAND] = {"commands", {&axis_command, &axis_mode, &axis_found}, never_command, NULL, false},
    [SERIAL_G_NO_FRAME] = {"no frames", {&axis_no_frame, &axis_mode, NULL}, NULL, NULL, false},
    [SERIAL_G_DAMAGE] = {"damage", {&axis_damage, &axis_field, &axis_mode}, NULL, NULL, false},
    [SERIAL_G_BEGIN] = {"one behind the other", {&axis_first, &axis_behind, &axis_mode}, never_begin, NULL, false},
    [SERIAL_G_UARTBONE] = {"uartbone", {&axis_uartbone, &axis_words, &axis_end}, never_uartbone, NULL, false},
    [SERIAL_G_PAUSE] = {"pauses", {&axis_place, &axis_mode, NULL}, never_pause, NULL, false},
    [SERIAL_G_ESCAPE] = {"escapes", {&axis_escaped, &axis_way, NULL}, never_escape, NULL, false},
    [SERIAL_G_ANSWER] = {"answers", {&axis_code, &axis_given, &axis_left}, never_answer, NULL, false},
    [SERIAL_G_STALL] = {"stalls", {&axis_channel, &axis_clocks, &axis_kind}, never_stall, NULL, false},
    [SERIAL_G_RESET] = {"resets", {&axis_reset, &axis_mode, NULL}, NULL, NULL, false},
    [SERIAL_G_UART] = {"receiver and sender", {&axis_event, &axis_speed, NULL}, NULL, NULL, false},
    [SERIAL_G_LINE] = {"the line", {&axis_line, NULL, NULL}, NULL, NULL, false},
};
