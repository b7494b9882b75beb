/* The optimum of an order, by following every sequence of answers. */
#include "problem.h"

static double sum_of(const double *numbers, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i) {
        sum += numbers[i];
    }
    return sum;
}

static int are_more_sequences(const ifc2f_model *model, size_t most)
{
    uint64_t n = 1;
    for (uint32_t k = 0; k < model->ordered.n_stages && n <= most; ++k) {
        n *= n_values_of(model, k);
    }
    return n > most;
}

/* Look at feature k and give it the answer in p->values. */
static void follow_answer(const problem *p, uint32_t k)
{
    multiply(p, p->path + k * p->L, table_given(p, p->values, k) + p->values[k] * p->L, p->path + (k + 1) * p->L);
}

/* Depth first: down by the first answers, up again with what the stages cost, over to the next answer. */
static double follow_all(const problem *p, const double *prices)
{
    const uint32_t n_stages = p->model->ordered.n_stages;
    memcpy(p->path, p->prior, p->L * sizeof *p->prior);
    for (uint32_t k = 0;;) {
        for (; k < n_stages; ++k) {
            p->path_costs[k] = prices[k] * sum_of(p->path + k * p->L, p->L);
            p->values[k] = 0;
            follow_answer(p, k);
        }
        double cost = cost_of_stopping(p, p->path + k * p->L);
        for (; k > 0; --k) {
            p->path_costs[k - 1] += cost;
            if (++p->values[k - 1] < n_values_of(p->model, k - 1)) {
                break;
            }
            cost = cost_of_stopping(p, p->path + (k - 1) * p->L);
            cost = p->path_costs[k - 1] < cost ? p->path_costs[k - 1] : cost;
        }
        if (k == 0) {
            return cost;
        }
        follow_answer(p, k - 1);
    }
}

int32_t ifc2f_order_optimum(const ifc2f_model *model, const double *prices, size_t max_sequences, void *memory,
                            size_t memory_bytes, double *cost)
{
    problem p;
    const int32_t status = i2f_bounds_begin_order(&p, model, prices, memory, memory_bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    if (are_more_sequences(model, max_sequences)) {
        return IFC2F_ERR_TOO_LARGE;
    }
    *cost = follow_all(&p, prices);
    return IFC2F_OK;
}
