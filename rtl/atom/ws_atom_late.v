// SPDX-License-Identifier: Apache-2.0
// Whether the next lane of sums has to wait: it meets a word that is under way, or has met one and some are. Three answers: a lane goes now;
// none does, but the next one is named; neither. Pure; which one counts is known late, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_late (
    input  wire       use_i,    // the next lane uses memory
    input  wire       sum_i,    // its word is that of a sum under way
    input  wire       waits_i,  // some sum is
    input  wire [3:0] ones_i,   // lanes of sums in P3, P2, P1; the lane that goes uses memory
    input  wire [3:0] same_i,   // ... whose word is that of the next lane
    input  wire       late_i,
    output wire [2:0] late_o    // a lane goes; the next one is named alone; neither
);
  assign late_o[2] = use_i && (sum_i || |(ones_i & same_i));
  assign late_o[1] = use_i && (sum_i || |(ones_i[3:1] & same_i[3:1]));
  assign late_o[0] = late_i && (waits_i || |ones_i[3:1]);
endmodule
`default_nettype wire
