/// The notices about repairs and choices made to read a feed. They are ours: the canonical
/// validator has none of them, and under `--compat canonical` none is given.
extension NoticeDefinition {
    package static let duplicateFile = NoticeDefinition(
        "gtfs_duplicate_file", .error,
        "The archive has a file of the reference twice, perhaps in upper and in lower case.",
        why: "Some readers take the first and others the last: they see two different feeds.",
        fix: "Keep the file that is meant, and make the archive anew.",
        telling: ["usedPath", "otherPath", "usedPosition", "otherPosition"],
        incidental: ["usedPosition", "otherPosition"])
    package static let bytesOutsideArchive = NoticeDefinition(
        "gtfs_bytes_outside_archive", .warning,
        "The file with the archive has other bytes in front of it, behind it or within.",
        why: "Many readers take the file for damaged, and what is there was hardly meant to be "
            + "sent: an error page, or the end of a former file.",
        fix: "Look where the bytes come from, and deliver the archive alone.",
        incidental: ["archive", "offset", "byteCount"])
    package static let archiveMemberCount = NoticeDefinition(
        "gtfs_archive_member_count", .warning,
        "A zip has more members than it says.",
        why: "Some readers look no further than that, and miss files.",
        fix: "Make the archive anew.",
        incidental: ["archive", "declaredCount", "memberCount"])
    package static let compressedArchive = NoticeDefinition(
        "gtfs_compressed_archive", .warning,
        "The archive is itself in a compressed file.",
        why: "Most readers take it for something else, and it is hardly smaller.",
        fix: "Deliver the zip as it is.", incidental: ["archive"])
    package static let backslashesInPath = NoticeDefinition(
        "gtfs_backslashes_in_path", .warning,
        "The path of a file in the archive has backslashes between folders.",
        why: "Most readers take them for a part of the name, and do not find the file.",
        fix: "Make the archive anew, with a program that separates folders by slashes.")
    static let fileNameCase = NoticeDefinition(
        "gtfs_file_name_case", .warning,
        "The name of a file differs from the reference's in upper and lower case.",
        why: "Most readers look for the exact name and do not find the file.",
        fix: "Write the name in lower case.")
    package static let encoding = NoticeDefinition(
        "gtfs_encoding", .warning,
        "A file is in UTF-16, or begins with more than one byte order mark.",
        why: "Most readers take it for damaged: none of its columns has the right name.",
        fix: "Write the file in UTF-8, with one byte order mark or none.")
    package static let lineEnds = NoticeDefinition(
        "gtfs_line_ends", .warning,
        "Lines end in CR by itself or in CRCRLF.",
        why: "Many readers take the whole file for one line, or see a blank line after each.",
        fix: "End lines with LF or CRLF.",
        incidental: ["lineCount"])
    package static let nulCharacter = NoticeDefinition(
        "gtfs_nul_character", .warning,
        "A value or a column name has NUL bytes.",
        why: "Many programs take them for the end of the text; here U+FFFD stands for each.",
        fix: "Write the value without them.")
    package static let strayQuote = NoticeDefinition(
        "gtfs_stray_quote", .warning,
        "Bytes follow a closing quote, or a quote is never closed.",
        why: "Readers disagree on where the value ends, and some take in the rows that follow.",
        fix: "Quote whole values, and write a quote in a value as two.")
    package static let scatteredRows = NoticeDefinition(
        "gtfs_scattered_rows", .info,
        "The rows of a trip or of a shape are not next to each other.",
        why: "Reading the file takes more time and memory. "
            + "gtfs build --no-validate counts only what its filters keep.",
        fix: "Sort stop_times.txt by trip and shapes.txt by shape.")
    package static let timeSpanTooLong = NoticeDefinition(
        "gtfs_time_span_too_long", .error,
        "A time of a trip is more than a million seconds (eleven days) after its first one.",
        why: "No trip takes that long; a bundle cannot hold such a time and leaves it out. "
            + "gtfs build --no-validate counts only what its filters keep.",
        fix: "Correct the time.",
        reference: "stop_times.txt", "arrival_time", "departure_time")
    package static let timeWithoutSeconds = NoticeDefinition(
        "gtfs_time_without_seconds", .warning,
        "A time is written as H:MM, without seconds.",
        why: "Most readers refuse it; here it stands for the full minute.",
        fix: "Write hours, minutes and seconds, such as 08:05:00.",
        reference: "stop_times.txt", "arrival_time", "departure_time")
    package static let serviceDateOutOfRange = NoticeDefinition(
        "gtfs_service_date_out_of_range", .warning,
        "A day of service is before 1900 or after 2200.",
        why: "It is a typing error, or stands for \"always\". Programs that make a list of all "
            + "days of service need much time and memory for it.",
        fix: "Give the days for which the timetable is known.",
        reference: "calendar_dates.txt", "date")
}

extension NoticeDefinition {
    /// The notices that reading a feed gives, whatever its purpose.
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
    ]

    /// The notice of reading that has a code.
    package static func ofReading(_ code: String) -> NoticeDefinition? {
        ofReading.first { $0.code == code }
    }

    /// Whether the canonical validator lacks it.
    package var isOurs: Bool { code.hasPrefix("gtfs_") }
}
