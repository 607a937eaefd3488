// SPDX-License-Identifier: Apache-2.0
// See options.h.
#include "options.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "bus/ws_regs.h"

namespace {

const char *const USAGE =
    "usage: ws_vp [OPTION]... PROGRAM\n"
    "Runs a RV32 program (ELF or flat binary) on the virtual platform; UART on standard input and output.\n"
    "  --backend=cmodel|rtl   what the block is made of (cmodel)\n"
    "  --lanes=4|8|16|32      lanes of the C model (those of the RTL that this program was built with, or 32)\n"
    "  --quantum=NS           how far the processor runs ahead of the other parts, ns of simulated time (10000)\n"
    "  --limit=MS             stops the run after so many ms of simulated time (10000)\n"
    "  --wall=S               stops the run after so many seconds (600)\n"
    "  --break=WORD:BIT       a planted fault: reads of this word of the block give this bit inverted, as in 0x2000:3\n"
    "  --quiet                no line on speed at the end\n"
    "Exit status: that of the program, at most 123; 2: wrong call or program file; 124: stopped by a limit; 125: the\n"
    "program cannot go on, as after a trap without a handler.\n";

double number(const std::string &name, const std::string &text, double least) {
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end || !std::isfinite(value) || value < least || value > 1e9)
    throw wrong_call(name + "=" + text + ": it is a number from " + std::to_string(least) + " to 1e9");
  return value;
}

void parse_break(const std::string &text, options &result) {
  char *end = nullptr;
  const unsigned long word = std::strtoul(text.c_str(), &end, 0);
  const bool colon = !text.empty() && *end == ':';
  const char *const second = colon ? end + 1 : end;
  const unsigned long bit = colon ? std::strtoul(second, &end, 10) : 0;
  if (!colon || end == second || *end || word % 4 || word >= WS_BUS_BYTES || bit > 31)
    throw wrong_call("--break=" + text + ": it is WORD:BIT, an offset in the block and a bit, 0 to 31");
  result.broken = true;
  result.broken_word = static_cast<uint32_t>(word);
  result.broken_bit = static_cast<unsigned>(bit);
}

} // namespace

bool parse_options(int argc, char *argv[], options &result) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals), value = equals == word.npos ? "" : word.substr(equals + 1);
    if (word == "--help") {
      fputs(USAGE, stdout);
      return false;
    } else if (word.empty() || word[0] != '-') {
      if (!result.program.empty())
        throw wrong_call(word + ": one program, and that is " + result.program);
      result.program = word;
    } else if (name == "--backend") {
      if (value != "cmodel" && value != "rtl")
        throw wrong_call(word + ": it is cmodel or rtl");
      result.rtl = value == "rtl";
    } else if (name == "--lanes") {
      if (value != "4" && value != "8" && value != "16" && value != "32")
        throw wrong_call(word + ": it is 4, 8, 16 or 32");
      result.lanes = static_cast<unsigned>(std::stoul(value));
    } else if (name == "--quantum") {
      result.quantum_ns = number(name, value, 10);
    } else if (name == "--limit") {
      result.limit_ms = number(name, value, 0.001);
    } else if (name == "--wall") {
      result.wall_s = number(name, value, 0.001);
    } else if (name == "--break") {
      parse_break(value, result);
    } else if (word == "--quiet") {
      result.quiet = true;
    } else {
      throw wrong_call(word + ": there is no such option; --help lists them");
    }
  }
  if (result.program.empty())
    throw wrong_call("which program? ws_vp --help says more");
  return true;
}
