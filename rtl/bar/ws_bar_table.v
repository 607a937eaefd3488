// SPDX-License-Identifier: Apache-2.0
// The barriers of the CTAs, 16 a slot: which are active, which are dirty, and what each one is. In each clock one
// barrier is selected: the lowest dirty one, else that of the group in stage B. C twins: is_dirty, examine.
//
// What a barrier is stands in a memory. It is read a clock ahead, and a write of that clock is forwarded. An
// exit that ends a barrier and the begin of a CTA do not clear it, so a bit of its own says whether a barrier is active. A dirty
// barrier counts as active: if it has ended meanwhile, no warp waits there and its examination does nothing.
`default_nettype none
module ws_bar_table #(
    parameter SLOTS = 1,
    parameter REC_W = 7,                  // bits of what a barrier is, as ws_bar.v says it
    parameter IDX_W = $clog2(SLOTS * 16)  // derived, not to be set
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    // CTAs that begin, and those of which a member is gone
    input  wire [SLOTS-1:0] start_i,
    input  wire [SLOTS-1:0] gone_i,
    // barriers of the groups in A and B, {slot, number}
    input  wire [IDX_W-1:0] a_idx_i,
    input  wire [IDX_W-1:0] b_idx_i,
    input  wire             a_moves_on_i,  // what stands in A, if anything, is in B in the next clock
    // the barrier that is looked at
    output wire             exam_o,        // since it is dirty
    output wire [IDX_W-1:0] look_o,
    output wire             act_o,         // active
    output wire [REC_W-1:0] rec_o,
    input  wire             named_i,       // the group in B comes to it,
    input  wire             refused_i,     // and is refused, or else writes rec_i
    input  wire             would_i,       // it ends, unless the group is refused
    input  wire [REC_W-1:0] rec_i,
    // and that of the next clock
    output wire             exam_next_o
);
  localparam BARS = SLOTS * 16;

  reg [BARS-1:0] act_q, dirty_q;
  reg [IDX_W-1:0] look_q;
  reg exam_q;
  reg [REC_W-1:0] table_q[0:BARS-1];
  reg [REC_W-1:0] rec_q;

  // 1. The lowest barrier that is dirty in the next clock, by fours.
  wire [BARS-1:0] here, dirty_d;
  reg [BARS/4-1:0] some, first;
  reg [IDX_W-1:0] lowest;
  integer q;

  genvar i;
  generate
    for (i = 0; i < BARS; i = i + 1) begin : barrier
      localparam [IDX_W-1:0] IDX = i;
      assign here[i] = look_q == IDX;
      assign dirty_d[i] = (gone_i[i/16] && act_q[i]) || (dirty_q[i] && !here[i]);

      always @(posedge clk_i)
        if (!rst_ni || start_i[i/16]) begin
          act_q[i]   <= 1'b0;
          dirty_q[i] <= 1'b0;
        end else begin
          if (here[i] && (exam_q || named_i)) act_q[i] <= exam_q || refused_i ? act_q[i] && !(exam_q && would_i) : !would_i;
          dirty_q[i] <= dirty_d[i];
        end
    end
  endgenerate

  always @(*) begin
    lowest = {IDX_W{1'b0}};
    for (q = 0; q < BARS / 4; q = q + 1) begin
      some[q]  = |dirty_d[q*4+:4] && !start_i[q/4];
      first[q] = some[q] && (some & ((1 << q) - 1)) == {BARS / 4{1'b0}};
      if (first[q]) begin
        lowest[IDX_W-1:2] = lowest[IDX_W-1:2] | q[IDX_W-3:0];
        lowest[1] = lowest[1] || !(|dirty_d[q*4+:2]);
        lowest[0] = lowest[0] || (!dirty_d[q*4] && (dirty_d[q*4+1] || !dirty_d[q*4+2]));
      end
    end
  end

  // 2. The barrier of the next clock.
  wire exam_d = |some;
  wire write = named_i && !refused_i;
  wire [IDX_W-1:0] b_idx_d = a_moves_on_i ? a_idx_i : b_idx_i;
  wire [IDX_W-1:0] look_d = exam_d ? lowest : b_idx_d;

  always @(posedge clk_i) begin
    exam_q <= rst_ni && exam_d;
    look_q <= look_d;
    rec_q  <= write && look_q == look_d ? rec_i : table_q[look_d];
    if (write) table_q[look_q] <= rec_i;
  end

  // 3. Is the barrier of the group in B active? It may have been written in the last clock.
  wire same = a_moves_on_i ? look_q == a_idx_i : look_q == b_idx_i;
  reg b_act_q, b_again_q, wrote_act_q;
  wire b_act = b_again_q ? wrote_act_q : b_act_q;

  always @(posedge clk_i) begin
    b_act_q <= (a_moves_on_i ? act_q[a_idx_i] : b_act) && !(exam_q && would_i && same);
    b_again_q <= write && same;
    wrote_act_q <= !would_i;
  end

  assign exam_o = exam_q;
  assign look_o = look_q;
  assign act_o = exam_q || b_act;
  assign rec_o = rec_q;
  assign exam_next_o = exam_d;
endmodule
`default_nettype wire
