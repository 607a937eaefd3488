// SPDX-License-Identifier: Apache-2.0
// The steps of an access. Clock 1, look: its place and its refusal are decided, and memories are read. Clock 2: it takes effect and
// is done. Exceptions:
//   LANE_ALL  takes effect for a clock a lane
//   SMEM      waits until the block has taken and answered it; not taken within SMEM_CLOCKS clocks, it is refused as BUSY
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
    parameter SMEM_CLOCKS = 1023,          // 1 to 1023
    parameter LANE_W      = $clog2(LANES)  // derived, not to be set
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // the access
    input  wire              acc_valid_i,
    input  wire              acc_write_i,
    input  wire [      16:0] acc_addr_i,
    input  wire [       3:0] acc_wstrb_i,
    output wire              acc_done_o,
    output wire [       1:0] acc_resp_o,
    // state
    input  wire              clearing_i,  // operands are being cleared
    input  wire              busy_i,      // a request waits
    input  wire              tx_busy_i,
    input  wire              cpl_empty_i,
    // it is looked at; it takes effect: where, as a write or a read
    output wire              look_o,
    output wire              look_gmem_o, // looks at global memory, to read it
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
    output wire              ls_valid_o,
    input  wire              ls_ready_i,
    input  wire              ls_rsp_valid_i
);
  `include "bus/ws_regs.vh"

  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;

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

  // --------------------------------------------------------------------------------------------------- looked at

  reg act_q, fine_q, cpl_seen_q;
  reg [2:0] kind_q;
  reg [5:0] where_q;

  wire held = clearing_i && (acc_addr_i[16:12] == REG_LANE_MASK[16:12] || (acc_write_i && acc_addr_i == REG_SUBMIT));
  wire look = acc_valid_i && !act_q && !held;
  wire tx = acc_addr_i == REG_TX_ADDR || acc_addr_i == REG_TX_BYTES;
  reg [2:0] kind;

  always @(*)
    if (acc_addr_i[1:0] != 2'd0) kind = BUS_ERR_INFO_KIND_UNALIGNED;
    else if (!may_read && !may_write) kind = BUS_ERR_INFO_KIND_UNMAPPED;
    else if (acc_write_i && !may_write) kind = BUS_ERR_INFO_KIND_READ_ONLY;
    else if (!acc_write_i && !may_read) kind = BUS_ERR_INFO_KIND_WRITE_ONLY;
    else if (!acc_write_i || acc_wstrb_i == 4'd0) kind = 3'd0;
    else if (acc_wstrb_i != 4'd15 && !may_bytes) kind = BUS_ERR_INFO_KIND_STROBES;
    else if ((locked && busy_i) || (tx && tx_busy_i)) kind = BUS_ERR_INFO_KIND_BUSY;
    else if (acc_addr_i == REG_CPL_POP && cpl_empty_i) kind = BUS_ERR_INFO_KIND_EMPTY;
    else kind = 3'd0;

  // It will take effect: it is not refused, and not a write without a strobe.
  wire fine = kind == 3'd0 && !(acc_write_i && acc_wstrb_i == 4'd0);

  always @(posedge clk_i)
    if (!rst_ni) begin
      act_q <= 1'b0;
      launch_o <= 1'b0;
      exit_o <= 1'b0;
    end else begin
      act_q <= look || (act_q && !acc_done_o);
      launch_o <= look && fine && acc_addr_i == REG_LAUNCH;
      exit_o <= look && fine && acc_addr_i == REG_EXIT;
    end

  always @(posedge clk_i)
    if (look) begin
      kind_q <= kind;
      fine_q <= fine;
      where_q <= where;
      cpl_seen_q <= !cpl_empty_i;
    end

  // -------------------------------------------------------------------------------------------------- takes effect

  wire [5:0] there = act_q && fine_q ? where_q : 6'd0;

  reg [LANE_W-1:0] lane_q;
  wire last_lane = lane_q == {LANE_W{1'b1}};

  reg ls_sent_q;
  reg [9:0] ls_clocks_q;
  wire ls_late = {22'd0, ls_clocks_q} == SMEM_CLOCKS;
  wire given_up = there[4] && !ls_sent_q && ls_late;
  assign ls_valid_o = there[4] && !ls_sent_q && !ls_late;

  always @(posedge clk_i)
    if (look) begin
      lane_q <= {LANE_W{1'b0}};
      ls_sent_q <= 1'b0;
      ls_clocks_q <= 10'd0;
    end else begin
      if (there[2]) lane_q <= lane_q + {{LANE_W - 1{1'b0}}, 1'b1};
      if (ls_valid_o && ls_ready_i) ls_sent_q <= 1'b1;
      else if (ls_valid_o) ls_clocks_q <= ls_clocks_q + 10'd1;
    end

  assign acc_done_o = act_q && !(there[2] && !last_lane) && !(there[4] && !ls_rsp_valid_i && !given_up);
  assign kind_o = given_up ? BUS_ERR_INFO_KIND_BUSY : kind_q;
  assign refused_o = act_q && (kind_q != 3'd0 || given_up);
  assign acc_resp_o = !refused_o ? OKAY : kind_q == BUS_ERR_INFO_KIND_UNMAPPED ? DECERR : SLVERR;

  assign look_o = look;
  assign look_gmem_o = look && !acc_write_i && where[5];
  assign write_o = acc_write_i;
  assign {gmem_o, smem_o, result_o, all_o, lane_o, regs_o} = there;
  assign all_lane_o = lane_q;
  assign cpl_seen_o = cpl_seen_q;
endmodule
`default_nettype wire
