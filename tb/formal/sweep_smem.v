// SPDX-License-Identifier: Apache-2.0
// In place of ws_smem, for proofs in which it does not matter what shared memory holds: it has time when it likes, its windows
// have two rows, which ws_smem_sweep clears, and a copy that was written two clocks ago may have met an object. It says anything else.
`default_nettype none
`include "smem_ports.vh"
  reg read_q, answer_q;
  reg [META_W-1:0] read_meta_q, answer_meta_q;
  wire [SLOTS-1:0] sweep;
  wire clear, raw_any, quiet_any;
  assign raw_any = $anyseq;
  assign quiet_any = $anyseq;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      {read_q, answer_q} <= 2'd0;
    end else begin
      {read_q, answer_q} <= {copy_valid_i && copy_ready_o, read_q};
    end
    read_meta_q <= copy_meta_i;
    answer_meta_q <= read_meta_q;
  end
  ws_smem_sweep #(.ROWS(2 * SLOTS), .SLOTS(SLOTS)) sweeper (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start_i), .idle_i(idle_i), .free_i(!copy_ready_o), .busy_i(busy_i),
      .sweep_o(sweep), .clear_o(clear), .row_o());
  assign sweep_o = sweep;
  assign copy_raw_o = answer_q && raw_any;
  assign copy_raw_meta_o = answer_meta_q;
  assign quiet_o = sweep == {SLOTS{1'b0}} && !read_q && !answer_q && quiet_any;

  assign word_o = $anyseq;
  assign vld_o = $anyseq;
  assign seen_o = $anyseq;
  assign held_o = $anyseq;
  assign at_go_o = $anyseq;
  assign at_rdata_o = $anyseq;
  assign at_raw_o = $anyseq;
  assign copy_ready_o = $anyseq;
  assign ls_ready_o = $anyseq;
  assign ls_rsp_valid_o = $anyseq;
  assign ls_rsp_en_o = $anyseq;
  assign ls_rsp_raw_o = $anyseq;
  assign ls_rsp_rdata_o = $anyseq;
endmodule
`default_nettype wire
