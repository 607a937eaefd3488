# SPDX-License-Identifier: Apache-2.0
# find_package(warpsync): targets warpsync::warpsync (static) and, if it was built, warpsync::warpsync_shared.
include(${CMAKE_CURRENT_LIST_DIR}/warpsyncTargets.cmake)
