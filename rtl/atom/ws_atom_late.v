// SPDX-License-Identifier: Apache-2.0
// What holds back who goes in the next clock, if a lane goes now and if none does. late_o: the next lane of sums has to wait: it meets a word that
// is under way, or has met one and some are. What is under way is compared where a lane goes, or the next one is named (first_i); else the answer
// stays until nothing is. Of 64 bits both words count, so the lowest bit of a word does not. busy_o: a sum is under way, for which others wait.
// Pure; whether a lane goes is known late, so the caller chooses, and the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_late #(
    parameter N = 11  // lanes of sums: the one whose turn it is, those in P1, P2, P3, those beside memory
) (
    input  wire            first_i,
    input  wire            late_i,
    input  wire            use_i,        // the next lane uses memory
    input  wire            wide_i,       // ... has 64 bits; as those of the lane whose turn it is are
    input  wire [    11:0] word_i,       // ... its word, the lower one of two
    input  wire [   N-1:0] ones_i,       // uses memory
    input  wire [   N-1:0] ones_wide_i,
    input  wire [N*12-1:0] ones_word_i,
    input  wire            float_i,      // what goes is a sum
    input  wire            stays_i,      // a sum is under way, and will be in the next clock
    output wire [     1:0] late_o,       // if a lane goes; if not
    output wire [     1:0] busy_o
);
  reg [N-1:0] meets;
  integer k;

  always @(*)
    for (k = 0; k < N; k = k + 1)
      meets[k] = ones_i[k] && ones_word_i[k*12+1+:11] == word_i[11:1] && (ones_word_i[k*12] == word_i[0] || ones_wide_i[k] || wide_i);
  wire under_way = use_i && |meets[N-1:1];
  assign late_o = {under_way || (use_i && meets[0]), first_i ? under_way : late_i && |ones_i[N-1:1]};
  wire busy = stays_i || ones_i[3];
  assign busy_o = {busy || float_i, busy};
endmodule
`default_nettype wire
