# SPDX-License-Identifier: Apache-2.0
# The version stands once, in ws.h. ws_version: its numbers alone (0.4.0 of "0.4.0-dev"), as CMake takes them.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/ws.h ws_version REGEX "^#define WS_VERSION ")
string(REGEX REPLACE "^[^\"]*\"([0-9.]+).*" "\\1" ws_version "${ws_version}")
