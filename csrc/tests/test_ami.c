/* Adjusted mutual information is what its definition says. */
#include "columns.h"

enum { N = 7 }; /* labellings small enough for all their permutations */

/* The score of one table. */
static double score_of(const int64_t *table, size_t n_rows, size_t n_columns, int32_t average, const double *logs,
                       size_t n_logs)
{
    int64_t *work = allocate(2 * (n_rows + n_columns), sizeof(int64_t));
    double score = -1.0;
    ifc2f_ami_counts(table, 0, 1, n_rows, n_columns, average, logs, n_logs, &score, work);
    free(work);
    return score;
}

static double entropy_of(const int *labels)
{
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        int same = 0;
        for (int j = 0; j < N; ++j) {
            same += labels[i] == labels[j];
        }
        sum -= log((double)same / N) / N;
    }
    return sum;
}

static double information_of(const int *a, const int *b)
{
    int joint[N];
    for (int i = 0; i < N; ++i) {
        joint[i] = a[i] * N + b[i];
    }
    return entropy_of(a) + entropy_of(b) - entropy_of(joint);
}

/* Sum of the information over all permutations of b[k ..]. */
static double sum_over_permutations(const int *a, int *b, int k, double *n)
{
    if (k == N) {
        *n += 1.0;
        return information_of(a, b);
    }
    double sum = 0.0;
    for (int i = k; i < N; ++i) {
        int swap = b[k];
        b[k] = b[i];
        b[i] = swap;
        sum += sum_over_permutations(a, b, k + 1, n);
        swap = b[k];
        b[k] = b[i];
        b[i] = swap;
    }
    return sum;
}

/* AMI is what its definition says, with the expectation taken over every permutation. */
static void test_ami_against_permutations(void)
{
    double *logs = log_table(N + 1);
    for (int round = 0; round < 12; ++round) {
        int a[N];
        int b[N];
        int64_t table[N * N] = {0};
        for (int i = 0; i < N; ++i) {
            a[i] = (int)draw(2 + (uint32_t)round % 4);
            b[i] = (int)draw(2 + (uint32_t)round / 4);
            table[a[i] * N + b[i]] += 1;
        }
        const double information = information_of(a, b);
        const double ha = entropy_of(a);
        const double hb = entropy_of(b);
        double n = 0.0;
        const double expected = sum_over_permutations(a, b, 0, &n) / n;
        const double mean = (information - expected) / (0.5 * (ha + hb) - expected);
        const double larger = (information - expected) / (fmax(ha, hb) - expected);
        CHECK(ha > 0.0 && hb > 0.0);
        CHECK_NEAR(score_of(table, N, N, IFC2F_AVERAGE_MEAN, logs, N + 1), mean, 1e-11);
        CHECK_NEAR(score_of(table, N, N, IFC2F_AVERAGE_MAX, logs, N + 1), larger, 1e-11);
        CHECK_NEAR(score_of(table, N, N, IFC2F_AVERAGE_MAX, NULL, 0),
                   score_of(table, N, N, IFC2F_AVERAGE_MAX, logs, N + 1), 0.0);
    }
    free(logs);
}

static void test_ami_limits(void)
{
    const int64_t one_cell[] = {0, 5, 0, 0};
    const int64_t one_row[] = {2, 3, 0, 0};
    const int64_t one_column[] = {0, 2, 0, 3};
    const int64_t same[] = {0, 3, 0, 4, 0, 0, 0, 0, 1}; /* the same groups under other names */
    const int64_t distinct[] = {1, 0, 0, 1};
    const int64_t huge[] = {1500000000, 500000000, 500000000, 1500000000};
    const int64_t independent[] = {1000000000, 1000000000, 1000000000, 1000000000};
    CHECK_NEAR(score_of(one_cell, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0), 0.0, 0.0);
    CHECK_NEAR(score_of(one_row, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0), 0.0, 0.0);
    CHECK_NEAR(score_of(one_column, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0), 0.0, 0.0);
    CHECK_NEAR(score_of(same, 3, 3, IFC2F_AVERAGE_MEAN, NULL, 0), 1.0, 0.0);
    CHECK_NEAR(score_of(distinct, 2, 2, IFC2F_AVERAGE_MAX, NULL, 0), 1.0, 0.0);
    CHECK_NEAR(score_of(huge, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0),
               (1.5 * log(1.5) + 0.5 * log(0.5)) / 2.0 / log(2.0), 1e-8);
    CHECK_NEAR(score_of(independent, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0), 0.0, 1e-8);
}

/* The score of a column from a table with one row for each value. */
static double score_by_table(const float *matrix, size_t c, const int32_t *y)
{
    int64_t table[ROWS * CLASSES] = {0};
    float values[ROWS];
    size_t n_values = 0;
    for (size_t r = 0; r < ROWS; ++r) {
        const float value = matrix[r * COLUMNS + c];
        size_t v = 0;
        if (isnan(value)) {
            continue;
        }
        while (v < n_values && (values[v] < value || values[v] > value)) {
            v += 1;
        }
        values[v] = value;
        n_values += v == n_values;
        table[v * CLASSES + (size_t)y[r]] += 1;
    }
    return score_of(table, n_values, CLASSES, IFC2F_AVERAGE_MEAN, NULL, 0);
}

static void test_ami_values(void)
{
    double *logs = log_table(ROWS + 1);
    int64_t *work = allocate(ifc2f_count_work(ROWS, CLASSES) + ROWS + 1, sizeof(int64_t));
    for (int round = 0; round < 50; ++round) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        double scores[COLUMNS];
        double parts[COLUMNS];
        int64_t sizes[CLASSES];
        const ifc2f_columns columns = dense(matrix, ROWS, COLUMNS);
        sparse_matrix *sparse = compressed(matrix);
        double sparse_scores[COLUMNS];
        count_classes(y, sizes);
        ifc2f_ami_values(&columns, 0, COLUMNS, y, sizes, CLASSES, IFC2F_AVERAGE_MEAN, logs, ROWS + 1, scores, work);
        ifc2f_ami_values(&sparse->columns, 0, COLUMNS, y, sizes, CLASSES, IFC2F_AVERAGE_MEAN, NULL, 0, sparse_scores,
                         work);
        free(sparse);
        for (size_t c = 0; c < COLUMNS; ++c) {
            ifc2f_ami_values(&columns, c, c + 1, y, sizes, CLASSES, IFC2F_AVERAGE_MEAN, NULL, 0, parts, work);
            CHECK_NEAR(sparse_scores[c], scores[c], 1e-12);
            CHECK_NEAR(scores[c], score_by_table(matrix, c, y), 1e-12);
            CHECK_NEAR(scores[c], parts[c], 0.0);
        }
        CHECK_NEAR(scores[COLUMNS - 1], 0.0, 0.0);
        free(matrix);
    }
    free(work);
    free(logs);
}

/* With many rows the expectation of n MI is (rows - 1)(columns - 1) / 2, up to what vanishes with n; above a million rows
 * in a cell it is computed in another way, and neither that nor 2^40 rows take long. */
static void test_ami_of_many_rows(void)
{
    for (int shift = 12; shift <= 36; ++shift) {
        const int64_t few[6] = {3, 1, 2, 5, 4, 1};
        int64_t table[6];
        double rows[2] = {0.0, 0.0};
        double columns[3] = {0.0, 0.0, 0.0};
        double n = 0.0;
        double information = 0.0;
        double entropies = 0.0;
        for (size_t i = 0; i < 6; ++i) {
            table[i] = few[i] << shift;
            rows[i / 3] += (double)table[i];
            columns[i % 3] += (double)table[i];
            n += (double)table[i];
        }
        for (size_t i = 0; i < 6; ++i) {
            const double cell = (double)table[i];
            information += cell / n * log(cell * n / (rows[i / 3] * columns[i % 3]));
        }
        for (size_t i = 0; i < 5; ++i) {
            const double share = (i < 2 ? rows[i] : columns[i - 2]) / n;
            entropies -= share * log(share);
        }
        const double by_chance = 1.0 / n;
        const double expected = (information - by_chance) / (entropies / 2.0 - by_chance);
        const double score = score_of(table, 2, 3, IFC2F_AVERAGE_MEAN, NULL, 0);
        CHECK_NEAR(score, expected, 20.0 / n / n + 1e-12);
    }
}

/* Scores of many tables are those of single ones. */
static void test_ami_counts(void)
{
    const int64_t counts[] = {3, 1, 0, 4, 0, 0, 8, 0, 0, 5, 1, 5};
    int64_t work[2 * (2 + 2)];
    double scores[3];
    ifc2f_ami_counts(counts, 0, 3, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, scores, work);
    for (size_t c = 0; c < 3; ++c) {
        CHECK_NEAR(scores[c], score_of(counts + 4 * c, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0), 0.0);
    }
    CHECK(scores[0] > 0.0);
    CHECK_NEAR(scores[1], 0.0, 0.0);
}

int main(void)
{
    test_ami_against_permutations();
    test_ami_limits();
    test_ami_values();
    test_ami_of_many_rows();
    test_ami_counts();
    return check_report("test_ami");
}
