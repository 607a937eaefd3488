// SPDX-License-Identifier: Apache-2.0
// In place of ws_smem, for proofs in which it does not matter what shared memory holds: it has time when it likes, a sweep ends in
// any clock in which it may clear, and a copy that was written two clocks ago may have met an object. It says anything else. So what
// is proved holds with the real memory too.
`default_nettype none
`include "smem_ports.vh"
  reg [SLOTS-1:0] sweep_q;
  reg read_q, answer_q;
  reg [META_W-1:0] read_meta_q, answer_meta_q;
  wire [SLOTS-1:0] end_any;
  wire raw_any, quiet_any;
  assign end_any = $anyseq;
  assign raw_any = $anyseq;
  assign quiet_any = $anyseq;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      sweep_q <= {SLOTS{1'b1}};
      {read_q, answer_q} <= 2'd0;
    end else begin
      sweep_q <= (sweep_q & ~(still_i ? end_any : {SLOTS{1'b0}})) | start_i;
      {read_q, answer_q} <= {copy_valid_i && copy_ready_o, read_q};
    end
    read_meta_q <= copy_meta_i;
    answer_meta_q <= read_meta_q;
  end
  assign sweep_o = sweep_q;
  assign copy_raw_o = answer_q && raw_any;
  assign copy_raw_meta_o = answer_meta_q;
  assign quiet_o = sweep_q == {SLOTS{1'b0}} && !read_q && !answer_q && quiet_any;

  assign word_o = $anyseq;
  assign vld_o = $anyseq;
  assign seen_o = $anyseq;
  assign held_o = $anyseq;
  assign copy_ready_o = $anyseq;
  assign ls_ready_o = $anyseq;
  assign ls_rsp_valid_o = $anyseq;
  assign ls_rsp_en_o = $anyseq;
  assign ls_rsp_raw_o = $anyseq;
  assign ls_rsp_rdata_o = $anyseq;
endmodule
`default_nettype wire
