// SPDX-License-Identifier: Apache-2.0
// The flaws of ws_mbar_next put together for ws_mbar_many, one LUT each. Pure.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_wrong (
    input  wire       known_i,         // there is one
    input  wire       inc_i,           // P is raised,
    input  wire       p_none_i,        // is 0,
    input  wire       p_fits_i,        // does not pass 2^20,
    input  wire       p_full_i,        // is 2^20 then
    input  wire       p_ends_i,        // P is 0 or below then,
    input  wire       p_zero_i,        // 0
    input  wire       x_ends_i,        // X is
    input  wire       x_zero_i,
    input  wire       t_minus_i,       // T is negative then,
    input  wire       t_zero_i,        // -2^20, or is 0 then
    input  wire       nc_i,            // the phase must not be complete
    input  wire       idle_i,          // ... and is over already
    input  wire       passes_i,        // T changes its sign
    output wire [3:0] flaws_o,         // any of these is one
    output wire       passes_zero_o    // T passes 0 while nothing is pending
);
  assign flaws_o[0] = known_i || (t_minus_i && t_zero_i);
  assign flaws_o[1] = inc_i && !p_none_i && (!p_fits_i || p_full_i);
  assign flaws_o[2] = (p_ends_i && !p_zero_i) || (x_ends_i && !x_zero_i);
  assign flaws_o[3] = nc_i && p_zero_i && t_zero_i && !idle_i;
  assign passes_zero_o = passes_i && p_none_i && !idle_i && !t_zero_i;
endmodule
`default_nettype wire
