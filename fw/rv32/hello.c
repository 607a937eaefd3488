// SPDX-License-Identifier: Apache-2.0
// The shortest firmware: identifies the block, adds 1..LANES over a warp, says what came out. Status 0 if that is right.
#include "machine.h"

#include <stddef.h>

static void text(const char *s) {
  while (*s)
    machine_put(NULL, *s++);
}

static void number(uint32_t n) {
  if (n >= 10)
    number(n / 10);
  machine_put(NULL, (char)('0' + n % 10));
}

static int failed(const char *what, int result) {
  text(what);
  text(": ");
  text(ws_result_name(result));
  text("\n");
  return 1;
}

int main(void) {
  ws_dev dev;
  int r = ws_open(&dev, &machine_port);
  if (r)
    return failed("ws_open", r);
  uint32_t lanes = dev.caps.lanes, all = 0xffffffffu >> (32 - lanes), a[WS_JOB_LANES], sum = 0;
  for (uint32_t lane = 0; lane < lanes; lane++)
    a[lane] = lane + 1;

  r = ws_reset(&dev);
  r = r ? r : ws_launch(&dev, 0, all, 0);
  r = r ? r : ws_do_redux(&dev, ws_whole(0, all), WS_OP_REDUX_ADD_U32, a, &sum);
  if (r)
    return failed("redux.sync.add.u32", r);
  text("redux.sync.add.u32 over 1..");
  number(lanes);
  text(": ");
  number(sum);
  text("\n");
  return sum != lanes * (lanes + 1) / 2;
}
