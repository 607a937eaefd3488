// SPDX-License-Identifier: Apache-2.0
// The barriers of the CTAs, 16 a slot: which are active, which are dirty, and what each one is. In each clock one
// barrier is selected: the lowest dirty one, else that of the group in stage B. C twins: is_dirty, examine.
//
// What a barrier is stands in a memory. It is read a clock ahead, and a write of that clock is forwarded. An
// exit that ends a barrier and the begin of a CTA do not clear it, so a bit of its own says whether a barrier is active; what comes of a clock is
// written there in the next, because whether a barrier ends comes late. A dirty barrier counts as active: if it has ended meanwhile, no warp waits there and its examination does nothing.
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
    input  wire             named_i,       // the group in B comes to it; it writes rec_i, but for
    input  wire             bad_i,         // ... an error of its own,
    input  wire             clash_i,       // ... or one with an active barrier
    input  wire             would_i,       // it ends, unless the group is refused
    input  wire [REC_W-1:0] rec_i,
    // and that of the next clock
    output wire             exam_next_o
);
  localparam BARS = SLOTS * 16;

  reg [BARS-1:0] act_q, dirty_q;
  reg [BARS-1:0] put_q;  // the barrier that was looked at a clock ago,
  reg sets_q, clears_q;  // ... which became active, or ended
  reg [IDX_W-1:0] look_q;
  reg exam_q;
  reg counts_q;  // what is looked at counts as active
  reg [REC_W-1:0] table_q[0:BARS-1];
  reg [REC_W-1:0] rec_q;

  // 1. The lowest barrier that is dirty in the next clock, by fours.
  wire [BARS-1:0] act;  // which are active
  wire [BARS-1:0] here, dirty_d;
  reg [BARS/4-1:0] some, first;
  reg [IDX_W-1:0] lowest;
  integer q;

  genvar i;
  generate
    for (i = 0; i < BARS; i = i + 1) begin : barrier
      localparam [IDX_W-1:0] IDX = i;
      assign here[i] = look_q == IDX;
      assign act[i] = put_q[i] ? sets_q || (act_q[i] && !clears_q) : act_q[i];
      assign dirty_d[i] = (gone_i[i/16] && act[i]) || (dirty_q[i] && !here[i]);

      always @(posedge clk_i)
        if (!rst_ni || start_i[i/16]) begin
          act_q[i]   <= 1'b0;
          dirty_q[i] <= 1'b0;
          put_q[i]   <= 1'b0;
        end else begin
          act_q[i]   <= act[i];
          dirty_q[i] <= dirty_d[i];
          put_q[i]   <= here[i];
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
  wire write_clash = named_i && !bad_i && !counts_q, write_fine = named_i && !bad_i;  // write, if clash_i, and if not
  wire write;

  ws_late late_write (
      .late_i(clash_i),
      .yes_i (write_clash),
      .no_i  (write_fine),
      .word_o(write)
  );

  wire [IDX_W-1:0] b_idx_d = a_moves_on_i ? a_idx_i : b_idx_i;
  wire [IDX_W-1:0] look_d = exam_d ? lowest : b_idx_d;

  always @(posedge clk_i) begin
    exam_q <= rst_ni && exam_d;
    look_q <= look_d;
    rec_q  <= write && look_q == look_d ? rec_i : table_q[look_d];
    if (write) table_q[look_q] <= rec_i;
  end

  always @(posedge clk_i) {sets_q, clears_q} <= {write && !would_i, (write || exam_q) && would_i};

  // 3. Is the barrier of the group in B active, and does that which is looked at count as such? It may end in this clock, or be written.
  reg b_act_q;
  reg [IDX_W-1:0] last_q;  // what was looked at a clock ago
  wire a_was_put = last_q == a_idx_i;  // act[a_idx_i], but the flags come late
  wire ends_clash, ends_fine, stays_clash, stays_fine, b_act_d, counts_d;

  ws_bar_early early (
      .b_free_i     (a_moves_on_i),
      .a_act_i      (a_was_put ? sets_q || (act_q[a_idx_i] && !clears_q) : act_q[a_idx_i]),
      .b_act_i      (b_act_q),
      .a_same_i     (look_q == a_idx_i),
      .b_same_i     (look_q == b_idx_i),
      .exam_i       (exam_q),
      .named_i      (named_i),
      .bad_i        (bad_i),
      .counts_i     (counts_q),
      .ends_clash_o (ends_clash),
      .ends_fine_o  (ends_fine),
      .stays_clash_o(stays_clash),
      .stays_fine_o (stays_fine)
  );
  ws_bar_last last (
      .ends_clash_i (ends_clash),
      .ends_fine_i  (ends_fine),
      .stays_clash_i(stays_clash),
      .stays_fine_i (stays_fine),
      .clash_i      (clash_i),
      .exam_i       (exam_d),
      .would_i      (would_i),
      .b_act_o      (b_act_d),
      .counts_o     (counts_d)
  );

  always @(posedge clk_i) last_q <= look_q;
  always @(posedge clk_i) {b_act_q, counts_q} <= {b_act_d, counts_d};

  assign exam_o = exam_q;
  assign look_o = look_q;
  assign act_o = counts_q;
  assign rec_o = rec_q;
  assign exam_next_o = exam_d;
endmodule
`default_nettype wire
