/* Alpha-investing: features that come one by one, and a wealth that pays for tests. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include <math.h>
#include <string.h>

#include "ifc2f_count.h"
#include "sums.h"

/* row -= factor * other */
static void subtract_multiple(double *row, const double *other, double factor, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        row[i] -= factor * other[i];
    }
}

/* The part of the column outside the kept span, to `state->work`; its squares, or 0 if next to nothing is left.
 * Projected twice: once leaves a part inside of the order of the rounding errors. */
static double part_outside(const ifc2f_alpha_state *state, const double *column)
{
    const size_t n = state->n_rows;
    memcpy(state->work, column, n * sizeof *column);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t k = 0; k < state->n_kept; k++) {
            const double *direction = state->basis + k * n;
            subtract_multiple(state->work, direction, dot(state->work, direction, n), n);
        }
    }
    const double left = dot(state->work, state->work, n);
    return left > state->singular * dot(column, column, n) ? left : 0.0;
}

static void keep_part_outside(ifc2f_alpha_state *state, double squares)
{
    const size_t n = state->n_rows;
    const double length = sqrt(squares);
    double *direction = state->basis + state->n_kept * n;
    for (size_t i = 0; i < n; i++) {
        direction[i] = state->work[i] / length;
    }
    state->n_kept++;
    subtract_multiple(state->residual, direction, dot(state->residual, direction, n), n);
    state->error = dot(state->residual, state->residual, n);
}

void ifc2f_alpha_investing(ifc2f_alpha_state *state, const double *columns, size_t n_columns, uint8_t *kept)
{
    const size_t n = state->n_rows;
    for (size_t j = 0; j < n_columns; j++, state->position++) {
        const double squares = part_outside(state, columns + j * n);
        const int fits = squares > 0.0 && state->n_kept < state->max_kept;
        if (state->position < state->n_forced) {
            kept[j] = 1;
            if (fits) {
                keep_part_outside(state, squares);
            }
            continue;
        }
        const double level_bid = state->wealth / (2.0 * ((double)state->position + 1.0));
        kept[j] = 0;
        if (fits) {
            const double along = dot(state->work, state->residual, n);
            const double gain = along * along / squares;
            kept[j] = gain * (double)n > -2.0 * state->error * ifc2f_log(level_bid);
        }
        state->wealth -= level_bid;
        if (kept[j]) {
            state->wealth += state->payout;
            keep_part_outside(state, squares);
        }
    }
}
