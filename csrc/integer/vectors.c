/* Scores and weights of many classes, and alpha vectors times them. */
#include "vectors.h"

#include "numbers.h"

/* A class at 2^14 factors of 2 behind the likeliest stays there. */
enum { FARTHEST = 1 << 30 };

/* Weights are scaled such that products with costs, of 8 or 16 bits, and sums of them have 32. */
static uint32_t most_weight(const ifc2f_int_model *model)
{
    return is_wide(model, WIDE_SETS) ? 1u << 16 : 1u << 24;
}

IFC2F_PRIVATE void i2f_int_add_row(const ifc2f_int_session *s, uint32_t number)
{
    const uint32_t wide = is_wide(s->model, WIDE_TABLES);
    const uint8_t *row = i2f_int_row_of(s->model, TABLES, number, s->model->n_classes, wide);
    const uint32_t unit = s->model->words[UNIT];
    int_class *const first = classes_of(s);
    int_class *const end = first + s->model->n_classes;
    uint32_t least = UINT32_MAX;
    for (int_class *of = first; of < end; ++of) {
        of->score += unit * take(&row, wide);
        least = of->score < least ? of->score : least;
    }
    uint32_t sum = 0;
    for (int_class *of = first; of < end; ++of) {
        const uint32_t score = of->score - least;
        of->score = score < FARTHEST ? score : FARTHEST;
        of->weight = i2f_int_weight_of(score);
        sum += of->weight;
    }
    while (sum > most_weight(s->model)) {
        sum = 0;
        for (int_class *of = first; of < end; ++of) {
            of->weight /= 2;
            sum += of->weight;
        }
    }
}

/* A vector times the weights, or what of it is not below `limit`. Apart, so that its loop has the registers of a small
 * processor to itself. */
IFC2F_APART static uint32_t expected(const uint8_t *vector, const int_class *of, uint32_t n_classes, uint32_t limit,
                                     uint32_t wide)
{
    uint32_t cost = 0;
    do {
        cost += of->weight * take(&vector, wide);
        ++of;
    } while (--n_classes > 0 && cost < limit);
    return cost;
}

/* The vector of least expected cost below `limit` among the first-th to the one before end; those behind one below
 * `enough` are not tried. */
static best best_of(const ifc2f_int_session *s, uint32_t first, uint32_t end, uint32_t limit, uint32_t enough)
{
    const uint32_t wide = is_wide(s->model, WIDE_SETS);
    const uint32_t L = s->model->n_classes;
    const uint32_t bytes = wide ? 2 * L : L;
    const uint32_t offset = s->model->words[VECTORS] + first * bytes;
    const uint8_t *vector = s->model->bytes;
    const int_class *classes = classes_of(s);
    best found = {limit, first};
    if (first < end && is_inside(s->model, offset, (end - first) * bytes)) {
        vector += offset;
    } else {
        end = first;
    }
    for (; first < end && found.cost >= enough; ++first) {
        const uint32_t cost = expected(vector, classes, L, found.cost, wide);
        vector += bytes;
        if (cost < found.cost) {
            found.cost = cost;
            found.vector = first;
        }
    }
    return found;
}

IFC2F_PRIVATE best i2f_int_best_decision(const ifc2f_int_session *s)
{
    return best_of(s, 0, s->model->n_classes, UINT32_MAX, 0);
}

IFC2F_PRIVATE int i2f_int_is_below(const ifc2f_int_session *s, uint32_t set)
{
    const uint8_t *starts = inside(s->model, s->model->words[SETS] + 2 * set, 4);
    const uint32_t stop = i2f_int_best_decision(s).cost;
    return best_of(s, half(starts), half(starts + 2), stop, stop).cost < stop;
}

/* Differences of rounded sums, so that they sum to 65535 whatever rounding does. */
IFC2F_PRIVATE void i2f_int_vectors_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t shift = is_wide(s->model, WIDE_SETS) ? 0 : 8;
    const int_class *classes = classes_of(s);
    uint32_t total = 0;
    for (uint32_t c = 0; c < L; ++c) {
        total += classes[c].weight;
    }
    total >>= shift;
    uint32_t sum = 0;
    uint32_t before = 0;
    for (uint32_t c = 0; c < L; ++c) {
        sum += classes[c].weight;
        const uint32_t up_to = i2f_int_quotient((sum >> shift) * 0xFFFF + total / 2, total);
        posterior[c] = (uint16_t)(up_to - before);
        before = up_to;
    }
}
