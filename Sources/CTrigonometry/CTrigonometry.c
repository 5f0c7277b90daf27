// In C, because the headers of Linux show this function to GNU programs only, which Swift is not.
#define _GNU_SOURCE
#include "CTrigonometry.h"
#include <math.h>

void gtfs_sine_and_cosine(double angle, double *sine, double *cosine)
{
#ifdef __linux__
    sincos(angle, sine, cosine);
#else
    *sine = sin(angle);
    *cosine = cos(angle);
#endif
}
