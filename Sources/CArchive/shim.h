// The names of libarchive without libarchive, which is loaded when an archive needs it (`ArchiveLibrary`):
// nothing in `gtfs` may call it by name, and nothing links it but gtfs-bench and tests.
#include <archive.h>
#include <archive_entry.h>
