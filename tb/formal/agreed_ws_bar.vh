// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_bar, at 4 lanes and 4 warps, and when its registers matter. Inside a module with ws_bar's nets
// and, of its table, of_barriers_b_act and of_barriers_act_q; scripts/mutant_rows.py has the rows. Each state follows
// from all of them, one clock earlier.
`include "ws_ops.vh"
`include "bar/ws_bar_fn.vh"

wire b_asks = !b_op_q[5] && |b_sel_q;  // the group in B is about a named barrier, and its CTA has not ended
wire [11:0] a_reads = {!a_key_q[4], {6{!a_key_q[4] && !a_key_q[11]}}, 5'h1f} & {12{a_valid_q}};  // a number that is none has no count
wire a_blocks = is_blocking(a_op_q);
reg begun;  // a CTA, since the last reset
always @(posedge clk_i) begun <= rst_ni && (begun || |start_i);

function one_hot(input [31:0] set, input some);  // or nothing
  one_hot = !(|(set & (set - 32'd1))) && (some || !(|set));
endfunction

reg [3:0] waits;      // of each warp: it is at a barrier, or its answer is due
reg [3:0] busy;       // or it is on its way to one
reg [3:0] adds;       // its sum is going to be read
reg [1:0] sort[0:3];  // kind of its operation
reg [2:0] mates[0:3]; // warps that wait where it waits, itself among them
reg [23:0] one;       // states, a bit each: of one warp, of one group,
reg [15:0] alike, equal;  // of two warps,
reg [11:0] fits;      // of what is kept and what was asked
integer w, v;

always @(*) begin
  // before the first CTA there is nothing
  one[16] = begun || !(|{wait_q, held_q, due_q});
  one[17] = begun || !(|{memb_q, pend_q, a_valid_q, b_valid_q});
  // a group is of one warp, which asks while nothing is examined
  one[18] = one_hot(a_sel_q, a_valid_q);
  one[19] = one_hot(b_sel_q, b_valid_q);
  one[20] = !(|b_sel_q) || ask_q == (exam ? 4'd0 : b_sel_q);
  // and its barrier is looked at, of which the table knows whether it is active
  one[21] = exam || !(|b_sel_q) || look == b_idx_q;
  one[22] = !(|b_sel_q) || of_barriers_b_act == of_barriers_act_q[b_idx_q];
  one[23] = !(|b_sel_q) || (b_sum_q < 3'd5 && b_kind_q == kind_of(b_op_q));
  for (w = 0; w < 4; w = w + 1) begin
    sort[w] = kept_q[w*13+:2];
    waits[w] = wait_q[w] || held_q[w] || due_q[w];
    busy[w] = waits[w] || (b_sel_q[w] && b_blocks) || (a_sel_q[w] && a_blocks);
    adds[w] = |sort[w] && (wait_q[w] || (due_q[w] && !is_poison(status_q[w*4+:4])));
    // a warp does one thing at a time, nothing else meanwhile, and is away
    one[w] = wait_q[w] + held_q[w] + due_q[w] + (b_sel_q[w] && b_blocks) + (a_sel_q[w] && a_blocks) < 2;
    one[w+4] = !(waits[w] && (a_sel_q[w] || b_sel_q[w])) && !(b_sel_q[w] && b_blocks && a_sel_q[w]);
    one[w+8] = |away_q[w*4+:4] || !busy[w];
    // where one waits is an active barrier
    one[w+12] = !wait_q[w] || of_barriers_act_q[place_q[w*4+:4]];
  end
  for (w = 0; w < 4; w = w + 1) begin
    // who waits at one barrier does so with one kind of operation and, in a reduction, one sum: 4 lanes a warp at most
    mates[w] = 3'd0;
    for (v = 0; v < 4; v = v + 1) begin
      mates[w] = mates[w] + (wait_q[v] && place_q[v*4+:4] == place_q[w*4+:4]);
      alike[w*4+v] = !wait_q[w] || !wait_q[v] || place_q[v*4+:4] != place_q[w*4+:4] || sort[w] == sort[v];
      equal[w*4+v] = !wait_q[w] || !wait_q[v] || place_q[v*4+:4] != place_q[w*4+:4] || sort[w] == 2'd0 || acc_q[w*5+:5] == acc_q[v*5+:5];
    end
    fits[w] = !wait_q[w] || sort[w] == 2'd0 || acc_q[w*5+:5] <= {mates[w], 2'd0};
    // what is kept of a warp is what its group asked
    fits[w+4] = (!(b_sel_q[w] && b_blocks) || sort[w] == b_kind_q) && (!held_q[w] || sort[w] == 2'd0);
    fits[w+8] = !(a_sel_q[w] && a_blocks) || sort[w] == kind_of(a_op_q);
  end
end

wire [67:0] states = {fits, equal, alike, one};
