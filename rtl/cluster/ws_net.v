// SPDX-License-Identifier: Apache-2.0
// The network between the CTAs of a cluster: any CTA sends messages to any other.
//
// A message without competition stands at its destination HOP clocks after it was taken. The messages of one source come out in the
// order in which they went in, over all destinations; so a message that waits for a busy destination delays later ones of its source,
// and none of others. Each destination gets one message a clock; sources that compete for it take turns. Nothing is lost or doubled.
// in_ready_o is a register that is 0 only while the queue is full; no path leads from out_ready_i to it. in_dest_i must be below CTAS.
//
//   in ─► queue of the source, DEPTH messages, ripe after HOP - 1 clocks ─► turn at the destination ─► out
`default_nettype none
module ws_net #(
    parameter CTAS  = 2,  // 1 to 8
    parameter MSG_W = 79,
    parameter HOP   = 4   // 1 to 255
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // from the sources
    input  wire [      CTAS-1:0] in_valid_i,
    output wire [      CTAS-1:0] in_ready_o,
    input  wire [    CTAS*3-1:0] in_dest_i,
    input  wire [CTAS*MSG_W-1:0] in_msg_i,
    // to the destinations
    output wire [      CTAS-1:0] out_valid_o,
    input  wire [      CTAS-1:0] out_ready_i,
    output wire [CTAS*MSG_W-1:0] out_msg_o,
    // nothing is under way
    output wire                  empty_o
);
  localparam IDX_W = HOP <= 2 ? 1 : $clog2(HOP);
  localparam DEPTH = 1 << IDX_W;  // HOP at least, so a message a clock passes

  // The oldest message of each source, once ripe.
  wire [CTAS-1:0] head_valid, head_taken, used;
  wire [CTAS*3-1:0] head_dest;
  wire [CTAS*MSG_W-1:0] head_msg;
  reg [CTAS-1:0] out_valid_q;

  genvar s, d;
  generate
    for (s = 0; s < CTAS; s = s + 1) begin : source
      reg [MSG_W+2:0] mem[0:DEPTH-1];
      reg [IDX_W-1:0] write_q, read_q;
      reg [IDX_W:0] count_q, ripe_q;  // messages here; of these, ripe before this clock
      wire take = in_valid_i[s] && in_ready_o[s];
      wire taken = head_taken[s];
      wire ripens;  // one more is ripe from this clock on
      wire [MSG_W+2:0] msg = {in_dest_i[s*3+:3], in_msg_i[s*MSG_W+:MSG_W]};

      if (HOP == 1) begin : at_once
        assign ripens = take;
        assign {head_dest[s*3+:3], head_msg[s*MSG_W+:MSG_W]} = ripe_q == {IDX_W + 1{1'b0}} ? msg : mem[read_q];
      end else begin : later
        reg [HOP-2:0] age_q;
        if (HOP == 2) begin : two
          always @(posedge clk_i) age_q <= rst_ni && take;
        end else begin : more
          always @(posedge clk_i) age_q <= rst_ni ? {age_q[HOP-3:0], take} : {HOP - 1{1'b0}};
        end
        assign ripens = age_q[HOP-2];
        assign {head_dest[s*3+:3], head_msg[s*MSG_W+:MSG_W]} = mem[read_q];
      end

      assign in_ready_o[s] = !count_q[IDX_W];
      assign head_valid[s] = ripens || ripe_q != {IDX_W + 1{1'b0}};
      assign used[s] = count_q != {IDX_W + 1{1'b0}};

      always @(posedge clk_i)
        if (!rst_ni) begin
          write_q <= {IDX_W{1'b0}};
          read_q  <= {IDX_W{1'b0}};
          count_q <= {IDX_W + 1{1'b0}};
          ripe_q  <= {IDX_W + 1{1'b0}};
        end else begin
          if (take) write_q <= write_q + 1'b1;
          if (taken) read_q <= read_q + 1'b1;
          if (take != taken) count_q <= take ? count_q + 1'b1 : count_q - 1'b1;
          if (ripens != taken) ripe_q <= ripens ? ripe_q + 1'b1 : ripe_q - 1'b1;
        end

      always @(posedge clk_i) if (take) mem[write_q] <= msg;
    end
  endgenerate

  // Turns: the lowest source above the last one served, else the lowest.
  wire [CTAS*CTAS-1:0] grant;  // [d*CTAS + s]

  generate
    for (d = 0; d < CTAS; d = d + 1) begin : dest
      reg [CTAS-1:0] above_q;  // sources above the last one
      reg [MSG_W-1:0] msg_q;
      wire [CTAS-1:0] want;
      wire [CTAS-1:0] first = |(want & above_q) ? want & above_q : want;
      wire [CTAS-1:0] pick = first & (~first + 1'b1);
      wire load = !out_valid_q[d] || out_ready_i[d];
      wire [MSG_W-1:0] msg;

      for (s = 0; s < CTAS; s = s + 1) begin : from
        localparam [2:0] RANK = d;
        assign want[s] = head_valid[s] && head_dest[s*3+:3] == RANK;
      end

      ws_pick #(
          .N(CTAS),
          .W(MSG_W)
      ) message (
          .sel_i  (pick),
          .words_i(head_msg),
          .word_o (msg)
      );

      assign grant[d*CTAS+:CTAS] = load ? pick : {CTAS{1'b0}};
      assign out_msg_o[d*MSG_W+:MSG_W] = msg_q;

      always @(posedge clk_i)
        if (!rst_ni) begin
          out_valid_q[d] <= 1'b0;
          above_q <= {CTAS{1'b0}};
        end else if (load) begin
          out_valid_q[d] <= |want;
          if (|want) above_q <= ~(pick | (pick - 1'b1));
        end

      always @(posedge clk_i) if (load && |want) msg_q <= msg;
    end

    for (s = 0; s < CTAS; s = s + 1) begin : granted
      wire [CTAS-1:0] by;
      for (d = 0; d < CTAS; d = d + 1) begin : to
        assign by[d] = grant[d*CTAS+s];
      end
      assign head_taken[s] = |by;
    end
  endgenerate

  assign out_valid_o = out_valid_q;
  assign empty_o = used == {CTAS{1'b0}} && out_valid_q == {CTAS{1'b0}};
endmodule
`default_nettype wire
