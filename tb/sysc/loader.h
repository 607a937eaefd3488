// SPDX-License-Identifier: Apache-2.0
// Brings a program into the RAM.
#ifndef WS_SYSC_LOADER_H
#define WS_SYSC_LOADER_H

#include <cstdint>
#include <string>

// A 32-bit RISC-V ELF file, whose segments have to lie in the RAM and whose entry has to be its first address, or a flat
// binary for that address. ram: size bytes, seen at base. Throws std::runtime_error, which names the file.
void load_program(const std::string &path, uint8_t *ram, uint32_t base, uint32_t size);

#endif
