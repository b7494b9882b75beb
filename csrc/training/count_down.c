/*
 * Counting rows down a policy graph (ifc2f_grow.h): what its nodes say is then known from more rows than it was grown on.
 */
#include "../base/arithmetic.h"

#include "ifc2f_grow.h"
#include "nodes.h"

void ifc2f_count_down(const ifc2f_rows *rows, const ifc2f_node *nodes, int64_t *counts)
{
    const size_t L = rows->n_classes;
    for (size_t r = 0; r < rows->n_rows; ++r) {
        const uint8_t *codes = rows->codes + r * rows->n_columns;
        size_t i = 0;
        ++counts[rows->labels[r]];
        while (nodes[i].feature >= 0) {
            i = (size_t)child_of(rows, &nodes[i], codes[nodes[i].feature]);
            ++counts[i * L + rows->labels[r]];
        }
    }
}
