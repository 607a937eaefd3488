// SPDX-License-Identifier: Apache-2.0
// Runs selected tests with cmocka, for the programs ws_sim_*. Include it behind cmocka.h.
#ifndef WS_RUNNER_H
#define WS_RUNNER_H

// Results as JUnit XML in `junit`, or nowhere if it is NULL; cmocka prints nothing. Returns the number of tests that failed.
int ws_run_tests(const char *group, const struct CMUnitTest *test, size_t count, const char *junit);

#endif
