/*
 * From which probability on a class is decided. What a decision costs is linear in the probability p of class i: it is p M[i][j] +
 * (1 - p) times what deciding j costs if the class is one of the others, which keep their ratios.
 */
#include "../runtime/posterior.h"

#include "ifc2f_confidence.h"

static double mistake(const ifc2f_model *model, uint32_t true_class, uint32_t decided)
{
    return (double)number_at(&model->sections[IFC2F_MISCLASSIFICATION], true_class * model->n_classes + decided);
}

/* What class c counts among those but i; of two classes the other is all of them. */
static double weight(const ifc2f_session *s, uint32_t i, uint32_t c)
{
    const double among_more = s->model->n_classes == 2 ? 1.0 : (double)s->classes[c].posterior;
    return c == i ? 0.0 : among_more;
}

/* What deciding j costs among them, times the sum of their weights. */
static double if_others(const ifc2f_session *s, uint32_t i, uint32_t j)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        sum += weight(s, i, c) * mistake(s->model, c, j);
    }
    return sum;
}

static double threshold_of(const ifc2f_session *s, uint32_t i)
{
    const ifc2f_model *model = s->model;
    const double none = (double)float_of(0x7FC00000u);
    double rest = 0.0;
    double highest = 0.0;
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        rest += weight(s, i, c);
    }
    for (uint32_t j = 0; j < model->n_classes && rest > 0.0; ++j) {
        const double won = mistake(model, i, j) - mistake(model, i, i);
        const double lost = (if_others(s, i, i) - if_others(s, i, j)) / rest;
        if (j != i && !(won > 0.0)) {
            return none;
        }
        if (j != i && lost > 0.0 && lost / (lost + won) > highest) {
            highest = lost / (lost + won);
        }
    }
    return highest > 0.0 ? highest : none;
}

int32_t ifc2f_decision_thresholds(const ifc2f_session *session, double *thresholds)
{
    i2f_need_posterior(session);
    for (uint32_t i = 0; i < session->model->n_classes; ++i) {
        thresholds[i] = threshold_of(session, i);
    }
    return IFC2F_OK;
}
