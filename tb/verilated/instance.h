// SPDX-License-Identifier: Apache-2.0
// One instance of RTL that Verilator compiled, with time, random values and waves of its own. WS_PREFIX is the class that
// Verilator made; a template of it, so that several of them stand in one program.
#ifndef WS_VERILATED_INSTANCE_H
#define WS_VERILATED_INSTANCE_H

#include <cstdint>
#include <memory>
#include <verilated.h>
#define WS_STR2(x) #x
#define WS_STR(x) WS_STR2(x)
#include WS_STR(WS_PREFIX.h)
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif

template <typename Top> struct ws_instance {
  std::unique_ptr<VerilatedContext> context = std::make_unique<VerilatedContext>();
  std::unique_ptr<Top> top;
#if VM_TRACE_FST
  std::unique_ptr<VerilatedFstC> fst;
#endif

  // random: whether registers start at random values rather than 0. Every seed below 2^31 - 1 gives other ones; Verilator takes
  // a seed of 0 for a new one each time.
  ws_instance(uint64_t seed, bool random) {
    context->randReset(random ? 2 : 0);
    context->randSeed(1 + int(seed % 0x7fffffff));
#if VM_TRACE_FST
    context->traceEverOn(true);
#endif
    top = std::make_unique<Top>(context.get());
  }

  void eval() {
    top->eval();
#if VM_TRACE_FST
    if (fst)
      fst->dump(context->time());
    context->timeInc(1);
#endif
  }

  // False if there can be none: built without, or the file cannot be written.
  bool waves(const char *file) {
#if VM_TRACE_FST
    fst = std::make_unique<VerilatedFstC>();
    top->trace(fst.get(), 99);
    fst->open(file);
    return fst->isOpen();
#else
    (void)file;
    return false;
#endif
  }

  void close_waves() {
#if VM_TRACE_FST
    if (fst)
      fst->close();
#endif
  }
};

#endif
