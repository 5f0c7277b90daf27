// The names of libarchive without libarchive, which is loaded when an archive needs it (`ArchiveLibrary`):
// nothing in `gtfs` may call it by name. See Package.swift for what links it.
#include <archive.h>
#include <archive_entry.h>
