/*
 * Policy graphs. A node asks for a feature and names the nodes that low and high bins and a missing answer lead to.
 * Branches lead to later nodes only, so a walk ends whatever the bytes say; where it leads is a function of the set of
 * answers alone.
 */
#include "ifc2f_internal.h"

#if IFC2F_GRAPHS

/* Words of the section: the number of nodes, a record per node, class probabilities of each. */
enum { NODES_AT = 1, NODE_WORDS = 5, FEATURE_AND_CUT = 0, LOW_AND_HIGH, MISSING_AND_FLAGS, NODE_VALUE, NODE_ROWS };
enum { ONE_APART = 1, OWN_MISSING = 2, FIRST_MEETING = 4, ALL_FLAGS = 7, MAX_NODES = 0xFFFE };

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

/* Where the answers lead. */
typedef struct walk {
    uint32_t node;
    int32_t feature;     /* the open feature asked for there, or IFC2F_STOP */
    uint32_t n_met;      /* answered features met on the way */
    uint32_t is_borrowed; /* a missing feature was passed by a branch grown for rows that had it */
} walk;

static walk follow(const ifc2f_session *s)
{
    walk at = {0, IFC2F_STOP, 0, 0};
    for (uint32_t n = n_nodes_of(s->model); n > 0; --n) {
        const uint32_t feature = node_word(s->model, at.node, FEATURE_AND_CUT) & 0xFFFF;
        const uint32_t flags = node_word(s->model, at.node, MISSING_AND_FLAGS) >> 16;
        uint32_t next = node_word(s->model, at.node, MISSING_AND_FLAGS) & 0xFFFF;
        if (feature >= s->model->n_features) {
            return at; /* the end */
        }
        if (has_value(s, feature)) {
            const uint32_t cut = node_word(s->model, at.node, FEATURE_AND_CUT) >> 16;
            const uint32_t bin = s->values[feature];
            const uint32_t branches = node_word(s->model, at.node, LOW_AND_HIGH);
            next = ((flags & ONE_APART) != 0 ? bin == cut : bin <= cut) ? branches & 0xFFFF : branches >> 16;
            at.n_met += (flags & FIRST_MEETING) != 0;
        } else if (s->places[feature] == PLACE_OPEN) {
            at.feature = (int32_t)feature;
            return at;
        } else {
            at.is_borrowed |= (flags & OWN_MISSING) == 0;
        }
        at.node = next;
    }
    return at;
}

IFC2F_PRIVATE int32_t i2f_graph_next(const ifc2f_session *s, uint32_t *node)
{
    const walk at = follow(s);
    *node = at.node;
    return at.feature;
}

IFC2F_PRIVATE float i2f_graph_value(const ifc2f_model *model, uint32_t node)
{
    return float_of(node_word(model, node, NODE_VALUE));
}

static uint32_t n_answered(const ifc2f_session *s)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < head_of(s)->n_end; ++k) {
        n += s->values[k] != NO_VALUE;
    }
    return n;
}

/* A node's probability of class c at the session's prior. */
static float at_prior(const ifc2f_session *s, uint32_t node, uint32_t c)
{
    const float trained = number_at(&s->model->sections[IFC2F_PRIOR], c);
    const float p = number_at(&s->model->sections[IFC2F_GRAPH], posterior_at(s->model, node) + c);
    return trained >= SMALLEST ? p * (s->classes[c].prior / trained) : 0.0f;
}

/* It knows of interactions that no tree network holds. Before the root is left the posterior is the prior; where an
 * answer was given beside the graph, or a missing one passed by a borrowed branch, it stays the network's. */
IFC2F_PRIVATE void i2f_take_graph_posterior(const ifc2f_session *s)
{
    const walk at = follow(s);
    float sum = 0.0f;
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        sum += at_prior(s, at.node, c);
    }
    if (at.node == 0 || !(sum >= SMALLEST) || (IFC2F_EXACT && (at.is_borrowed || at.n_met != n_answered(s)))) {
        return;
    }
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        s->classes[c].posterior = at_prior(s, at.node, c) / sum;
    }
    head_of(s)->flags &= (uint16_t)~IS_CONFLICT;
}

#endif
