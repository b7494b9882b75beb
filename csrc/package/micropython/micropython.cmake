# A user module of MicroPython, for ports built with CMake: USER_C_MODULES names this file.
add_library(usermod_ifc2f INTERFACE)
target_sources(usermod_ifc2f INTERFACE ${CMAKE_CURRENT_LIST_DIR}/modifc2f.c ${CMAKE_CURRENT_LIST_DIR}/src/ifc2f.c)
target_include_directories(usermod_ifc2f INTERFACE ${CMAKE_CURRENT_LIST_DIR}/src)
target_link_libraries(usermod INTERFACE usermod_ifc2f)
