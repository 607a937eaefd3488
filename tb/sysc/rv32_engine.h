// SPDX-License-Identifier: Apache-2.0
// A RV32 hart in machine mode: the Unicorn engine behind a small interface, without SystemC.
//
// Only the RAM is the engine's. Of everything else the hart's own physical memory protection is locked: an access there is
// an exception, precise and before anything of it has happened, and ends run(). The caller carries the access out on its
// bus and says what came of it. (Callbacks of uc_mmio_map know neither the pc of the access nor a way to refuse it.)
//
// What Unicorn 2.0.1 has no way for is done here: entering traps, and counting instructions.
#ifndef WS_SYSC_RV32_ENGINE_H
#define WS_SYSC_RV32_ENGINE_H

#include <cstdint>
#include <stdexcept>

struct uc_struct;

// The program cannot go on: it says why.
struct rv32_lost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class rv32_engine {
public:
  enum class event {
    budget, // as many instructions as asked for, or a few more: never in the middle of a block of code
    access, // a load or store outside the RAM, to be ended by loaded(), stored() or trap()
    wfi,
    exception, // cause() and value() are for trap()
  };
  struct access {
    bool write, sign_extends;
    uint32_t address, data;
    unsigned size, rd;
  };
  enum cause : uint32_t { // mcause
    fetch_fault = 1,
    illegal = 2,
    breakpoint = 3,
    load_fault = 5,
    store_fault = 7,
    machine_ecall = 11,
    external_interrupt = 0x8000000bu
  };

  // ram: size bytes, a power of two, seen at base, a multiple of size. The hart starts at base.
  rv32_engine(uint8_t *ram, uint32_t base, uint32_t size);
  ~rv32_engine();
  rv32_engine(const rv32_engine &) = delete;
  rv32_engine &operator=(const rv32_engine &) = delete;

  event run(uint64_t budget);

  const access &pending() const { return access_; }
  void loaded(uint32_t data); // the bytes of the access from bit 0 on
  void stored();
  uint32_t exception_cause() const { return cause_; }
  uint32_t exception_value() const { return value_; }

  // Enters the handler for the instruction at pc(). Throws rv32_lost where mtvec does not lead into the RAM.
  void trap(uint32_t cause, uint32_t value);
  bool interrupts_on() const; // MIE and MEIE: an external interrupt is taken
  bool wakes() const;         // MEIE: it ends a wfi

  uint32_t pc() const { return pc_; }
  uint64_t retired() const { return retired_; } // instructions so far, those that trapped included

private:
  static void on_exception(uc_struct *, uint32_t number, void *self);
  static void on_block(uc_struct *, uint64_t address, uint32_t size, void *self);

  void lock_all_but_ram();
  event decode_access(uint32_t instruction);
  uint32_t instruction_at(uint32_t address) const;
  uint32_t get(int reg) const;
  void set(int reg, uint32_t value);
  uint32_t x(unsigned number) const;

  uc_struct *uc_ = nullptr;
  uint8_t *ram_;
  uint32_t base_, size_;
  uint32_t pc_;
  uint64_t retired_ = 0;

  // The run under way: instructions of the blocks begun, the last block, the exception's number or -1.
  uint64_t budget_ = 0, begun_ = 0;
  uint32_t block_end_ = 0;
  bool out_of_budget_ = false;
  int exception_ = -1;

  access access_ = {};
  uint32_t cause_ = 0, value_ = 0;
};

#endif
