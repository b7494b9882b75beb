/* Counting kernels; see ifc2f_count.h. */
#include "ifc2f_count.h"
