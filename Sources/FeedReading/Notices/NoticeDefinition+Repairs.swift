/// The notices about repairs and choices made to read a feed. They are ours: the canonical
/// validator has none of them, and under `--compat canonical` none is given.
extension NoticeDefinition {
    package static let duplicateFile = NoticeDefinition(
        "gtfs_duplicate_file", .error,
        summary:
            "Two files have the same name, for files of GTFS possibly in upper and lower case.",
        why: "Some programs use the first file and others the last, so they see different feeds.",
        fix: "Keep the right file, and create the archive again.",
        telling: ["usedPath", "otherPath", "usedPosition", "otherPosition"],
        incidental: ["usedPosition", "otherPosition"])
    package static let bytesOutsideArchive = NoticeDefinition(
        "gtfs_bytes_outside_archive", .warning,
        summary: "The archive file has extra bytes before, inside or after the archive.",
        why: "Many programs reject the file, and the bytes may be an error page or an old file.",
        fix: "Find out where the bytes come from, and publish only the archive.",
        incidental: ["archive", "offset", "byteCount"])
    package static let archiveMemberCount = NoticeDefinition(
        "gtfs_archive_member_count", .warning,
        summary: "The zip archive has more entries than it declares.",
        why: "Some programs stop at the declared number and miss files.",
        fix: "Create the archive again.",
        incidental: ["archive", "declaredCount", "memberCount"])
    package static let compressedArchive = NoticeDefinition(
        "gtfs_compressed_archive", .warning,
        summary: "The archive is inside another compressed file.",
        why: "Most programs do not recognize the archive, and the file is hardly smaller.",
        fix: "Publish the zip archive as it is.", incidental: ["archive"])
    package static let backslashesInPath = NoticeDefinition(
        "gtfs_backslashes_in_path", .warning,
        summary: "The path of a file in the archive separates folders with backslashes.",
        why: "Most programs take the backslashes for part of the name and do not find the file.",
        fix: "Create the archive again with a program that separates folders with slashes.")
    static let fileNameCase = NoticeDefinition(
        "gtfs_file_name_case", .warning,
        summary: "A file name differs from the GTFS name in upper and lower case.",
        why: "Most programs look for the exact name and do not find the file.",
        fix: "Write the file name in lower case.")
    package static let encoding = NoticeDefinition(
        "gtfs_encoding", .warning,
        summary:
            "A file is in UTF-16 or Windows-1252, or begins with more than one byte order mark.",
        why: "Most programs cannot read the names of its columns, or its names and ids.",
        fix: "Save the file as UTF-8 with at most one byte order mark.",
        incidental: ["characterCount"])
    package static let lineEnds = NoticeDefinition(
        "gtfs_line_ends", .warning,
        summary: "Lines of a file end in CR alone or in CRCRLF.",
        why: "Many programs read the file as one line, or see an empty line after each row.",
        fix: "End lines with LF or CRLF.",
        incidental: ["lineCount"])
    package static let nulCharacter = NoticeDefinition(
        "gtfs_nul_character", .warning,
        summary: "A value or a column name has NUL bytes.",
        why: "Many programs end the text at such a byte; here U+FFFD replaces each.",
        fix: "Remove the NUL bytes.")
    package static let strayQuote = NoticeDefinition(
        "gtfs_stray_quote", .warning,
        summary: "A cell has text after its closing quote, or no closing quote.",
        why: "Programs disagree on where the value ends, and some include the next rows in it.",
        fix: "Put quotes around the whole value, and double each quote inside it.")
    package static let scatteredRows = NoticeDefinition(
        "gtfs_scattered_rows", .info,
        summary: "The rows of a trip or a shape are not next to each other.",
        why: "Programs need more time and memory to read the file.",
        fix: "Sort `stop_times.txt` by `trip_id`, and `shapes.txt` by `shape_id`.")
    package static let timeSpanTooLong = NoticeDefinition(
        "gtfs_time_span_too_long", .error,
        summary:
            "A time is more than 1,000,000 seconds (eleven days) after the first time of its trip.",
        why: "No trip takes that long, and a bundle leaves out such times.",
        fix: "Correct the time.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time")
    package static let timeWithoutSeconds = NoticeDefinition(
        "gtfs_time_without_seconds", .warning,
        summary: "A time is written as H:MM, without seconds.",
        why: "Most programs reject the time; here it means the full minute.",
        fix: "Write hours, minutes and seconds, such as 08:05:00.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time")
    package static let serviceDateOutOfRange = NoticeDefinition(
        "gtfs_service_date_out_of_range", .warning,
        summary: "A service date is before 1900 or after 2200.",
        why: "Programs that list all days of service need much time and memory for such a date.",
        fix: "Use the dates for which the timetable is known.",
        reference: "calendar_dates.txt", fields: "date")
    package static let extensionNotKept = NoticeDefinition(
        "gtfs_extension_not_kept", .info,
        summary: "A bundle cannot keep a file or a column that is not in the GTFS reference.",
        why: "Apps that use the bundle do without the data.",
        fix: "Publish it as a table: UTF-8 text, a header, and as many cells in every row.",
        telling: ["filename", "fieldName", "reason"])
}

extension NoticeDefinition {
    package static let ofReading: [NoticeDefinition] = [
        .emptyFile, .emptyColumnName, .duplicatedColumn, .unknownColumn, .missingRequiredColumn,
        .invalidRowLength, .missingRequiredField, .missingRecommendedField, .invalidCharacter,
        .newLineInValue, .leadingOrTrailingWhitespaces, .invalidColor, .invalidDate, .invalidFloat,
        .invalidInteger, .invalidTime, .unexpectedEnumValue, .numberOutOfRange, .csvParsingFailed,
        .tooManyRows, .emptyRow, .unknownFile, .missingRequiredFile, .missingRecommendedFile,
        .invalidInputFilesInSubfolder, .malformedJSON, .geoJSONDuplicatedElement,
        .geoJSONUnknownElement, .missingRequiredElement, .unsupportedGeoJSONType,
        .unsupportedFeatureType, .unsupportedGeometryType, .invalidGeometry, .geometryNotChecked,
        .duplicateGeoJSONKey,
        .duplicateFile, .bytesOutsideArchive, .archiveMemberCount, .compressedArchive,
        .backslashesInPath, .fileNameCase, .encoding, .lineEnds, .nulCharacter, .strayQuote,
        .scatteredRows, .timeSpanTooLong, .timeWithoutSeconds, .serviceDateOutOfRange,
        .extensionNotKept,
    ]

    package var isOurs: Bool { code.hasPrefix("gtfs_") }
}
