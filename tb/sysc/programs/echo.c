// SPDX-License-Identifier: Apache-2.0
// Sends back what it receives, up to a line "end".
#include "program.h"

static uint32_t receive(void) {
  uint32_t byte;
  do
    byte = *at(PLATFORM_UART + PLATFORM_UART_RECEIVE);
  while (byte >> 31);
  return byte;
}

int main(void) {
  print("echo\n");
  const char *const end = "\nend\n";
  for (unsigned seen = 1; end[seen];) {
    const char c = (char)receive();
    put(c);
    seen = c == end[seen] ? seen + 1 : c == '\n';
  }
  check("ready, nothing received", *at(PLATFORM_UART + PLATFORM_UART_STATUS), PLATFORM_UART_READY);
  return (int)verdict("echo");
}
