/*
 * Cuts that tell of the class. Which of all cuts of a column lowers the class entropy most is found without looking at all
 * of them: bounds tell of blocks of neighbouring rows that none of their cuts can be it.
 */
#include "class_cuts.h"

#include <math.h>
#include <string.h>

/* A stretch [begin, end) of a sorted column and the cut that lowers its class entropy most. */
typedef struct class_segment {
    size_t begin;
    size_t end;
    size_t cut;  /* 0: no cut is worth its description */
    double gain; /* nats, times the number of rows */
} class_segment;

/* n H(class) in nats of n rows with these class counts. */
static double total_entropy(const int64_t *counts, size_t n_classes, int64_t n, const log_table *table)
{
    double sum = 0.0;
    for (size_t k = 0; k < n_classes; ++k) {
        sum += k_log_k(table, counts[k]);
    }
    return k_log_k(table, n) - sum;
}

static size_t n_classes_present(const int64_t *counts, size_t n_classes)
{
    size_t n = 0;
    for (size_t k = 0; k < n_classes; ++k) {
        n += counts[k] > 0;
    }
    return n;
}

/* log(3^k - 2). */
static double log_of_splits(size_t k)
{
    if (k > 30) {
        return (double)k * ifc2f_log(3.0);
    }
    double power = 1.0;
    for (size_t i = 0; i < k; ++i) {
        power *= 3.0;
    }
    return ifc2f_log(power - 2.0);
}

enum { KEYS_AT_ONCE = 256 }; /* that a bound tells whether to look at */

/* A sorted column with the class counts before every so many keys, from which those of any stretch follow. */
typedef struct counted_column {
    const sorted_values *sorted;
    const log_table *table;
    const int64_t *before; /* of key i step, class by class */
    size_t n_classes;
    size_t step;
} counted_column;

static void add_row(const sorted_values *sorted, size_t i, int64_t *counts)
{
    counts[key_class(sorted->keys[i])] += weight_of(sorted, i);
}

/* Count classes in `memory`, which has room for the keys of a column. */
static counted_column count_column(const sorted_values *sorted, size_t n_classes, const log_table *table,
                                   int64_t *memory)
{
    const size_t step = 2 * n_classes > KEYS_AT_ONCE ? 2 * n_classes : KEYS_AT_ONCE;
    int64_t *before = memory;
    memset(before, 0, n_classes * sizeof(int64_t));
    for (size_t i = 0; i + step <= sorted->n; i += step) {
        memcpy(before + n_classes, before, n_classes * sizeof(int64_t));
        before += n_classes;
        for (size_t j = i; j < i + step; ++j) {
            add_row(sorted, j, before);
        }
    }
    const counted_column counted = {sorted, table, memory, n_classes, step};
    return counted;
}

/* Add keys [begin, end) to the counts of their classes. */
static void count_classes(const counted_column *column, size_t begin, size_t end, int64_t *counts)
{
    const size_t first = (begin + column->step - 1) / column->step;
    const size_t last = end / column->step;
    size_t i = begin;
    if (first < last) {
        for (; i < first * column->step; ++i) {
            add_row(column->sorted, i, counts);
        }
        for (size_t k = 0; k < column->n_classes; ++k) {
            counts[k] += column->before[last * column->n_classes + k] - column->before[first * column->n_classes + k];
        }
        i = last * column->step;
    }
    for (; i < end; ++i) {
        add_row(column->sorted, i, counts);
    }
}

static int64_t sum_of(const int64_t *counts, size_t n)
{
    int64_t sum = 0;
    for (size_t k = 0; k < n; ++k) {
        sum += counts[k];
    }
    return sum;
}

/* Two sides of a cut, class by class. */
typedef struct cut_counts {
    int64_t *left;
    int64_t *right;
    int64_t n_left;
    int64_t n_right;
} cut_counts;

/* One side of a cut. */
typedef struct cut_side {
    int64_t n;
    double entropy; /* nats, times the number of rows */
} cut_side;

/* A number that the entropies of the two sides are never below while the rows `block`, of which there are n, move to the
 * left one by one. With F = n log n of both sides, and g the same of one class, the entropies are F - sum of g. Both are
 * convex: over the block, F less the line through its ends sags by at most n^2 / 8 times its largest curvature, and
 * each g less its share of that line is largest at an end. */
static double least_on_the_way(const cut_counts *sides, const int64_t *block, int64_t n, size_t n_classes,
                               const log_table *table)
{
    if (sides->n_left == 0 || sides->n_right <= n) {
        return -INFINITY;
    }
    const double ends[2] = {k_log_k(table, sides->n_left) + k_log_k(table, sides->n_right),
                            k_log_k(table, sides->n_left + n) + k_log_k(table, sides->n_right - n)};
    const double slope = (ends[1] - ends[0]) / (double)n;
    const double curvature = 1.0 / (double)sides->n_left + 1.0 / (double)(sides->n_right - n);
    double least = ends[0] - (double)n * (double)n / 8.0 * curvature;
    for (size_t k = 0; k < n_classes; ++k) {
        const double first = k_log_k(table, sides->left[k]) + k_log_k(table, sides->right[k]);
        const double last = k_log_k(table, sides->left[k] + block[k]) + k_log_k(table, sides->right[k] - block[k]) -
                            slope * (double)block[k];
        least -= first > last ? first : last;
    }
    return least;
}

static double entropy_of_sides(const cut_counts *sides, size_t n_classes, const log_table *table, cut_side out[2])
{
    out[0].n = sides->n_left;
    out[0].entropy = total_entropy(sides->left, n_classes, sides->n_left, table);
    out[1].n = sides->n_right;
    out[1].entropy = total_entropy(sides->right, n_classes, sides->n_right, table);
    return out[0].entropy + out[1].entropy;
}

/* Move a block of rows, by their classes, to the left. */
static void move_left(cut_counts *sides, const int64_t *block, int64_t n, size_t n_classes)
{
    for (size_t k = 0; k < n_classes; ++k) {
        sides->left[k] += block[k];
        sides->right[k] -= block[k];
    }
    sides->n_left += n;
    sides->n_right -= n;
}

/* A search for the cut after which the two sides have least entropy, from below upwards: a cut is taken if it is better
 * by more than a tie than the one taken before. */
typedef struct cut_search {
    double tie;
    double least; /* entropies after the cut taken last; if that is not known, no cut so far leaves less */
    int is_known;
    size_t cut; /* 0: none */
    cut_side sides[2];
} cut_search;

/* All rows of a segment on the right, in `work`. */
static cut_counts before_cuts(const class_segment *segment, const counted_column *column, int64_t *work)
{
    const size_t n_classes = column->n_classes;
    memset(work, 0, 2 * n_classes * sizeof(int64_t));
    count_classes(column, segment->begin, segment->end, work + n_classes);
    const cut_counts sides = {work, work + n_classes, 0, sum_of(work + n_classes, n_classes)};
    return sides;
}

/* Where the block ends that begins at a key. */
static size_t end_of_block(const class_segment *segment, const counted_column *column, size_t at)
{
    const size_t end = (at / column->step + 1) * column->step;
    return end < segment->end ? end : segment->end;
}

/* Count the classes of a block; returns how many rows it has. */
static int64_t count_block(const counted_column *column, size_t begin, size_t end, int64_t *block)
{
    memset(block, 0, column->n_classes * sizeof(int64_t));
    count_classes(column, begin, end, block);
    return sum_of(block, column->n_classes);
}

/* The least entropies of two sides that any cut between two blocks leaves. */
static double least_between_blocks(const class_segment *segment, const counted_column *column, int64_t *work)
{
    int64_t *block = work + 2 * column->n_classes;
    cut_counts sides = before_cuts(segment, column, work);
    double least = INFINITY;
    for (size_t at = end_of_block(segment, column, segment->begin), from = segment->begin; at < segment->end;) {
        cut_side unused[2];
        move_left(&sides, block, count_block(column, from, at, block), column->n_classes);
        if (is_boundary(column->sorted->keys, at)) {
            const double entropy = entropy_of_sides(&sides, column->n_classes, column->table, unused);
            least = entropy < least ? entropy : least;
        }
        from = at;
        at = end_of_block(segment, column, at);
    }
    return least;
}

/* Look at all cuts of a block, and move its rows to the left. */
static void look_at_block(const class_segment *segment, const counted_column *column, size_t begin, size_t end,
                          cut_counts *sides, cut_search *search)
{
    for (size_t i = begin; i < end; ++i) {
        const size_t class = key_class(column->sorted->keys[i]);
        const int64_t weight = weight_of(column->sorted, i);
        sides->left[class] += weight;
        sides->right[class] -= weight;
        sides->n_left += weight;
        sides->n_right -= weight;
        if (i + 1 == segment->end || !is_boundary(column->sorted->keys, i + 1)) {
            continue;
        }
        cut_side cut[2];
        const double entropy = entropy_of_sides(sides, column->n_classes, column->table, cut);
        if (entropy < search->least - (search->is_known ? 1.0 : 2.0) * search->tie) {
            search->least = entropy;
            search->is_known = 1;
            search->cut = i + 1;
            memcpy(search->sides, cut, sizeof cut);
        } else if (!search->is_known && entropy < search->least) {
            search->least = entropy;
        }
    }
}

/* Go through the cuts of a segment, but not into blocks in which none can be taken, or none leaves less than `enough`: which
 * of theirs was taken is not known then, until a later one is better than all before. */
static void search_blocks(const class_segment *segment, const counted_column *column, double enough, int64_t *work,
                          cut_search *search)
{
    int64_t *block = work + 2 * column->n_classes;
    cut_counts sides = before_cuts(segment, column, work);
    size_t end;
    for (size_t at = segment->begin; at < segment->end; at = end) {
        end = end_of_block(segment, column, at);
        const int64_t n = count_block(column, at, end, block);
        const double least = least_on_the_way(&sides, block, n, column->n_classes, column->table);
        if (least < search->least && least <= enough) {
            look_at_block(segment, column, at, end, &sides, search);
            continue;
        }
        move_left(&sides, block, n, column->n_classes);
        if (least < search->least) {
            search->least = least;
            search->is_known = 0;
        }
    }
}

/* The cut after which the two sides have least entropy, the first of those that are equal, if one leaves less than
 * `worst`. Most blocks are only looked into if which cut was taken depends on them, by ties. */
static cut_search least_entropy(const class_segment *segment, const counted_column *column, int64_t n, double worst,
                                int64_t *work)
{
    const cut_search start = {1e-9 * (double)n, worst, 1, 0, {{0, 0.0}, {0, 0.0}}};
    cut_search search = start;
    search_blocks(segment, column, least_between_blocks(segment, column, work) + 4.0 * start.tie, work, &search);
    if (!search.is_known) {
        search = start;
        search_blocks(segment, column, INFINITY, work, &search);
    }
    return search;
}

/* Find the best cut of a segment and keep it if it passes the description length test: with n rows, k classes, entropy
 * H, and the same for the two sides, gain > (log(n - 1) + log(3^k - 2) - k H + k1 H1 + k2 H2) / n. */
static void find_cut(class_segment *segment, const counted_column *column, int64_t *work)
{
    const size_t n_classes = column->n_classes;
    segment->cut = 0;
    segment->gain = 0.0;
    const cut_counts all = before_cuts(segment, column, work);
    const int64_t n = all.n_right;
    const size_t n_present = n_classes_present(all.right, n_classes);
    if (n_present < 2) {
        return;
    }
    const double whole = total_entropy(all.right, n_classes, n, column->table);
    const cut_search found = least_entropy(segment, column, n, whole + 1.0, work);
    if (found.cut == 0) {
        return;
    }
    double price = ifc2f_log((double)(n - 1)) + log_of_splits(n_present) - (double)n_present * whole / (double)n;
    const size_t ends[3] = {segment->begin, found.cut, segment->end};
    for (size_t side = 0; side < 2; ++side) {
        (void)count_block(column, ends[side], ends[side + 1], work);
        price += (double)n_classes_present(work, n_classes) * found.sides[side].entropy / (double)found.sides[side].n;
    }
    const double best = found.sides[0].entropy + found.sides[1].entropy;
    if (whole - best > price) {
        segment->cut = found.cut;
        segment->gain = whole - best;
    }
}

/* Cut the best segment until none is worth it; return the number of segments, which end up in ascending order. */
static size_t split_segments(class_segment *segments, size_t n_bins, const counted_column *column, int64_t *work)
{
    size_t n_segments = 1;
    segments[0].begin = 0;
    segments[0].end = column->sorted->n;
    find_cut(&segments[0], column, work);
    while (n_segments < n_bins) {
        size_t best = 0;
        for (size_t s = 1; s < n_segments; ++s) {
            if (segments[s].gain > segments[best].gain) {
                best = s;
            }
        }
        class_segment *lower = &segments[best];
        if (lower->cut == 0) {
            break;
        }
        memmove(lower + 1, lower, (n_segments - best) * sizeof(class_segment));
        lower[1].begin = lower->cut;
        lower[0].end = lower->cut;
        n_segments += 1;
        find_cut(&lower[0], column, work);
        find_cut(&lower[1], column, work);
    }
    return n_segments;
}

IFC2F_PRIVATE int32_t i2f_cut_by_class(const sorted_values *sorted, int32_t n_bins, size_t n_classes, const log_table *table,
                            const scratch_space *scratch, float *edge)
{
    class_segment segments[IFC2F_MAX_BINS];
    const counted_column column = count_column(sorted, n_classes, table, unused_buffer(scratch, sorted->keys));
    const size_t n_segments = split_segments(segments, (size_t)n_bins, &column, scratch->classes);
    for (size_t s = 1; s < n_segments; ++s) {
        const size_t cut = segments[s].begin;
        edge[s - 1] = edge_between(key_float(sorted->keys[cut - 1]), key_float(sorted->keys[cut]));
    }
    return (int32_t)(n_segments - 1);
}
