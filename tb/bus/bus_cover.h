// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the bus (tb/lib/cover_bins.h): what the ports showed of accesses and answers and, in groups marked so, what
// the model says of the clock in which it came to that, where RTL and model were equal.
#ifndef BUS_COVER_H
#define BUS_COVER_H

#include "bus_bench.h"

typedef enum bus_group {
  BUS_G_REGISTER,
  BUS_G_REFUSAL,
  BUS_G_BYTES,
  BUS_G_ORDER,
  BUS_G_STALL,
  BUS_G_TOGETHER,
  BUS_G_TURN,
  BUS_G_BEHIND,
  BUS_G_AFTER,
  BUS_G_OPERATION,
  BUS_G_SEVERITY,
  BUS_G_FIFO,
  BUS_G_IRQ,
  BUS_G_LEVEL,
  BUS_G_DOORBELL,
  BUS_G_RESET,
  BUS_G_SMEM,
  BUS_G_GMEM,
  BUS_G_COUNTER,
  BUS_GROUPS
} bus_group;

// Places on the axes.
typedef enum bus_area { // what stands at an address
  BUS_A_REGISTER,
  BUS_A_LANE,
  BUS_A_ALL,
  BUS_A_RESULT,
  BUS_A_SMEM,
  BUS_A_GMEM,
  BUS_A_NOTHING,
  BUS_AREAS
} bus_area;
enum { BUS_STALL_CLASSES = 4, BUS_ORDERS = 5 };
enum { BUS_T_ASKED, BUS_T_READ_FIRST, BUS_T_WRITE_FIRST, BUS_T_BOTH_STAND, BUS_T_BOTH_TAKEN, BUS_TOGETHER };
enum { BUS_AFTER_RESET, BUS_AFTER_SOFT, BUS_AFTER_REFUSED, BUS_AFTERS };
enum { BUS_B_WORD, BUS_B_SCRATCH, BUS_B_LANE, BUS_B_ALL, BUS_B_SMEM, BUS_B_GMEM, BUS_BYTE_KINDS };
enum { BUS_F_KEPT, BUS_F_POP, BUS_F_REFUSED, BUS_F_INFO, BUS_F_RESULT, BUS_F_BOTH, BUS_F_WAITS, BUS_FIFO_EVENTS };
enum { BUS_FILL_NONE, BUS_FILL_ONE, BUS_FILL_SOME, BUS_FILL_ALL, BUS_FILLS };
enum { BUS_I_COMES, BUS_I_MASKED, BUS_I_ENDS, BUS_I_ACK, BUS_I_ACK_NOW, BUS_I_ENABLE, BUS_I_MASK, BUS_IRQ_EVENTS };
enum { BUS_SOURCES = 5, BUS_LEVELS = 5, BUS_REACHED = 3 };
enum { BUS_D_SUBMIT, BUS_D_LAUNCH, BUS_D_EXIT, BUS_D_TX, BUS_D_POP, BUS_D_CTRL, BUS_DOORBELLS };
enum { BUS_S_IDLE, BUS_S_BUSY, BUS_S_WAITS, BUS_S_CLEARING, BUS_S_FULL, BUS_S_TX, BUS_SITUATIONS };
typedef enum bus_under_way {
  BUS_U_NOTHING,
  BUS_U_ADDRESS,
  BUS_U_DATA,
  BUS_U_WRITE,
  BUS_U_READ,
  BUS_U_B,
  BUS_U_R,
  BUS_U_REQUEST,
  BUS_U_OPERATION,
  BUS_U_COMPLETION,
  BUS_U_TX,
  BUS_U_COPY,
  BUS_U_CLEARING,
  BUS_U_SMEM,
  BUS_UNDER_WAY
} bus_under_way;
enum { BUS_M_NONE, BUS_M_FEW, BUS_M_MORE, BUS_M_GIVEN_UP, BUS_SMEM_WAITS };

extern const ws_cover_group bus_groups[BUS_GROUPS];

// The bins of this build. False when memory is out.
bool bus_cover_open(ws_cover *c, const ws_bus_config *build);

// Of which build the bins are.
void bus_cover_list(const ws_bus_config *build);

// What stands at an address: its place on the axis of registers, and the area. Of no register: not there, or left out of the build.
unsigned bus_place_at(uint32_t addr);
bus_area bus_area_at(uint32_t addr);

// Scenes for bus_cover; memory: that shared memory is needed. The last one has no function.
typedef struct bus_scene {
  void (*play)(bus_bench *b);
  bool memory;
} bus_scene;
extern const bus_scene bus_scenes[];

// In bus_clock before the model's step, and when RTL and model were found equal; done: what was answered.
void bus_cover_before(bus_bench *b);
void bus_cover_clock(bus_bench *b, const bus_done done[], unsigned answered);
// A reset from outside comes.
void bus_cover_reset(bus_bench *b);

#endif
