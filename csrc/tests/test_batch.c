/* Rows of a matrix are classified as sessions would. */
#include "planned_model.h"

enum { N_ROWS = N_ASSIGNMENTS, N_COLUMNS = 41 };

static float matrix[N_ROWS * N_COLUMNS];
static uint32_t together[N_ROWS + 8 * N_FEATURES];

/* Values that fall into the bins of assignment_of(row); columns the model does not use are NaN. */
static void fill_matrix(void)
{
    static const float of_bin[N_FEATURES][MAX_VALUES] = {
        {0.0f, 1.5f, 9.0f}, {3.0f, 7.0f, NAN}, {0.0f, 0.5f, NAN}, {-1.5f, 0.0f, 1.0f}, {0.0f, 1.0f, NAN}};
    int values[N_FEATURES];
    for (unsigned row = 0; row < N_ROWS; ++row) {
        for (unsigned column = 0; column < N_COLUMNS; ++column) {
            matrix[row * N_COLUMNS + column] = NAN;
        }
        assignment_of(row, values);
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            if (values[k] >= 0) {
                matrix[row * N_COLUMNS + 10 * k] = of_bin[k][values[k]];
            }
        }
    }
}

static void test_batch(void *followed)
{
    static const uint32_t columns[N_FEATURES] = {0, 10, 20, 30, 40};
    static int32_t label[N_ROWS];
    static float posterior[N_ROWS * N_CLASSES];
    static int32_t n_acquired[N_ROWS];
    static float cost[N_ROWS];
    static int32_t order[N_ROWS * N_FEATURES];
    const ifc2f_batch batch = {label, posterior, n_acquired, cost, order, N_FEATURES, followed, NULL, 0};
    const ifc2f_batch nothing = {NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0};
    ifc2f_batch_report report;
    int values[N_FEATURES];
    fill_matrix();
    CHECK(ifc2f_together_bytes(&model, N_ROWS) == sizeof together);
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, 0.08f, 0, session_memory, sizeof session_memory,
                         &batch, &report) == IFC2F_OK);
    for (unsigned row = 0; row < N_ROWS; ++row) {
        ifc2f_session s = begun(&model);
        float p[N_CLASSES];
        const float spent = cost[row];
        assignment_of(row, values);
        CHECK(ifc2f_set_budget(&s, 0.08f) == IFC2F_OK);
        (void)follow(&s, values, p);
        const float by_session = ifc2f_cost(&s);
        CHECK(label[row] == ifc2f_decide(&s));
        CHECK(same_bits(posterior + row * N_CLASSES, p, sizeof p));
        CHECK(n_acquired[row] == ifc2f_n_acquired(&s));
        CHECK(same_bits(&spent, &by_session, sizeof spent));
        for (uint32_t i = 0; i < N_FEATURES; ++i) {
            const int32_t expected = (int32_t)i < n_acquired[row] ? ifc2f_acquired(&s, i) : -1;
            CHECK(order[row * N_FEATURES + i] == expected);
        }
    }
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, INFINITY, 0, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_OK);
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, -1.0f, 0, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, INFINITY, 0, session_memory, 8, &nothing,
                         &report) == IFC2F_ERR_MEMORY);
}

static void test_batch_values(void *followed)
{
    static const uint32_t columns[N_FEATURES] = {0, 1, 2, 3, 4};
    const ifc2f_batch nothing = {NULL, NULL, NULL, NULL, NULL, 0, followed, NULL, 0};
    float rows[3][N_FEATURES] = {{0.0f, 3.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 3.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 5.0f, 0.0f, 0.0f, 0.0f}};
    ifc2f_batch_report report;
    ifc2f_session s = begun(&model);
    CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK);
    CHECK(ifc2f_next(&s) == 1); /* else the unknown category of the last row would not be acquired */
    CHECK(ifc2f_classify(&model, rows[0], 3, N_FEATURES, columns, INFINITY, 0, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_ERR_VALUE);
    CHECK(report.failed_row == 2 && report.failed_feature == 1);
    CHECK(ifc2f_classify(&model, rows[0], 3, N_FEATURES, NULL, INFINITY, 1, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_OK);
    CHECK(report.n_unknown == 1);
    rows[1][0] = INFINITY; /* not a category that may be unknown: an error always */
    CHECK(ifc2f_classify(&model, rows[0], 3, N_FEATURES, NULL, INFINITY, 1, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_ERR_VALUE);
    CHECK(report.failed_row == 1 && report.failed_feature == 0);
}

#if IFC2F_EXACT

/* Rows whose first and fourth feature are known where they are there: as sessions that are told so before the first question. */
static void test_batch_known(void *followed)
{
    static const uint32_t columns[N_FEATURES] = {0, 10, 20, 30, 40};
    static const uint32_t known[2] = {3, 0};
    static const uint32_t none[1] = {N_FEATURES};
    static float posterior[N_ROWS * N_CLASSES];
    static int32_t n_acquired[N_ROWS];
    const ifc2f_batch batch = {NULL, posterior, n_acquired, NULL, NULL, 0, followed, known, 2};
    const ifc2f_batch wrong = {NULL, NULL, NULL, NULL, NULL, 0, followed, none, 1};
    ifc2f_batch_report report;
    int values[N_FEATURES];
    fill_matrix();
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, INFINITY, 0, session_memory, sizeof session_memory,
                         &batch, &report) == IFC2F_OK);
    for (unsigned row = 0; row < N_ROWS; ++row) {
        ifc2f_session s = begun(&model);
        float p[N_CLASSES];
        assignment_of(row, values);
        for (unsigned i = 0; i < 2; ++i) {
            const float value = matrix[row * N_COLUMNS + columns[known[i]]];
            CHECK(values[known[i]] < 0 || ifc2f_know(&s, known[i], value) == IFC2F_OK);
        }
        (void)follow(&s, values, p);
        CHECK(same_bits(posterior + row * N_CLASSES, p, sizeof p));
        CHECK(n_acquired[row] == ifc2f_n_acquired(&s));
    }
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, INFINITY, 0, session_memory, sizeof session_memory,
                         &wrong, &report) == IFC2F_ERR_FEATURE);
    matrix[N_COLUMNS] = INFINITY; /* of row 1, in the column of a known feature */
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, INFINITY, 1, session_memory, sizeof session_memory,
                         &batch, &report) == IFC2F_ERR_VALUE);
    CHECK(report.failed_row == 1 && report.failed_feature == 0);
}

#else

/* What is known needs exact inference: where a row has it, the batch is refused as ifc2f_know() is. */
static void test_batch_known(void *followed)
{
    static const uint32_t known[1] = {0};
    const ifc2f_batch batch = {NULL, NULL, NULL, NULL, NULL, 0, followed, known, 1};
    float rows[2][N_FEATURES] = {{NAN, 3.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 3.0f, 0.0f, 0.0f, 0.0f}};
    ifc2f_batch_report report;
    CHECK(ifc2f_classify(&model, rows[0], 1, N_FEATURES, NULL, INFINITY, 0, session_memory, sizeof session_memory,
                         &batch, &report) == IFC2F_OK);
    CHECK(ifc2f_classify(&model, rows[0], 2, N_FEATURES, NULL, INFINITY, 0, session_memory, sizeof session_memory,
                         &batch, &report) == IFC2F_ERR_ORDER);
    CHECK(report.failed_row == 1 && report.failed_feature == 0);
}

#endif

int main(void)
{
    plan_model();
    test_batch(NULL);
    test_batch(together);
    test_batch_values(NULL);
    test_batch_values(together);
    test_batch_known(NULL);
    test_batch_known(together);
    return check_report("test_batch");
}
