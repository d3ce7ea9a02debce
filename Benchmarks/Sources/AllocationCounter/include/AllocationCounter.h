#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Whether allocations can be counted here: where the C library is glibc, whose allocator can be replaced.
bool allocation_counter_is_available(void);

/// Counts from zero, on all threads.
void allocation_counter_start(void);

/// Stops counting. Returns how often memory was allocated, or moved to grow, since the start.
long allocation_counter_stop(void);

#endif
