/* Whether the library is there: bytes that are no model are refused as such, by both runtimes. */
#include "ifc2f.h"
#include "ifc2f_integer.h"

int main(void)
{
    static const uint8_t bytes[64] = {1, 2, 3, 4};
    ifc2f_model model;
    ifc2f_int_model integer;
    return ifc2f_open(&model, bytes, sizeof bytes) == IFC2F_ERR_NOT_A_MODEL &&
                   ifc2f_int_open(&integer, bytes, sizeof bytes) == IFC2F_ERR_NOT_A_MODEL
               ? 0
               : 1;
}
