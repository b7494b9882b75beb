# A user module of MicroPython, for ports built with make: USER_C_MODULES names the folder above this one.
IFC2F_DIR := $(USERMOD_DIR)

SRC_USERMOD_C += $(IFC2F_DIR)/modifc2f.c
SRC_USERMOD_LIB_C += $(IFC2F_DIR)/src/ifc2f.c
CFLAGS_USERMOD += -I$(IFC2F_DIR)/src
