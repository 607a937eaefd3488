// SPDX-License-Identifier: Apache-2.0
// Turns at shared memory with atomics. What stands in memory does not matter (free_bank.v, of which nothing is looked at).
//   KIND 0: while atomics have memory, at least from a read until its write, nobody else uses it: no job is in the pipe, no copy and no
//           access goes, no row is cleared. So each is atomic against all others, and against itself as far as ws_atom orders lanes at one
//           word; and ws_smem_banks.v may give rows and words of atomics to all banks as long
//   KIND 1: nobody waits for ever: a job that wants to enter, a copy, atomics, each fewer clocks than its LATE
// The pipe is one as in smem_wait_props.v; atomics go when they like in the clock after one in which at_go_o is 1 and they want to, use memory then,
// and what has gone uses it for 4 clocks more.
`default_nettype none
module smem_turn #(
    parameter KIND      = 0,
    parameter LATE_JOB  = 30,  // where no copy and no access stands
    parameter LATE_COPY = 60,
    parameter LATE_ATOM = 60
) (
    input  wire        clk_i, rst_ni, want_job, done, want_copy, want_ls, ls_writes, want_atom, go_atom,
    input  wire [ 1:0] start,
    input  wire [11:0] at,
    input  wire [31:0] ls_en,
    output wire        bad,
    output wire [ 4:0] reached
);
  wire on, held, copy_ready, ls_ready, copy, ls, writes, at_go, clear;
  wire own;  // atomics have memory; aig.sh connects it to the register
  wire [1:0] sweep;
  wire [11:0] copy_at;
  wire [31:0] en;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // Jobs: one that wants to enter stays until it may.
  reg wait_q, job_q, raw_q, got_q, spare_q, sum_q, put_q, back_q, long_q;
  wire stands = on && (want_job || wait_q);
  wire leaves = put_q && (done || long_q);
  wire put_free = !put_q || leaves, sum_free = !sum_q || put_free;
  wire enters = stands && !spare_q && !held;
  always @(posedge clk_i)
    if (!rst_ni) {wait_q, job_q, raw_q, got_q, spare_q, sum_q, put_q, back_q, long_q} <= 0;
    else begin
      wait_q <= stands && !enters;
      {back_q, long_q} <= {leaves, put_q && !leaves};
      if (put_free) put_q <= sum_q;
      if (sum_free) sum_q <= spare_q || got_q;
      spare_q <= !sum_free && (spare_q || got_q);
      if (!spare_q) {job_q, raw_q, got_q} <= {enters, job_q, raw_q};
    end
  wire idle = {job_q, raw_q, got_q, spare_q, sum_q, put_q, back_q} == 0;

  // Atomics: those that want stay until one goes.
  reg more_q, may_q;
  reg [3:0] under_q;  // read and not written
  wire more = on && (want_atom || more_q);
  wire goes = on && more_q && may_q && (go_atom || KIND == 1);
  wire uses = |under_q || (on && more_q && may_q);
  always @(posedge clk_i)
    if (!rst_ni) {more_q, may_q, under_q} <= 0;
    else begin
      may_q <= at_go;
      more_q <= more && !goes;
      under_q <= {under_q[2:0], goes};
    end

  port_in #(.W(12)) c (.clk_i(clk_i), .on_i(on), .want_i(want_copy && on), .any_i(at), .valid_o(copy), .ready_i(copy_ready),
                       .payload_o(copy_at), .waited_o());
  port_in #(.W(33)) l (.clk_i(clk_i), .on_i(on), .want_i(want_ls && on), .any_i({ls_en, ls_writes}), .valid_o(ls), .ready_i(ls_ready),
                       .payload_o({en, writes}), .waited_o());
  ws_smem #(.META_W(1), .SLOTS(2), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .idle_i(idle), .busy_i(2'd0), .sweep_o(sweep), .read_i(1'b0),
      .read_slot_i(11'd0), .keep_i(1'b0), .pair_i(16'd0), .word_o(), .vld_o(), .seen_o(), .write_i(1'b0), .write_slot_i(11'd0), .write_word_i(64'd0),
      .write_vld_i(1'b0), .write_seen_i(1'b0), .held_o(held), .wait_i(stands), .at_want_i(more || uses),
      .at_uses_i(uses), .at_go_o(at_go), .at_read_i(32'd0), .at_read_row_i(224'd0), .at_rdata_o(), .at_raw_o(), .at_be_i(128'd0),
      .at_write_row_i(224'd0), .at_wdata_i(1024'd0), .copy_valid_i(copy), .copy_ready_o(copy_ready), .copy_addr_i({copy_at, 2'd0}),
      .copy_bytes_i(5'd4), .copy_data_i(128'd0), .copy_meta_i(1'b0), .copy_raw_o(), .copy_raw_meta_o(), .ls_valid_i(ls),
      .ls_ready_o(ls_ready), .ls_en_i(en), .ls_row_i(224'd0), .ls_be_i({128{writes}}), .ls_wdata_i(1024'd0), .ls_rsp_valid_o(),
      .ls_rsp_en_o(), .ls_rsp_raw_o(), .ls_rsp_rdata_o(), .quiet_o());

  wire mixed = (uses || own) && (!idle || (copy && copy_ready) || (ls && ls_ready) || clear);

  reg [6:0] job_late_q, copy_late_q, atom_late_q;
  always @(posedge clk_i) begin
    job_late_q <= on && stands && !enters && !copy && !ls ? job_late_q + (job_late_q != LATE_JOB) : 0;
    copy_late_q <= on && copy && !copy_ready ? copy_late_q + (copy_late_q != LATE_COPY) : 0;
    atom_late_q <= on && more && !goes ? atom_late_q + (atom_late_q != LATE_ATOM) : 0;
  end
  wire late = job_late_q == LATE_JOB || copy_late_q == LATE_COPY || atom_late_q == LATE_ATOM;
  assign bad = on && (KIND == 0 ? mixed : late);
  assign reached = {5{on}} & {uses && copy && stands, uses && sweep != 0, goes && uses && job_late_q > 3, copy && copy_ready && more,
                              enters && more};
endmodule
`default_nettype wire
