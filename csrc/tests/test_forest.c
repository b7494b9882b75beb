/*
 * The forest and the growth of graphs: sets of cells, trees that hold the rows they were grown on, guesses that do not
 * depend on how rows are shared out, and growth that is stopped. tests/policies/test_forest.py compares trees with plain Python.
 */
#include "../base/arithmetic.h"

#include "../training/cells.h"
#include "ifc2f_count.h"
#include "ifc2f_forest.h"
#include "ifc2f_grow.h"
#include "check.h"

#include <string.h>

enum { N_ROWS = 700, N_TRAINING = 500, N_COLUMNS = 11, N_CLASSES = 3, N_DRAWN = 400, N_TREES = 9 };

static uint8_t codes[N_ROWS][N_COLUMNS];
static uint8_t labels[N_TRAINING];
static int32_t n_values[N_COLUMNS];
static uint8_t categorical[N_COLUMNS];
static const ifc2f_forest_rows ROWS = {codes[0], labels, n_values, categorical, N_ROWS, N_TRAINING, N_COLUMNS, N_CLASSES};

static ifc2f_tree trees[N_TREES];
static ifc2f_tree_node nodes[N_TREES][2 * N_DRAWN + 1];
static double gains[N_TREES][2 * N_DRAWN + 1];
static double mixtures[N_TREES][N_DRAWN / 2][N_CLASSES];
static uint32_t seen[N_TREES][N_DRAWN];
static double logs[N_DRAWN + 1];

/* Every column is noise but the first two, which tell of the class together; each tenth code is missing. */
static void make_rows(void)
{
    for (uint32_t k = 0; k < N_COLUMNS; ++k) {
        n_values[k] = k == 3 ? 255 : k == 4 ? 1 : (int32_t)(2 + 3 * k);
        categorical[k] = k % 3 == 2;
    }
    for (uint32_t r = 0; r < N_ROWS; ++r) {
        for (uint32_t k = 0; k < N_COLUMNS; ++k) {
            const uint32_t bits = ifc2f_random(5, k, r);
            codes[r][k] = (uint8_t)(bits % 10 == 0 ? IFC2F_CODE_MISSING : (bits >> 8) % (uint32_t)n_values[k]);
        }
        if (r < N_TRAINING) {
            labels[r] = (uint8_t)((codes[r][0] + codes[r][1]) % N_CLASSES);
        }
    }
    ifc2f_k_log_k(logs, N_DRAWN + 1);
}

static void grow_trees(uint32_t max_depth)
{
    static uint32_t work[1 << 16];
    const ifc2f_forest_options options = {7, N_DRAWN, 9, max_depth};
    CHECK(ifc2f_grow_tree_work(&ROWS, &options) <= sizeof work / sizeof *work);
    for (uint32_t t = 0; t < N_TREES; ++t) {
        const ifc2f_tree tree = {nodes[t], gains[t], mixtures[t][0], seen[t], 0, 0, 0};
        trees[t] = tree;
        memset(work, 0xA5, sizeof work); /* whatever it held before */
        ifc2f_grow_tree(&ROWS, &options, logs, t, &trees[t], work);
    }
}

static void test_cells(void)
{
    uint8_t found[CELLS];
    for (uint32_t cell = 0; cell < CELLS; ++cell) {
        cell_set set = {{0}};
        add_cell(&set, cell);
        CHECK(list_cells(&set, found) == 1 && found[0] == cell);
        add_cell(&set, 255 - cell);
        add_cell(&set, 100);
        const uint32_t n = list_cells(&set, found);
        CHECK(n >= 2 && n <= 3);
        for (uint32_t i = 1; i < n; ++i) {
            CHECK(found[i - 1] < found[i]);
        }
    }
}

/* The leaf of a row, by the words of ifc2f_forest.h. */
static const ifc2f_tree_node *leaf_of(const ifc2f_tree *tree, const uint8_t *row)
{
    size_t i = 0;
    while (tree->nodes[i].n_values != 0) {
        const ifc2f_tree_node *node = &tree->nodes[i];
        const uint8_t code = row[node->column];
        const int is_low = node->categorical ? code == node->cut : code <= node->cut;
        i = code >= node->n_values ? (size_t)node->missing : is_low ? i + 1 : (size_t)node->high;
        CHECK(i < tree->n_nodes);
    }
    return &tree->nodes[i];
}

static double chance(const ifc2f_tree *tree, const ifc2f_tree_node *leaf, size_t c)
{
    return leaf->high >= 0 ? (double)((size_t)leaf->high == c) : tree->mixtures[(size_t)(-1 - leaf->high) * N_CLASSES + c];
}

static void test_leaves_hold_the_rows_of_a_tree(void)
{
    for (uint32_t t = 0; t < N_TREES; ++t) {
        size_t n_missed = 0;
        CHECK(trees[t].n_seen > N_DRAWN / 3 && trees[t].n_seen <= N_DRAWN);
        CHECK(trees[t].n_nodes > 10 && trees[t].n_nodes <= 2 * trees[t].n_seen + 1);
        for (size_t i = 0; i < trees[t].n_seen; ++i) {
            const uint32_t row = trees[t].seen[i];
            CHECK(row < N_TRAINING && (i == 0 || trees[t].seen[i - 1] < row));
            const ifc2f_tree_node *leaf = leaf_of(&trees[t], codes[row]);
            CHECK(chance(&trees[t], leaf, labels[row]) > 0.0);
            n_missed += leaf->high != labels[row];
        }
        CHECK(n_missed <= trees[t].n_seen / 50); /* rows that no cut tells apart */
    }
}

static void test_guesses_do_not_depend_on_ranges(void)
{
    static float whole[N_ROWS][N_CLASSES];
    static float parts[N_ROWS][N_CLASSES];
    static double work[N_ROWS * (2 * N_CLASSES + 1)];
    const double prior[N_CLASSES] = {0.5, 0.3, 0.2};
    CHECK(ifc2f_guess_work(&ROWS, N_ROWS) <= sizeof work / sizeof *work);
    ifc2f_guess(&ROWS, trees, N_TREES, prior, 0, N_ROWS, whole[0], work);
    for (size_t lo = 0, step = 1; lo < N_ROWS; lo += step, step = step * 2 % 97) {
        ifc2f_guess(&ROWS, trees, N_TREES, prior, lo, lo + step < N_ROWS ? lo + step : N_ROWS, parts[0], work);
    }
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
    for (size_t r = 0; r < N_ROWS; ++r) {
        double sums[N_CLASSES] = {0.0, 0.0, 0.0};
        size_t n_judges = 0;
        for (uint32_t t = 0; t < N_TREES; ++t) {
            int is_seen = 0;
            for (size_t i = 0; i < trees[t].n_seen; ++i) {
                is_seen |= trees[t].seen[i] == r;
            }
            for (size_t c = 0; c < N_CLASSES && !is_seen; ++c) {
                sums[c] += chance(&trees[t], leaf_of(&trees[t], codes[r]), c);
            }
            n_judges += !is_seen;
        }
        for (size_t c = 0; c < N_CLASSES; ++c) {
            const double label = r < N_TRAINING ? (double)(labels[r] == c) : prior[c];
            const double expected = n_judges > 0 ? sums[c] / (double)n_judges : label;
            CHECK((double)whole[r][c] - expected < 1e-6 && expected - (double)whole[r][c] < 1e-6);
        }
    }
    ifc2f_guess(&ROWS, trees, 0, prior, N_TRAINING - 1, N_TRAINING + 1, parts[0], work);
    CHECK(parts[N_TRAINING - 1][labels[N_TRAINING - 1]] == 1.0f && parts[N_TRAINING][1] == 0.3f);
}

static void test_depth_is_kept(void)
{
    grow_trees(1);
    for (uint32_t t = 0; t < N_TREES; ++t) {
        CHECK(trees[t].n_nodes >= 3 && trees[t].n_nodes <= 4); /* a cut, and branches */
    }
    grow_trees(0);
    for (uint32_t t = 0; t < N_TREES; ++t) {
        CHECK(trees[t].n_nodes == 1 && trees[t].n_mixtures == 1 && gains[t][0] == 0.0);
    }
}

/* Grow a graph whose every column costs as much. */
static size_t grow_graph(int32_t is_stopped, double work_to_roll_out)
{
    static float guesses[N_ROWS][N_CLASSES];
    static float cost[N_COLUMNS];
    static int32_t group[N_COLUMNS];
    static int32_t starts[N_COLUMNS + 1];
    static int32_t tests[N_COLUMNS];
    static ifc2f_node graph[2 * N_ROWS + 1];
    static double sums[2 * N_ROWS + 1][N_CLASSES];
    static double work[1 << 21];
    static const double prior[N_CLASSES] = {0.4, 0.3, 0.3};
    static const float mistakes[N_CLASSES][N_CLASSES] = {{0.0f, 1.0f, 1.0f}, {1.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 0.0f}};
    const volatile int32_t flag = is_stopped;
    const ifc2f_rows rows = {codes[0], labels, guesses[0], n_values, categorical, N_ROWS, N_TRAINING, N_COLUMNS, N_CLASSES, 0.5f};
    const ifc2f_prices prices = {cost, cost, group, starts, tests, N_COLUMNS, 100.0f};
    const ifc2f_growth growth = {.drawn_weight = 25.0,
                                 .thrift = 0.0,
                                 .min_rows = 2.0,
                                 .max_depth = 12,
                                 .work = work_to_roll_out,
                                 .blind_depth = 2,
                                 .charge = 0.0,
                                 .smoothing = 4.0,
                                 .prior = prior,
                                 .misclassification = mistakes[0],
                                 .is_stopped = &flag};
    for (uint32_t r = 0; r < N_ROWS; ++r) {
        for (uint32_t c = 0; c < N_CLASSES; ++c) {
            guesses[r][c] = c == (codes[r][0] + codes[r][1]) % N_CLASSES ? 0.8f : 0.1f;
        }
    }
    for (int32_t k = 0; k < N_COLUMNS; ++k) {
        cost[k] = 0.01f;
        group[k] = -1;
        starts[k] = k;
        tests[k] = k;
    }
    starts[N_COLUMNS] = N_COLUMNS;
    CHECK(ifc2f_grow_work(&rows, N_COLUMNS) <= sizeof work / sizeof *work);
    return ifc2f_grow(&rows, &prices, &growth, graph, sums[0], work);
}

static void test_growth_is_stopped(void)
{
    for (uint32_t i = 0; i < 2; ++i) {
        const double work_to_roll_out = i == 0 ? 0.0 : 1e6;
        CHECK(grow_graph(0, work_to_roll_out) > 20);
        CHECK(grow_graph(1, work_to_roll_out) == 1);
    }
}

int main(void)
{
    make_rows();
    test_cells();
    grow_trees(40);
    test_leaves_hold_the_rows_of_a_tree();
    test_guesses_do_not_depend_on_ranges();
    test_depth_is_kept();
    test_growth_is_stopped();
    return check_report("test_forest");
}
