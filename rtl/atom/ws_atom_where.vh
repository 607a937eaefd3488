// SPDX-License-Identifier: Apache-2.0
// Where ALUs stand, for inclusion inside a module with localparam D = G - 1: in which half, and where there, in the order of ws_atom_fan's steps.
function half_of(input [G-1:0] alu);
  half_of = alu[G-1] ^ alu[0];
endfunction

function [D-1:0] place_of(input [G-1:0] alu);
  integer k;
  begin
    place_of = alu[G-1:1];
    for (k = 1; k < D - 1; k = k + 1) place_of[k] = alu[k+1] ^ alu[k+2];
  end
endfunction
