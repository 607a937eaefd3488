# SPDX-License-Identifier: Apache-2.0
# What cmake --install puts where: libraries, headers (include/warpsync), the CMake package and the file of pkg-config. All of it
# can be moved as a whole: no file holds the prefix.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/warpsync)

install(TARGETS ${libraries} EXPORT warpsyncTargets)
foreach(header ${headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/warpsync/${folder})
endforeach()

install(EXPORT warpsyncTargets NAMESPACE warpsync:: DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/warpsyncConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES package/warpsyncConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/warpsyncConfigVersion.cmake DESTINATION ${package})

file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(package/warpsync.pc.in warpsync.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/warpsync.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
