#include <stdbool.h>

// A flag that is raised once, and that threads look at without waiting for each other. Swift has that only
// for systems newer than those on which these libraries run.

/// Whether a flag was raised; what was written before that is seen after a look that says so.
static inline bool gtfs_flag_is_raised(const bool *flag)
{
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE);
}

/// Raises a flag.
static inline void gtfs_flag_raise(bool *flag)
{
    __atomic_store_n(flag, true, __ATOMIC_RELEASE);
}
