// SPDX-License-Identifier: Apache-2.0
// The registers below LANE, except counters and completions: identification, configuration, state, interrupts, the request that
// waits, launches and exits, first errors. C twin: ws_bus_reg_read, registers.
// rst_no resets the block and everything that software can reset: all but SCRATCH.
`default_nettype none
module ws_regs #(
    parameter LANES      = 32,
    parameter WARPS      = 4,
    parameter SLOTS      = 1,
    parameter FAMILIES   = 65535,
    parameter SHFL_FORM  = 0,
    parameter MATCH_BITS = 4,
    parameter TICK_NS    = 10,
    parameter WAITERS    = 8,
    parameter COPIES     = 8,
    parameter WATCHDOG   = 1,
    parameter COUNTERS   = 1,
    parameter FIFO_DEPTH = 8,
    parameter GMEM_BYTES = 4096,
    parameter TICK_DIV   = 1,
    parameter BUILD      = 0,
    parameter WARP_W     = WARPS == 1 ? 1 : $clog2(WARPS)  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_next_ni,  // rst_ni of the next clock
    input  wire                   rst_ni,
    output wire                   rst_no,
    output wire                   rst_block_no,  // the same, for the block
    output wire                   rst_gmem_no,   // the same, for global memory
    // an access is decoded; is looked at; acts; at a register; was refused
    input  wire                   decode_i,
    input  wire                   look_i,
    input  wire                   act_i,
    input  wire                   regs_i,
    input  wire                   write_i,
    input  wire [           16:0] addr_i,        // from decode_i to the last clock of act_i
    input  wire [           31:0] wdata_i,
    input  wire [            3:0] wstrb_i,
    input  wire                   refused_i,
    input  wire [            2:0] kind_i,
    output reg  [           31:0] rdata_o,       // what was read, from the next clock on; 0 if that is no register
    output reg  [           31:0] cpl_o,         // ... of the oldest completion, in this clock: it comes from a memory, so nothing else is added
    // shared memory was read; an access to it is under way
    input  wire                   raw_valid_i,
    input  wire                   raw_i,
    input  wire                   smem_i,
    // parts beside this one
    input  wire                   clearing_i,
    input  wire [            7:0] fill_i,
    input  wire                   full_i,
    input  wire [           31:0] counter_i,
    output wire [           11:0] counter_o,     // counter that is read, a bit each: {counter, upper half}
    // oldest completion; seen: there was one
    input  wire                   cpl_seen_i,
    input  wire [            7:0] cpl_tag_i,
    input  wire [     WARP_W-1:0] cpl_warp_i,
    input  wire [           11:0] cpl_op_i,
    input  wire [      LANES-1:0] cpl_lanes_i,
    input  wire [            9:0] cpl_status_i,
    input  wire [      LANES-1:0] cpl_pred_i,
    // configuration of the block
    output wire                   legacy_o,
    output wire [           15:0] watchdog_o,
    output wire [           15:0] trywait_o,
    output wire                   tick_o,
    // request
    output wire                   req_valid_o,
    input  wire                   req_ready_i,
    output wire [            7:0] req_tag_o,
    output wire [     WARP_W-1:0] req_warp_o,
    output wire [           11:0] req_op_o,
    output wire [      LANES-1:0] req_lanes_o,
    output wire                   req_neg_o,
    output wire [      LANES-1:0] req_pred_o,
    // launch, exit, bytes that have come
    input  wire                   exit_i,
    output wire [      LANES-1:0] exit_lanes_o,
    input  wire                   launch_i,
    output wire [      LANES-1:0] launch_lanes_o,
    output wire                   tx_valid_o,
    input  wire                   tx_ready_i,
    output wire [           31:0] tx_addr_o,
    output wire [           31:0] tx_bytes_o,
    // state of the block
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [WARPS*LANES-1:0] wait_i,
    input  wire                   idle_i,
    input  wire                   err_valid_i,
    input  wire [            9:0] err_status_i,
    input  wire [     WARP_W-1:0] err_warp_i,
    input  wire [           11:0] err_op_i,
    input  wire [      LANES-1:0] err_lanes_i,
    input  wire [      LANES-1:0] err_opnd_i,
    input  wire [            2:0] err_cta_i,
    // out of the block
    output wire                   pop_o,
    output wire                   snap_o,
    output wire                   clear_o,
    output wire                   busy_o,
    output wire                   tx_busy_o,
    output wire                   idle_o,
    output wire                   irq_o
);
  `include "ws_ops.vh"
  `include "bus/ws_regs.vh"

  localparam [31:0] VERSION = 32'h00000400;  // 0.4.0
  localparam [15:0] BUILT = FAMILIES[15:0] & WS_FAMILIES;
  localparam MATCH = BUILT[WS_FAMILY_MATCH], MBAR = BUILT[WS_FAMILY_MBAR];
  localparam [WARP_W-1:0] WARP_BITS = WARPS == 1 ? {WARP_W{1'b0}} : {WARP_W{1'b1}};

  // The register of an access, a bit each: no decoder before what it selects.
  localparam WORDS = 192;  // up to the last warp of WAIT
  reg [WORDS-1:0] at_q;
  integer word;

  always @(posedge clk_i) if (decode_i) for (word = 0; word < WORDS; word = word + 1) at_q[word] <= addr_i[16:2] == word[14:0];

  wire write = regs_i && write_i;
  wire write_ctrl = write && at_q[REG_CTRL[9:2]];
  wire write_submit = write && at_q[REG_SUBMIT[9:2]];
  wire write_tx = MBAR && write && at_q[REG_TX_BYTES[9:2]];
  wire write_div = write && at_q[REG_TICK_DIV[9:2]];
  wire write_irq = write && at_q[REG_IRQ_STATUS[9:2]];
  wire write_bus_err = write && at_q[REG_BUS_ERR_INFO[9:2]];
  wire write_cnt = COUNTERS != 0 && write && at_q[REG_CNT_CTRL[9:2]];

  // ------------------------------------------------------------------------------------------------ configuration

  reg soft_q, legacy_q;
  reg [31:0] scratch_q;
  reg [15:0] watchdog_q, trywait_q, div_q, left_q;  // left: clocks to the next tick
  integer k;

  // Resets go everywhere: registers, for the bus, the block and global memory, 1 in the clock in which soft_q is 1: flops of FPGAs are reset by 1, so
  // no LUT stands on their way. Ticks as well: left_q is 0. Each of them is set from itself, so that synthesis does not merge them.
  reg rst_q, rst_block_q, rst_gmem_q, tick_q, tick_block_q;
  wire rst_n = !rst_q;
  wire resets = write_ctrl && wdata_i[0];
  always @(posedge clk_i) begin
    rst_q       <= !rst_next_ni || (!rst_q && resets);
    rst_block_q <= !rst_next_ni || (!rst_block_q && resets);
    rst_gmem_q  <= !rst_next_ni || (!rst_gmem_q && resets);
  end

  always @(posedge clk_i)
    if (!rst_ni) scratch_q <= 32'd0;
    else if (write && at_q[REG_SCRATCH[9:2]])
      for (k = 0; k < 4; k = k + 1) if (wstrb_i[k]) scratch_q[k*8+:8] <= wdata_i[k*8+:8];

  always @(posedge clk_i)
    if (!rst_n) begin
      soft_q <= 1'b0;
      legacy_q <= 1'b0;
      watchdog_q <= 16'd0;
      trywait_q <= MBAR ? 16'd1024 : 16'd0;
      div_q <= TICK_DIV[15:0];
      left_q <= 16'd1;  // not at once: the block still has the watchdog's limit of before the reset
      {tick_q, tick_block_q} <= 2'b00;
    end else begin
      if (write_ctrl) {legacy_q, soft_q} <= wdata_i[1:0];
      if (write && at_q[REG_WATCHDOG[9:2]] && WATCHDOG != 0) watchdog_q <= wdata_i[15:0];
      if (write && at_q[REG_TRYWAIT[9:2]] && MBAR) trywait_q <= wdata_i[15:0];
      if (write_div) div_q <= wdata_i[15:0];
      if (write_div || (tick_q && div_q == 16'd0)) left_q <= 16'd0;
      else left_q <= (tick_q ? div_q : left_q) - 16'd1;
      tick_q <= write_div || (tick_q ? div_q <= 16'd1 : left_q == 16'd1);
      tick_block_q <= write_div || (tick_block_q ? div_q <= 16'd1 : left_q == 16'd1);
    end

  // --------------------------------------------------------------------------- request, launches and exits, bytes

  reg busy_q, tx_busy_q, req_neg_q;
  reg [7:0] req_tag_q;
  reg [WARP_W-1:0] req_warp_q;
  reg [11:0] req_op_q;
  reg [LANES-1:0] req_lanes_q, req_pred_q, launch_lanes_q, exit_lanes_q;
  reg [31:0] tx_addr_q, tx_bytes_q;

  wire taken = busy_q && req_ready_i;
  wire tx_taken = tx_busy_q && tx_ready_i;

  always @(posedge clk_i)
    if (!rst_n) begin
      busy_q <= 1'b0;
      tx_busy_q <= 1'b0;
      req_lanes_q <= {LANES{1'b0}};
      req_pred_q <= {LANES{1'b0}};
      launch_lanes_q <= {LANES{1'b0}};
      exit_lanes_q <= {LANES{1'b0}};
      tx_addr_q <= 32'd0;
    end else begin
      busy_q <= write_submit || (busy_q && !taken);
      tx_busy_q <= write_tx || (tx_busy_q && !tx_taken);
      if (write && at_q[REG_REQ_LANES[9:2]]) req_lanes_q <= wdata_i[LANES-1:0];
      if (write && at_q[REG_REQ_PRED[9:2]]) req_pred_q <= wdata_i[LANES-1:0];
      if (write && at_q[REG_LAUNCH_LANES[9:2]]) launch_lanes_q <= wdata_i[LANES-1:0];
      if (write && at_q[REG_EXIT_LANES[9:2]]) exit_lanes_q <= wdata_i[LANES-1:0];
      if (write && at_q[REG_TX_ADDR[9:2]] && MBAR) tx_addr_q <= wdata_i;
    end

  always @(posedge clk_i) begin
    if (write_submit) begin
      {req_neg_q, req_op_q} <= wdata_i[12:0];
      req_warp_q <= wdata_i[16+:WARP_W] & WARP_BITS;
      req_tag_q <= wdata_i[31:24];
    end
    if (write_tx) tx_bytes_q <= wdata_i;
  end

  // ------------------------------------------------------------------------------------------- state, interrupts

  reg raw_q, idle_q, idle_was_q, irq_q, irq_idle_q, irq_taken_q;
  reg bus_err_q, bus_err_write_q;
  reg [2:0] bus_err_kind_q;
  reg [16:0] bus_err_addr_q;
  reg [4:0] irq_enable_q;
  reg [7:0] irq_level_q;

  wire idle = idle_q && !busy_q && !tx_busy_q;
  wire [7:0] level = irq_level_q == 8'd0 ? 8'd1 : irq_level_q;
  wire [4:0] irq_status = {irq_taken_q, irq_idle_q, bus_err_q, err_valid_i, fill_i >= level};

  always @(posedge clk_i)
    if (!rst_n) begin
      {raw_q, idle_q, idle_was_q} <= 3'd0;
      {irq_q, irq_idle_q, irq_taken_q} <= 3'd0;
      irq_enable_q <= 5'd0;
      irq_level_q <= 8'd1;
      bus_err_q <= 1'b0;
      bus_err_write_q <= 1'b0;
      bus_err_kind_q <= 3'd0;
      bus_err_addr_q <= 17'd0;
    end else begin
      if (raw_valid_i) raw_q <= raw_i;
      // An access of the bus to shared memory makes the block busy and must not clear `idle`: keep its value.
      idle_q <= !(taken || tx_taken || launch_i || exit_i) && (smem_i ? idle_q : idle_i);
      idle_was_q <= idle;
      irq_q <= |(irq_status & irq_enable_q);
      irq_idle_q <= (idle && !idle_was_q) || (irq_idle_q && !(write_irq && wdata_i[3]));
      irq_taken_q <= taken || (irq_taken_q && !(write_irq && wdata_i[4]));
      if (write && at_q[REG_IRQ_ENABLE[9:2]]) irq_enable_q <= wdata_i[4:0];
      if (write && at_q[REG_IRQ_LEVEL[9:2]]) irq_level_q <= wdata_i[7:0];
      bus_err_q <= refused_i || (bus_err_q && !(write_bus_err && wdata_i[0]));
      if (refused_i && !bus_err_q) begin
        bus_err_write_q <= write_i;
        bus_err_kind_q <= kind_i;
        bus_err_addr_q <= addr_i;
      end
    end

  // -------------------------------------------------------------------------------------------------------- reads

  wire [31:0] status = {
    16'd0, fill_i, raw_q, tx_busy_q, bus_err_q, err_valid_i, full_i, fill_i != 8'd0, idle, busy_q
  };
  wire [31:0] cap_size = {FIFO_DEPTH[7:0], 4'd0, SLOTS[3:0], 2'd0, WARPS[5:0], 2'd0, LANES[5:0]};
  wire [31:0] cap_units = {
    2'd0, MATCH ? MATCH_BITS[5:0] : 6'd0, 5'd0, COUNTERS != 0, WATCHDOG != 0, BUILT[WS_FAMILY_SHFL] && SHFL_FORM[0], BUILT
  };
  wire [31:0] cap_mem = MBAR ? {1'b0, COPIES[6:0], WAITERS[6:0], GMEM_BYTES[16:8], 8'd16} : 32'd0;
  wire [4:0] cpl_warp = {{5 - WARP_W{1'b0}}, cpl_warp_i};
  wire [4:0] err_warp = {{5 - WARP_W{1'b0}}, err_warp_i};

  // What is read, by kinds. Functions, called only as an access reads: an idle bus costs a simulator nothing.

  // A vector of lanes.
  function [31:0] lanes(input [LANES-1:0] set);
    begin
      lanes = 32'd0;
      lanes[LANES-1:0] = set;
    end
  endfunction

  function [31:0] fixed(input [WORDS-1:0] at);
    begin
      fixed = 32'd0;
      if (at[REG_ID[9:2]]) fixed = fixed | ID_RESET;
      if (at[REG_VERSION[9:2]]) fixed = fixed | VERSION;
      if (at[REG_MAP[9:2]]) fixed = fixed | BUS_MAP;
      if (at[REG_BUILD[9:2]]) fixed = fixed | BUILD;
      if (at[REG_CAP_SIZE[9:2]]) fixed = fixed | cap_size;
      if (at[REG_CAP_UNITS[9:2]]) fixed = fixed | cap_units;
      if (at[REG_CAP_MEM[9:2]]) fixed = fixed | cap_mem;
      if (at[REG_CAP_TICK[9:2]]) fixed = fixed | TICK_NS;
    end
  endfunction

  function [31:0] state(input [WORDS-1:0] at);
    begin
      state = 32'd0;
      if (at[REG_SCRATCH[9:2]]) state = state | scratch_q;
      if (at[REG_CTRL[9:2]]) state = state | {30'd0, legacy_q, soft_q || clearing_i};
      if (at[REG_WATCHDOG[9:2]]) state = state | {16'd0, watchdog_q};
      if (at[REG_TRYWAIT[9:2]]) state = state | {16'd0, trywait_q};
      if (at[REG_TICK_DIV[9:2]]) state = state | {16'd0, div_q};
      if (at[REG_STATUS[9:2]]) state = state | status;
      if (at[REG_IRQ_STATUS[9:2]]) state = state | {27'd0, irq_status};
      if (at[REG_IRQ_ENABLE[9:2]]) state = state | {27'd0, irq_enable_q};
      if (at[REG_IRQ_LEVEL[9:2]]) state = state | {24'd0, irq_level_q};
      if (at[REG_REQ_LANES[9:2]]) state = state | lanes(req_lanes_q);
      if (at[REG_REQ_PRED[9:2]]) state = state | lanes(req_pred_q);
      if (at[REG_LAUNCH_LANES[9:2]]) state = state | lanes(launch_lanes_q);
      if (at[REG_EXIT_LANES[9:2]]) state = state | lanes(exit_lanes_q);
      if (at[REG_TX_ADDR[9:2]]) state = state | tx_addr_q;
      if (at[REG_BUS_ERR_ADDR[9:2]]) state = state | {15'd0, bus_err_addr_q};
      if (at[REG_BUS_ERR_INFO[9:2]]) state = state | {25'd0, bus_err_kind_q, 2'd0, bus_err_write_q, bus_err_q};
    end
  endfunction

  function [31:0] cpl(input [WORDS-1:0] at);
    begin
      cpl = 32'd0;
      if (at[REG_CPL_INFO[9:2]]) cpl = cpl | {cpl_tag_i, 3'd0, cpl_warp, 3'd0, 1'b1, cpl_op_i};
      if (at[REG_CPL_LANES[9:2]]) cpl = cpl | lanes(cpl_lanes_i);
      if (at[REG_CPL_STATUS[9:2]]) cpl = cpl | {22'd0, cpl_status_i};
      if (at[REG_CPL_PRED[9:2]]) cpl = cpl | lanes(cpl_pred_i);
    end
  endfunction

  function [31:0] err(input [WORDS-1:0] at);
    begin
      err = 32'd0;
      if (at[REG_ERR_INFO[9:2]]) err = err | {5'd0, err_cta_i, 3'd0, err_warp, 3'd0, 1'b1, err_op_i};
      if (at[REG_ERR_STATUS[9:2]]) err = err | {22'd0, err_status_i};
      if (at[REG_ERR_LANES[9:2]]) err = err | lanes(err_lanes_i);
      if (at[REG_ERR_OPND[9:2]]) err = err | lanes(err_opnd_i);
    end
  endfunction

  function [31:0] live(input [WORDS-1:0] at);
    integer w;
    begin
      live = 32'd0;
      for (w = 0; w < WARPS; w = w + 1) if (at[REG_LIVE[9:2]+w[7:0]]) live = live | lanes(live_i[w*LANES+:LANES]);
    end
  endfunction

  // WAIT is no register of the block and comes late: it is taken as the access is looked at, a clock before the others.
  function [31:0] waits(input [WORDS-1:0] at);
    integer w;
    begin
      waits = 32'd0;
      for (w = 0; w < WARPS; w = w + 1) if (at[REG_WAIT[9:2]+w[7:0]]) waits = waits | lanes(wait_i[w*LANES+:LANES]);
    end
  endfunction
  reg [31:0] waits_q;

  always @(posedge clk_i) if (look_i) waits_q <= waits(at_q);

  always @(posedge clk_i)
    if (act_i) begin
      rdata_o <= 32'd0;
      if (regs_i)
        rdata_o <= fixed(at_q) | state(at_q) | live(at_q) | waits_q | (err_valid_i ? err(at_q) : 32'd0) | counter_i;
    end

  always @(*) cpl_o = act_i && regs_i && cpl_seen_i ? cpl(at_q) : 32'd0;

  // ------------------------------------------------------------------------------------------------------ outputs

  assign rst_no = rst_n;
  assign rst_block_no = !rst_block_q;
  assign rst_gmem_no = !rst_gmem_q;
  assign counter_o = at_q[REG_CNT_CLOCKS_LO[9:2]+:12];
  assign legacy_o = legacy_q;
  assign watchdog_o = watchdog_q;
  assign trywait_o = trywait_q;
  assign tick_o = tick_block_q;
  assign req_valid_o = busy_q;
  assign req_tag_o = req_tag_q;
  assign req_warp_o = req_warp_q;
  assign req_op_o = req_op_q;
  assign req_lanes_o = req_lanes_q;
  assign req_neg_o = req_neg_q;
  assign req_pred_o = req_pred_q;
  assign exit_lanes_o = exit_lanes_q;
  assign launch_lanes_o = launch_lanes_q;
  assign tx_valid_o = tx_busy_q;
  assign tx_addr_o = tx_addr_q;
  assign tx_bytes_o = tx_bytes_q;
  assign pop_o = write && at_q[REG_CPL_POP[9:2]] && wdata_i[0];
  assign snap_o = write_cnt && wdata_i[0];
  assign clear_o = write_cnt && wdata_i[1];
  assign busy_o = busy_q;
  assign tx_busy_o = tx_busy_q;
  assign idle_o = idle;
  assign irq_o = irq_q;
endmodule
`default_nettype wire
