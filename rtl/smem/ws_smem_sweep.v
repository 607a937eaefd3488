// SPDX-License-Identifier: Apache-2.0
// Which row of shared memory is cleared in which clock: the windows of CTAs that begin, a row a clock.
//
// sweep_o: windows that are being cleared, or will be; all after reset, then those of start_i. A row is cleared in each clock in which
// nobody but jobs uses memory (free_i), behind one in which no job did (idle_i: one that has entered does not write yet) and nothing of a
// CTA that begins was under way (busy_i); a window that need not be cleared is skipped
// in one clock. Clients begin nothing while sweep_o is not 0, so a sweep has an end.
`default_nettype none
module ws_smem_sweep #(
    parameter ROWS  = 128,            // of all windows together
    parameter SLOTS = 1,              // windows: 1, 2, 4, 8, at most ROWS / 2
    parameter ROW_W = $clog2(ROWS)    // derived, not to be set
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire [SLOTS-1:0] start_i,
    input  wire             idle_i,   // no job is in the pipe
    input  wire             free_i,   // no other client uses memory
    input  wire [SLOTS-1:0] busy_i,   // windows that a client is still to use
    output wire [SLOTS-1:0] sweep_o,
    output wire             clear_o,  // row_o is cleared now
    output wire [ROW_W-1:0] row_o
);
  localparam EACH = ROWS / SLOTS;
  localparam [ROW_W-1:0] LAST_ROW = EACH[ROW_W-1:0] - {{ROW_W - 1{1'b0}}, 1'b1};  // of a window

  reg [SLOTS-1:0] sweep_q;
  reg [ROW_W-1:0] row_q;  // next to be cleared, if its window is to be
  wire [SLOTS-1:0] here;  // the window of row_q
  genvar s;
  generate
    if (SLOTS != 1 && SLOTS != 2 && SLOTS != 4 && SLOTS != 8) begin : bad_slots
      ws_smem_SLOTS_must_be_1_2_4_or_8 illegal ();
    end
    for (s = 0; s < SLOTS; s = s + 1) begin : slot
      localparam FIRST = s * EACH;
      assign here[s] = (row_q & ~LAST_ROW) == FIRST[ROW_W-1:0];
    end
  endgenerate

  wire wanted = |(sweep_q & here);
  reg calm_q;
  wire clear = wanted && calm_q && free_i;
  wire last_row = &(row_q | ~LAST_ROW);

  always @(posedge clk_i)
    if (!rst_ni) begin
      sweep_q <= {SLOTS{1'b1}};
      row_q   <= {ROW_W{1'b0}};
      calm_q  <= 1'b0;
    end else begin
      calm_q  <= idle_i && start_i == {SLOTS{1'b0}} && (busy_i & sweep_q) == {SLOTS{1'b0}};
      sweep_q <= (sweep_q & ~(clear && last_row ? here : {SLOTS{1'b0}})) | start_i;
      if (clear) row_q <= row_q + {{ROW_W - 1{1'b0}}, 1'b1};
      else if (|sweep_q && !wanted) row_q <= row_q + EACH[ROW_W-1:0];
    end

  assign sweep_o = sweep_q;
  assign clear_o = clear;
  assign row_o   = row_q;
endmodule
`default_nettype wire
