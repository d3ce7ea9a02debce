#include "TestWidth.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Without a limit, all tests begin at once and take turns: each of them takes nearly as long as the run, and on a slow machine
// one after the other exceeds its time limit, though none hangs. This runs before the testing library reads its environment.
__attribute__((constructor)) static void limit_tests_at_once(void) {
    char width[16];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(width, sizeof width, "%ld", (cores > 0 ? cores : 1) * TESTS_PER_CORE);
    // One that is set already stays.
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
