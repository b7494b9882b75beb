/* Texts for statuses. */
#include "../base/arithmetic.h"

#include "ifc2f.h"

const char *ifc2f_strerror(int32_t status)
{
#if IFC2F_TEXTS
    static const char *const texts[] = {
        "no error",
        "the policy asks nothing more",
        "not a model: the first bytes are not those of a model file",
        "the model's format version is not the one this library reads",
        "the model is cut short or has bytes behind its end",
        "the model is damaged: its checksum does not fit its bytes",
        "the model's directory of sections is damaged or lacks a section",
        "the model holds a length, an index or a number out of range",
        "the memory given is too small or not aligned to 4 bytes",
        "no such feature, or the feature is not open",
        "the value is not finite, not a known category, or not a bin of the feature",
        "the prior is not a probability vector",
        "this answer needs exact inference, which was left out of this build",
        "the model holds no policy",
        "the memory holds no session of this model",
        "an argument is out of range",
        "too many answer sequences or live assignments for this computation",
        "the model needs a part of the library that was left out of this build",
        "a model, but not the one that was asked for",
        "this build computes other numbers: compile it without flags that change floating-point results",
    };
    const int32_t n = (int32_t)(sizeof texts / sizeof texts[0]);
    return status <= 0 && status > -n ? texts[-status] : "unknown status";
#else
    (void)status;
    return "";
#endif
}
