/*
 * Counting kernels for training on a host: bin edges, bins, class counts, adjusted mutual information, pair counts,
 * conditional mutual information. Double precision and 64-bit counts; logarithms come from one function with fixed
 * operations, so that the scores are the same to the bit on every machine.
 *
 * Kernels work on a range [lo, hi) of columns or pairs and write only what belongs to that range, so that a caller can
 * split the work over threads; none allocates, none keeps state. Lengths and ranges are the caller's duty; a code that
 * is no bin (at or above n_values) is counted as missing, a missing value (NaN) takes no part.
 *
 * Shapes: `codes` is feature-major, n_columns x n_rows; `y` holds n_rows classes 0 .. n_classes - 1 and `class_sizes`
 * how many rows each has. `logs` is a table filled by ifc2f_k_log_k(); larger counts than it holds are computed on the
 * spot, with the same result. `work` is scratch memory, for each thread its own, of ifc2f_count_work() elements.
 */
#ifndef IFC2F_COUNT_H
#define IFC2F_COUNT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    IFC2F_CODE_MISSING = 255, /* the code of a missing value; bins are 0 .. 254 */
    IFC2F_MAX_BINS = 255
};

/* How the two entropies are joined to normalise adjusted mutual information. */
enum { IFC2F_AVERAGE_MEAN = 0, IFC2F_AVERAGE_MAX = 1 };

/* What the cells of a column by itself are: numbers, which are rounded to float, or the places of their numbers. */
enum {
    IFC2F_CELL_FLOAT = 0,
    IFC2F_CELL_DOUBLE = 1,
    IFC2F_CELL_INT32 = 2,
    IFC2F_CELL_INT64 = 3,
    IFC2F_CELL_PLACE8 = 4, /* uint8_t: one of 256 numbers */
    IFC2F_CELL_PLACE16 = 5 /* uint16_t: one of 65536 */
};

/* A dense column by itself, in the memory that it came in. */
typedef struct ifc2f_cells {
    const void *cells;    /* of the first row */
    const float *numbers; /* of cells that are places: the number at each; else NULL */
    ptrdiff_t step;       /* from the cell of a row to that of the next, in cells */
    int32_t kind;         /* IFC2F_CELL_* */
} ifc2f_cells;

/* Columns of numbers, dense or compressed sparse; NaN is a missing value. */
typedef struct ifc2f_columns {
    const float *values;    /* dense: n_rows x n_columns, row-major; sparse: the stored values, column after column */
    const int32_t *rows;    /* sparse: the row of each stored value, a row at most once in a column; dense: NULL */
    const int64_t *starts;  /* sparse: column c stores values[starts[c] .. starts[c + 1]); its other rows hold 0 */
    const int64_t *weights; /* sparse: how many rows a stored value stands for, with values ascending; NULL: one */
    size_t n_rows;
    size_t n_columns;
    const ifc2f_cells *apart; /* dense: [n_columns], in place of `values`, if they form no matrix; else NULL */
} ifc2f_columns;

/* Natural logarithm, within 1 unit in the last place: -inf at 0, NaN below 0 and for NaN, +inf for +inf. */
double ifc2f_log(double x);

/* Exponential, within 1 unit in the last place where the result is normal: 0 below -745.2, +inf above 709.79, NaN for
 * NaN. */
double ifc2f_exp(double x);

/* Fill table[k] = k log k (nats) for k = 0 .. n - 1, with 0 log 0 = 0. */
void ifc2f_k_log_k(double *table, size_t n);

/* Elements (int64_t) of scratch memory that any kernel here needs whose columns have at most n_entries values (sparse:
 * stored ones); ifc2f_ami_values() needs n_rows + 1 more. */
size_t ifc2f_count_work(size_t n_entries, size_t n_classes);

/* low[c] and high[c] = smallest and largest value of columns lo .. hi - 1; +inf and -inf if all are missing. */
void ifc2f_ranges(const ifc2f_columns *columns, size_t lo, size_t hi, float *low, float *high);

/* Quantile edges: each column's present values are cut into up to n_bins (1 .. 255) bins of as equal counts as repeated
 * values allow. Edges are midpoints of neighbouring values; value v is in bin #{edges <= v}. Column c gets n_edges[c]
 * strictly increasing edges at edges + c * (n_bins - 1); no bin is empty. If `spares_common` is not 0, a column gets only
 * the share of n_bins that is the share of its rows without its most common value: one that is nearly always 0 is not
 * cut at the few others. Values must not be infinite. `work` is for one class. */
void ifc2f_quantile_edges(const ifc2f_columns *columns, size_t lo, size_t hi, int32_t n_bins, int spares_common,
                          float *edges, int32_t *n_edges, int64_t *work);

/* Supervised edges (Fayyad and Irani 1993): cuts that lower the class entropy by more than they cost to describe, the
 * best cut first, until none is left or there are n_bins bins; none at all for a column that tells nothing of the
 * class. Output and conditions as ifc2f_quantile_edges(). */
void ifc2f_entropy_edges(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y,
                         const int64_t *class_sizes, size_t n_classes, const double *logs, size_t n_logs,
                         int32_t n_bins, float *edges, int32_t *n_edges, int64_t *work);

/* Both at once, of columns sorted once: up to n_coarse bins as by ifc2f_entropy_edges(), and up to n_fine as by
 * ifc2f_quantile_edges() that spares common values. */
void ifc2f_mixed_edges(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y, const int64_t *class_sizes,
                       size_t n_classes, const double *logs, size_t n_logs, int32_t n_coarse, int32_t n_fine,
                       float *coarse, int32_t *n_coarse_edges, float *fine, int32_t *n_fine_edges, int64_t *work);

/* Write the different values of a column, ascending, without NaN; -0 is 0. Returns their number, or n_most + 1, and then no
 * values, if there are more than n_most. */
size_t ifc2f_distinct(const ifc2f_columns *columns, size_t column, size_t n_most, float *values);

/* Codes of columns lo .. hi - 1. Column c owns values[starts[c] .. starts[c + 1]), ascending, at most 254 edges or 255
 * categories. Numeric column (categorical[c] = 0): they are inner edges and the code is the number of edges <= value.
 * Categorical column: they are the categories and the code is the position of the equal one. NaN and unknown
 * categories are IFC2F_CODE_MISSING. */
void ifc2f_codes(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values, const int64_t *starts,
                 const uint8_t *categorical, uint8_t *codes);

/* Add to counts[(c * n_values + v) * n_classes + k] the number of rows of class k in bin v of column c: what
 * ifc2f_codes() and then ifc2f_class_counts() give, without the codes. */
void ifc2f_bin_counts(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values, const int64_t *starts,
                      const uint8_t *categorical, const int32_t *y, const int64_t *class_sizes, size_t n_values,
                      size_t n_classes, int64_t *counts);

/* Add to counts[(c * n_values + v) * n_classes + k] the number of rows of class k whose code in column c is v. */
void ifc2f_class_counts(const uint8_t *codes, size_t n_rows, size_t lo, size_t hi, const int32_t *y, size_t n_values,
                        size_t n_classes, int64_t *counts);

/* Add to counts[((p * n_values + a) * n_values + b) * n_classes + k] the number of rows of class k with code a in
 * column pairs[2 p] and code b in column pairs[2 p + 1]. */
void ifc2f_pair_counts(const uint8_t *codes, size_t n_rows, const int32_t *pairs, size_t lo, size_t hi,
                       const int32_t *y, size_t n_values, size_t n_classes, int64_t *counts);

/*
 * Counts of all pairs of features. Features that stand side by side are joined into groups, whose codes are numbers in a
 * mixed radix: one pass over the rows of two groups then counts every pair of a feature of one with a feature of the
 * other. Rows are sorted by class, so that the class takes no part in the index.
 */
enum {
    IFC2F_GROUP_SLOTS = 256,               /* largest number of codes of a group */
    IFC2F_PAIR_WORK = 256 * 256 + 3 * 256  /* elements of scratch memory */
};

typedef struct ifc2f_joined {
    const uint8_t *codes;       /* n_groups x n_rows, from ifc2f_join_codes() */
    const int32_t *starts;      /* [n_groups + 1]: group g joins features starts[g] .. starts[g + 1] - 1 */
    const int32_t *values;      /* [n_features]: number of values of each feature */
    const int32_t *slots;       /* [n_features]: the same, and one more if the feature has missing values; the product
                                 * over a group is at most IFC2F_GROUP_SLOTS */
    const int64_t *class_bounds; /* [n_classes + 1]: the rows of class k are class_bounds[k] .. class_bounds[k + 1] - 1 */
    size_t n_rows;
    size_t n_features;
    size_t n_groups;
    size_t n_classes;
} ifc2f_joined;

/* Write the codes of groups lo .. hi - 1 to joined[g * n_rows + r], row r being row rows[r] of `codes`, which has `n_codes`
 * rows. Code v of feature f counts as value digits[256 f + v], or as missing: then that is values[f]. */
void ifc2f_join_codes(const ifc2f_joined *groups, const uint8_t *codes, size_t n_codes, const uint8_t *digits,
                      const int32_t *rows, size_t lo, size_t hi, uint8_t *joined);

/* Add the counts of all pairs (i, j), i < j, whose i is in groups lo .. hi - 1, laid out as by ifc2f_pair_counts():
 * pairs in ascending order, counts[0] belonging to the first pair of group `first` (<= lo). `n_values` is at least that
 * of any feature. `work` has IFC2F_PAIR_WORK elements. */
void ifc2f_all_pair_counts(const ifc2f_joined *groups, size_t first, size_t lo, size_t hi, size_t n_values,
                           int64_t *counts, uint16_t *work);

/*
 * Counts of all pairs again, by bit sets: each value of a feature is the set of rows that have it, and a count is the
 * size of an intersection, so that all counts are the product of a matrix of bits with itself. Far faster than groups
 * where the processor counts the bits of wide words and features have few values, slower elsewhere; the same counts.
 * The rows of a class begin at a word of their own, so that the class takes no part. The last value of a feature
 * without missing values has no set: its counts follow from those of the others.
 */
enum {
    IFC2F_SET_WORDS = 8,   /* the words of a class are a multiple of this */
    IFC2F_SETS_AT_ONCE = 4 /* so many sets past the last must be there to be read; what they hold has no effect */
};

typedef struct ifc2f_bit_sets {
    const uint64_t *bits;       /* (n_sets + IFC2F_SETS_AT_ONCE) x n_words, from ifc2f_fill_bit_sets() */
    const int32_t *starts;      /* [n_features + 1]: feature f has sets starts[f] .. starts[f + 1] - 1, for its values from
                                 * 0 on: all, or all but the last if no value is missing */
    const int32_t *values;      /* [n_features]: number of values of each feature */
    const int64_t *counts;      /* n_features x n_values x n_classes, from ifc2f_class_counts() */
    const int64_t *class_words; /* [n_classes + 1]: the words of class k are class_words[k] .. class_words[k + 1] - 1 */
    size_t n_words;             /* of a set */
    size_t n_features;
    size_t n_values; /* at least that of any feature */
    size_t n_classes;
} ifc2f_bit_sets;

/* Whether this processor counts bits of wide words: what makes bit sets worth their while. */
int32_t ifc2f_counts_wide_words(void);

/* Set in `bits`, all zero before, those of the sets of features lo .. hi - 1; row r of `codes` is bit positions[r] of a
 * set, positions of a class lying within its words. */
void ifc2f_fill_bit_sets(const ifc2f_bit_sets *sets, const uint8_t *codes, size_t n_rows, const int64_t *positions,
                         size_t lo, size_t hi, uint64_t *bits);

/* Elements (uint32_t) of scratch memory for ifc2f_bit_set_pair_counts(). */
size_t ifc2f_bit_set_work(const ifc2f_bit_sets *sets);

/* Write (not add) the counts of all pairs (i, j), i < j, with i in lo .. hi - 1, laid out as by ifc2f_all_pair_counts(),
 * counts[0] belonging to the first pair of feature `first` (<= lo). With `wide` 0 no wide words are used. */
void ifc2f_bit_set_pair_counts(const ifc2f_bit_sets *sets, size_t first, size_t lo, size_t hi, int32_t wide,
                               int64_t *counts, uint32_t *work);

/* Conditional mutual information I(F_a; F_b | C) in nats of pairs lo .. hi - 1 from their counts (layout as above):
 * plug-in estimate over the rows counted, never below 0, 0 if there are none. */
void ifc2f_cmi(const int64_t *counts, size_t lo, size_t hi, size_t n_values, size_t n_classes, const double *logs,
               size_t n_logs, double *cmi);

/* Mutual information I(F_a; F_b) in nats of pairs lo .. hi - 1, whatever their class: n_first values of one and n_second
 * of the other, counts[((p * n_first + a) * n_second + b) * n_classes + k]. Estimate as ifc2f_cmi(). */
void ifc2f_mi(const int64_t *counts, size_t lo, size_t hi, size_t n_first, size_t n_second, size_t n_classes,
              const double *logs, size_t n_logs, double *mi);

/* scores[c] = adjusted mutual information of column c and the class, with the exact hypergeometric expectation (Vinh, Epps,
 * Bailey 2010), for tables lo .. hi - 1 of class counts (layout as ifc2f_class_counts()): 0 if the column or the class has
 * a single value, 1 if both are the same partition. `average` is one of IFC2F_AVERAGE_*. `work` holds
 * 2 * (n_values + n_classes) elements. */
void ifc2f_ami_counts(const int64_t *counts, size_t lo, size_t hi, size_t n_values, size_t n_classes, int32_t average,
                      const double *logs, size_t n_logs, double *scores, int64_t *work);

/* scores[c] = adjusted mutual information of column c and the class where every distinct value is a label of its own;
 * 0 for a column with a single value. Columns must not have weights. */
void ifc2f_ami_values(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y, const int64_t *class_sizes,
                      size_t n_classes, int32_t average, const double *logs, size_t n_logs, double *scores,
                      int64_t *work);

/* marks[r] = sum over i of keys[i] times the bits of the value in row r and column columns[i], modulo 2^64. All NaN have the
 * bits of one, and -0 those of 0. The matrix is dense, row after row. */
void ifc2f_row_marks(const float *matrix, size_t n_rows, size_t n_columns, const uint32_t *columns, size_t n,
                     const uint64_t *keys, uint64_t *marks);

#ifdef __cplusplus
}
#endif

#endif
