// SPDX-License-Identifier: Apache-2.0
// Buttons and lights of each board: how they are wired. WS_BOARD_<name> says which board it is.
#ifndef WS_BOARD_LIGHTS_H
#define WS_BOARD_LIGHTS_H

#if WS_BOARD_icebreaker

const char *const LIGHT_NAMES[] = {"green", "red", "1:line", "2:works", "3:checked", "4:run", "5:pll"};
const unsigned LIGHTS = 7;
template <typename Top> void press(Top &top, bool down) { top.button_n_i = !down; }
template <typename Top> unsigned lights(const Top &top) { return !top.green_n_o | !top.red_n_o << 1 | top.led_o << 2; }

#else

const char *const LIGHT_NAMES[] = {"0:beat", "1:line", "2:works", "3:err", "4:frame", "5:checked", "6:run", "7:pll"};
const unsigned LIGHTS = 8;
#if WS_BOARD_ulx3s
template <typename Top> void press(Top &top, bool down) { top.button_i = down; }
#else
template <typename Top> void press(Top &, bool) {} // no button
#endif
template <typename Top> unsigned lights(const Top &top) { return top.led_o; }

#endif
#endif
