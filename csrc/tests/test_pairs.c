/*
 * Counts and information of pairs, one by one, from groups and from bit sets. Functions longer than 60 lines lay
 * out, fill and free all buffers of one kernel.
 */
#include "columns.h"

enum { VALUES = 4, FEATURES = 5, PAIRS = FEATURES * FEATURES };

static void test_counts_and_information(void)
{
    enum { TABLE = VALUES * CLASSES, SQUARE = VALUES * VALUES * CLASSES };
    double *logs = log_table(ROWS + 1);
    for (int round = 0; round < 20; ++round) {
        int32_t y[ROWS];
        uint8_t codes[FEATURES * ROWS];
        int32_t pairs[2 * PAIRS];
        int64_t features[FEATURES * TABLE] = {0};
        int64_t joint[PAIRS * SQUARE] = {0};
        double cmi[PAIRS];
        double again[PAIRS];
        for (size_t r = 0; r < ROWS; ++r) {
            y[r] = (int32_t)draw(CLASSES);
            for (size_t f = 0; f < FEATURES; ++f) { /* a few codes are no bins: 4 .. 5 and the missing one */
                codes[f * ROWS + r] = draw(10) == 0 ? IFC2F_CODE_MISSING : (uint8_t)draw(VALUES + 2);
            }
        }
        for (int32_t p = 0; p < PAIRS; ++p) {
            pairs[2 * p] = p / FEATURES;
            pairs[2 * p + 1] = p % FEATURES;
        }
        ifc2f_class_counts(codes, ROWS, 0, 2, y, VALUES, CLASSES, features);
        ifc2f_class_counts(codes, ROWS, 2, FEATURES, y, VALUES, CLASSES, features);
        ifc2f_pair_counts(codes, ROWS, pairs, 0, 7, y, VALUES, CLASSES, joint);
        ifc2f_pair_counts(codes, ROWS, pairs, 7, PAIRS, y, VALUES, CLASSES, joint);
        ifc2f_cmi(joint, 0, PAIRS, VALUES, CLASSES, logs, ROWS + 1, cmi);
        ifc2f_cmi(joint, 0, PAIRS, VALUES, CLASSES, NULL, 0, again);
        for (size_t p = 0; p < PAIRS; ++p) {
            const uint8_t *a = codes + (size_t)pairs[2 * p] * ROWS;
            const uint8_t *b = codes + (size_t)pairs[2 * p + 1] * ROWS;
            double information = 0.0;
            double n = 0.0;
            for (size_t r = 0; r < ROWS; ++r) {
                double abc = 0.0;
                double ac = 0.0;
                double bc = 0.0;
                double c = 0.0;
                if (a[r] >= VALUES || b[r] >= VALUES) {
                    continue;
                }
                for (size_t s = 0; s < ROWS; ++s) {
                    const int here = a[s] < VALUES && b[s] < VALUES && y[s] == y[r];
                    abc += here && a[s] == a[r] && b[s] == b[r];
                    ac += here && a[s] == a[r];
                    bc += here && b[s] == b[r];
                    c += here;
                }
                const size_t cell = ((size_t)a[r] * VALUES + b[r]) * CLASSES + (size_t)y[r];
                CHECK_NEAR((double)joint[p * SQUARE + cell], abc, 0.0);
                information += log(abc * c / (ac * bc));
                n += 1.0;
            }
            CHECK_NEAR(cmi[p], information / n, 1e-12);
            CHECK_NEAR(cmi[p], again[p], 0.0);
        }
        for (size_t f = 0; f < FEATURES; ++f) { /* a feature with itself counts it alone, and its sum is all present */
            int64_t n = 0;
            for (size_t v = 0; v < VALUES; ++v) {
                for (size_t c = 0; c < CLASSES; ++c) {
                    const size_t cell = (v * VALUES + v) * CLASSES + c;
                    CHECK(features[f * TABLE + v * CLASSES + c] == joint[f * (FEATURES + 1) * SQUARE + cell]);
                    n += features[f * TABLE + v * CLASSES + c];
                }
            }
            for (size_t r = 0; r < ROWS; ++r) {
                n -= codes[f * ROWS + r] < VALUES;
            }
            CHECK(n == 0);
        }
    }
    free(logs);
    const int64_t nothing[8] = {0};
    double zero = 1.0;
    ifc2f_cmi(nothing, 0, 1, 2, 2, NULL, 0, &zero);
    CHECK_NEAR(zero, 0.0, 0.0);
}

/* Counts of all pairs from groups are those of pairs one by one; `values` and `slots` as the columns have them. */
static void check_all_pairs(size_t n_rows, size_t n_features, const uint32_t *n_values, uint32_t missing_in,
                            size_t n_classes, size_t most_slots)
{
    size_t largest = 0;
    for (size_t f = 0; f < n_features; ++f) {
        largest = n_values[f] > largest ? n_values[f] : largest;
    }
    const size_t table = largest * largest * n_classes;
    const size_t n_pairs = n_features * (n_features - 1) / 2;
    uint8_t *codes = allocate(n_features * n_rows, 1);
    int32_t *y = allocate(n_rows, sizeof(int32_t));
    int32_t *rows = allocate(n_rows, sizeof(int32_t));
    int32_t *pairs = allocate(2 * n_pairs, sizeof(int32_t));
    int64_t *bounds = allocate(n_classes + 1, sizeof(int64_t));
    int32_t *starts = allocate(n_features + 1, sizeof(int32_t));
    int32_t *values = allocate(n_features, sizeof(int32_t));
    int32_t *slots = allocate(n_features, sizeof(int32_t));
    uint8_t *digits = allocate(n_features * 256, 1);
    int64_t *one_by_one = allocate(n_pairs * table, sizeof(int64_t));
    int64_t *together = allocate(n_pairs * table, sizeof(int64_t));
    uint16_t *work = allocate(IFC2F_PAIR_WORK, sizeof(uint16_t));
    size_t at = 0;
    for (size_t r = 0; r < n_rows; ++r) {
        y[r] = (int32_t)draw((uint32_t)n_classes);
    }
    for (size_t k = 0; k < n_classes; ++k) {
        bounds[k] = (int64_t)at;
        for (size_t r = 0; r < n_rows; ++r) {
            if (y[r] == (int32_t)k) {
                rows[at] = (int32_t)r;
                at += 1;
            }
        }
    }
    bounds[n_classes] = (int64_t)at;
    size_t n_groups = 0;
    size_t size = most_slots + 1;
    for (size_t f = 0; f < n_features; ++f) {
        const int has_missing = missing_in != 0 && f % missing_in == 0;
        values[f] = (int32_t)n_values[f];
        slots[f] = values[f] + has_missing;
        size *= (size_t)slots[f];
        if (size > most_slots) {
            starts[n_groups] = (int32_t)f;
            n_groups += 1;
            size = (size_t)slots[f];
        }
        for (size_t v = 0; v < 256; ++v) {
            digits[f * 256 + v] = (uint8_t)(v < n_values[f] ? v : n_values[f]);
        }
        for (size_t r = 0; r < n_rows; ++r) {
            const uint32_t code = has_missing && draw(9) == 0 ? IFC2F_CODE_MISSING : draw(n_values[f]);
            codes[f * n_rows + r] = (uint8_t)code;
        }
    }
    starts[n_groups] = (int32_t)n_features;
    size_t p = 0;
    for (size_t i = 0; i < n_features; ++i) {
        for (size_t j = i + 1; j < n_features; ++j, ++p) {
            pairs[2 * p] = (int32_t)i;
            pairs[2 * p + 1] = (int32_t)j;
        }
    }
    uint8_t *joined = allocate(n_groups * n_rows, 1);
    const ifc2f_joined groups = {joined, starts, values, slots, bounds, n_rows, n_features, n_groups, n_classes};
    memset(one_by_one, 0, n_pairs * table * sizeof(int64_t));
    memset(together, 0, n_pairs * table * sizeof(int64_t));
    ifc2f_pair_counts(codes, n_rows, pairs, 0, n_pairs, y, largest, n_classes, one_by_one);
    ifc2f_join_codes(&groups, codes, n_rows, digits, rows, 0, n_groups, joined);
    const size_t middle = n_groups / 2;
    ifc2f_all_pair_counts(&groups, 0, 0, middle, largest, together, work);
    ifc2f_all_pair_counts(&groups, 0, middle, n_groups, largest, together, work);
    CHECK(memcmp(one_by_one, together, n_pairs * table * sizeof(int64_t)) == 0);
    const size_t first = (size_t)starts[middle]; /* the counts of the later groups alone */
    const size_t n_before = first * (2 * n_features - first - 1) / 2;
    memset(together, 0, (n_pairs - n_before) * table * sizeof(int64_t));
    ifc2f_all_pair_counts(&groups, middle, middle, n_groups, largest, together, work);
    CHECK(memcmp(one_by_one + n_before * table, together, (n_pairs - n_before) * table * sizeof(int64_t)) == 0);
    free(work);
    free(joined);
    free(digits);
    free(together);
    free(one_by_one);
    free(slots);
    free(values);
    free(starts);
    free(bounds);
    free(pairs);
    free(rows);
    free(y);
    free(codes);
}

/* The same counts from bit sets, rows of class k at bits from 64 * words[k] on, with wide words and without. */
static void check_bit_sets(size_t n_rows, size_t n_features, const uint32_t *n_values, uint32_t missing_in,
                           size_t n_classes)
{
    size_t largest = 0;
    for (size_t f = 0; f < n_features; ++f) {
        largest = n_values[f] > largest ? n_values[f] : largest;
    }
    const size_t table = largest * largest * n_classes;
    const size_t n_pairs = n_features * (n_features - 1) / 2;
    uint8_t *codes = allocate(n_features * n_rows, 1);
    int32_t *y = allocate(n_rows, sizeof(int32_t));
    int64_t *positions = allocate(n_rows, sizeof(int64_t));
    int32_t *pairs = allocate(2 * n_pairs, sizeof(int32_t));
    int32_t *starts = allocate(n_features + 1, sizeof(int32_t));
    int32_t *values = allocate(n_features, sizeof(int32_t));
    int64_t *words = allocate(n_classes + 1, sizeof(int64_t));
    int64_t *counts = allocate(n_features * largest * n_classes, sizeof(int64_t));
    int64_t *expected = allocate(n_pairs * table, sizeof(int64_t));
    int64_t *found = allocate(n_pairs * table, sizeof(int64_t));
    for (size_t r = 0; r < n_rows; ++r) {
        y[r] = (int32_t)draw((uint32_t)n_classes);
    }
    words[0] = 0;
    for (size_t k = 0; k < n_classes; ++k) {
        int64_t n = 0;
        for (size_t r = 0; r < n_rows; ++r) {
            if (y[r] == (int32_t)k) {
                positions[r] = 64 * words[k] + n;
                n += 1;
            }
        }
        words[k + 1] = words[k] + (n + 511) / 512 * IFC2F_SET_WORDS;
    }
    starts[0] = 0;
    for (size_t f = 0; f < n_features; ++f) {
        const int has_missing = missing_in != 0 && f % missing_in == 0;
        values[f] = (int32_t)n_values[f];
        starts[f + 1] = starts[f] + values[f] - !has_missing;
        for (size_t r = 0; r < n_rows; ++r) {
            const uint32_t code = has_missing && draw(9) == 0 ? IFC2F_CODE_MISSING : draw(n_values[f]);
            codes[f * n_rows + r] = (uint8_t)code;
        }
    }
    size_t p = 0;
    for (size_t i = 0; i < n_features; ++i) {
        for (size_t j = i + 1; j < n_features; ++j, ++p) {
            pairs[2 * p] = (int32_t)i;
            pairs[2 * p + 1] = (int32_t)j;
        }
    }
    const size_t n_words = (size_t)words[n_classes];
    const size_t n_all = ((size_t)starts[n_features] + IFC2F_SETS_AT_ONCE) * n_words;
    uint64_t *bits = allocate(n_all, sizeof(uint64_t));
    memset(bits, 0, n_all * sizeof(uint64_t));
    memset(counts, 0, n_features * largest * n_classes * sizeof(int64_t));
    memset(expected, 0, n_pairs * table * sizeof(int64_t));
    ifc2f_class_counts(codes, n_rows, 0, n_features, y, largest, n_classes, counts);
    ifc2f_pair_counts(codes, n_rows, pairs, 0, n_pairs, y, largest, n_classes, expected);
    const ifc2f_bit_sets sets = {bits, starts, values, counts, words, n_words, n_features, largest, n_classes};
    ifc2f_fill_bit_sets(&sets, codes, n_rows, positions, 0, n_features, bits);
    uint32_t *work = allocate(ifc2f_bit_set_work(&sets), sizeof(uint32_t));
    for (int32_t wide = 0; wide <= ifc2f_counts_wide_words(); ++wide) {
        const size_t middle = n_features / 2;
        memset(found, 0xA5, n_pairs * table * sizeof(int64_t));
        ifc2f_bit_set_pair_counts(&sets, 0, 0, middle, wide, found, work);
        ifc2f_bit_set_pair_counts(&sets, 0, middle, n_features, wide, found, work);
        CHECK(memcmp(expected, found, n_pairs * table * sizeof(int64_t)) == 0);
        const size_t n_before = middle * (2 * n_features - middle - 1) / 2;
        ifc2f_bit_set_pair_counts(&sets, middle, middle, n_features, wide, found, work);
        CHECK(memcmp(expected + n_before * table, found, (n_pairs - n_before) * table * sizeof(int64_t)) == 0);
    }
    free(work);
    free(bits);
    free(found);
    free(expected);
    free(counts);
    free(words);
    free(values);
    free(starts);
    free(pairs);
    free(positions);
    free(y);
    free(codes);
}

static void test_all_pairs(void)
{
    const uint32_t sizes[][6] = {{2, 3, 4, 1, 5, 2}, {255, 2, 3, 255, 1, 7}, {10, 10, 10, 10, 10, 10}};
    for (int i = 0; i < 3; ++i) {
        for (uint32_t missing_in = 0; missing_in < 4; ++missing_in) {
            check_all_pairs(400, 6, sizes[i], missing_in, 3, 128);
            check_bit_sets(1100, 6, sizes[i], missing_in, 2);
            check_bit_sets(400, 6, sizes[i], missing_in, 3);
            check_bit_sets(50, 6, sizes[i], missing_in, 1);
            check_all_pairs(50, 6, sizes[i], missing_in, 2, 256);
            check_all_pairs(50, 6, sizes[i], missing_in, 1, 1);
            check_all_pairs(0, 6, sizes[i], missing_in, 1, 30);
        }
    }
    const uint32_t constant[3] = {1, 1, 2}; /* more rows of one value than 16 bits hold */
    check_all_pairs(150000, 3, constant, 2, 1, 128);
}

int main(void)
{
    test_counts_and_information();
    test_all_pairs();
    return check_report("test_pairs");
}
