// SPDX-License-Identifier: Apache-2.0
// Which mutant a build of scripts/mutants.py is: the number in the environment, 0 for the unit as it is. Asked for once by
// each instance, before the first cycle.
#include <cstdlib>

extern "C" int ws_mutant() {
  const char *number = std::getenv("WS_MUTANT");
  return number ? std::atoi(number) : 0;
}
