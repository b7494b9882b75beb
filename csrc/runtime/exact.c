/*
 * Exact inference on the tree network for any set of answers: messages from the leaves up, on demand marginals from the
 * root down.
 *
 * What hangs below an answered feature depends on its value alone: the weight of a class is the prior times one factor
 * for every feature whose parent is known (or that has none). An answered one gives its table row, an open one its
 * message, the sum over all that hangs below it.
 */
#include "exact.h"

#if IFC2F_EXACT

/* ---- Memory, behind that of the plain session and of uncertain answers -------------------------------------------- */

/*     float up[n_up][L], marginal[n_bins][L], scratch[2 * max_values, at least 4][L];
 *     int16 scratch_exponent[max_values][L], below_exponent[L], up_exponent[n][L]; uint8 has_evidence[n], n = K or, with a factor, K + 1
 * A number is mantissa * 2^(32 * exponent) with the mantissa in [2^-32, 1], or 0. */
static float *up_of(const ifc2f_session *s)
{
    return (float *)s->memory + plain_session_bytes(s->model) / 4 + uncertain_bytes(s->model) / 4;
}

static float *marginals_of(const ifc2f_session *s)
{
    return up_of(s) + s->model->n_up * s->model->n_classes;
}

static float *scratch_of(const ifc2f_session *s)
{
    return marginals_of(s) + s->model->n_bins * s->model->n_classes;
}

IFC2F_PRIVATE ifc2f_class *i2f_scratch(const ifc2f_session *s)
{
    return (ifc2f_class *)(void *)scratch_of(s);
}

/* Numbers of scratch: two tables of a feature, or a belief. */
static uint32_t n_scratch(const ifc2f_model *model)
{
    return (model->max_values < 2 ? 4 : 2 * model->max_values) * model->n_classes;
}

static int16_t *scratch_exponent_of(const ifc2f_session *s)
{
    return (int16_t *)(void *)(scratch_of(s) + n_scratch(s->model));
}

static int16_t *below_exponent_of(const ifc2f_session *s)
{
    return scratch_exponent_of(s) + s->model->max_values * s->model->n_classes;
}

static int16_t *up_exponent_of(const ifc2f_session *s)
{
    return below_exponent_of(s) + s->model->n_classes;
}

static uint8_t *has_evidence_of(const ifc2f_session *s)
{
    return (uint8_t *)(up_exponent_of(s) + n_variables_of(s->model) * s->model->n_classes);
}

IFC2F_PRIVATE uint64_t i2f_exact_bytes(const ifc2f_model *model)
{
    const uint64_t L = model->n_classes;
    const uint64_t n_variables = n_variables_of(model);
    const uint64_t floats = L * (model->n_up + (uint64_t)model->n_bins) + n_scratch(model);
    const uint64_t bytes = uncertain_bytes(model) + 4 * floats + 2 * L * (n_variables + model->max_values + 1) + n_variables;
    return (bytes + 3) & ~(uint64_t)3;
}

/* ---- Numbers with exponents -------------------------------------------------------------------------------------- */

static const float SCALE_UP = 4294967296.0f;           /* 2^32 */
static const float SCALE_DOWN = 2.3283064365386963e-10f; /* 2^-32 */

/* Exponents saturate: 2^(32 * INT16_MIN) is what a quarter of a million answers of probability 1/16 come to. */
static void add_exponent(int16_t *exponent, int32_t more)
{
    const int32_t sum = *exponent + more;
    *exponent = (int16_t)(sum < INT16_MIN ? INT16_MIN : sum);
}

static void scale(float *mantissa, int16_t *exponent)
{
    while (*mantissa < SCALE_DOWN && *mantissa >= SMALLEST) {
        *mantissa *= SCALE_UP;
        add_exponent(exponent, -1);
    }
}

/* ---- Upwards ----------------------------------------------------------------------------------------------------- */

/* A feature's record, unpacked. */
typedef struct unpacked {
    uint32_t n_values;
    uint32_t parent; /* NO_INDEX: none */
    uint32_t n_parent_values;
    uint32_t first_table;
    uint32_t first_bin;
    uint32_t first_up;
} unpacked;

static unpacked unpacked_at(const ifc2f_model *model, uint32_t k)
{
    const unpacked f = {n_values_of(model, k), parent_of(model, k), n_parent_values_of(model, k), feature_word(model, k, FIRST_TABLE),
                        feature_word(model, k, FIRST_BIN), feature_word(model, k, FIRST_UP)};
    return f;
}

/* The chain of a feature's children: the first of them, and the next; NO_INDEX behind the last. */
static uint32_t first_child(const ifc2f_session *s, uint32_t k)
{
    return feature_word(s->model, k, CHILD_AND_SIBLING) & 0xFFFF;
}

static uint32_t next_child(const ifc2f_session *s, uint32_t child)
{
    return feature_word(s->model, child, CHILD_AND_SIBLING) >> 16;
}

/* Give the rows[n][L] of one class a common exponent, that of the largest; what is 2^-126 of it or less becomes 0. */
static void align_rows(float *rows, int16_t *exponents, uint32_t n, uint32_t L, int16_t *common)
{
    *common = INT16_MIN;
    for (uint32_t i = 0; i < n; ++i) {
        if (rows[i * L] >= SMALLEST && exponents[i * L] > *common) {
            *common = exponents[i * L];
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (int32_t e = exponents[i * L]; e < *common && rows[i * L] >= SMALLEST; ++e) {
            rows[i * L] *= SCALE_DOWN;
        }
    }
}

/* Multiply the likelihoods of k's values, if its answer is an uncertain one, and the upward messages of its children with
 * evidence into below[n_values][L], in ascending order of the children; exponent[L] is common to the values of a class. While multiplying each entry has its own exponent, so that
 * children who speak against a value do not wipe it out before others speak for it. Returns 0, and leaves `below`
 * alone, if there is no evidence. */
static int evidence_below(const ifc2f_session *s, uint32_t k, const unpacked *f, float *below, int16_t *exponent)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t n = f->n_values * L;
    int16_t *exponents = scratch_exponent_of(s);
    uint32_t n_found = 0;
    const float *likelihoods = k < s->model->n_features ? i2f_likelihoods(s, k) : NULL;
    for (uint32_t i = 0; likelihoods != NULL && i < n; ++i) {
        below[i] = likelihoods[i / L];
        exponents[i] = 0;
        n_found = 1;
    }
    for (uint32_t child = first_child(s, k); child != NO_INDEX; child = next_child(s, child)) {
        if (!has_evidence_of(s)[child]) {
            continue;
        }
        const float *message = up_of(s) + feature_word(s->model, child, FIRST_UP) * L;
        const int16_t *message_exponent = up_exponent_of(s) + child * L;
        for (uint32_t i = 0; i < n; ++i) {
            below[i] = n_found == 0 ? message[i] : below[i] * message[i];
            exponents[i] = n_found == 0 ? 0 : exponents[i];
            scale(&below[i], &exponents[i]);
            add_exponent(&exponents[i], message_exponent[i % L]);
        }
        ++n_found;
    }
    for (uint32_t c = 0; n_found > 0 && c < L; ++c) {
        align_rows(below + c, exponents + c, f->n_values, L, &exponent[c]);
    }
    return n_found > 0;
}

/* out[u][c] = sum over v of table[u][v][c] * below[v][c], or the term of the one value v if it is known. */
static void message_rows(const ifc2f_session *s, const unpacked *f, const float *below, uint32_t value, float *out)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t first = value < f->n_values ? value : 0;
    const uint32_t end = value < f->n_values ? value + 1 : f->n_values;
    const uint32_t per_parent = f->n_values * L;
    for (uint32_t u = 0; u < f->n_parent_values; ++u) {
        const uint8_t *rows = row_at(&s->model->sections[IFC2F_TABLES], f->first_table + u * per_parent, per_parent);
        float *to = out + u * L;
        memset(to, 0, L * sizeof *to);
        for (uint32_t v = first; rows != NULL && v < end; ++v) {
            for (uint32_t c = 0; c < L; ++c) {
                const float p = row_number(rows, v * L + c);
                to[c] += below == NULL ? p : p * below[v * L + c];
            }
        }
    }
}

/* Scale a message[n][L] of one class so that its largest is at least 2^-32. */
static void scale_rows(float *rows, uint32_t n, uint32_t L, int16_t *exponent)
{
    float largest = 0.0f;
    for (uint32_t i = 0; i < n; ++i) {
        largest = rows[i * L] > largest ? rows[i * L] : largest;
    }
    while (largest < SCALE_DOWN && largest >= SMALLEST) {
        largest *= SCALE_UP;
        add_exponent(exponent, -1);
        for (uint32_t i = 0; i < n; ++i) {
            rows[i * L] *= SCALE_UP;
        }
    }
}

/* Recompute the upward message of feature k: P(evidence at and below k | parent's value, class). What hangs below an
 * answered feature depends on its value alone and is no part of the message: i2f_update_weights() takes it up directly. */
static void update_message(const ifc2f_session *s, uint32_t k)
{
    const uint32_t L = s->model->n_classes;
    const unpacked f = unpacked_at(s->model, k);
    const int known = has_value(s, k);
    float *below = scratch_of(s);
    float *message = up_of(s) + f.first_up * L;
    int16_t *exponent = up_exponent_of(s) + k * L;
    const int any_below = !known && evidence_below(s, k, &f, below, exponent);
    has_evidence_of(s)[k] = (uint8_t)(known || any_below);
    if (!has_evidence_of(s)[k]) {
        return;
    }
    if (!any_below) {
        memset(exponent, 0, L * sizeof *exponent);
    }
    message_rows(s, &f, any_below ? below : NULL, known ? s->values[k] : NO_VALUE, message);
    for (uint32_t c = 0; c < L; ++c) {
        scale_rows(message + c, f.n_parent_values, L, &exponent[c]);
    }
}

static void update_all_messages(const ifc2f_session *s)
{
    for (uint32_t n = n_variables_of(s->model); n > 0; --n) {
        update_message(s, variable_at(s->model, n - 1));
    }
    head_of(s)->flags |= UP_IS_VALID;
}

/* The node that takes up feature k's message: its parent, if that has no answer; else NO_INDEX. */
static uint32_t node_above(const ifc2f_session *s, uint32_t k)
{
    const uint32_t parent = parent_of(s->model, k);
    const int is_above = parent < k || (parent == s->model->n_features && k < parent && has_factor(s->model));
    return is_above && !has_value(s, parent) ? parent : NO_INDEX;
}

/* Messages change along feature k's path up to the next answered feature. While only leading features are answered no
 * message counts, and none is kept up to date. */
IFC2F_PRIVATE void i2f_update_messages(const ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    if (head->n_end == head->n_prefix) {
        head->flags &= (uint16_t)~UP_IS_VALID;
    } else if (!(head->flags & UP_IS_VALID)) {
        update_all_messages(s);
    } else {
        for (; k != NO_INDEX; k = node_above(s, k)) {
            update_message(s, k);
        }
    }
}

/* Multiply the weights by the message of an open feature at its parent's value u. */
static void multiply_by_message(const ifc2f_session *s, uint32_t k, uint32_t u)
{
    const uint32_t L = s->model->n_classes;
    const float *message = up_of(s) + (feature_word(s->model, k, FIRST_UP) + u) * L;
    const int16_t *exponent = up_exponent_of(s) + k * L;
    for (uint32_t c = 0; c < L; ++c) {
        i2f_multiply(&s->classes[c], message[c]);
        s->classes[c].exponent += 32 * exponent[c];
    }
}

/* A prefix of answers gives just the product that answering in order builds up step by step, to the bit. */
IFC2F_PRIVATE void i2f_update_weights(const ifc2f_session *s)
{
    const session_head *head = head_of(s);
    const uint32_t n = head->n_end == head->n_prefix ? head->n_prefix : n_variables_of(s->model);
    i2f_reset_weights(s);
    for (uint32_t k = 0; k < n; ++k) {
        const uint32_t parent = parent_of(s->model, k);
        if (parent != NO_INDEX && !has_value(s, parent)) {
            continue;
        }
        if (has_value(s, k)) {
            i2f_multiply_by_answer(s, k);
        } else if (has_evidence_of(s)[k]) {
            multiply_by_message(s, k, parent == NO_INDEX ? 0 : s->values[parent]);
        }
    }
}

/* Bring prefix and end up to date after a change of feature k's value. */
static void move_ends(const ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    head->n_end = k >= head->n_end ? (uint16_t)(k + 1) : head->n_end;
    while (head->n_end > 0 && !is_told(s, head->n_end - 1u)) {
        --head->n_end;
    }
    head->n_prefix = k < head->n_prefix ? (uint16_t)k : head->n_prefix;
    while (!has_factor(s->model) && head->n_prefix < head->n_end && s->values[head->n_prefix] != NO_VALUE) {
        ++head->n_prefix;
    }
}

IFC2F_PRIVATE void i2f_take_up(const ifc2f_session *s, uint32_t k, int had_value)
{
    session_head *head = head_of(s);
    const int in_order = !had_value && k == head->n_prefix && k == head->n_end && !has_factor(s->model);
    move_ends(s, k);
    if (has_graph(s->model)) {
        return;
    }
    if (in_order) {
        head->flags &= (uint16_t)~UP_IS_VALID;
        i2f_multiply_by_answer(s, k);
    } else {
        i2f_update_messages(s, k);
        i2f_update_weights(s);
    }
    i2f_divide_by_sum(s);
}

IFC2F_PRIVATE void i2f_try(const ifc2f_session *s, uint32_t k, uint32_t value)
{
    s->values[k] = (uint8_t)value;
    move_ends(s, k);
    i2f_update_messages(s, k);
    head_of(s)->flags &= (uint16_t)~MARGINALS_ARE_VALID;
}

/* ---- Downwards --------------------------------------------------------------------------------------------------- */

/* in[u][c] = P(parent = u | class c, answers) / message(u, c): what the parent says about feature k, with what k
 * itself told the parent taken out. Only the rows of possible parent values are written; returns their range. */
static void parent_rows(const ifc2f_session *s, uint32_t k, const unpacked *f, float *in, uint32_t *first,
                        uint32_t *end)
{
    const uint32_t L = s->model->n_classes;
    *first = 0;
    *end = f->n_parent_values;
    if (f->parent == NO_INDEX || has_value(s, f->parent)) {
        *first = f->parent == NO_INDEX ? 0 : s->values[f->parent];
        *end = *first + 1;
        for (uint32_t c = 0; c < L; ++c) {
            in[*first * L + c] = 1.0f;
        }
        return;
    }
    const float *parent = marginals_of(s) + feature_word(s->model, f->parent, FIRST_BIN) * L;
    const float *message = up_of(s) + f->first_up * L;
    const int divide = has_evidence_of(s)[k];
    for (uint32_t i = 0; i < f->n_parent_values * L; ++i) {
        in[i] = !divide ? parent[i] : (message[i] >= SMALLEST ? parent[i] / message[i] : 0.0f);
    }
}

/* out[v][c] += rows[v][c] * in[c]; for two classes, in builds for speed, with what does not change in registers. */
static void add_rows(float *out, const uint8_t *rows, const float *in, uint32_t n_values, uint32_t L)
{
#ifndef __OPTIMIZE_SIZE__
    if (L == 2) {
        const float in0 = in[0];
        const float in1 = in[1];
        for (uint32_t v = 0; v < n_values; ++v, rows += 8, out += 2) {
            out[0] += row_number(rows, 0) * in0;
            out[1] += row_number(rows, 1) * in1;
        }
        return;
    }
#endif
    for (uint32_t v = 0; v < n_values; ++v) {
        for (uint32_t c = 0; c < L; ++c) {
            out[v * L + c] += row_number(rows, v * L + c) * in[c];
        }
    }
}

/* P(feature k = v | class, answers) for an open feature, from its parent's. */
static void update_marginal(const ifc2f_session *s, uint32_t k)
{
    const uint32_t L = s->model->n_classes;
    const unpacked f = unpacked_at(s->model, k);
    const uint32_t per_parent = f.n_values * L;
    float *out = marginals_of(s) + f.first_bin * L;
    float *below = scratch_of(s);
    float *in = below + s->model->max_values * L;
    uint32_t first;
    uint32_t end;
    const int any_below = evidence_below(s, k, &f, below, below_exponent_of(s));
    parent_rows(s, k, &f, in, &first, &end);
    memset(out, 0, per_parent * sizeof *out);
    for (uint32_t u = first; u < end; ++u) {
        const uint8_t *rows = row_at(&s->model->sections[IFC2F_TABLES], f.first_table + u * per_parent, per_parent);
        if (rows != NULL) {
            add_rows(out, rows, in + u * L, f.n_values, L);
        }
    }
    for (uint32_t i = 0; any_below && i < per_parent; ++i) {
        out[i] *= below[i];
    }
    for (uint32_t c = 0; c < L; ++c) {
        float sum = 0.0f;
        for (uint32_t v = 0; v < f.n_values; ++v) {
            sum += out[v * L + c];
        }
        for (uint32_t v = 0; v < f.n_values; ++v) {
            out[v * L + c] = sum >= SMALLEST ? out[v * L + c] / sum : 0.0f;
        }
    }
}

/* All marginals are computed at once, parents before children, when the first is asked for. */
IFC2F_PRIVATE const float *i2f_marginal(const ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    if (!(head->flags & MARGINALS_ARE_VALID)) {
        if (!(head->flags & UP_IS_VALID)) {
            update_all_messages(s);
        }
        for (uint32_t n = 0; n < n_variables_of(s->model); ++n) {
            const uint32_t i = variable_at(s->model, n);
            if (!has_value(s, i)) {
                update_marginal(s, i);
            }
        }
        head->flags |= MARGINALS_ARE_VALID;
    }
    return marginals_of(s) + feature_word(s->model, k, FIRST_BIN) * s->model->n_classes;
}

IFC2F_PRIVATE void i2f_transitions(const ifc2f_session *s, uint32_t k, uint32_t n_rows, uint32_t stride, float *out)
{
    const uint32_t L = s->model->n_classes;
    const unpacked f = unpacked_at(s->model, k);
    const uint32_t per_parent = f.n_values * L;
    float *below = scratch_of(s);
    const int any_below = evidence_below(s, k, &f, below, below_exponent_of(s));
    memset(out, 0, (size_t)L * n_rows * stride * sizeof *out);
    for (uint32_t u = 0; u < f.n_parent_values; ++u) {
        const uint8_t *rows = row_at(&s->model->sections[IFC2F_TABLES], f.first_table + u * per_parent, per_parent);
        for (uint32_t c = 0; rows != NULL && c < L; ++c) {
            float *to = out + (c * n_rows + u) * stride;
            float sum = 0.0f;
            for (uint32_t v = 0; v < f.n_values; ++v) {
                to[v] = row_number(rows, v * L + c) * (any_below ? below[v * L + c] : 1.0f);
                sum += to[v];
            }
            for (uint32_t v = 0; any_below && v < f.n_values; ++v) {
                to[v] = sum >= SMALLEST ? to[v] / sum : 0.0f;
            }
        }
    }
}

IFC2F_PRIVATE int i2f_can_answer(const ifc2f_session *s, uint32_t k)
{
    (void)s;
    (void)k;
    return 1;
}

IFC2F_PRIVATE int i2f_has_weights(const ifc2f_session *s)
{
    (void)s;
    return 1;
}

#endif
