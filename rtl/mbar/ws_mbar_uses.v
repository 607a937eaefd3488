// SPDX-License-Identifier: Apache-2.0
// When the pipe of mbarrier jobs uses memory: the job in `job` reads its object, what the one in `raw` has read is kept. Pure. Mapped by itself: all banks
// hang on it, and the rest of the pipe must not come between.
`default_nettype none
(* keep_hierarchy *)
module ws_mbar_uses (
    input  wire go_i,         // they move on
    input  wire job_valid_i,
    input  wire job_pass_i,   // it touches no memory
    input  wire raw_valid_i,
    input  wire raw_pass_i,
    output wire read_o,
    output wire keep_o
);
  assign read_o = go_i && job_valid_i && !job_pass_i;
  assign keep_o = go_i && raw_valid_i && !raw_pass_i;
endmodule
`default_nettype wire
