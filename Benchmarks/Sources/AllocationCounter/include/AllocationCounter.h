#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stddef.h>

/// Whether allocations can be counted here: where the C library is glibc, whose allocator can be replaced.
bool allocation_counter_is_available(void);

/// Counts from zero, on all threads.
void allocation_counter_start(void);

/// Stops counting. Returns how often memory was allocated, or moved to grow, since the start.
long allocation_counter_stop(void);

/// How many bytes are allocated at present, what the allocator adds included; zero where that is not known.
size_t allocation_counter_bytes_in_use(void);

#endif
