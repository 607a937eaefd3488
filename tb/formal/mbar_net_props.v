// SPDX-License-Identifier: Apache-2.0
// What is proved of the network between two CTAs. Two messages of one source to one destination, any two, are marked: a
// first and a second one; all others look alike. So whatever holds for the marked ones holds for each.
//   KIND 0: each comes out once, at its destination, not before HOP clocks, the first before the second; what stands at
//           a destination stays until taken; the network is not called empty while one is under way
//   KIND 1: the first one comes out HOP clocks after it was taken if nothing else is under way, and within LATE clocks
//           in which both destinations are ready, whatever is
`default_nettype none

module mbar_net_pair #(
    parameter HOP  = 3,
    parameter KIND = 0
) (
    input  wire       clk_i,
    input  wire [1:0] in_want,
    input  wire [1:0] in_dest,
    input  wire [1:0] in_mark,
    input  wire       src,        // of the marked ones; looked at while the first is taken
    input  wire [1:0] out_ready,
    output wire       bad,
    output wire [3:0] reached
);
  localparam DEPTH = HOP <= 2 ? 2 : 4;
  localparam LATE = HOP + 2 * DEPTH;  // both queues full, all for one destination
  localparam NONE = 0, FIRST = 1, SECOND = 2;
  localparam BEFORE = 0, WITHIN = 1, AFTER = 2;

  reg started = 0;          // the reset, in the first clock, is over
  reg [1:0] first, second;  // where the marked ones are: before, within, after the network
  reg src_q, dst_q;
  reg alone;                // nothing but the first has been under way since it was taken
  reg [2:0] clocks;         // since the first was taken, up to HOP
  reg [3:0] age;            // of these, with both destinations ready
  reg [1:0] was_valid, was_ready;
  reg [3:0] was_msg;
  wire [1:0] in_ready, out_valid;
  wire [3:0] out_msg;
  wire empty;

  // A source says anew in each clock what it wants to send: the network does not look at what it does not take.
  wire [1:0] take = in_want & in_ready;
  wire [1:0] mark0 = take[0] ? label(1'b0, in_dest[0], in_mark[0]) : NONE;
  wire [1:0] mark1 = take[1] ? label(1'b1, in_dest[1], in_mark[1]) : NONE;
  wire [1:0] sent = mark0 | mark1;
  wire [1:0] seen = {dst_q ? out_msg[3:2] : out_msg[1:0]} & {2{out_valid[dst_q]}};
  wire [1:0] other = {dst_q ? out_msg[1:0] : out_msg[3:2]} & {2{out_valid[!dst_q]}};

  function [1:0] label;
    input from, to, want;
    label = !want ? NONE : first == BEFORE && from == src ? FIRST :
            first != BEFORE && second == BEFORE && from == src_q && to == dst_q ? SECOND : NONE;
  endfunction

  ws_net #(.CTAS(2), .MSG_W(2), .HOP(HOP)) dut (
      .clk_i(clk_i), .rst_ni(started),
      .in_valid_i(in_want), .in_ready_o(in_ready), .in_dest_i({2'b00, in_dest[1], 2'b00, in_dest[0]}),
      .in_msg_i({mark1, mark0}),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_msg_o(out_msg), .empty_o(empty)
  );

  always @(posedge clk_i) begin
    started <= 1;
    was_msg <= out_msg;
    was_ready <= out_ready;
    was_valid <= started ? out_valid : 2'd0;
    if (!started) begin
      first <= BEFORE;
      second <= BEFORE;
    end else begin
      if (seen == FIRST && out_ready[dst_q]) first <= AFTER;
      if (seen == SECOND && out_ready[dst_q]) second <= AFTER;
      if (first == WITHIN) begin
        if (clocks != HOP) clocks <= clocks + 1;
        if (&out_ready && seen != FIRST) age <= age + 1;
        if (|take) alone <= 0;
      end
      if (sent == FIRST) begin
        first <= WITHIN;
        src_q <= src;
        dst_q <= src ? in_dest[1] : in_dest[0];
        clocks <= 1;
        age <= 0;
        alone <= empty && !(&take);
      end
      if (sent == SECOND) second <= WITHIN;
    end
  end

  wire wrong_first = seen == FIRST && (first != WITHIN || clocks < HOP);
  wire wrong_second = seen == SECOND && (second != WITHIN || first != AFTER);
  wire wrong_place = other != NONE && first != BEFORE || seen == 3;
  wire wrong_ghost = first == BEFORE && (out_valid[0] && out_msg[1:0] != NONE || out_valid[1] && out_msg[3:2] != NONE);
  wire wrong_empty = empty && (first == WITHIN || second == WITHIN);
  wire wrong_drop = |(was_valid & ~was_ready & ~out_valid) ||
                    was_valid[0] && !was_ready[0] && out_msg[1:0] != was_msg[1:0] ||
                    was_valid[1] && !was_ready[1] && out_msg[3:2] != was_msg[3:2];
  wire wrong_alone = first == WITHIN && alone && clocks == HOP && seen != FIRST;
  wire wrong_late = first == WITHIN && age == LATE;
  assign bad = started && (KIND == 0 ?
      wrong_first || wrong_second || wrong_place || wrong_ghost || wrong_empty || wrong_drop : wrong_alone || wrong_late);

  wire live = started;
  assign reached[0] = live && seen == FIRST && alone && clocks == HOP;
  assign reached[1] = live && seen == SECOND && was_valid[dst_q] && was_msg[{dst_q, 1'b0}];  // right behind the first
  assign reached[2] = live && in_ready == 0;
  assign reached[3] = live && (KIND == 0 ? first == WITHIN && second == WITHIN : seen == FIRST && age == LATE - 1);
endmodule

// One clock a hop, and two.
module mbar_net_1 (
    input  wire       clk_i,
    input  wire [1:0] in_want,
    input  wire [1:0] in_dest,
    input  wire [1:0] in_mark,
    input  wire       src,
    input  wire [1:0] out_ready,
    output wire       bad,
    output wire [3:0] reached
);
  mbar_net_pair #(.HOP(1), .KIND(0)) pair (
      .clk_i(clk_i), .in_want(in_want), .in_dest(in_dest), .in_mark(in_mark), .src(src), .out_ready(out_ready),
      .bad(bad), .reached(reached)
  );
endmodule

module mbar_net_2 (
    input  wire       clk_i,
    input  wire [1:0] in_want,
    input  wire [1:0] in_dest,
    input  wire [1:0] in_mark,
    input  wire       src,
    input  wire [1:0] out_ready,
    output wire       bad,
    output wire [3:0] reached
);
  mbar_net_pair #(.HOP(2), .KIND(0)) pair (
      .clk_i(clk_i), .in_want(in_want), .in_dest(in_dest), .in_mark(in_mark), .src(src), .out_ready(out_ready),
      .bad(bad), .reached(reached)
  );
endmodule

module mbar_net_time_1 (
    input  wire       clk_i,
    input  wire [1:0] in_want,
    input  wire [1:0] in_dest,
    input  wire [1:0] in_mark,
    input  wire       src,
    input  wire [1:0] out_ready,
    output wire       bad,
    output wire [3:0] reached
);
  mbar_net_pair #(.HOP(1), .KIND(1)) pair (
      .clk_i(clk_i), .in_want(in_want), .in_dest(in_dest), .in_mark(in_mark), .src(src), .out_ready(out_ready),
      .bad(bad), .reached(reached)
  );
endmodule
`default_nettype wire
