// SPDX-License-Identifier: Apache-2.0
// The instances that a bench opens and closes, one after the other; in a build with coverage, also what all of them reached.
#ifndef WS_VERILATED_INSTANCES_H
#define WS_VERILATED_INSTANCES_H

#include "instance.h"

#if VM_COVERAGE
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>
#include <verilated_cov.h>
#define WS_JOIN2(a, b) a##b
#define WS_JOIN(a, b) WS_JOIN2(a, b)
#include WS_STR(WS_JOIN(WS_PREFIX, ___024root).h)
#include WS_STR(WS_JOIN(WS_PREFIX, __Syms).h)

// Naming the points of a new instance takes as long as thousands of clocks, so that the next to be opened is one that was closed, in
// whatever state it was left: reset has to cope with that, as with random registers. Registers begin at 0 the first time: a
// random value that becomes what it has to be is no toggle.
template <typename Dut> class ws_instances {
  std::vector<Dut *> closed;
  // What is combinational and depends on nothing, an arm chosen by a parameter say, runs in the very first evaluation only.
  // That also takes each signal that rests at 1 for one that toggled. So its counters stand here, and the others begin after it.
  std::vector<uint32_t> first;

  static auto &counters(Dut *dut) {
    return dut->top->rootp->vlSymsp->__Vcoverage;
  } // in the same order in all instances

public:
  Dut *open(uint64_t seed) {
    if (!closed.empty()) {
      Dut *dut = closed.back();
      closed.pop_back();
      return dut;
    }
    auto *dut = new Dut(seed, false);
    dut->eval();
    if (first.empty())
      first.assign(std::begin(counters(dut)), std::end(counters(dut)));
    dut->context->coveragep()->zero();
    return dut;
  }

  void close(Dut *dut) {
    dut->close_waves();
    closed.push_back(dut);
  }

  // What all together have reached until they were closed. The file has the points of the first evaluation a second time, but for
  // toggles; who reads it adds them up. False if it cannot be written.
  bool write(const char *file) {
    if (closed.empty() || !std::ofstream(file)) // empty now; Verilator ends the program where it cannot write
      return false;
    auto &counts = counters(closed[0]);
    for (size_t k = 1; k < closed.size(); k++) {
      const auto &own = counters(closed[k]);
      for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        counts[i] += std::min<uint32_t>(own[i], ~counts[i]); // stays at the most it can hold
    }
    std::string early = std::string(file) + ".first";
    closed[0]->context->coveragep()->write(file);
    std::copy(first.begin(), first.end(), std::begin(counts));
    closed[0]->context->coveragep()->write(early.c_str());
    std::ifstream from(early);
    std::ofstream to(file, std::ios::app | std::ios::ate);
    if (!from || !to || to.tellp() == 0)
      return false;
    for (std::string line; std::getline(from, line);)
      if (line[0] == 'C' && line.find("\002v_toggle/") == std::string::npos)
        to << line << '\n';
    std::remove(early.c_str());
    return bool(to.flush());
  }
};
#else
template <typename Dut> class ws_instances {
public:
  Dut *open(uint64_t seed) {
    auto *dut = new Dut(seed, true);
    dut->eval();
    return dut;
  }

  void close(Dut *dut) {
    dut->close_waves();
    dut->top->final();
    delete dut;
  }

  bool write(const char *) { return false; }
};
#endif

#endif
