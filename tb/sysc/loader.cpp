// SPDX-License-Identifier: Apache-2.0
// See loader.h.
#include "loader.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

std::string hex(uint32_t value) {
  char text[16];
  snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

[[noreturn]] void wrong(const std::string &path, const std::string &what) {
  throw std::runtime_error(path + ": " + what);
}

std::vector<char> contents(const std::string &path) {
  const std::unique_ptr<FILE, int (*)(FILE *)> in(fopen(path.c_str(), "rb"), fclose);
  std::vector<char> file(1 << 16);
  size_t size = 0;
  while (in && !ferror(in.get()) && !feof(in.get())) {
    file.resize(std::max(file.size(), 2 * size));
    size += fread(file.data() + size, 1, file.size() - size, in.get());
  }
  if (!in || ferror(in.get()))
    wrong(path, std::string("cannot be read: ") + strerror(errno));
  file.resize(size);
  return file;
}

template <typename T> T at(const std::string &path, const std::vector<char> &file, size_t offset) {
  T value;
  if (offset > file.size() || file.size() - offset < sizeof value)
    wrong(path, "the ELF file is cut off: it has " + std::to_string(file.size()) + " bytes");
  memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

void load_elf(const std::string &path, const std::vector<char> &file, uint8_t *ram, uint32_t base, uint32_t size) {
  const Elf32_Ehdr head = at<Elf32_Ehdr>(path, file, 0);
  if (head.e_ident[EI_CLASS] != ELFCLASS32 || head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_machine != EM_RISCV)
    wrong(path, "an ELF file, but not of 32-bit RISC-V");
  if (head.e_type != ET_EXEC)
    wrong(path, "an ELF file, but no program: link it");
  if (head.e_entry != base)
    wrong(path, "the entry is " + hex(head.e_entry) + ", it has to be " + hex(base));
  bool any = false;
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    const Elf32_Phdr part = at<Elf32_Phdr>(path, file, head.e_phoff + size_t(i) * head.e_phentsize);
    if (part.p_type != PT_LOAD || !part.p_memsz)
      continue;
    const uint32_t offset = part.p_paddr - base;
    if (part.p_paddr < base || offset > size || part.p_memsz > size - offset)
      wrong(path, "a segment of " + std::to_string(part.p_memsz) + " bytes at " + hex(part.p_paddr) +
                      " is not in the RAM, " + hex(base) + " to " + hex(base + (size - 1)));
    if (part.p_filesz > part.p_memsz || part.p_offset > file.size() || part.p_filesz > file.size() - part.p_offset)
      wrong(path, "the ELF file is cut off: it has " + std::to_string(file.size()) + " bytes");
    memset(ram + offset, 0, part.p_memsz);
    memcpy(ram + offset, file.data() + part.p_offset, part.p_filesz);
    any = true;
  }
  if (!any)
    wrong(path, "the ELF file has nothing to load");
}

} // namespace

void load_program(const std::string &path, uint8_t *ram, uint32_t base, uint32_t size) {
  const std::vector<char> file = contents(path);
  if (file.empty())
    wrong(path, "nothing in it");
  if (file.size() >= SELFMAG && !memcmp(file.data(), ELFMAG, SELFMAG))
    return load_elf(path, file, ram, base, size);
  if (file.size() > size)
    wrong(path, std::to_string(file.size()) + " bytes do not go into the RAM, which has " + std::to_string(size));
  memcpy(ram, file.data(), file.size());
}
