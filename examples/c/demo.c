/* A control loop in C: computed torque of the arm at 1 kHz, for a second of its own dynamics. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arm.h"

enum { STEPS = 1000, JOINTS = 7 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    double q[JOINTS] = {0}, v[JOINTS] = {0}, a[JOINTS], tau[JOINTS], took[STEPS];
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < JOINTS; i++)
            a[i] = 25 * (0.5 - q[i]) - 10 * v[i];
        double start = now();
        arm_rnea(q, v, a, tau);
        took[k] = now() - start;
        for (int i = 0; i < JOINTS; i++) { /* the torques give these accelerations */
            v[i] += 1e-3 * a[i];
            q[i] += 1e-3 * v[i];
        }
    }
    qsort(took, STEPS, sizeof *took, compare);
    printf("q[0] after a second: %.4f rad, torque of the shoulder %.3f N m\n", q[0], tau[1]);
    printf("rnea: median %.2f us, 99th percentile %.2f us, largest %.2f us\n", took[STEPS / 2],
           took[STEPS * 99 / 100], took[STEPS - 1]);
    return 0;
}
