/*
 * Value functions of two classes. Looking is linear between the beliefs from which some answer leads to a
 * breakpoint of what comes after it; where it crosses deciding there is one more.
 */
#include "../base/arithmetic.h"

#include "ifc2f_certificate.h"

#include <string.h>

/* Of the largest cost: a breakpoint no further above the line through its neighbours lies on it. */
static const double ON_A_LINE = 1e-14;

/* The line from breakpoint i to the next, at p. */
static double line_at(const ifc2f_lines *lines, size_t i, double p)
{
    const double share = (p - lines->p[i]) / (lines->p[i + 1] - lines->p[i]);
    return lines->cost[i] + share * (lines->cost[i + 1] - lines->cost[i]);
}

double ifc2f_lines_at(const ifc2f_lines *lines, double p)
{
    size_t low = 0;
    size_t high = lines->n - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (lines->p[middle] <= p) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return line_at(lines, low, p);
}

size_t ifc2f_stop_lines(const ifc2f_model *model, double *p, double *cost)
{
    float q[4];
    size_t n = 0;
    (void)ifc2f_read_misclassification(model, q);
    const double at_0[2] = {(double)q[0], (double)q[1]}; /* of deciding either, class 0 being true, */
    const double at_1[2] = {(double)q[2], (double)q[3]}; /* and class 1 */
    const double slope = (at_1[0] - at_0[0]) - (at_1[1] - at_0[1]);
    const double crossing = slope < 0.0 || slope > 0.0 ? (at_0[1] - at_0[0]) / slope : 0.0;
    p[n] = 0.0;
    cost[n++] = at_0[0] < at_0[1] ? at_0[0] : at_0[1];
    if (crossing > 0.0 && crossing < 1.0) {
        p[n] = crossing;
        cost[n++] = (1.0 - crossing) * at_0[0] + crossing * at_1[0];
    }
    p[n] = 1.0;
    cost[n++] = at_1[0] < at_1[1] ? at_1[0] : at_1[1];
    return n;
}

/* ---- Dropping breakpoints ------------------------------------------------------------------------------------------ */

static void swap(double *a, double *b)
{
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/* The lower median, by quickselect (Hoare, Communications of the ACM 4(7), 1961); reorders the numbers. Pivots are taken from
 * scattered places, so that no shape of the numbers is a bad one. */
static double median(double *numbers, size_t n)
{
    const size_t wanted = (n - 1) / 2;
    uint32_t scattered = 1;
    size_t first = 0;
    size_t end = n;
    for (;;) {
        scattered = scattered * 1664525u + 1013904223u;
        const double pivot = numbers[first + (scattered >> 8) % (end - first)];
        size_t equal = first; /* where those equal to the pivot begin, */
        size_t above = end;   /* and those above it */
        for (size_t i = first; i < above;) {
            if (numbers[i] < pivot) {
                swap(&numbers[i++], &numbers[equal++]);
            } else if (numbers[i] > pivot) {
                swap(&numbers[i], &numbers[--above]);
            } else {
                ++i;
            }
        }
        if (wanted < equal) {
            end = equal;
        } else if (wanted >= above) {
            first = above;
        } else {
            return pivot;
        }
    }
}

/* Write to above[i - 1] by how much breakpoint i lies above the line through its neighbours. */
static void rise(const double *p, const double *cost, size_t n, double *above)
{
    for (size_t i = 1; i + 1 < n; ++i) {
        const double share = (p[i] - p[i - 1]) / (p[i + 1] - p[i - 1]);
        above[i - 1] = cost[i] - (cost[i - 1] + share * (cost[i + 1] - cost[i - 1]));
    }
}

/* Drop breakpoints that are no more than `least` above their neighbours, no two neighbours at once. */
static size_t drop(double *p, double *cost, size_t n, const double *above, double least)
{
    size_t kept = 1;
    int is_dropped = 0;
    for (size_t i = 1; i < n; ++i) {
        is_dropped = !is_dropped && i + 1 < n && above[i - 1] <= least;
        if (!is_dropped) {
            p[kept] = p[i];
            cost[kept++] = cost[i];
        }
    }
    return kept;
}

/* Drop what lies on a straight line, and the flattest half of all while there are too many. */
static size_t thin(double *p, double *cost, size_t n, size_t most, double *work)
{
    double largest = 0.0;
    for (size_t i = 0; i < n; ++i) {
        largest = cost[i] > largest ? cost[i] : largest;
    }
    double least = ON_A_LINE * largest;
    for (size_t before = n + 1; n > 2 && n < before;) {
        double *above = work;
        double *reordered = work + n;
        rise(p, cost, n, above);
        if (n > most) {
            memcpy(reordered, above, (n - 2) * sizeof *above);
            const double flat = median(reordered, n - 2);
            least = flat > least ? flat : least;
        }
        before = n;
        n = drop(p, cost, n, above, least);
    }
    return n;
}

/* ---- Looking ------------------------------------------------------------------------------------------------------- */

/* The acquisition of a feature, its parent's value known. */
typedef struct acquisition {
    uint32_t n_values;
    double price;
    double chance[IFC2F_MAX_VALUES][2]; /* P(value | parent's value, class) */
    const ifc2f_lines *after;
    size_t line[IFC2F_MAX_VALUES];      /* of `after`, that the last posterior lay on */
} acquisition;

/* Begin at p = 0. The feature's distributions are divided by their sums. */
static void begin_acquisition(acquisition *of, const ifc2f_model *model, uint32_t feature, uint32_t parent_value)
{
    double sum[2] = {0.0, 0.0};
    for (uint32_t v = 0; v < of->n_values; ++v) {
        float row[2] = {0.0f, 0.0f};
        (void)ifc2f_read_table_row(model, feature, parent_value, v, row);
        for (int c = 0; c < 2; ++c) {
            of->chance[v][c] = (double)row[c];
            sum[c] += of->chance[v][c];
        }
    }
    for (uint32_t v = 0; v < of->n_values; ++v) {
        of->line[v] = 0;
        of->chance[v][0] /= sum[0];
        of->chance[v][1] /= sum[1];
    }
}

/* What acquisitions cost at a belief, no lower than the one before: so are the posteriors. */
static double cost_of_acquiring(acquisition *of, double p)
{
    double cost = of->price;
    for (uint32_t v = 0; v < of->n_values; ++v) {
        const double at_1 = p * of->chance[v][1]; /* P(answer, class 1) */
        const double reached = (1.0 - p) * of->chance[v][0] + at_1;
        if (reached > 0.0) {
            const ifc2f_lines *after = &of->after[v];
            const double posterior = at_1 / reached;
            while (of->line[v] + 2 < after->n && after->p[of->line[v] + 1] <= posterior) {
                ++of->line[v];
            }
            cost += reached * line_at(after, of->line[v], posterior);
        }
    }
    return cost;
}

size_t ifc2f_acquisition_room(const ifc2f_lines *after, size_t n_values)
{
    size_t n = 3; /* of deciding */
    for (size_t v = 0; v < n_values; ++v) {
        n += after[v].n;
    }
    return 2 * n; /* and as many crossings */
}

/* Where the ascending run from `start` on ends. */
static size_t end_of_run(const double *numbers, size_t start, size_t n)
{
    size_t end = start + 1;
    while (end < n && numbers[end] >= numbers[end - 1]) {
        ++end;
    }
    return end;
}

/* Sort by merging neighbouring runs until there is one. `spare` has room for as many numbers. */
static void sort(double *numbers, size_t n, double *spare)
{
    for (size_t first_end = 0; first_end < n;) {
        for (size_t start = 0; start < n;) {
            const size_t middle = end_of_run(numbers, start, n);
            const size_t end = middle < n ? end_of_run(numbers, middle, n) : n;
            size_t i = start;
            size_t j = middle;
            for (size_t to = start; to < end; ++to) {
                const int is_first = j == end || (i < middle && numbers[i] <= numbers[j]);
                spare[to] = numbers[is_first ? i++ : j++];
            }
            first_end = start == 0 ? end : first_end;
            start = end;
        }
        memcpy(numbers, spare, n * sizeof *numbers);
    }
}

/* Write the beliefs, ascending and each once, where acquiring or deciding may have a breakpoint. */
static size_t find_breakpoints(const acquisition *of, const ifc2f_lines *stop, double *found, double *spare)
{
    size_t n = 0;
    for (size_t i = 0; i < stop->n; ++i) {
        found[n++] = stop->p[i];
    }
    for (uint32_t v = 0; v < of->n_values; ++v) {
        const double *chance = of->chance[v];
        for (size_t i = 0; i < of->after[v].n && chance[0] > 0.0 && chance[1] > 0.0; ++i) {
            const double p = of->after[v].p[i]; /* the posterior, of which this is the prior: */
            found[n++] = p * chance[0] / (p * chance[0] + (1.0 - p) * chance[1]);
        }
    }
    sort(found, n, spare);
    size_t n_different = 1;
    for (size_t i = 1; i < n; ++i) {
        if (found[i] > found[n_different - 1]) {
            found[n_different++] = found[i];
        }
    }
    return n_different;
}

size_t ifc2f_acquisition_lines(const ifc2f_model *model, uint32_t feature, uint32_t parent_value, double price,
                        const ifc2f_lines *after, size_t most, double *work, double *p, double *cost)
{
    const uint32_t n_values = (uint32_t)ifc2f_n_values(model, feature);
    acquisition of;
    double stop_p[3];
    double stop_cost[3];
    const ifc2f_lines stop = {stop_p, stop_cost, ifc2f_stop_lines(model, stop_p, stop_cost)};
    of.n_values = n_values;
    of.price = price;
    of.after = after;
    begin_acquisition(&of, model, feature, parent_value);
    const size_t n_found = find_breakpoints(&of, &stop, work, work + ifc2f_acquisition_room(after, n_values) / 2);
    size_t n = 0;
    double gain_before = 0.0;
    for (size_t i = 0; i < n_found; ++i) {
        const double at = work[i];
        const double stopping = ifc2f_lines_at(&stop, at);
        const double acquiring = cost_of_acquiring(&of, at);
        const double gain = stopping - acquiring;
        if (gain * gain_before < 0.0) {
            const double share = gain_before / (gain_before - gain);
            const double crossing = work[i - 1] + share * (at - work[i - 1]);
            if (crossing > work[i - 1] && crossing < at) {
                p[n] = crossing;
                cost[n++] = ifc2f_lines_at(&stop, crossing);
            }
        }
        p[n] = at;
        cost[n++] = acquiring < stopping ? acquiring : stopping;
        gain_before = gain;
    }
    return thin(p, cost, n, most, work);
}
