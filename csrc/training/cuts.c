/*
 * The cuts of a node that are worth trying (growing.h). A cut's gain is what it takes from the entropy of the class,
 * summed over the rows' weights. A column that is paid for once is cut again for nothing: what all these cuts gain
 * together is a measure of its own, and so is its gain at the price that it has once its group is paid for.
 */
#include "../base/arithmetic.h"

#include "growing.h"

#include <string.h>

#include "ifc2f_count.h"
#include "nodes.h"

enum {
    LOG_BITS = 8, /* of a number's fraction, that rough logarithms look up */
    N_LOGS = 1 << LOG_BITS
};

/* Where codes lo .. hi - 1 of a column are best cut: behind the first `at - lo`. */
typedef struct part {
    size_t lo;
    size_t hi;
    size_t at;
    double gain; /* 0: nowhere */
} part;

/* What a column's cuts gain among the rows that have a value: the best one, and all that are free once it is paid for. */
typedef struct gains {
    int32_t code;
    double one; /* 0: there is no cut */
    double all;
} gains;

size_t i2f_logs_length(void)
{
    return 2 * N_LOGS;
}

/* Writes, for the middle m of each interval of fractions of 1 to 2, 1 / m and log m. */
void i2f_fill_logs(double *logs)
{
    for (size_t i = 0; i < N_LOGS; ++i) {
        const double middle = 1.0 + ((double)i + 0.5) / N_LOGS;
        logs[2 * i] = 1.0 / middle;
        logs[2 * i + 1] = ifc2f_log(middle);
    }
}

/* x log x of x >= 0 with an error below 1e-11 x, less than ties allow; 0 at 0. */
static double n_log_n(const double *logs, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const double *entry = logs + 2 * ((bits >> (52 - LOG_BITS)) & (N_LOGS - 1));
    const double exponent = (double)((int32_t)(bits >> 52) - 1023);
    const uint64_t fraction_bits = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u;
    double fraction;
    memcpy(&fraction, &fraction_bits, sizeof fraction);
    const double r = fraction * entry[0] - 1.0; /* at most 2^-9 */
    return x * (exponent * 0.69314718055994530942 + (entry[1] + r * (1.0 - r * (0.5 - r * (1.0 / 3.0)))));
}

double i2f_entropy(const double *logs, const double *sums, size_t n_classes)
{
    double total = 0.0;
    double parts = 0.0;
    for (size_t c = 0; c < n_classes; ++c) {
        total += sums[c];
        parts += n_log_n(logs, sums[c]);
    }
    return n_log_n(logs, total) - parts;
}

/* ---- Histograms --------------------------------------------------------------------------------------------- */

void i2f_read_target(const ifc2f_rows *rows, size_t r, double w, double *target)
{
    const size_t L = rows->n_classes;
    const float *guess = rows->guesses + r * L;
    const float share = rows->label_share;
    if (r >= rows->n_training) {
        for (size_t c = 0; c < L; ++c) {
            target[c] = w * (double)guess[c];
        }
        return;
    }
    for (size_t c = 0; c < L; ++c) {
        const float label = rows->labels[r] == c ? share : 0.0f;
        const float rest = (1.0f - share) * guess[c];
        target[c] = w * (double)(label + rest);
    }
}

/* Add up targets and weights of the rows of a node by code, for n columns in one pass. L is the number of classes, given
 * apart so that a compiler may know it. */
static inline void fill_for(grower *g, size_t lo, size_t hi, double drawn, const int32_t *columns, size_t n, size_t L)
{
    uint32_t n_values[AT_ONCE] = {0};
    for (size_t b = 0; b < n; ++b) {
        n_values[b] = (uint32_t)g->rows->n_values[columns[b]];
    }
    memset(g->present, 0, n * sizeof *g->present);
    for (size_t i = lo; i < hi; ++i) {
        const size_t r = (size_t)g->order[i];
        const uint8_t *codes = g->rows->codes + r * g->rows->n_columns;
        const double *target = g->target;
        const double w = weight_of(g, r, drawn);
        i2f_read_target(g->rows, r, w, g->target);
        const double first = target[0];
        for (size_t b = 0; b < n; ++b) {
            const uint32_t code = codes[columns[b]];
            const uint32_t at = code < n_values[b] ? code : MISSING;
            double *cell = g->histogram + (b * CELLS + at) * (L + 1);
            cell[0] += first;
            for (size_t c = 1; c < L; ++c) {
                cell[c] += target[c];
            }
            cell[L] += w;
            add_cell(&g->present[b], at);
        }
    }
}

static void fill_histograms(grower *g, size_t lo, size_t hi, double drawn, const int32_t *columns, size_t n)
{
    if (g->rows->n_classes == 2) {
        fill_for(g, lo, hi, drawn, columns, n, 2);
    } else {
        fill_for(g, lo, hi, drawn, columns, n, g->rows->n_classes);
    }
}

static void clear_histograms(grower *g, size_t n)
{
    const size_t stride = g->rows->n_classes + 1;
    for (size_t b = 0; b < n; ++b) {
        uint8_t cells[CELLS];
        const uint32_t n_cells = list_cells(&g->present[b], cells);
        for (uint32_t i = 0; i < n_cells; ++i) {
            memset(g->histogram + (b * CELLS + cells[i]) * stride, 0, stride * sizeof *g->histogram);
        }
    }
}

/* Of a column's cells, keep the codes that have weight; returns their number. */
static size_t keep_codes(const double *histogram, size_t stride, uint8_t *cells, size_t n_cells)
{
    size_t n = 0;
    for (size_t i = 0; i < n_cells; ++i) {
        cells[n] = cells[i];
        n += cells[i] != MISSING && histogram[cells[i] * stride + stride - 1] > 0.0;
    }
    return n;
}

/* ---- What cuts gain ----------------------------------------------------------------------------------------- */

/* Entropy of the two sides of a cut together; *low is the weight of one. The sums of a side are differences of sums that
 * only grow. */
static inline double entropy_of_sides(const double *logs, const double *from, const double *at, const double *to, size_t L)
{
    double low = 0.0;
    double high = 0.0;
    double parts = 0.0;
    for (size_t c = 0; c < L; ++c) {
        const double l = at[c] - from[c];
        const double h = to[c] - at[c];
        low += l;
        high += h;
        parts += n_log_n(logs, l) + n_log_n(logs, h);
    }
    return n_log_n(logs, low) + n_log_n(logs, high) - parts;
}

/* The best cut among codes lo .. hi - 1, by sums over the first codes. */
static part best_part(const grower *g, size_t lo, size_t hi)
{
    const size_t L = g->rows->n_classes;
    const double *from = g->prefix + lo * (L + 1);
    const double *to = g->prefix + hi * (L + 1);
    const double total = to[L] - from[L];
    part found = {lo, hi, 0, 0.0};
    if (total < 2.0 * g->growth->min_rows) {
        return found;
    }
    for (size_t c = 0; c < L; ++c) {
        g->left[c] = to[c] - from[c];
    }
    const double before = i2f_entropy(g->logs, g->left, L);
    for (size_t i = lo + 1; i < hi; ++i) {
        const double *at = g->prefix + i * (L + 1);
        const double low = at[L] - from[L];
        if (low < g->growth->min_rows) {
            continue;
        }
        if (total - low < g->growth->min_rows || !(total - low > 1e-9 * total)) {
            break;
        }
        const double after = L == 2 ? entropy_of_sides(g->logs, from, at, to, 2) : entropy_of_sides(g->logs, from, at, to, L);
        if (before - after > found.gain + LEAST_GAIN * total) {
            found.gain = before - after;
            found.at = i;
        }
    }
    return found;
}

/* Gains of cuts between n codes, listed ascending: the best one, and of up to N_FREE_PARTS intervals, cut one after the
 * other where that gains most. Each cut behind the first is charged what chance gains: half a nat per free number. */
static void gain_of_intervals(const grower *g, const uint8_t *codes, size_t n, int is_one, gains *found)
{
    const double chance = 0.5 * (double)(g->rows->n_classes - 1);
    part parts[N_FREE_PARTS];
    parts[0] = best_part(g, 0, n);
    found->one = parts[0].gain;
    found->all = parts[0].gain;
    if (!(parts[0].gain > 0.0)) {
        return;
    }
    const size_t before = parts[0].at - 1;
    found->code = codes[before] + (codes[before + 1] - 1 - codes[before]) / 2; /* amid codes without rows */
    double gain = 0.0;
    for (size_t n_parts = 1; n_parts < N_FREE_PARTS && !is_one; ++n_parts) {
        size_t p = 0;
        for (size_t q = 1; q < n_parts; ++q) {
            p = parts[q].gain > parts[p].gain ? q : p;
        }
        const part old = parts[p];
        gain += old.gain - (n_parts > 1 ? chance : 0.0);
        if (n_parts > 1 && !(old.gain > chance)) {
            break;
        }
        found->all = gain;
        parts[p] = best_part(g, old.lo, old.at);
        parts[n_parts] = best_part(g, old.at, old.hi);
    }
}

/* The same of n categories: the best one set apart, and all that have rows enough set apart. */
static void gain_of_categories(const grower *g, const double *histogram, const uint8_t *codes, size_t n, gains *found)
{
    const size_t L = g->rows->n_classes;
    const double *all = g->prefix + n * (L + 1);
    const double before = i2f_entropy(g->logs, all, L);
    double after = 0.0;
    double n_parts = 0.0;
    memset(g->left, 0, L * sizeof *g->left);
    for (size_t i = 0; i < n; ++i) {
        const double *cell = histogram + codes[i] * (L + 1);
        const double outside = all[L] - cell[L];
        if (cell[L] < g->growth->min_rows) {
            for (size_t c = 0; c < L; ++c) {
                g->left[c] += cell[c]; /* too few to be told apart */
            }
            continue;
        }
        after += i2f_entropy(g->logs, cell, L);
        n_parts += 1.0;
        if (outside < g->growth->min_rows || !(outside > 1e-9 * all[L])) {
            continue;
        }
        for (size_t c = 0; c < L; ++c) {
            g->right[c] = all[c] > cell[c] ? all[c] - cell[c] : 0.0;
        }
        const double gain = before - i2f_entropy(g->logs, cell, L) - i2f_entropy(g->logs, g->right, L);
        if (gain > found->one + LEAST_GAIN * all[L]) {
            found->one = gain;
            found->code = codes[i];
        }
    }
    after += i2f_entropy(g->logs, g->left, L);
    found->all = before - after - 0.5 * (double)(L - 1) * (n_parts - 2.0);
}

/* Add up a column's histogram over its codes, for `prefix`; lists those that have rows and returns their number. */
static size_t add_up(grower *g, const double *histogram, const cell_set *present, uint8_t *codes)
{
    const size_t stride = g->rows->n_classes + 1;
    const size_t n = keep_codes(histogram, stride, codes, list_cells(present, codes));
    memset(g->prefix, 0, stride * sizeof *g->prefix);
    for (size_t i = 0; i < n; ++i) {
        const double *cell = histogram + codes[i] * stride;
        for (size_t c = 0; c < stride; ++c) {
            g->prefix[(i + 1) * stride + c] = g->prefix[i * stride + c] + cell[c];
        }
    }
    return n;
}

/* ---- What is worth trying ----------------------------------------------------------------------------------- */

/* Put a cut among the n best if it belongs there; ties are for the earlier one. */
static void offer(cut *best, size_t n, int32_t column, int32_t code, double score, double price, double least)
{
    size_t i = n;
    while (i > 0 && (best[i - 1].column < 0 || score > best[i - 1].score + least)) {
        --i;
    }
    if (i < n) {
        const cut offered = {column, code, score, price};
        memmove(best + i + 1, best + i, (n - 1 - i) * sizeof *best);
        best[i] = offered;
    }
}

/* Offer a column's best cut by each measure: its gain for its price; the gain of all its free cuts; its gain for the
 * price that it has later. The column's histogram is the b-th. */
static void offer_column(grower *g, size_t b, const cut *column, double later, double impurity, double worth, int is_one,
                         cut *cuts)
{
    const size_t L = g->rows->n_classes;
    const double *histogram = g->histogram + b * CELLS * (L + 1);
    const double *missing = histogram + (size_t)MISSING * (L + 1);
    uint8_t codes[CELLS];
    const size_t n = add_up(g, histogram, &g->present[b], codes);
    const double *all = g->prefix + n * (L + 1);
    gains found = {0, 0.0, 0.0};
    if (n < 2 || column->price * all[L] >= worth * (all[L] + missing[L])) {
        return;
    }
    if (g->rows->categorical[column->column]) {
        gain_of_categories(g, histogram, codes, n, &found);
    } else {
        gain_of_intervals(g, codes, n, is_one || !(column->price > 0.0), &found);
    }
    const double thrift = g->growth->thrift;
    const double least = LEAST_GAIN * all[L];
    const double told = impurity - i2f_entropy(g->logs, all, L) - i2f_entropy(g->logs, missing, L); /* by its absence */
    const double score = (told + found.one) / (1.0 + thrift * column->price);
    if (!(found.one > 0.0) || !(score > least)) {
        return;
    }
    offer(cuts, is_one ? 1 : N_BEST, column->column, found.code, score, column->price, least);
    if (is_one) {
        return;
    }
    if (column->price > 0.0) {
        const double of_all = (told + found.all) / (1.0 + thrift * column->price);
        offer(cuts + N_BEST, 1, column->column, found.code, of_all, column->price, least);
    }
    if (later < column->price) {
        const double then = (told + found.one) / (1.0 + thrift * later);
        offer(cuts + N_BEST + 1, 1, column->column, found.code, then, column->price, least);
    }
}

/* Close the gaps in a list of cuts, and leave out columns that it has already. */
static void close_gaps(cut *cuts)
{
    size_t n = 0;
    for (size_t i = 0; i < N_CUTS; ++i) {
        int is_new = cuts[i].column >= 0;
        for (size_t j = 0; j < n; ++j) {
            is_new &= cuts[j].column != cuts[i].column;
        }
        if (is_new) {
            cuts[n++] = cuts[i];
        }
    }
    for (; n < N_CUTS; ++n) {
        cuts[n].column = -1;
    }
}

void i2f_find_cuts(grower *g, size_t lo, size_t hi, double drawn, const double *sums, double worth, int is_one,
                   cut *cuts)
{
    const int32_t K = (int32_t)g->rows->n_columns;
    const double impurity = i2f_entropy(g->logs, sums, g->rows->n_classes);
    for (size_t i = 0; i < N_CUTS; ++i) {
        cuts[i].column = -1;
    }
    for (int32_t column = 0; column < K && !*g->growth->is_stopped;) {
        int32_t columns[AT_ONCE];
        cut priced[AT_ONCE];
        double later[AT_ONCE];
        size_t n = 0;
        for (; column < K && n < AT_ONCE; ++column) {
            const double price = i2f_price_of(g, column, &later[n]);
            columns[n] = column;
            priced[n].column = column;
            priced[n].price = price;
            n += i2f_fits_budget(g, price) && (price < worth || g->lacks[column]);
        }
        fill_histograms(g, lo, hi, drawn, columns, n);
        g->n_read += (double)(hi - lo) * (double)n;
        for (size_t b = 0; b < n; ++b) {
            offer_column(g, b, &priced[b], later[b], impurity, worth, is_one, cuts);
        }
        clear_histograms(g, n);
    }
    close_gaps(cuts);
}
