/*
 * Counting kernels (ifc2f_count.h). Everything informational is a sum of k log k over counts: entropies, mutual and
 * conditional mutual information and their expectation differ only in which counts are summed.
 */
#include "../base/arithmetic.h"

#include "ifc2f_count.h"

#include <string.h>

/* ---- Logarithm and exponential ------------------------------------------------------------------------------ */

/* ln 2 in two parts: the high one ends in 16 zero bits, so that its product with an exponent is exact. */
static const double LN2_HIGH = 0x1.62e42fefap-1;
static const double LN2_LOW = 0x1.cf79abc9e3b3ap-40;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static const uint64_t EXPONENT_MASK = UINT64_C(0x7FF0000000000000);
static const uint64_t FRACTION_MASK = UINT64_C(0x000FFFFFFFFFFFFF);

double ifc2f_log(double x)
{
    const double infinity = from_bits(EXPONENT_MASK);
    if (!(x > 0.0)) {
        return x == 0.0 ? -infinity : from_bits(EXPONENT_MASK | 1);
    }
    if (x == infinity) {
        return x;
    }
    int exponent = 0;
    if (bits_of(x) < UINT64_C(0x0010000000000000)) { /* subnormal: scale by 2^54 */
        x *= 0x1p54;
        exponent = -54;
    }
    const uint64_t bits = bits_of(x);
    exponent += (int)(bits >> 52) - 1023;
    double m = from_bits((bits & FRACTION_MASK) | UINT64_C(0x3FF0000000000000)); /* 1 <= m < 2 */
    if (m > 0x1.6a09e667f3bcdp0) {                                             /* sqrt(2) */
        m *= 0.5;
        exponent += 1;
    }
    /* With f = m - 1 (exact) and s = f / (2 + f): log m = 2 artanh(s) = 2s + s r, r = 2 s^2 (1/3 + s^2/5 + ..), and
     * 2s = f - f s. |s| <= 0.172, so eleven terms leave an error below 1e-18. */
    const double f = m - 1.0;
    const double s = f / (2.0 + f);
    const double q = s * s;
    static const double odd[] = {1.0 / 3.0,  1.0 / 5.0,  1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0, 1.0 / 13.0,
                                 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0, 1.0 / 23.0};
    double r = odd[10];
    for (int k = 9; k >= 0; k -= 1) {
        r = r * q + odd[k];
    }
    r *= 2.0 * q;
    const double e = (double)exponent;
    return e * LN2_HIGH + (f - (s * (f - r) - e * LN2_LOW));
}

double ifc2f_exp(double x)
{
    if (x != x) {
        return x;
    }
    if (x > 709.79) {
        return from_bits(EXPONENT_MASK);
    }
    if (x < -745.2) {
        return 0.0;
    }
    const double turns = x * 0x1.71547652b82fep0; /* x / ln 2 */
    int exponent = (int)(turns + (turns < 0.0 ? -0.5 : 0.5));
    const double e = (double)exponent;
    const double r = (x - e * LN2_HIGH) - e * LN2_LOW; /* |r| <= 0.347 */
    static const double inverse_factorial[] = {
        1.0 / 2.0,       1.0 / 6.0,        1.0 / 24.0,        1.0 / 120.0,        1.0 / 720.0,         1.0 / 5040.0,
        1.0 / 40320.0,   1.0 / 362880.0,   1.0 / 3628800.0,   1.0 / 39916800.0,   1.0 / 479001600.0,
        1.0 / 6227020800.0, 1.0 / 87178291200.0};
    double p = inverse_factorial[12];
    for (int k = 11; k >= 0; k -= 1) {
        p = p * r + inverse_factorial[k];
    }
    double y = 1.0 + (r + r * r * p);
    /* Scale by 2^exponent, in two steps where one factor would not be a normal number. */
    if (exponent > 1023) {
        y *= 0x1p1023;
        exponent -= 1023;
    } else if (exponent < -1022) {
        y *= 0x1p-54;
        exponent += 54;
    }
    return y * from_bits((uint64_t)(exponent + 1023) << 52);
}

static double k_log_k_of(int64_t k)
{
    return k < 2 ? 0.0 : (double)k * ifc2f_log((double)k);
}

void ifc2f_k_log_k(double *table, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        table[k] = k_log_k_of((int64_t)k);
    }
}

/* The table with its length, handed around inside. */
typedef struct log_table {
    const double *values;
    size_t n;
} log_table;

static double k_log_k(const log_table *table, int64_t k)
{
    return (uint64_t)k < table->n ? table->values[k] : k_log_k_of(k);
}

/* ---- Adjusted mutual information ---------------------------------------------------------------------------- */

/*
 * Write phi(k) = k log k, n_ij the cells, a_i and b_j the sums of rows and columns, n the total, and
 *
 *     S = sum phi(n_ij),   A = sum phi(a_i),   B = sum phi(b_j),   E = sum_ij E phi(n_ij)
 *
 * with n_ij hypergeometric given a_i, b_j, n. Then n MI = S - A - B + phi(n), n H(rows) = phi(n) - A, n H(columns) =
 * phi(n) - B, and the adjusted score loses phi(n) and most of A and B:
 *
 *     AMI = (S - E) / ((A + B) / 2 - E)   for the mean of the entropies,   (S - E) / (max(A, B) - E)   for the larger.
 *
 * E depends on the row sums only, of which most tables of distinct values have few different ones.
 */

static const double LARGE_MEAN = 1e6;

/* E phi(K) of the same K from its first four central moments: what is left out is below 1 / mean^2. */
static double expected_by_moments(double n, double a, double b, double mean)
{
    const double variance = mean * (1.0 - a / n) * (n - b) / (n - 1.0);
    const double third = variance * (1.0 - 2.0 * a / n) * (n - 2.0 * b) / (n - 2.0);
    const double fourth = 3.0 * variance * variance;
    return mean * ifc2f_log(mean) + variance / (2.0 * mean) - third / (6.0 * mean * mean) +
           fourth / (12.0 * mean * mean * mean);
}

/* E phi(K) of K hypergeometric: K of b draws without replacement from n hit one of a. The probabilities are built by
 * their ratios from the mode outwards, so that they need no factorials, and divided by their sum in the end. */
static double expected_k_log_k(const log_table *table, int64_t n, int64_t a, int64_t b)
{
    const double negligible = 1e-18;
    const double mean = (double)a * (double)b / (double)n;
    if (mean > LARGE_MEAN) {
        return expected_by_moments((double)n, (double)a, (double)b, mean);
    }
    const int64_t first = a + b > n ? a + b - n : 0;
    const int64_t last = a < b ? a : b;
    int64_t mode = (int64_t)((double)(a + 1) * (double)(b + 1) / (double)(n + 2));
    mode = mode < first ? first : (mode > last ? last : mode);
    const double rest = (double)(n - a - b);
    double total = 1.0;
    double sum = k_log_k(table, mode);
    double p = 1.0;
    for (int64_t k = mode + 1; k <= last && p > negligible; ++k) {
        const double x = (double)k;
        p *= ((double)(a - k + 1) * (double)(b - k + 1)) / (x * (rest + x));
        total += p;
        sum += p * k_log_k(table, k);
    }
    p = 1.0;
    for (int64_t k = mode; k > first && p > negligible; --k) {
        const double x = (double)k;
        p *= (x * (rest + x)) / ((double)(a - k + 1) * (double)(b - k + 1));
        total += p;
        sum += p * k_log_k(table, k - 1);
    }
    return sum / total;
}

/* Distinct positive sums of one side of a table, each with the number of times it occurs. */
typedef struct margin_sums {
    int64_t *sums;
    int64_t *times;
    size_t n_distinct;
    size_t n_groups; /* sums with repetitions */
    double phi;      /* A or B above */
} margin_sums;

static void margin_add(margin_sums *margin, const log_table *table, int64_t sum)
{
    if (sum == 0) {
        return;
    }
    margin->n_groups += 1;
    margin->phi += k_log_k(table, sum);
    for (size_t i = 0; i < margin->n_distinct; ++i) {
        if (margin->sums[i] == sum) {
            margin->times[i] += 1;
            return;
        }
    }
    margin->sums[margin->n_distinct] = sum;
    margin->times[margin->n_distinct] = 1;
    margin->n_distinct += 1;
}

/* The score from the margins, S = `cells`, and the number of positive cells. `single`: the score if both sides have at
 * most one group. */
static double adjusted(const log_table *table, int64_t n, const margin_sums *rows, const margin_sums *columns,
                       double cells, size_t n_cells, int32_t average, double single)
{
    if (rows->n_groups <= 1 && columns->n_groups <= 1) {
        return single;
    }
    if (rows->n_groups <= 1 || columns->n_groups <= 1) {
        return 0.0;
    }
    if (n_cells == rows->n_groups && n_cells == columns->n_groups) { /* one partition under two names */
        return 1.0;
    }
    double expected = 0.0;
    for (size_t i = 0; i < rows->n_distinct; ++i) {
        for (size_t j = 0; j < columns->n_distinct; ++j) {
            expected += (double)(rows->times[i] * columns->times[j]) *
                        expected_k_log_k(table, n, rows->sums[i], columns->sums[j]);
        }
    }
    const double larger = rows->phi > columns->phi ? rows->phi : columns->phi;
    const double most = average == IFC2F_AVERAGE_MAX ? larger : 0.5 * (rows->phi + columns->phi);
    return (cells - expected) / (most - expected);
}

static double table_score(const int64_t *cells, size_t n_rows, size_t n_columns, int32_t average, double single,
                          const log_table *table, int64_t *work)
{
    margin_sums rows = {work, work + n_rows, 0, 0, 0.0};
    margin_sums columns = {work + 2 * n_rows, work + 2 * n_rows + n_columns, 0, 0, 0.0};
    int64_t n = 0;
    double phi = 0.0;
    size_t n_cells = 0;
    for (size_t i = 0; i < n_rows; ++i) {
        int64_t sum = 0;
        for (size_t j = 0; j < n_columns; ++j) {
            const int64_t cell = cells[i * n_columns + j];
            sum += cell;
            phi += k_log_k(table, cell);
            n_cells += cell > 0;
        }
        margin_add(&rows, table, sum);
        n += sum;
    }
    for (size_t j = 0; j < n_columns; ++j) {
        int64_t sum = 0;
        for (size_t i = 0; i < n_rows; ++i) {
            sum += cells[i * n_columns + j];
        }
        margin_add(&columns, table, sum);
    }
    return adjusted(table, n, &rows, &columns, phi, n_cells, average, single);
}

double ifc2f_ami(const int64_t *cells, size_t n_rows, size_t n_columns, int32_t average, const double *logs,
                 size_t n_logs, int64_t *work)
{
    const log_table table = {logs, n_logs};
    return table_score(cells, n_rows, n_columns, average, 1.0, &table, work);
}

void ifc2f_ami_counts(const int64_t *counts, size_t lo, size_t hi, size_t n_values, size_t n_classes, int32_t average,
                      const double *logs, size_t n_logs, double *scores, int64_t *work)
{
    const log_table table = {logs, n_logs};
    for (size_t c = lo; c < hi; ++c) {
        const int64_t *cells = counts + c * n_values * n_classes;
        scores[c] = table_score(cells, n_values, n_classes, average, 0.0, &table, work);
    }
}

/* ---- Sorted columns ----------------------------------------------------------------------------------------- */

/* A key holds a value in its upper half, mapped so that unsigned order is numeric order, and the class in its lower
 * half. -0 and +0 are one value. */
static uint64_t key_of(float value, uint32_t class)
{
    const float plain = value + 0.0f;
    uint32_t bits;
    memcpy(&bits, &plain, sizeof bits);
    bits ^= (bits >> 31) != 0 ? UINT32_C(0xFFFFFFFF) : UINT32_C(0x80000000);
    return ((uint64_t)bits << 32) | class;
}

static uint32_t key_value(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

static size_t key_class(uint64_t key)
{
    return (size_t)(key & UINT32_C(0xFFFFFFFF));
}

static float key_float(uint64_t key)
{
    uint32_t bits = key_value(key);
    bits ^= (bits >> 31) != 0 ? UINT32_C(0x80000000) : UINT32_C(0xFFFFFFFF);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Sort keys by value: stable counting sorts by 8 bits at a time, from the lowest bit that differs between any two keys
 * to the highest. The result is in `keys` or in `spare`, whichever is returned. */
static uint64_t *sort_keys(uint64_t *keys, uint64_t *spare, size_t n)
{
    uint32_t differing = 0;
    for (size_t i = 1; i < n; ++i) {
        differing |= key_value(keys[i]) ^ key_value(keys[0]);
    }
    unsigned shift = 32;
    while (differing != 0) {
        while ((differing & 1) == 0) {
            differing >>= 1;
            shift += 1;
        }
        size_t ends[256] = {0};
        for (size_t i = 0; i < n; ++i) {
            ends[(keys[i] >> shift) & 255] += 1;
        }
        size_t start = 0;
        for (size_t digit = 0; digit < 256; ++digit) {
            const size_t count = ends[digit];
            ends[digit] = start;
            start += count;
        }
        for (size_t i = 0; i < n; ++i) {
            const uint64_t key = keys[i];
            spare[ends[(key >> shift) & 255]++] = key;
        }
        uint64_t *sorted = spare;
        spare = keys;
        keys = sorted;
        differing >>= 8;
        shift += 8;
    }
    return keys;
}

/* The present values of a column in ascending order, each with its class. */
typedef struct sorted_values {
    uint64_t *keys;
    const int64_t *weights; /* rows that each key stands for; NULL: one */
    size_t n;
} sorted_values;

static int64_t weight_of(const sorted_values *sorted, size_t i)
{
    return sorted->weights == NULL ? 1 : sorted->weights[i];
}

/* The classes of the rows that columns are read with. */
typedef struct row_classes {
    const int32_t *y; /* NULL: all rows are of class 0 */
    const int64_t *sizes;
    size_t n;
} row_classes;

static uint32_t class_of(const row_classes *classes, size_t row)
{
    return classes->y == NULL ? 0 : (uint32_t)classes->y[row];
}

/* Scratch memory of a kernel that works on sorted columns with at most n entries and of L classes. */
typedef struct scratch_space {
    uint64_t *keys;       /* n + L */
    uint64_t *spare;      /* n + L */
    int64_t *weights;     /* n + L */
    int64_t *classes;     /* 5 L */
    int64_t *repetitions; /* n_rows + 1, all zero between columns: for ifc2f_ami_values() only */
} scratch_space;

size_t ifc2f_count_work(size_t n_entries, size_t n_classes)
{
    return 3 * n_entries + 8 * n_classes;
}

static scratch_space scratch_in(int64_t *work, const ifc2f_columns *columns, size_t lo, size_t hi, size_t n_classes)
{
    size_t n = columns->rows == NULL ? columns->n_rows : 0;
    for (size_t c = lo; c < hi && columns->rows != NULL; ++c) {
        const size_t stored = (size_t)(columns->starts[c + 1] - columns->starts[c]);
        n = stored > n ? stored : n;
    }
    scratch_space scratch;
    scratch.keys = (uint64_t *)work;
    scratch.spare = scratch.keys + n + n_classes;
    scratch.weights = work + 2 * (n + n_classes);
    scratch.classes = scratch.weights + n + n_classes;
    scratch.repetitions = scratch.classes + 5 * n_classes;
    return scratch;
}

static sorted_values sorted_dense(const ifc2f_columns *columns, size_t column, const row_classes *classes,
                                  const scratch_space *scratch)
{
    size_t n = 0;
    for (size_t r = 0; r < columns->n_rows; ++r) {
        const float value = columns->values[r * columns->n_columns + column];
        if (value == value) {
            scratch->keys[n] = key_of(value, class_of(classes, r));
            n += 1;
        }
    }
    const sorted_values sorted = {sort_keys(scratch->keys, scratch->spare, n), NULL, n};
    return sorted;
}

/* Sort the stored values that are not 0, and put one key for the zeros of each class between the negative and the
 * positive ones. */
static sorted_values sorted_sparse(const ifc2f_columns *columns, size_t column, const row_classes *classes,
                                   const scratch_space *scratch)
{
    const int64_t end = columns->starts[column + 1];
    int64_t *zeros = scratch->classes + 4 * classes->n;
    size_t n = 0;
    size_t n_negative = 0;
    memcpy(zeros, classes->sizes, classes->n * sizeof(int64_t));
    for (int64_t i = columns->starts[column]; i < end; ++i) {
        const float value = columns->values[i];
        const uint32_t class = class_of(classes, (size_t)columns->rows[i]);
        const int64_t weight = columns->weights == NULL ? 1 : columns->weights[i];
        if (value < 0.0f || value > 0.0f) {
            scratch->keys[n] = key_of(value, class);
            scratch->weights[n] = weight; /* in the order of the keys only if they are ascending already */
            n_negative += value < 0.0f;
            n += 1;
        }
        if (!(value <= 0.0f && value >= 0.0f)) { /* NaN too: not a zero, and takes no part */
            zeros[class] -= weight;
        }
    }
    sorted_values sorted = {scratch->keys, scratch->weights, n};
    if (columns->weights == NULL) {
        sorted.keys = sort_keys(scratch->keys, scratch->spare, n);
        for (size_t i = 0; i < n; ++i) {
            scratch->weights[i] = 1;
        }
    }
    size_t n_zeros = 0;
    for (size_t k = 0; k < classes->n; ++k) {
        n_zeros += zeros[k] > 0;
    }
    const size_t n_positive = n - n_negative;
    memmove(sorted.keys + n_negative + n_zeros, sorted.keys + n_negative, n_positive * sizeof(uint64_t));
    memmove(scratch->weights + n_negative + n_zeros, scratch->weights + n_negative, n_positive * sizeof(int64_t));
    size_t at = n_negative;
    for (size_t k = 0; k < classes->n; ++k) {
        if (zeros[k] > 0) {
            sorted.keys[at] = key_of(0.0f, (uint32_t)k);
            scratch->weights[at] = zeros[k];
            at += 1;
        }
    }
    sorted.n = n + n_zeros;
    return sorted;
}

/* Sort the present values of a column with their classes. */
static sorted_values sorted_column(const ifc2f_columns *columns, size_t column, const row_classes *classes,
                                   const scratch_space *scratch)
{
    return columns->rows == NULL ? sorted_dense(columns, column, classes, scratch)
                                 : sorted_sparse(columns, column, classes, scratch);
}

/* The other of the two key buffers. */
static int64_t *unused_buffer(const scratch_space *scratch, const uint64_t *keys)
{
    return (int64_t *)(keys == scratch->keys ? scratch->spare : scratch->keys);
}

/* ---- Adjusted mutual information of values ------------------------------------------------------------------ */

/* Row sums of one column seen so far: like margin_add(), with `repetitions` as index from a sum to its count. */
static void run_add(margin_sums *rows, const log_table *table, int64_t *repetitions, int64_t sum)
{
    rows->n_groups += 1;
    rows->phi += k_log_k(table, sum);
    if (repetitions[sum] == 0) {
        rows->sums[rows->n_distinct] = sum;
        rows->n_distinct += 1;
    }
    repetitions[sum] += 1;
}

static double values_score(const sorted_values *sorted, size_t n_classes, int32_t average, const log_table *table,
                           const scratch_space *scratch)
{
    uint64_t *keys = sorted->keys;
    int64_t *run = scratch->classes;       /* class counts of one value */
    int64_t *class_size = run + n_classes; /* class counts of all */
    int64_t *class_sums = run + 2 * n_classes;
    margin_sums rows = {unused_buffer(scratch, keys), NULL, 0, 0, 0.0};
    margin_sums columns = {class_sums, class_sums + n_classes, 0, 0, 0.0};
    double cells = 0.0;
    size_t n_cells = 0;
    int64_t n = 0;
    memset(run, 0, 2 * n_classes * sizeof(int64_t));
    for (size_t i = 0; i < sorted->n;) {
        const size_t begin = i;
        const uint32_t value = key_value(keys[i]);
        int64_t sum = 0;
        do {
            run[key_class(keys[i])] += weight_of(sorted, i);
            sum += weight_of(sorted, i);
            i += 1;
        } while (i < sorted->n && key_value(keys[i]) == value);
        run_add(&rows, table, scratch->repetitions, sum);
        n += sum;
        for (size_t k = begin; k < i; ++k) {
            const size_t c = key_class(keys[k]);
            const int64_t count = run[c];
            if (count > 0) {
                cells += k_log_k(table, count);
                n_cells += 1;
                class_size[c] += count;
                run[c] = 0;
            }
        }
    }
    for (size_t c = 0; c < n_classes; ++c) {
        margin_add(&columns, table, class_size[c]);
    }
    rows.times = (int64_t *)keys; /* the keys are done with */
    for (size_t i = 0; i < rows.n_distinct; ++i) {
        rows.times[i] = scratch->repetitions[rows.sums[i]];
        scratch->repetitions[rows.sums[i]] = 0;
    }
    return adjusted(table, n, &rows, &columns, cells, n_cells, average, 0.0);
}

void ifc2f_ami_values(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y, const int64_t *class_sizes,
                      size_t n_classes, int32_t average, const double *logs, size_t n_logs, double *scores,
                      int64_t *work)
{
    const log_table table = {logs, n_logs};
    const row_classes classes = {y, class_sizes, n_classes};
    const scratch_space scratch = scratch_in(work, columns, lo, hi, n_classes);
    memset(scratch.repetitions, 0, (columns->n_rows + 1) * sizeof(int64_t));
    for (size_t c = lo; c < hi; ++c) {
        const sorted_values sorted = sorted_column(columns, c, &classes, &scratch);
        scores[c] = values_score(&sorted, n_classes, average, &table, &scratch);
    }
}

/* ---- Bin edges ---------------------------------------------------------------------------------------------- */

/* A float32 edge e between two neighbouring values: below < e <= above. */
static float edge_between(float below, float above)
{
    const float middle = (float)(0.5 * ((double)below + (double)above));
    return middle > below ? middle : above;
}

static int is_boundary(const uint64_t *keys, size_t i)
{
    return key_value(keys[i - 1]) != key_value(keys[i]);
}

/* A boundary between two values: before key `at`, with `below` rows before it. */
typedef struct boundary {
    size_t at;
    int64_t below;
} boundary;

/* The boundary after `start` nearest to `target` rows (the lower of two); `at` is the number of keys if there is
 * none. */
static boundary nearest_boundary(const sorted_values *sorted, boundary start, int64_t target)
{
    boundary down = start;
    boundary up = start;
    while (up.at < sorted->n) {
        do {
            up.below += weight_of(sorted, up.at);
            up.at += 1;
        } while (up.at < sorted->n && !is_boundary(sorted->keys, up.at));
        if (up.below >= target) {
            break;
        }
        down = up;
    }
    const int too_high = up.at == sorted->n || up.below - target >= target - down.below;
    return down.at > start.at && too_high ? down : up;
}

/* Each cut takes its share of the rows that are left, so that a value that fills several shares costs only one bin. */
void ifc2f_quantile_edges(const ifc2f_columns *columns, size_t lo, size_t hi, int32_t n_bins, float *edges,
                          int32_t *n_edges, int64_t *work)
{
    const int64_t n_rows = (int64_t)columns->n_rows;
    const row_classes classes = {NULL, &n_rows, 1};
    const scratch_space scratch = scratch_in(work, columns, lo, hi, 1);
    for (size_t c = lo; c < hi; ++c) {
        const sorted_values sorted = sorted_column(columns, c, &classes, &scratch);
        int64_t n = 0;
        for (size_t i = 0; i < sorted.n; ++i) {
            n += weight_of(&sorted, i);
        }
        float *edge = edges + c * (size_t)(n_bins - 1);
        n_edges[c] = 0;
        boundary start = {0, 0};
        for (int64_t left = n_bins; left > 1 && n - start.below > 1; --left) {
            const int64_t share = (n - start.below + left / 2) / left;
            start = nearest_boundary(&sorted, start, start.below + (share > 0 ? share : 1));
            if (start.at == sorted.n) {
                break;
            }
            edge[n_edges[c]] = edge_between(key_float(sorted.keys[start.at - 1]), key_float(sorted.keys[start.at]));
            n_edges[c] += 1;
        }
    }
}

/* A stretch [begin, end) of a sorted column and the cut that lowers its class entropy most. */
typedef struct class_segment {
    size_t begin;
    size_t end;
    size_t cut;  /* 0: no cut is worth its description */
    double gain; /* nats, times the number of rows */
} class_segment;

/* n H(class) in nats of n rows with these class counts; *n_present counts the classes that occur. */
static double total_entropy(const int64_t *counts, size_t n_classes, int64_t n, const log_table *table,
                            size_t *n_present)
{
    double sum = 0.0;
    *n_present = 0;
    for (size_t k = 0; k < n_classes; ++k) {
        sum += k_log_k(table, counts[k]);
        *n_present += counts[k] > 0;
    }
    return k_log_k(table, n) - sum;
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

/* Find the best cut of a segment and keep it if it passes the description length test: with n rows, k classes, entropy
 * H, and the same for the two sides, gain > (log(n - 1) + log(3^k - 2) - k H + k1 H1 + k2 H2) / n. */
static void find_cut(class_segment *segment, const sorted_values *sorted, size_t n_classes, const log_table *table,
                     int64_t *work)
{
    const double tie = 1e-9;
    const uint64_t *keys = sorted->keys;
    int64_t *left = work;
    int64_t *right = work + n_classes;
    int64_t n = 0;
    segment->cut = 0;
    segment->gain = 0.0;
    memset(work, 0, 2 * n_classes * sizeof(int64_t));
    for (size_t i = segment->begin; i < segment->end; ++i) {
        right[key_class(keys[i])] += weight_of(sorted, i);
        n += weight_of(sorted, i);
    }
    size_t n_present;
    size_t n_left = 0;
    size_t n_right = 0;
    const double whole = total_entropy(right, n_classes, n, table, &n_present);
    if (n_present < 2) {
        return;
    }
    double left_cost = 0.0;
    double right_cost = 0.0;
    size_t left_classes = 0;
    size_t right_classes = 0;
    double best = whole + 1.0;
    size_t cut = 0;
    int64_t below = 0;
    int64_t n_below = 0; /* of the best cut */
    for (size_t i = segment->begin; i + 1 < segment->end; ++i) {
        const int64_t weight = weight_of(sorted, i);
        left[key_class(keys[i])] += weight;
        right[key_class(keys[i])] -= weight;
        below += weight;
        if (!is_boundary(keys, i + 1)) {
            continue;
        }
        const double a = total_entropy(left, n_classes, below, table, &n_left);
        const double b = total_entropy(right, n_classes, n - below, table, &n_right);
        if (a + b < best - tie * (double)n) {
            best = a + b;
            cut = i + 1;
            n_below = below;
            left_cost = a;
            right_cost = b;
            left_classes = n_left;
            right_classes = n_right;
        }
    }
    if (cut == 0) {
        return;
    }
    const double price = ifc2f_log((double)(n - 1)) + log_of_splits(n_present) -
                         (double)n_present * whole / (double)n + (double)left_classes * left_cost / (double)n_below +
                         (double)right_classes * right_cost / (double)(n - n_below);
    if (whole - best > price) {
        segment->cut = cut;
        segment->gain = whole - best;
    }
}

/* Cut the best segment until none is worth it; return the number of segments, which end up in ascending order. */
static size_t split_segments(class_segment *segments, size_t n_bins, const sorted_values *sorted, size_t n_classes,
                             const log_table *table, int64_t *work)
{
    size_t n_segments = 1;
    segments[0].begin = 0;
    segments[0].end = sorted->n;
    find_cut(&segments[0], sorted, n_classes, table, work);
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
        find_cut(&lower[0], sorted, n_classes, table, work);
        find_cut(&lower[1], sorted, n_classes, table, work);
    }
    return n_segments;
}

void ifc2f_entropy_edges(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y,
                         const int64_t *class_sizes, size_t n_classes, const double *logs, size_t n_logs,
                         int32_t n_bins, float *edges, int32_t *n_edges, int64_t *work)
{
    const log_table table = {logs, n_logs};
    const row_classes classes = {y, class_sizes, n_classes};
    const scratch_space scratch = scratch_in(work, columns, lo, hi, n_classes);
    class_segment segments[IFC2F_MAX_BINS];
    for (size_t c = lo; c < hi; ++c) {
        const sorted_values sorted = sorted_column(columns, c, &classes, &scratch);
        const size_t n_segments =
            split_segments(segments, (size_t)n_bins, &sorted, n_classes, &table, scratch.classes);
        float *edge = edges + c * (size_t)(n_bins - 1);
        for (size_t s = 1; s < n_segments; ++s) {
            const size_t cut = segments[s].begin;
            edge[s - 1] = edge_between(key_float(sorted.keys[cut - 1]), key_float(sorted.keys[cut]));
        }
        n_edges[c] = (int32_t)(n_segments - 1);
    }
}

static void widen(float value, float *low, float *high)
{
    if (value < *low) {
        *low = value;
    }
    if (value > *high) {
        *high = value;
    }
}

void ifc2f_ranges(const ifc2f_columns *columns, size_t lo, size_t hi, float *low, float *high)
{
    for (size_t c = lo; c < hi; ++c) {
        low[c] = (float)from_bits(EXPONENT_MASK);
        high[c] = -low[c];
    }
    if (columns->rows == NULL) { /* row by row, as they lie in memory */
        for (size_t r = 0; r < columns->n_rows; ++r) {
            const float *row = columns->values + r * columns->n_columns;
            for (size_t c = lo; c < hi; ++c) {
                widen(row[c], &low[c], &high[c]);
            }
        }
        return;
    }
    for (size_t c = lo; c < hi; ++c) {
        int64_t n_stored = 0;
        for (int64_t i = columns->starts[c]; i < columns->starts[c + 1]; ++i) {
            n_stored += columns->weights == NULL ? 1 : columns->weights[i];
            widen(columns->values[i], &low[c], &high[c]);
        }
        if (n_stored < (int64_t)columns->n_rows) {
            widen(0.0f, &low[c], &high[c]);
        }
    }
}

/* ---- Bins and counts ---------------------------------------------------------------------------------------- */

/* The number of ascending values at or below x. */
static size_t n_at_or_below(const float *values, size_t n, float x)
{
    size_t count = 0;
    if (n <= 16) {
        for (size_t i = 0; i < n; ++i) {
            count += values[i] <= x;
        }
        return count;
    }
    size_t end = n; /* values before `count` are <= x, values from `end` on are > x */
    while (count < end) {
        const size_t middle = count + (end - count) / 2;
        if (values[middle] <= x) {
            count = middle + 1;
        } else {
            end = middle;
        }
    }
    return count;
}

/* The bin values of one column. */
typedef struct column_bins {
    const float *values;
    size_t n;
    int is_categorical;
} column_bins;

static column_bins bins_of(const float *values, const int64_t *starts, const uint8_t *categorical, size_t column)
{
    const column_bins bins = {values + starts[column], (size_t)(starts[column + 1] - starts[column]),
                              categorical[column] != 0};
    return bins;
}

static uint8_t code_of(const column_bins *bins, float x)
{
    const size_t count = n_at_or_below(bins->values, bins->n, x);
    if (!bins->is_categorical) {
        return x == x ? (uint8_t)count : IFC2F_CODE_MISSING;
    }
    return count > 0 && bins->values[count - 1] >= x ? (uint8_t)(count - 1) : IFC2F_CODE_MISSING;
}

void ifc2f_codes(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values, const int64_t *starts,
                 const uint8_t *categorical, uint8_t *codes)
{
    const size_t n_rows = columns->n_rows;
    for (size_t c = lo; c < hi; ++c) {
        const column_bins bins = bins_of(values, starts, categorical, c);
        uint8_t *code = codes + c * n_rows;
        if (columns->rows == NULL) {
            for (size_t r = 0; r < n_rows; ++r) {
                code[r] = code_of(&bins, columns->values[r * columns->n_columns + c]);
            }
            continue;
        }
        memset(code, code_of(&bins, 0.0f), n_rows);
        for (int64_t i = columns->starts[c]; i < columns->starts[c + 1]; ++i) {
            code[columns->rows[i]] = code_of(&bins, columns->values[i]);
        }
    }
}

void ifc2f_bin_counts(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values, const int64_t *starts,
                      const uint8_t *categorical, const int32_t *y, const int64_t *class_sizes, size_t n_values,
                      size_t n_classes, int64_t *counts)
{
    for (size_t c = lo; c < hi; ++c) {
        const column_bins bins = bins_of(values, starts, categorical, c);
        int64_t *cells = counts + c * n_values * n_classes;
        if (columns->rows == NULL) {
            for (size_t r = 0; r < columns->n_rows; ++r) {
                const uint8_t code = code_of(&bins, columns->values[r * columns->n_columns + c]);
                if (code < n_values) {
                    cells[code * n_classes + (size_t)y[r]] += 1;
                }
            }
            continue;
        }
        /* As if all rows were 0, then the stored ones moved from there to where they belong. */
        const uint8_t zero = code_of(&bins, 0.0f);
        for (size_t k = 0; k < n_classes && zero < n_values; ++k) {
            cells[zero * n_classes + k] += class_sizes[k];
        }
        for (int64_t i = columns->starts[c]; i < columns->starts[c + 1]; ++i) {
            const size_t k = (size_t)y[columns->rows[i]];
            const int64_t weight = columns->weights == NULL ? 1 : columns->weights[i];
            const uint8_t code = code_of(&bins, columns->values[i]);
            if (zero < n_values) {
                cells[zero * n_classes + k] -= weight;
            }
            if (code < n_values) {
                cells[code * n_classes + k] += weight;
            }
        }
    }
}

void ifc2f_class_counts(const uint8_t *codes, size_t n_rows, size_t lo, size_t hi, const int32_t *y, size_t n_values,
                        size_t n_classes, int64_t *counts)
{
    for (size_t c = lo; c < hi; ++c) {
        const uint8_t *code = codes + c * n_rows;
        int64_t *cells = counts + c * n_values * n_classes;
        for (size_t r = 0; r < n_rows; ++r) {
            if (code[r] < n_values) {
                cells[code[r] * n_classes + (size_t)y[r]] += 1;
            }
        }
    }
}

void ifc2f_pair_counts(const uint8_t *codes, size_t n_rows, const int32_t *pairs, size_t lo, size_t hi,
                       const int32_t *y, size_t n_values, size_t n_classes, int64_t *counts)
{
    for (size_t p = lo; p < hi; ++p) {
        const uint8_t *a = codes + (size_t)pairs[2 * p] * n_rows;
        const uint8_t *b = codes + (size_t)pairs[2 * p + 1] * n_rows;
        int64_t *cells = counts + p * n_values * n_values * n_classes;
        for (size_t r = 0; r < n_rows; ++r) {
            if (a[r] < n_values && b[r] < n_values) {
                cells[(a[r] * n_values + b[r]) * n_classes + (size_t)y[r]] += 1;
            }
        }
    }
}

/* ---- All pairs ------------------------------------------------------------------------------------------------ */

void ifc2f_join_codes(const ifc2f_groups *groups, const uint8_t *codes, const int32_t *rows, size_t lo, size_t hi,
                      uint8_t *joined)
{
    const size_t n_rows = groups->n_rows;
    for (size_t g = lo; g < hi; ++g) {
        uint8_t *code = joined + g * n_rows;
        memset(code, 0, n_rows);
        for (size_t f = (size_t)groups->starts[g]; f < (size_t)groups->starts[g + 1]; ++f) {
            const uint8_t *own = codes + f * n_rows;
            const unsigned n_values = (unsigned)groups->values[f];
            const unsigned n_slots = (unsigned)groups->slots[f];
            for (size_t r = 0; r < n_rows; ++r) {
                const unsigned value = own[rows[r]];
                code[r] = (uint8_t)(code[r] * n_slots + (value < n_values ? value : n_values));
            }
        }
    }
}

/* A feature's place in the code of its group: digit = code / place % slots. */
typedef struct group_digit {
    size_t values;
    size_t slots;
    size_t place;
} group_digit;

static size_t group_size(const ifc2f_groups *groups, size_t g)
{
    size_t size = 1;
    for (size_t f = (size_t)groups->starts[g]; f < (size_t)groups->starts[g + 1]; ++f) {
        size *= (size_t)groups->slots[f];
    }
    return size;
}

static group_digit digit_of(const ifc2f_groups *groups, size_t f, size_t group)
{
    group_digit digit = {(size_t)groups->values[f], (size_t)groups->slots[f], 1};
    for (size_t later = f + 1; later < (size_t)groups->starts[group + 1]; ++later) {
        digit.place *= (size_t)groups->slots[later];
    }
    return digit;
}

/* Where the counts of pair (i, j) begin, in pairs, if those of (first, first + 1) begin at 0. */
static size_t pair_number(size_t i, size_t j, size_t first, size_t n_features)
{
    return i * (2 * n_features - i - 1) / 2 + j - i - (first * (2 * n_features - first - 1) / 2 + 1);
}

/* Sums are made of LANES neighbours at a time, which compilers turn into vector instructions. The last step may read
 * and write past what is asked for, never past the buffers; what is there has no meaning. */
enum { LANES = 16 };

/* sums[0 .. n - 1] = sum of `n_terms` stretches of n counts, of which the first begins at `counts`; each `inner` of them
 * lie `step` apart, and such series lie `series` apart. */
static void sum_stretches(const uint16_t *restrict counts, size_t n_series, size_t series, size_t inner, size_t step,
                          uint16_t *restrict sums, size_t n)
{
    for (size_t begin = 0; begin < n; begin += LANES) {
        uint16_t sum[LANES] = {0};
        for (size_t s = 0; s < n_series; ++s) {
            const uint16_t *term = counts + s * series + begin;
            for (size_t t = 0; t < inner; ++t, term += step) {
                for (size_t lane = 0; lane < LANES; ++lane) {
                    sum[lane] = (uint16_t)(sum[lane] + term[lane]);
                }
            }
        }
        memcpy(sums + begin, sum, sizeof sum);
    }
}

/* totals[v] = sum of those entries of a group's counts whose digit is v. */
static void sum_by_digit(const uint16_t *restrict counts, size_t size, const group_digit *digit,
                         uint16_t *restrict totals)
{
    const size_t place = digit->place;
    const size_t series = digit->slots * place;
    if (place == 1) {
        sum_stretches(counts, size / series, series, 1, 1, totals, digit->slots);
        return;
    }
    for (size_t v = 0; v < digit->values; ++v) {
        unsigned sum = 0;
        for (size_t begin = v * place; begin < size; begin += series) {
            for (size_t i = begin; i < begin + place; ++i) {
                sum += counts[i];
            }
        }
        totals[v] = (uint16_t)sum;
    }
}

/* Add up those rows of a table of counts, one for each code of a group, whose digit is `value`. */
static void sum_rows_of_digit(const uint16_t *cells, size_t n_rows, unsigned shift, const group_digit *digit,
                              size_t value, uint16_t *sums, size_t n_sums)
{
    const size_t series = digit->slots * digit->place;
    sum_stretches(cells + ((value * digit->place) << shift), n_rows / series, series << shift, digit->place,
                  (size_t)1 << shift, sums, n_sums);
}

/* A stretch of rows of one class, so short that 16 bits hold any count. */
typedef struct row_stretch {
    size_t lo;
    size_t hi;
    size_t class;
} row_stretch;

enum { MAX_STRETCH = 65535 };

/* What the counts of one pair are added to. */
typedef struct pair_output {
    int64_t *counts;
    size_t first; /* feature */
    size_t n_values;
} pair_output;

static int64_t *pair_cells(const ifc2f_groups *groups, const pair_output *output, size_t i, size_t j)
{
    const size_t table = output->n_values * output->n_values * groups->n_classes;
    return output->counts + pair_number(i, j, output->first, groups->n_features) * table;
}

static void count_within_group(const ifc2f_groups *groups, size_t g, const row_stretch *rows, const pair_output *output,
                               uint16_t *cells)
{
    const uint8_t *code = groups->codes + g * groups->n_rows;
    const size_t begin = (size_t)groups->starts[g];
    const size_t end = (size_t)groups->starts[g + 1];
    const size_t size = group_size(groups, g);
    if (end - begin < 2) {
        return;
    }
    memset(cells, 0, size * sizeof(uint16_t));
    for (size_t r = rows->lo; r < rows->hi; ++r) {
        cells[code[r]] = (uint16_t)(cells[code[r]] + 1);
    }
    for (size_t i = begin; i < end; ++i) {
        for (size_t j = i + 1; j < end; ++j) {
            const group_digit a = digit_of(groups, i, g);
            const group_digit b = digit_of(groups, j, g);
            int64_t *counts = pair_cells(groups, output, i, j);
            for (size_t c = 0; c < size; ++c) {
                const size_t u = c / a.place % a.slots;
                const size_t v = c / b.place % b.slots;
                if (u < a.values && v < b.values) {
                    counts[(u * output->n_values + v) * groups->n_classes + rows->class] += cells[c];
                }
            }
        }
    }
}

enum { ROWS_AT_ONCE = 512 };

/* cells[first code << shift | second code] += 1 for n rows. The places are worked out for some rows at a time, in a loop
 * that compilers turn into vector instructions. */
static void tabulate(const uint8_t *restrict first, const uint8_t *restrict second, size_t n, unsigned shift,
                     uint16_t *restrict cells)
{
    uint16_t places[ROWS_AT_ONCE];
    for (size_t begin = 0; begin < n; begin += ROWS_AT_ONCE) {
        const size_t n_rows = n - begin < ROWS_AT_ONCE ? n - begin : ROWS_AT_ONCE;
        for (size_t r = 0; r < n_rows; ++r) {
            places[r] = (uint16_t)(((unsigned)first[begin + r] << shift) | second[begin + r]);
        }
        for (size_t r = 0; r < n_rows; ++r) {
            cells[places[r]] = (uint16_t)(cells[places[r]] + 1);
        }
    }
}

static void count_between_groups(const ifc2f_groups *groups, size_t g, size_t h, const row_stretch *rows,
                                 const pair_output *output, uint16_t *work)
{
    uint16_t *cells = work;
    uint16_t *sums = work + IFC2F_GROUP_SLOTS * IFC2F_GROUP_SLOTS;
    uint16_t *totals = sums + IFC2F_GROUP_SLOTS + 2 * LANES;
    const uint8_t *first = groups->codes + g * groups->n_rows + rows->lo;
    const uint8_t *second = groups->codes + h * groups->n_rows + rows->lo;
    const size_t n_first = group_size(groups, g);
    const size_t n_second = group_size(groups, h);
    const unsigned shift = n_second <= 128 ? 7 : 8;
    memset(cells, 0, (n_first << shift) * sizeof(uint16_t));
    tabulate(first, second, rows->hi - rows->lo, shift, cells);
    for (size_t i = (size_t)groups->starts[g]; i < (size_t)groups->starts[g + 1]; ++i) {
        const group_digit a = digit_of(groups, i, g);
        for (size_t u = 0; u < a.values; ++u) {
            sum_rows_of_digit(cells, n_first, shift, &a, u, sums, n_second);
            for (size_t j = (size_t)groups->starts[h]; j < (size_t)groups->starts[h + 1]; ++j) {
                const group_digit b = digit_of(groups, j, h);
                int64_t *counts = pair_cells(groups, output, i, j) + u * output->n_values * groups->n_classes;
                sum_by_digit(sums, n_second, &b, totals);
                for (size_t v = 0; v < b.values; ++v) {
                    counts[v * groups->n_classes + rows->class] += totals[v];
                }
            }
        }
    }
}

void ifc2f_all_pair_counts(const ifc2f_groups *groups, size_t first, size_t lo, size_t hi, size_t n_values,
                           int64_t *counts, uint16_t *work)
{
    const pair_output output = {counts, (size_t)groups->starts[first], n_values};
    for (size_t g = lo; g < hi; ++g) {
        for (size_t k = 0; k < groups->n_classes; ++k) {
            const size_t end = (size_t)groups->class_bounds[k + 1];
            row_stretch rows = {(size_t)groups->class_bounds[k], end, k};
            for (; rows.lo < end; rows.lo = rows.hi) {
                rows.hi = end - rows.lo > MAX_STRETCH ? rows.lo + MAX_STRETCH : end;
                count_within_group(groups, g, &rows, &output, work);
                for (size_t h = g + 1; h < groups->n_groups; ++h) {
                    count_between_groups(groups, g, h, &rows, &output, work);
                }
            }
        }
    }
}

/* With the sums of phi(k) = k log k over the cells, over both margins and over the totals of each class:
 * n I(A; B | C) = cells - rows - columns + totals. */
void ifc2f_cmi(const int64_t *counts, size_t lo, size_t hi, size_t n_values, size_t n_classes, const double *logs,
               size_t n_logs, double *cmi)
{
    const log_table table = {logs, n_logs};
    for (size_t p = lo; p < hi; ++p) {
        const int64_t *cells = counts + p * n_values * n_values * n_classes;
        double information = 0.0;
        int64_t n = 0;
        for (size_t k = 0; k < n_classes; ++k) {
            int64_t total = 0;
            for (size_t a = 0; a < n_values; ++a) {
                int64_t row = 0;
                int64_t column = 0;
                for (size_t b = 0; b < n_values; ++b) {
                    const int64_t cell = cells[(a * n_values + b) * n_classes + k];
                    information += k_log_k(&table, cell);
                    row += cell;
                    column += cells[(b * n_values + a) * n_classes + k];
                }
                information -= k_log_k(&table, row) + k_log_k(&table, column);
                total += row;
            }
            information += k_log_k(&table, total);
            n += total;
        }
        cmi[p] = n > 0 && information > 0.0 ? information / (double)n : 0.0;
    }
}

static int64_t sum_of(const int64_t *counts, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; ++i) {
        sum += counts[i];
    }
    return sum;
}

/* n I(A; B) = cells - rows - columns + total, in sums of phi as above. */
void ifc2f_mi(const int64_t *counts, size_t lo, size_t hi, size_t n_first, size_t n_second, size_t n_classes,
              const double *logs, size_t n_logs, double *mi)
{
    const log_table table = {logs, n_logs};
    for (size_t p = lo; p < hi; ++p) {
        const int64_t *cells = counts + p * n_first * n_second * n_classes;
        double information = 0.0;
        int64_t n = 0;
        for (size_t a = 0; a < n_first; ++a) {
            int64_t row = 0;
            for (size_t b = 0; b < n_second; ++b) {
                const int64_t cell = sum_of(cells + (a * n_second + b) * n_classes, n_classes);
                information += k_log_k(&table, cell);
                row += cell;
            }
            information -= k_log_k(&table, row);
            n += row;
        }
        for (size_t b = 0; b < n_second; ++b) {
            int64_t column = 0;
            for (size_t a = 0; a < n_first; ++a) {
                column += sum_of(cells + (a * n_second + b) * n_classes, n_classes);
            }
            information -= k_log_k(&table, column);
        }
        information += k_log_k(&table, n);
        mi[p] = n > 0 && information > 0.0 ? information / (double)n : 0.0;
    }
}
