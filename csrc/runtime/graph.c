/*
 * Policy graphs. A node asks for a feature and names the nodes that low and high bins and a missing answer lead to.
 * Branches lead to later nodes only, so a walk ends whatever the bytes say; where it leads is a function of the set of
 * answers alone.
 */
#include "graph.h"

#include "exact.h"

#if IFC2F_GRAPHS

/* Words of the section: the number of nodes, a record per node, class probabilities of each. */
enum { NODES_AT = 1, NODE_WORDS = 5, FEATURE_AND_CUT = 0, LOW_AND_HIGH, MISSING_AND_FLAGS, NODE_VALUE, NODE_ROWS };
enum { ONE_APART = 1, OWN_MISSING = 2, FIRST_MEETING = 4, ALL_FLAGS = 7, MAX_NODES = 0xFFFE };

enum { BORROWED = 0x10000 }; /* more features than there are */

static uint32_t node_word(const ifc2f_model *model, uint32_t node, uint32_t word)
{
    return word_at(&model->sections[IFC2F_GRAPH], NODES_AT + NODE_WORDS * node + word);
}

static uint32_t n_nodes_of(const ifc2f_model *model)
{
    return word_at(&model->sections[IFC2F_GRAPH], 0);
}

/* First number of a node's class probabilities. */
static uint32_t posterior_at(const ifc2f_model *model, uint32_t node)
{
    return NODES_AT + NODE_WORDS * n_nodes_of(model) + model->n_classes * node;
}

static int is_later(uint32_t child, uint32_t node, uint32_t n)
{
    return child > node && child < n;
}

static int is_node(const ifc2f_model *model, uint32_t node, uint32_t n)
{
    const uint32_t feature = node_word(model, node, FEATURE_AND_CUT) & 0xFFFF;
    const uint32_t cut = node_word(model, node, FEATURE_AND_CUT) >> 16;
    const uint32_t branches = node_word(model, node, LOW_AND_HIGH);
    const uint32_t flags = node_word(model, node, MISSING_AND_FLAGS) >> 16;
    if (feature == NO_INDEX) {
        return cut == 0 && branches == 0 && node_word(model, node, MISSING_AND_FLAGS) == 0;
    }
    return feature < model->n_features && flags <= ALL_FLAGS &&
           cut + ((flags & ONE_APART) == 0) < n_values_of(model, feature) && is_later(branches & 0xFFFF, node, n) &&
           is_later(branches >> 16, node, n) && is_later(node_word(model, node, MISSING_AND_FLAGS) & 0xFFFF, node, n);
}

static int node_has_numbers(const ifc2f_model *model, uint32_t node)
{
    const ifc2f_span *graph = &model->sections[IFC2F_GRAPH];
    float sum = 0.0f;
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        const float p = number_at(graph, posterior_at(model, node) + c);
        if (p < SMALLEST ? bits_of(p) != 0 : !(p <= 1.0f)) {
            return 0;
        }
        sum += p;
    }
    return is_within(sum, 0.999f, 1.001f) && is_within(float_of(node_word(model, node, NODE_VALUE)), 0.0f, LARGEST) &&
           is_within(float_of(node_word(model, node, NODE_ROWS)), 0.0f, LARGEST);
}

IFC2F_PRIVATE int32_t i2f_check_graph(const ifc2f_model *model)
{
    const ifc2f_span *graph = &model->sections[IFC2F_GRAPH];
    const uint32_t n = n_nodes_of(model);
    if (n - 1 >= MAX_NODES || graph->length % 4 != 0 ||
        graph->length / 4 != NODES_AT + n * (NODE_WORDS + model->n_classes)) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t node = 0; node < n; ++node) {
        if (!is_node(model, node, n) || !node_has_numbers(model, node)) {
            return IFC2F_ERR_CONTENT;
        }
    }
    return IFC2F_OK;
}

static uint32_t half_of_row(const uint8_t *row, uint32_t half)
{
    return u16_at(row + 2 * (size_t)half);
}

/* Halves of a node's first words. */
enum { FEATURE = 0, CUT, LOW, HIGH, MISSING, FLAGS };

IFC2F_PRIVATE int32_t i2f_graph_next(const ifc2f_session *s)
{
    graph_walk *walk = walk_of(s);
    for (;;) {
        const uint8_t *row = row_at(&s->model->sections[IFC2F_GRAPH], NODES_AT + NODE_WORDS * walk->node, NODE_WORDS);
        const uint32_t feature = row == NULL ? NO_INDEX : half_of_row(row, FEATURE);
        if (feature >= s->model->n_features) {
            return IFC2F_STOP; /* the end */
        }
        const uint32_t flags = half_of_row(row, FLAGS);
        const uint32_t value = s->values[feature];
        uint32_t met = 0;
        uint32_t branch = MISSING;
        if (value != NO_VALUE) {
            const uint32_t cut = half_of_row(row, CUT);
            branch = ((flags & ONE_APART) != 0 ? value == cut : value <= cut) ? LOW : HIGH;
            met = (flags & FIRST_MEETING) / FIRST_MEETING;
        } else if (s->places[feature] == PLACE_OPEN) {
            return (int32_t)feature;
        } else if ((flags & OWN_MISSING) == 0) {
            met = BORROWED;
        }
        const uint32_t next = half_of_row(row, branch);
        if (next <= walk->node) {
            return IFC2F_STOP; /* bytes that changed: a walk ends whatever they say */
        }
        walk->node = next;
        walk->n_met += met;
    }
}

#if IFC2F_EXACT

IFC2F_PRIVATE float i2f_graph_value(const ifc2f_session *s)
{
    return float_of(node_word(s->model, walk_of(s)->node, NODE_VALUE));
}

#endif

/* Number of answered features; one with an uncertain answer counts, which no walk meets. */
static uint32_t n_answers(const ifc2f_session *s)
{
#if IFC2F_EXACT
    uint32_t n = 0;
    for (uint32_t k = 0; k < head_of(s)->n_end; ++k) {
        n += (uint32_t)is_told(s, k);
    }
    return n;
#else
    return head_of(s)->n_prefix;
#endif
}

/* A node's probability of class c at the session's prior. */
static float at_prior(const ifc2f_session *s, uint32_t node, uint32_t c)
{
    const float prior = s->classes[c].prior;
    const float trained = number_at(&s->model->sections[IFC2F_PRIOR], c);
    const float p = number_at(&s->model->sections[IFC2F_GRAPH], posterior_at(s->model, node) + c);
    if (trained < SMALLEST) {
        return 0.0f;
    }
    return bits_of(prior) == bits_of(trained) ? p : p * (prior / trained);
}

/* Whether the posterior is that of the node reached. It is not before the root is left, where an answer was given beside the
 * graph, or where a missing one was passed by a branch made for others. */
static int is_of_node(const ifc2f_session *s, uint32_t n_answered)
{
    const graph_walk *walk = walk_of(s);
    return walk->node != 0 && walk->n_met == n_answered;
}

/* It knows of interactions that no tree network holds. Where it is silent the posterior is the network's. */
IFC2F_PRIVATE int i2f_take_graph_posterior(const ifc2f_session *s)
{
    float sum = 0.0f;
    (void)i2f_graph_next(s);
    if (!is_of_node(s, n_answers(s))) {
        return 0;
    }
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        s->classes[c].posterior = at_prior(s, walk_of(s)->node, c);
        sum += s->classes[c].posterior;
    }
    if (!(sum >= SMALLEST)) {
        return 0;
    }
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        s->classes[c].posterior /= sum;
    }
    return 1;
}

#if !IFC2F_EXACT

/* Whether the node reached tells the posterior: the sum is that of i2f_take_graph_posterior(), as far as it takes to be large
 * enough, which is mostly one class. */
static int node_tells(const ifc2f_session *s, uint32_t n_answered)
{
    float sum = 0.0f;
    if (is_of_node(s, n_answered)) {
        for (uint32_t c = 0; c < s->model->n_classes && !(sum >= SMALLEST); ++c) {
            sum += at_prior(s, walk_of(s)->node, c);
        }
    }
    return sum >= SMALLEST;
}

IFC2F_PRIVATE int i2f_graph_tells(const ifc2f_session *s, uint32_t k, uint32_t value, uint32_t place)
{
    const graph_walk walk = *walk_of(s);
    const uint8_t old_value = s->values[k];
    const uint16_t old_place = s->places[k];
    const uint32_t n = n_answers(s) + (value != NO_VALUE) - (old_value != NO_VALUE);
    s->values[k] = (uint8_t)value;
    s->places[k] = (uint16_t)place;
    if (old_place != PLACE_OPEN) {
        walk_of(s)->node = 0;
        walk_of(s)->n_met = 0;
    }
    (void)i2f_graph_next(s);
    const int tells = node_tells(s, n) || i2f_has_weights(s);
    s->values[k] = old_value;
    s->places[k] = old_place;
    head_of(s)->flags |= POSTERIOR_IS_STALE;
    if (!tells) {
        *walk_of(s) = walk;
    }
    return tells;
}

#endif

#endif
