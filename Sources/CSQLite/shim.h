#include <sqlite3.h>

// Swift cannot call sqlite3_config, whose parameters are "...".

/// Has SQLite count no memory, which takes a lock that all threads share at each malloc and free.
/// For a program that has just begun: once SQLite is in use, this says SQLITE_MISUSE and changes nothing.
static inline int gtfs_sqlite_count_no_memory(void)
{
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Has a name in double quotes that is not a column be an error, where SQLite would take it for a text.
static inline void gtfs_sqlite_refuse_quoted_texts(sqlite3 *connection)
{
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}
