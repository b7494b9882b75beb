/* The cells of a dense column, whatever it is stored in. */
#ifndef IFC2F_TRAINING_DENSE_CELLS_H
#define IFC2F_TRAINING_DENSE_CELLS_H

#include "ifc2f_count.h"

/* A column of a matrix, or one by itself. */
static inline ifc2f_cells dense_column(const ifc2f_columns *columns, size_t c)
{
    if (columns->apart != NULL) {
        return columns->apart[c];
    }
    const ifc2f_cells column = {columns->values + c, NULL, (ptrdiff_t)columns->n_columns, IFC2F_CELL_FLOAT};
    return column;
}

static inline float cell_of(const ifc2f_cells *column, size_t row)
{
    const ptrdiff_t at = (ptrdiff_t)row * column->step;
    switch (column->kind) {
    case IFC2F_CELL_FLOAT:
        return ((const float *)column->cells)[at];
    case IFC2F_CELL_DOUBLE:
        return (float)((const double *)column->cells)[at];
    case IFC2F_CELL_INT32:
        return (float)((const int32_t *)column->cells)[at];
    case IFC2F_CELL_INT64:
        return (float)((const int64_t *)column->cells)[at];
    case IFC2F_CELL_PLACE8:
        return column->numbers[((const uint8_t *)column->cells)[at]];
    default:
        return column->numbers[((const uint16_t *)column->cells)[at]];
    }
}

#endif
