// SPDX-License-Identifier: Apache-2.0
// The steps of an access, a clock each:
//   decode  its address becomes registers: what is there, and what it allows
//   look    its refusal is decided, and memories are read
//   act     it takes effect; what it reads goes to a register
//   done    it is answered
// Exceptions:
//   LANE_ALL  acts for a clock a lane
//   SMEM      acts until the block has taken and answered it; not taken within SMEM_CLOCKS clocks, it is refused as BUSY
//   operands  while they are cleared after a reset, an access to them, and to SUBMIT, waits before its look
// So each access ends, whatever the block does. A refused access has no effect. A write without a strobe has none either and is
// not refused where writes are allowed. If several reasons apply, the first of 1 to 4, STROBES, then BUSY or EMPTY is given.
`default_nettype none
module ws_bus_access #(
    parameter LANES       = 32,
    parameter WARPS       = 4,
    parameter MBAR        = 1,
    parameter COUNTERS    = 1,
    parameter GMEM_BYTES  = 4096,
    parameter BANKS       = 32,            // of shared memory
    parameter SMEM_CLOCKS = 1023,          // 1 to 2047
    parameter LANE_W      = $clog2(LANES)  // derived, not to be set
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // the access
    input  wire              acc_valid_i,
    input  wire              acc_write_i,
    input  wire [      16:0] acc_addr_i,
    input  wire [      31:0] acc_wdata_i,
    input  wire [       3:0] acc_wstrb_i,
    output wire              acc_done_o,
    output wire [       1:0] acc_resp_o,
    // state
    input  wire              clearing_i,  // operands are being cleared
    input  wire              busy_i,      // a request waits
    input  wire              tx_busy_i,
    input  wire              cpl_empty_i,
    // it is decoded, is looked at
    output wire              decode_o,
    output wire              look_o,
    output reg               look_gmem_o, // to read global memory
    // the access, from the clock after decode on: registers for what stands far from the port
    output reg  [      16:0] addr_o,
    output reg  [      31:0] wdata_o,
    output reg  [       3:0] wstrb_o,
    // it acts: where, as a write or a read
    output wire              act_o,
    output wire              write_o,     // valid with these:
    output wire              regs_o,
    output wire              lane_o,
    output wire              all_o,
    output wire [LANE_W-1:0] all_lane_o,  // lane that LANE_ALL writes now
    output wire              result_o,
    output wire              smem_o,
    output wire              gmem_o,
    output reg               launch_o,    // a write to LAUNCH, to EXIT: registers, since much of the block hangs on them
    output reg               exit_o,
    output wire              cpl_seen_o,  // there was a completion when it was looked at
    // refused, in this clock
    output wire              refused_o,
    output wire [       2:0] kind_o,
    // shared memory
    output reg               ls_valid_o,
    output reg  [ BANKS-1:0] ls_en_o,     // the word, a bit each
    input  wire              ls_ready_i,
    input  wire              ls_came_i    // it was answered in the clock before
);
  `include "bus/ws_regs.vh"

  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;

  // ------------------------------------------------------------------------------------------------------- decode

  wire [5:0] where;
  wire may_read, may_write, may_bytes, locked;

  ws_bus_map #(
      .LANES     (LANES),
      .WARPS     (WARPS),
      .MBAR      (MBAR),
      .COUNTERS  (COUNTERS),
      .GMEM_BYTES(GMEM_BYTES)
  ) map (
      .addr_i  ({acc_addr_i[16:2], 2'd0}),
      .regs_o  (where[0]),
      .lane_o  (where[1]),
      .all_o   (where[2]),
      .result_o(where[3]),
      .smem_o  (where[4]),
      .gmem_o  (where[5]),
      .read_o  (may_read),
      .write_o (may_write),
      .bytes_o (may_bytes),
      .locked_o(locked)
  );

  reg look_q, act_q, done_q;  // the step; none: decode
  reg [5:0] where_q;
  reg aligned_q, read_q, write_q, bytes_q, locked_q, tx_q, pop_q, launch_q, exit_q;
  reg waits_q;  // while operands are cleared
  wire decode = acc_valid_i && !look_q && !act_q && !done_q;

  always @(posedge clk_i)
    if (decode) begin
      {addr_o, wdata_o, wstrb_o} <= {acc_addr_i, acc_wdata_i, acc_wstrb_i};
      where_q <= where;
      {read_q, write_q, bytes_q, locked_q} <= {may_read, may_write, may_bytes, locked};
      aligned_q <= acc_addr_i[1:0] == 2'd0;
      tx_q <= acc_addr_i == REG_TX_ADDR || acc_addr_i == REG_TX_BYTES;
      pop_q <= acc_addr_i == REG_CPL_POP;
      launch_q <= acc_addr_i == REG_LAUNCH;
      exit_q <= acc_addr_i == REG_EXIT;
      waits_q <= acc_addr_i[16:12] == REG_LANE_MASK[16:12] || (acc_write_i && acc_addr_i == REG_SUBMIT);
    end

  // --------------------------------------------------------------------------------------------------------- look

  reg [2:0] kind, kind_q;
  reg [5:0] there_q;  // where it takes effect
  reg cpl_seen_q;
  wire look = look_q && !(clearing_i && waits_q);

  always @(*)
    if (!aligned_q) kind = BUS_ERR_INFO_KIND_UNALIGNED;
    else if (!read_q && !write_q) kind = BUS_ERR_INFO_KIND_UNMAPPED;
    else if (acc_write_i && !write_q) kind = BUS_ERR_INFO_KIND_READ_ONLY;
    else if (!acc_write_i && !read_q) kind = BUS_ERR_INFO_KIND_WRITE_ONLY;
    else if (!acc_write_i || wstrb_o == 4'd0) kind = 3'd0;
    else if (wstrb_o != 4'd15 && !bytes_q) kind = BUS_ERR_INFO_KIND_STROBES;
    else if ((locked_q && busy_i) || (tx_q && tx_busy_i)) kind = BUS_ERR_INFO_KIND_BUSY;
    else if (pop_q && cpl_empty_i) kind = BUS_ERR_INFO_KIND_EMPTY;
    else kind = 3'd0;

  // It will take effect: it is not refused, and not a write without a strobe.
  wire fine = kind == 3'd0 && !(acc_write_i && wstrb_o == 4'd0);

  // ---------------------------------------------------------------------------------------------------------- act

  reg [LANE_W-1:0] lane_q;
  reg ls_late_q;
  localparam CLOCKS_W = $clog2(SMEM_CLOCKS + 1);
  reg [CLOCKS_W-1:0] ls_clocks_q;
  wire ls_last = {{32 - CLOCKS_W{1'b0}}, ls_clocks_q} == SMEM_CLOCKS - 1;
  wire last = act_q && !(there_q[2] && lane_q != {LANE_W{1'b1}}) && !(there_q[4] && !ls_came_i && !ls_late_q);

  always @(posedge clk_i)
    if (!rst_ni) begin
      {look_q, act_q, done_q} <= 3'd0;
      there_q <= 6'd0;
      look_gmem_o <= 1'b0;
      launch_o <= 1'b0;
      exit_o <= 1'b0;
      ls_valid_o <= 1'b0;
      ls_late_q <= 1'b0;
    end else begin
      look_q <= decode || (look_q && !look);
      act_q <= look || (act_q && !last);
      done_q <= last;
      if (look || last) there_q <= where_q & {6{look && fine}};
      look_gmem_o <= decode && !acc_write_i && where[5];
      launch_o <= look && fine && launch_q;
      exit_o <= look && fine && exit_q;
      ls_valid_o <= (look && fine && where_q[4]) || (ls_valid_o && !ls_ready_i && !ls_last);
      ls_late_q <= ls_valid_o && !ls_ready_i && ls_last;
    end

  always @(posedge clk_i) begin
    if (look) kind_q <= kind;
    else if (ls_late_q) kind_q <= BUS_ERR_INFO_KIND_BUSY;
    if (look) cpl_seen_q <= !cpl_empty_i;
    if (look) ls_en_o <= {{BANKS - 1{1'b0}}, 1'b1} << addr_o[2+:$clog2(BANKS)];
    if (look) lane_q <= {LANE_W{1'b0}};
    else if (there_q[2]) lane_q <= lane_q + {{LANE_W - 1{1'b0}}, 1'b1};
    if (look) ls_clocks_q <= {CLOCKS_W{1'b0}};
    else if (ls_valid_o) ls_clocks_q <= ls_clocks_q + {{CLOCKS_W - 1{1'b0}}, 1'b1};
  end

  // --------------------------------------------------------------------------------------------------------- done

  assign acc_done_o = done_q;
  assign kind_o = kind_q;
  assign refused_o = done_q && kind_q != 3'd0;
  assign acc_resp_o = kind_q == 3'd0 ? OKAY : kind_q == BUS_ERR_INFO_KIND_UNMAPPED ? DECERR : SLVERR;

  assign decode_o = decode;
  assign look_o = look;
  assign act_o = act_q;
  assign write_o = acc_write_i;
  assign {gmem_o, smem_o, result_o, all_o, lane_o, regs_o} = there_q;
  assign all_lane_o = lane_q;
  assign cpl_seen_o = cpl_seen_q;
endmodule
`default_nettype wire
