/* What lib.rs supposes of the objects that it keeps for the C library; a compiler that lays them out otherwise stops here. */
#include "ifc2f.h"

/* As lib.rs has them, in pointers. */
enum { MODEL_WORDS = 40, SESSION_WORDS = 8 };

typedef char model_fits[sizeof(ifc2f_model) <= MODEL_WORDS * sizeof(void *) ? 1 : -1];
typedef char session_fits[sizeof(ifc2f_session) <= SESSION_WORDS * sizeof(void *) ? 1 : -1];
