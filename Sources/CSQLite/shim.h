#include <sqlite3.h>

// Swift cannot call sqlite3_config, whose parameters are "...".

/// Has SQLite count no memory, which takes a lock that all threads share at each malloc and free.
/// For a program that has just begun: once SQLite is in use, this says SQLITE_MISUSE and changes nothing.
static inline int gtfs_sqlite_count_no_memory(void)
{
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
