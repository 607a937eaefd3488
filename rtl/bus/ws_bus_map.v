// SPDX-License-Identifier: Apache-2.0
// What is at a word of the register map, and which accesses it allows. Combinational. C twin: ws_bus_place_of.
// Nothing is at gaps, at lanes and warps that the instance does not have, and beyond the size of global memory: neither read nor
// write. Without mbarriers this holds for memories and TX, without counters for CNT.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_bus_map #(
    parameter LANES      = 32,
    parameter WARPS      = 4,
    parameter MBAR       = 1,    // 0: built without
    parameter COUNTERS   = 1,    // 0: built without
    parameter GMEM_BYTES = 4096
) (
    input  wire [16:0] addr_i,    // of a word
    // where: at most one
    output wire        regs_o,
    output wire        lane_o,
    output wire        all_o,     // LANE_ALL
    output wire        result_o,
    output wire        smem_o,
    output wire        gmem_o,
    // what
    output wire        read_o,
    output wire        write_o,
    output wire        bytes_o,   // single bytes may be written
    output wire        locked_o   // not to be written while a request waits
);
  `include "bus/ws_regs.vh"

  wire operand = addr_i[4:2] != 3'd3;
  wire [31:0] lane_index = {27'd0, addr_i[9:5]};
  wire [31:0] word_index = {27'd0, addr_i[6:2]};
  wire warps_there = addr_i[11:8] == REG_LIVE[11:8];  // and WAIT, right behind it
  wire counter = COUNTERS != 0 && addr_i[11:6] == REG_CNT_CLOCKS_LO[11:6] && addr_i[5:3] >= REG_CNT_CLOCKS_LO[5:3] &&
      addr_i[5:3] <= REG_CNT_CPL_WAIT_HI[5:3];
  reg [3:0] reg_may;  // of a register: {locked, bytes, write, read}

  always @(*)
    case (addr_i[11:2])
      REG_SCRATCH[11:2]: reg_may = 4'b0111;
      REG_REQ_LANES[11:2], REG_REQ_PRED[11:2]: reg_may = 4'b1011;
      REG_SUBMIT[11:2]: reg_may = 4'b1010;
      REG_CTRL[11:2], REG_WATCHDOG[11:2], REG_TRYWAIT[11:2], REG_TICK_DIV[11:2], REG_IRQ_STATUS[11:2], REG_IRQ_ENABLE[11:2],
      REG_IRQ_LEVEL[11:2], REG_LAUNCH_LANES[11:2], REG_EXIT_LANES[11:2], REG_BUS_ERR_INFO[11:2]:
      reg_may = 4'b0011;
      REG_TX_ADDR[11:2]: reg_may = MBAR != 0 ? 4'b0011 : 4'b0000;
      REG_TX_BYTES[11:2]: reg_may = MBAR != 0 ? 4'b0010 : 4'b0000;
      REG_CNT_CTRL[11:2]: reg_may = COUNTERS != 0 ? 4'b0010 : 4'b0000;
      REG_LAUNCH[11:2], REG_EXIT[11:2], REG_CPL_POP[11:2]: reg_may = 4'b0010;
      REG_ID[11:2], REG_VERSION[11:2], REG_MAP[11:2], REG_BUILD[11:2], REG_CAP_SIZE[11:2], REG_CAP_UNITS[11:2], REG_CAP_MEM[11:2],
      REG_CAP_TICK[11:2], REG_STATUS[11:2], REG_CPL_INFO[11:2], REG_CPL_LANES[11:2], REG_CPL_STATUS[11:2], REG_CPL_PRED[11:2],
      REG_ERR_INFO[11:2], REG_ERR_STATUS[11:2], REG_ERR_LANES[11:2], REG_ERR_OPND[11:2], REG_BUS_ERR_ADDR[11:2]:
      reg_may = 4'b0001;
      default: reg_may = {3'd0, counter || (warps_there && word_index < WARPS)};
    endcase

  wire lane_there = operand && lane_index < LANES;
  wire gmem_there = {16'd0, addr_i[15:0]} < GMEM_BYTES;
  assign gmem_o = MBAR != 0 && addr_i[16];
  assign smem_o = MBAR != 0 && addr_i[16:14] == REG_SMEM[16:14];
  assign lane_o = addr_i[16:10] == REG_LANE_MASK[16:10];
  assign all_o = addr_i[16:5] == REG_LANE_ALL_MASK[16:5];
  assign result_o = addr_i[16:8] == REG_RESULT_D[16:8];
  assign regs_o = addr_i[16:12] == 5'd0;
  wire memory = smem_o || (gmem_o && gmem_there);
  assign read_o = memory || (lane_o && lane_there) || (result_o && word_index < LANES) || (regs_o && reg_may[0]);
  assign write_o = memory || (lane_o && lane_there) || (all_o && operand) || (regs_o && reg_may[1]);
  assign bytes_o = memory || lane_o || all_o || (regs_o && reg_may[2]);
  assign locked_o = lane_o || all_o || (regs_o && reg_may[3]);
endmodule
`default_nettype wire
