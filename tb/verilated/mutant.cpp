// SPDX-License-Identifier: Apache-2.0
// Which mutant of a unit a build of scripts/mutants.py is: its number if the environment has WS_MUTANT=UNIT:NUMBER, else 0, the
// unit as it is. Asked for once by each instance, before the first cycle.
#include <cstdlib>
#include <cstring>

extern "C" int ws_mutant(const char *unit) {
  const char *chosen = std::getenv("WS_MUTANT");
  size_t size = std::strlen(unit);
  return chosen && !std::strncmp(chosen, unit, size) && chosen[size] == ':' ? std::atoi(chosen + size + 1) : 0;
}
