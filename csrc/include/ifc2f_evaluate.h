/*
 * Expected cost of a policy under its own network, as executed: by enumeration of the answer sequences the policy can
 * meet, or by seeded simulation. For hosts: sums are kept in double precision.
 */
#ifndef IFC2F_EVALUATE_H
#define IFC2F_EVALUATE_H

#include "ifc2f_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ifc2f_expectation {
    double total;              /* acquisition + misclassification */
    double acquisition;        /* expected cost of the features acquired */
    double misclassification;  /* expected cost of wrong answers */
    double n_acquired;         /* expected number of features acquired */
    double standard_error;     /* of total; 0 when enumerated */
    uint32_t n_sequences;      /* answer sequences enumerated, or instances simulated */
} ifc2f_expectation;

/* Bytes of memory that each function needs; UINT32_MAX if they would not fit: it refuses then. */
uint32_t ifc2f_enumerate_bytes(const ifc2f_model *model);
uint32_t ifc2f_simulate_bytes(const ifc2f_model *model, uint32_t n_instances);

/* Both refuse by IFC2F_ERR_ORDER a policy graph in a build without exact inference. */

/* Enumerate. IFC2F_ERR_TOO_LARGE, after at most `max_sequences` of them, if there are more. */
int32_t ifc2f_enumerate(const ifc2f_model *model, float budget, uint32_t max_sequences, void *memory,
                        uint32_t memory_bytes, ifc2f_expectation *expectation);

/* Simulate `n_instances` drawn from the network with `seed`. Instances with the same answers so far share the work. */
int32_t ifc2f_simulate(const ifc2f_model *model, float budget, uint32_t n_instances, uint32_t seed, void *memory,
                       uint32_t memory_bytes, ifc2f_expectation *expectation);

#ifdef __cplusplus
}
#endif

#endif
