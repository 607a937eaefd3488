// SPDX-License-Identifier: Apache-2.0
// See rv32_engine.h.
//
// Why locked protection entries make accesses visible. The privileged architecture lets an entry decide over machine mode only
// if its lock bit is set, and then nothing but a reset changes it; of several entries that match, the one of the lowest number
// decides. So entry 0 (all rights to the RAM) and entry 1 (no right to anything) hold whatever the program does, and every
// load, store or fetch outside the RAM is an access fault. The engine checks this before the access, and stops with the
// registers as they were before the instruction; the hook of exceptions says which fault. The instruction is then decoded
// here, from RAM, and what it asks for is left to the caller.
//
// What this takes from a program: pmpaddr0, pmpaddr1 and the low half of pmpcfg0, which ignore writes; all other entries come
// too late to decide. Of the engine's state the constructor changes these registers alone. It needs an engine that obeys locked
// entries (one that does not is noticed at the first access outside the RAM, which ends the process with a message), and that
// leaves pc behind the instruction: run() corrects it, and programs/processor.c checks mepc for each cause.
#include "rv32_engine.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unicorn/unicorn.h>

namespace {

constexpr uint32_t MSTATUS_MIE = 1u << 3, MSTATUS_MPIE = 1u << 7, MSTATUS_MPP = 3u << 11, MIE_MEIE = 1u << 11;
constexpr uint32_t INSTRUCTION_EBREAK = 0x00100073, INSTRUCTION_WFI = 0x10500073;
constexpr uint64_t NOWHERE = 0xffffffff; // no instruction begins there

void check(uc_err error, const char *what) {
  if (error != UC_ERR_OK)
    throw std::runtime_error(std::string("Unicorn, ") + what + ": " + uc_strerror(error));
}

std::string hex(uint32_t value) {
  char text[16];
  snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

// Nothing can be thrown through the engine's frames.
[[noreturn]] void let_through(uint64_t offset) {
  fprintf(stderr,
          "vp: Unicorn let an access outside the RAM through, at offset 0x%llx: this version does not heed locked\n"
          "protection entries in machine mode, and rv32_engine.cpp needs that\n",
          static_cast<unsigned long long>(offset));
  std::abort();
}
uint64_t never_read(uc_engine *, uint64_t offset, unsigned, void *) { let_through(offset); }
void never_written(uc_engine *, uint64_t offset, unsigned, uint64_t, void *) { let_through(offset); }

int32_t sign_extended(uint32_t value, unsigned bits) {
  return static_cast<int32_t>(value << (32 - bits)) >> (32 - bits);
}

} // namespace

rv32_engine::rv32_engine(uint8_t *ram, uint32_t base, uint32_t size) : ram_(ram), base_(base), size_(size), pc_(base) {
  check(uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &uc_), "opening");
  lock_all_but_ram();
  check(uc_mem_map_ptr(uc_, base, size, UC_PROT_ALL, ram), "mapping the RAM");
  // An address has to be mapped, with all rights, for the protection to be asked.
  const uint64_t above = uint64_t(base) + size, end = uint64_t(1) << 32;
  if (base)
    check(uc_mmio_map(uc_, 0, base, never_read, nullptr, never_written, nullptr), "mapping below the RAM");
  if (above < end)
    check(uc_mmio_map(uc_, above, end - above, never_read, nullptr, never_written, nullptr), "mapping above the RAM");
  uc_hook hook;
  check(uc_hook_add(uc_, &hook, UC_HOOK_INTR, reinterpret_cast<void *>(on_exception), this, 1, 0),
        "hooking exceptions");
  check(uc_hook_add(uc_, &hook, UC_HOOK_BLOCK, reinterpret_cast<void *>(on_block), this, 1, 0), "hooking blocks");
}

rv32_engine::~rv32_engine() { uc_close(uc_); }

// The engine has no call for these registers: four instructions set them, in a page that stands where the RAM will. They run
// before anything else is mapped or hooked; wfi behind them ends the run, and pc tells that none of them trapped.
void rv32_engine::lock_all_but_ram() {
  const uint32_t code[] = {0x3b029073, 0x3b131073, 0x3a039073,
                           INSTRUCTION_WFI}; // csrw pmpaddr0, t0; pmpaddr1, t1; pmpcfg0, t2
  const uint32_t locked = 0x80, power_of_two = 0x18, all_rights = 0x07;
  check(uc_mem_map(uc_, base_, 4096, UC_PROT_ALL), "mapping a page");
  check(uc_mem_write(uc_, base_, code, sizeof code), "writing code");
  set(UC_RISCV_REG_T0, base_ >> 2 | (size_ / 8 - 1));
  set(UC_RISCV_REG_T1, 0xffffffff);
  set(UC_RISCV_REG_T2, (locked | power_of_two) << 8 | locked | power_of_two | all_rights);
  check(uc_emu_start(uc_, base_, NOWHERE, 0, 0), "setting the protection");
  if (get(UC_RISCV_REG_PC) != base_ + sizeof code)
    throw std::runtime_error("Unicorn: this version has no physical memory protection");
  for (int reg : {UC_RISCV_REG_T0, UC_RISCV_REG_T1, UC_RISCV_REG_T2})
    set(reg, 0);
  check(uc_ctl_remove_cache(uc_, base_, base_ + sizeof code), "forgetting the code");
  check(uc_mem_unmap(uc_, base_, 4096), "unmapping the page");
}

uint32_t rv32_engine::get(int reg) const {
  uint32_t value = 0;
  check(uc_reg_read(uc_, reg, &value), "reading a register");
  return value;
}

void rv32_engine::set(int reg, uint32_t value) { check(uc_reg_write(uc_, reg, &value), "writing a register"); }

uint32_t rv32_engine::x(unsigned number) const { return number ? get(UC_RISCV_REG_X0 + static_cast<int>(number)) : 0; }

uint32_t rv32_engine::instruction_at(uint32_t address) const {
  uint32_t instruction = 0;
  if (address - base_ <= size_ - 4)
    memcpy(&instruction, ram_ + (address - base_), 4);
  return instruction;
}

void rv32_engine::on_exception(uc_struct *uc, uint32_t number, void *self) {
  static_cast<rv32_engine *>(self)->exception_ = static_cast<int>(number);
  uc_emu_stop(uc);
}

// Called before the first instruction of each block of code. A stop here comes before the block.
void rv32_engine::on_block(uc_struct *uc, uint64_t address, uint32_t size, void *self) {
  rv32_engine &engine = *static_cast<rv32_engine *>(self);
  if (engine.begun_ >= engine.budget_) {
    engine.out_of_budget_ = true;
    uc_emu_stop(uc);
    return;
  }
  engine.begun_ += size / 4;
  engine.block_end_ = static_cast<uint32_t>(address) + size;
}

rv32_engine::event rv32_engine::run(uint64_t budget) {
  budget_ = budget ? budget : 1;
  begun_ = 0;
  out_of_budget_ = false;
  exception_ = -1;
  const uc_err error = uc_emu_start(uc_, pc_, NOWHERE, 0, 0);
  pc_ = get(UC_RISCV_REG_PC);
  if (out_of_budget_) {
    retired_ += begun_;
    return event::budget;
  }

  // The run ended within its last block. Behind an exception the engine's pc is 4 too far; not so for ebreak, which it calls
  // an error.
  uint32_t next = pc_;
  if (error == UC_ERR_INSN_INVALID)
    next += 4;
  else if (exception_ >= 0)
    pc_ -= 4;
  else if (error != UC_ERR_OK)
    throw rv32_lost(std::string("the processor stopped: ") + uc_strerror(error) + ", near pc " + hex(pc_));
  retired_ += exception_ == fetch_fault || next > block_end_ ? begun_ : begun_ - (block_end_ - next) / 4;

  const uint32_t instruction = instruction_at(pc_);
  value_ = 0;
  if (error == UC_ERR_INSN_INVALID) {
    cause_ = instruction == INSTRUCTION_EBREAK ? breakpoint : illegal;
    value_ = cause_ == breakpoint ? pc_ : instruction;
    return event::exception;
  }
  switch (exception_) {
  case -1: // nothing but wfi stops the engine otherwise
    return event::wfi;
  case load_fault:
  case store_fault: cause_ = static_cast<uint32_t>(exception_); return decode_access(instruction);
  case fetch_fault:
    cause_ = fetch_fault;
    value_ = pc_;
    return event::exception;
  case illegal:
    cause_ = illegal;
    value_ = instruction;
    return event::exception;
  case 8: // the engine's number for ecall in any mode
    cause_ = machine_ecall;
    return event::exception;
  default: cause_ = static_cast<uint32_t>(exception_); return event::exception;
  }
}

rv32_engine::event rv32_engine::decode_access(uint32_t instruction) {
  const uint32_t opcode = instruction & 0x7f, base = x(instruction >> 15 & 31);
  const unsigned width = instruction >> 12 & 3;
  access_ = {};
  access_.size = 1u << width;
  if (opcode == 0x03) {
    access_.rd = instruction >> 7 & 31;
    access_.sign_extends = !(instruction >> 14 & 1);
    access_.address = base + static_cast<uint32_t>(sign_extended(instruction >> 20, 12));
    return event::access;
  }
  if (opcode == 0x23) {
    access_.write = true;
    access_.data = x(instruction >> 20 & 31);
    access_.address =
        base + static_cast<uint32_t>(sign_extended((instruction >> 25) << 5 | (instruction >> 7 & 31), 12));
    return event::access;
  }
  if ((instruction & 3) != 3)
    throw rv32_lost("a compressed instruction at pc " + hex(pc_) + " accesses a device: build for rv32im");
  value_ = base; // an atomic or floating-point access, which no device here knows: a trap; mtval without the offset
  return event::exception;
}

void rv32_engine::loaded(uint32_t data) {
  const unsigned bits = 8 * access_.size;
  if (bits < 32)
    data = access_.sign_extends ? static_cast<uint32_t>(sign_extended(data, bits)) : data & ((1u << bits) - 1);
  if (access_.rd)
    set(UC_RISCV_REG_X0 + static_cast<int>(access_.rd), data);
  pc_ += 4;
}

void rv32_engine::stored() { pc_ += 4; }

void rv32_engine::trap(uint32_t cause, uint32_t value) {
  const uint32_t tvec = get(UC_RISCV_REG_MTVEC), handler = tvec & ~3u;
  if (handler - base_ >= size_)
    throw rv32_lost("trap at pc " + hex(pc_) + ", mcause " + hex(cause) + ", mtval " + hex(value) +
                    ", and no handler: mtvec is " + hex(tvec));
  const uint32_t status = get(UC_RISCV_REG_MSTATUS);
  set(UC_RISCV_REG_MEPC, pc_);
  set(UC_RISCV_REG_MCAUSE, cause);
  set(UC_RISCV_REG_MTVAL, value);
  set(UC_RISCV_REG_MSTATUS,
      (status & ~(MSTATUS_MIE | MSTATUS_MPIE)) | (status & MSTATUS_MIE ? MSTATUS_MPIE : 0) | MSTATUS_MPP);
  const bool vectored = (tvec & 1) && (cause >> 31);
  pc_ = handler + (vectored ? 4 * (cause & 0x7fffffff) : 0);
}

bool rv32_engine::interrupts_on() const { return (get(UC_RISCV_REG_MSTATUS) & MSTATUS_MIE) && wakes(); }

bool rv32_engine::wakes() const { return get(UC_RISCV_REG_MIE) & MIE_MEIE; }
