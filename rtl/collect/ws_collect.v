// SPDX-License-Identifier: Apache-2.0
// Turns results of the units into responses. It knows no unit: PORTS ports with the same record each.
// C twin: cmodel/when/collect.c.
//
//   who waits ─► GRANT ─► taken ─► one register a port, 0 without a result ─► OR ─┬─────────► response
//                  ▲                                                              └─► SPARE ─┘
//                  └── a place is free among the three behind it
//
// Ports take turns, the next one that waits after the one that was granted last. A grant is a register: res_ready_o of one port, one
// clock after it was decided. Nobody waits: the last port keeps its grant, so that one port alone gives a result a clock, and so
// res_ready_o may be 1 where res_valid_i is 0. A port whose result says that another one of its group follows (res_more_i) has that
// result in the next clock, and its turn until that is taken. A grant is given only if there is a place for what it lets in, even if
// no response is taken: so res_ready_o does not depend on rsp_ready_i in the same clock.
// While the response waits, the result behind it goes to SPARE, and the one behind that stays in the register of its port.
//
// ALIKE marks ports that give the same d in all lanes: only lane 0 of their d is read. HIGH marks ports whose d_hi is read; of others it
// is 0. GATED marks ports whose d is 0 unless it is taken: it has no gate here. A reader must ignore d, d_hi and p of lanes
// that a response does not name, and d_hi of an operation that does not give 64 bits.
// Latency 3 clocks, 2 for the port that has the grant already; one response a clock. capture_o tells ws_capture of a response of severity
// E or T in the clock after it has left the register of its port.
`default_nettype none
`include "ws_layout.vh"
module ws_collect #(
    parameter             LANES  = 32,
    parameter             WARP_W = 2,
    parameter             TAG_W  = 8,
    parameter             PORTS  = 8,
    parameter [PORTS-1:0] ALIKE  = {PORTS{1'b0}},
    parameter [PORTS-1:0] HIGH   = {PORTS{1'b1}},
    parameter [PORTS-1:0] GATED  = {PORTS{1'b0}}
) (
    input  wire                        clk_i,
    input  wire                        rst_ni,
    // results, port 0 in the low bits
    input  wire [           PORTS-1:0] res_valid_i,
    output reg  [           PORTS-1:0] res_ready_o,
    input  wire [           PORTS-1:0] res_more_i,
    input  wire [PORTS*`WS_HEAD_W-1:0] res_head_i,
    input  wire [  PORTS*LANES*32-1:0] res_d_i,
    input  wire [  PORTS*LANES*32-1:0] res_d_hi_i,
    input  wire [     PORTS*LANES-1:0] res_p_i,
    // response
    output reg                         rsp_valid_o,
    input  wire                        rsp_ready_i,
    output reg  [           TAG_W-1:0] rsp_tag_o,
    output reg  [          WARP_W-1:0] rsp_warp_o,
    output reg  [                11:0] rsp_op_o,
    output reg  [           LANES-1:0] rsp_lanes_o,
    output reg  [                 9:0] rsp_status_o,
    output reg  [        LANES*32-1:0] rsp_d_o,
    output reg  [        LANES*32-1:0] rsp_d_hi_o,
    output reg  [           LANES-1:0] rsp_p_o,
    output wire                        quiet_o,         // nothing is on its way to the response port
    // to ws_capture
    output reg                         capture_o,
    output reg  [      `WS_HEAD_W-1:0] capture_head_o
);
  localparam HEAD_W = `WS_HEAD_W;
  localparam D_W = LANES * 32;

  // How many of the ports below port n are marked.
  function integer marked(input [PORTS-1:0] marks, input integer n);
    integer k;
    begin
      marked = 0;
      for (k = 0; k < n; k = k + 1) if (marks[k]) marked = marked + 1;
    end
  endfunction
  localparam FLATS = marked(ALIKE, PORTS);
  localparam WIDES = PORTS - FLATS;
  localparam HIGHS = marked(HIGH, PORTS);

  // 1. GRANT: whose turn it is, and whether there is room for its result.
  reg [PORTS-1:0] turn_q;   // the port granted last
  reg [PORTS-1:0] above_q;  // ports after it
  reg granted_q;            // it has its grant now
  reg keep_q;               // it has another result of the same group
  reg gate_q;               // a result stands in the register of its port
  reg spare_q;              // a result stands in SPARE
  wire [PORTS-1:0] take = res_valid_i & res_ready_o;
  wire [PORTS-1:0] turn, above;
  wire keep;

  ws_collect_turn #(
      .PORTS(PORTS)
  ) next (
      .valid_i(res_valid_i),
      .ready_i(res_ready_o),
      .more_i (res_more_i),
      .keep_i (keep_q),
      .turn_i (turn_q),
      .above_i(above_q),
      .keep_o (keep),
      .turn_o (turn),
      .above_o(above)
  );

  wire full = rsp_valid_o && ((gate_q && spare_q) || (gate_q && granted_q) || (spare_q && granted_q));
  wire room = !full || rsp_ready_i;

  always @(posedge clk_i)
    if (!rst_ni) begin
      turn_q      <= {{PORTS - 1{1'b0}}, 1'b1};
      above_q     <= {{PORTS - 1{1'b1}}, 1'b0};
      granted_q   <= 1'b0;
      keep_q      <= 1'b0;
      res_ready_o <= {PORTS{1'b0}};
    end else begin
      granted_q   <= room;
      keep_q      <= keep;
      res_ready_o <= turn & {PORTS{room}};
      if (room) begin
        turn_q  <= turn;
        above_q <= above;
      end
    end

  wire free = !rsp_valid_o || rsp_ready_i;  // the response port takes another one

  // 2. One register a port. It is 0 but for one clock, or while its result finds SPARE full.
  // What stands in these registers stays, for SPARE is full. Decided a clock ahead, for it steers all of them: a copy a port, each set from
  // itself, so that synthesis does not merge them.
  reg [PORTS-1:0] stays_q;
  reg [PORTS-1:0] some_q;  // the register may be other than 0
  wire [PORTS-1:0] load = take | (some_q & ~stays_q);
  reg [PORTS*HEAD_W-1:0] head_q;
  reg [PORTS*LANES-1:0] p_q;
  reg [FLATS*32-1:0] flat_q;
  reg [WIDES*D_W-1:0] wide_q;
  reg [HIGHS*D_W-1:0] high_q;
  genvar g;

  always @(posedge clk_i)
    if (!rst_ni) begin
      gate_q  <= 1'b0;
      some_q  <= {PORTS{1'b1}};
      stays_q <= {PORTS{1'b0}};
    end else begin
      gate_q  <= stays_q[0] || |take;
      some_q  <= (stays_q & some_q) | (~stays_q & take);
      stays_q <= (stays_q | {PORTS{|take}}) & {PORTS{!free && (gate_q || spare_q)}};
    end

  generate
    for (g = 0; g < PORTS; g = g + 1) begin : port
      localparam FLAT_AT = marked(ALIKE, g) * 32;
      localparam WIDE_AT = (g - marked(ALIKE, g)) * D_W;
      localparam HIGH_AT = marked(HIGH, g) * D_W;

      always @(posedge clk_i)
        if (load[g]) begin
          head_q[g*HEAD_W+:HEAD_W] <= take[g] ? res_head_i[g*HEAD_W+:HEAD_W] : {HEAD_W{1'b0}};
          p_q[g*LANES+:LANES]      <= take[g] ? res_p_i[g*LANES+:LANES] : {LANES{1'b0}};
        end
      if (ALIKE[g]) begin : flat
        always @(posedge clk_i) if (load[g]) flat_q[FLAT_AT+:32] <= take[g] || GATED[g] ? res_d_i[g*D_W+:32] : 32'd0;
      end else begin : wide
        always @(posedge clk_i) if (load[g]) wide_q[WIDE_AT+:D_W] <= take[g] || GATED[g] ? res_d_i[g*D_W+:D_W] : {D_W{1'b0}};
      end
      if (HIGH[g]) begin : high
        always @(posedge clk_i) if (load[g]) high_q[HIGH_AT+:D_W] <= take[g] ? res_d_hi_i[g*D_W+:D_W] : {D_W{1'b0}};
      end
    end
  endgenerate

  wire unused = &{1'b0, res_d_i, res_d_hi_i};

  // 3. Their OR is the result. Functions, called only as it moves on: an idle collector costs a simulator nothing.
  reg [HEAD_W-1:0] head;
  integer n;

  always @(*) begin
    head = {HEAD_W{1'b0}};
    if (gate_q) for (n = 0; n < PORTS; n = n + 1) head = head | head_q[n*HEAD_W+:HEAD_W];
  end
  function [LANES-1:0] p_of(input [PORTS*LANES-1:0] all);
    integer k;
    begin
      p_of = {LANES{1'b0}};
      for (k = 0; k < PORTS; k = k + 1) p_of = p_of | all[k*LANES+:LANES];
    end
  endfunction
  function [31:0] flat_of(input [FLATS*32-1:0] flats);
    integer k;
    begin
      flat_of = 32'd0;
      for (k = 0; k < FLATS; k = k + 1) flat_of = flat_of | flats[k*32+:32];
    end
  endfunction
  function [D_W-1:0] wide_of(input now);  // of wide_q, which is too much to hand over
    integer k;
    begin
      wide_of = {D_W{1'b0}};
      if (now) for (k = 0; k < WIDES; k = k + 1) wide_of = wide_of | wide_q[k*D_W+:D_W];
    end
  endfunction
  function [D_W-1:0] d_hi_of(input [HIGHS*D_W-1:0] highs);
    integer k;
    begin
      d_hi_of = {D_W{1'b0}};
      for (k = 0; k < HIGHS; k = k + 1) d_hi_of = d_hi_of | highs[k*D_W+:D_W];
    end
  endfunction

  always @(posedge clk_i) begin
    capture_o <= rst_ni && gate_q && !spare_q && head[HEAD_W-1];
    if (gate_q) capture_head_o <= head;
  end

  // 4. The response, and SPARE. While SPARE is full, it goes first.
  reg [TAG_W+WARP_W+LANES+21:0] spare_head_q;
  reg [LANES-1:0] spare_p_q;
  reg [31:0] spare_flat_q;  // what all lanes have, by itself: one register a bit in place of a gate and a register a lane
  reg [D_W-1:0] spare_wide_q, spare_d_hi_q;
  wire [TAG_W+WARP_W+LANES+21:0] short_head = {
    head[`WS_HEAD_STATUS], head[`WS_HEAD_LANES], head[`WS_HEAD_OP], head[`WS_HEAD_TAG], head[`WS_HEAD_WARP]
  };

  always @(posedge clk_i)
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      spare_q     <= 1'b0;
    end else begin
      rsp_valid_o <= !free || gate_q || spare_q;
      spare_q     <= !free && (gate_q || spare_q);
    end

  always @(posedge clk_i)
    if (gate_q && !spare_q && !free) begin
      spare_head_q <= short_head;
      spare_p_q    <= p_of(p_q);
      spare_flat_q <= flat_of(flat_q);
      spare_wide_q <= wide_of(1'b1);
      spare_d_hi_q <= d_hi_of(high_q);
    end

  always @(posedge clk_i)
    if (free && (gate_q || spare_q)) begin
      {rsp_status_o, rsp_lanes_o, rsp_op_o, rsp_tag_o, rsp_warp_o} <= spare_q ? spare_head_q : short_head;
      rsp_p_o    <= spare_q ? spare_p_q : p_of(p_q);
      rsp_d_o    <= {LANES{spare_q ? spare_flat_q : flat_of(flat_q)}} | (spare_q ? spare_wide_q : wide_of(1'b1));
      rsp_d_hi_o <= spare_q ? spare_d_hi_q : d_hi_of(high_q);
    end

  assign quiet_o = !gate_q && !rsp_valid_o;  // SPARE is full only behind a response
endmodule
`default_nettype wire
