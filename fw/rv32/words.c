// SPDX-License-Identifier: Apache-2.0
// memcpy and memset a word at a time: those of picolibc for this processor go byte by byte, and a job of the driver is 1.2 KB.
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memset(void *to, int byte, size_t n);

// Words that may stand for objects of any type.
typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  if (((uintptr_t)t | (uintptr_t)f) % sizeof(word) == 0)
    for (; n >= sizeof(word); n -= sizeof(word), t += sizeof(word), f += sizeof(word))
      *(word *)(void *)t = *(const word *)(const void *)f;
  while (n--)
    *t++ = *f++;
  return to;
}

void *memset(void *to, int byte, size_t n) {
  unsigned char *t = to;
  const word all = 0x01010101u * (unsigned char)byte;
  if ((uintptr_t)t % sizeof(word) == 0)
    for (; n >= sizeof(word); n -= sizeof(word), t += sizeof(word))
      *(word *)(void *)t = all;
  while (n--)
    *t++ = (unsigned char)byte;
  return to;
}
