// SPDX-License-Identifier: Apache-2.0
// Shared memory: who has to wait does not wait for ever. What stands in memory does not matter (free_bank.v, of which nothing is
// looked at).
`default_nettype none

// A copy and a plain access beside a pipe of jobs as ws_mbar_pipe.v is one: six stages, of which one takes what `sum` cannot, and a write behind
// them; the last job leaves within two clocks; none enters while held_o.
module smem_wait #(
    parameter LATE_COPY = 34,  // clocks that a copy waits, fewer than these
    parameter LATE_LS   = 16    // that an access waits in a row without a copy and without a sweep
) (
    input  wire        clk_i, rst_ni, want_job, done, want_copy, want_ls, ls_writes,
    input  wire [ 1:0] start,
    input  wire [11:0] at,
    input  wire [31:0] ls_en,
    output wire        bad,
    output wire [ 4:0] reached
);
  wire on, held, copy_ready, ls_ready, copy, ls, writes, quiet;
  wire [1:0] sweep;
  wire [11:0] copy_at;
  wire [31:0] en;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  reg job_q, raw_q, got_q, spare_q, sum_q, put_q, back_q, long_q;
  wire leaves = put_q && (done || long_q);
  wire put_free = !put_q || leaves, sum_free = !sum_q || put_free;
  wire enters = on && want_job && !spare_q && !held;
  always @(posedge clk_i)
    if (!rst_ni) {job_q, raw_q, got_q, spare_q, sum_q, put_q, back_q, long_q} <= 0;
    else begin
      {back_q, long_q} <= {leaves, put_q && !leaves};
      if (put_free) put_q <= sum_q;
      if (sum_free) sum_q <= spare_q || got_q;
      spare_q <= !sum_free && (spare_q || got_q);
      if (!spare_q) {job_q, raw_q, got_q} <= {enters, job_q, raw_q};
    end
  wire idle = {job_q, raw_q, got_q, spare_q, sum_q, put_q, back_q} == 0;

  port_in #(.W(12)) c (.clk_i(clk_i), .on_i(on), .want_i(want_copy && on), .any_i(at), .valid_o(copy), .ready_i(copy_ready),
                       .payload_o(copy_at), .waited_o());
  port_in #(.W(33)) l (.clk_i(clk_i), .on_i(on), .want_i(want_ls && on), .any_i({ls_en, ls_writes}), .valid_o(ls), .ready_i(ls_ready),
                       .payload_o({en, writes}), .waited_o());
  ws_smem #(.META_W(1), .SLOTS(2), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .idle_i(idle), .busy_i(2'd0), .sweep_o(sweep), .read_i(1'b0),
      .read_slot_i(11'd0), .keep_i(1'b0), .pair_i(16'd0), .word_o(), .vld_o(), .seen_o(), .write_i(1'b0), .write_slot_i(11'd0), .write_word_i(64'd0),
      .write_vld_i(1'b0), .write_seen_i(1'b0), .held_o(held), .wait_i(enters), .at_want_i(1'b0), .at_uses_i(1'b0), .at_go_o(), .at_read_i(32'd0),
      .at_read_row_i(224'd0), .at_rdata_o(), .at_raw_o(), .at_be_i(128'd0), .at_write_row_i(224'd0), .at_wdata_i(1024'd0), .copy_valid_i(copy), .copy_ready_o(copy_ready),
      .copy_addr_i({copy_at, 2'd0}), .copy_bytes_i(5'd4), .copy_data_i(128'd0), .copy_meta_i(1'b0), .copy_raw_o(), .copy_raw_meta_o(),
      .ls_valid_i(ls), .ls_ready_o(ls_ready), .ls_en_i(en), .ls_row_i(224'd0), .ls_be_i({128{writes}}), .ls_wdata_i(1024'd0),
      .ls_rsp_valid_o(), .ls_rsp_en_o(), .ls_rsp_raw_o(), .ls_rsp_rdata_o(), .quiet_o(quiet));

  reg [6:0] copy_late_q, ls_late_q;
  always @(posedge clk_i) begin
    copy_late_q <= on && copy && !copy_ready ? copy_late_q + (copy_late_q != LATE_COPY) : 0;
    ls_late_q <= on && ls && !ls_ready && !copy && sweep == 0 ? ls_late_q + (ls_late_q != LATE_LS) : 0;
  end
  assign bad = on && (copy_late_q == LATE_COPY || ls_late_q == LATE_LS);
  assign reached = {5{on}} & {
    copy && copy_ready && ls, spare_q && held && job_q && sum_q && put_q, copy && held && !copy_ready && spare_q,
    copy_late_q == LATE_COPY - 1 && copy_ready, ls_late_q == LATE_LS - 1 && ls_ready
  };
endmodule

// A sweep ends once 136 clocks have gone by in which memory was still and no window began, from any state whatever.
module smem_sweep (
    input  wire       clk_i, rst_ni, still,
    input  wire [7:0] start,
    output wire       bad,
    output wire [1:0] reached
);
  wire [7:0] sweep;
  wire held;
  reg [7:0] calm;
  ws_smem #(.META_W(1), .SLOTS(8), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .idle_i(still), .busy_i(8'd0), .sweep_o(sweep), .read_i(1'b0),
      .read_slot_i(11'd0), .keep_i(1'b0), .pair_i(16'd0), .word_o(), .vld_o(), .seen_o(), .write_i(1'b0), .write_slot_i(11'd0), .write_word_i(64'd0),
      .write_vld_i(1'b0), .write_seen_i(1'b0), .held_o(held), .wait_i(1'b0), .at_want_i(1'b0), .at_uses_i(1'b0), .at_go_o(), .at_read_i(32'd0),
      .at_read_row_i(224'd0), .at_rdata_o(), .at_raw_o(), .at_be_i(128'd0), .at_write_row_i(224'd0), .at_wdata_i(1024'd0), .copy_valid_i(1'b0), .copy_ready_o(),
      .copy_addr_i(14'd0), .copy_bytes_i(5'd4), .copy_data_i(128'd0), .copy_meta_i(1'b0), .copy_raw_o(), .copy_raw_meta_o(),
      .ls_valid_i(1'b0), .ls_ready_o(), .ls_en_i(32'd0), .ls_row_i(224'd0), .ls_be_i(128'd0), .ls_wdata_i(1024'd0),
      .ls_rsp_valid_o(), .ls_rsp_en_o(), .ls_rsp_raw_o(), .ls_rsp_rdata_o(), .quiet_o());
  always @(posedge clk_i) calm <= !rst_ni || !still || start != 0 ? 0 : calm == 136 ? 136 : calm + 1;
  assign bad = calm == 136 && sweep != 0;
  assign reached = {calm == 127 && sweep != 0, calm == 100 && sweep == 0};
endmodule
`default_nettype wire
