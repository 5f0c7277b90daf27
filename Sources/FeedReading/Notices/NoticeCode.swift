/// What can be found while a feed is read and compiled, under the names of the canonical
/// validator; the codes that begin with `gtfs_` are ours.
package enum NoticeCode: String, Sendable, CaseIterable {
    case csvParsingFailed = "csv_parsing_failed"
    case duplicateKey = "duplicate_key"
    case duplicatedColumn = "duplicated_column"
    case emptyColumnName = "empty_column_name"
    case emptyFile = "empty_file"
    case foreignKeyViolation = "foreign_key_violation"
    case geoJSONUnknownElement = "geo_json_unknown_element"
    case invalidCharacter = "invalid_character"
    case invalidColor = "invalid_color"
    case invalidDate = "invalid_date"
    case invalidFloat = "invalid_float"
    case invalidInputFilesInSubfolder = "invalid_input_files_in_subfolder"
    case invalidInteger = "invalid_integer"
    case invalidRowLength = "invalid_row_length"
    case invalidTime = "invalid_time"
    case leadingOrTrailingWhitespaces = "leading_or_trailing_whitespaces"
    case malformedJSON = "malformed_json"
    case missingRequiredColumn = "missing_required_column"
    case missingRequiredElement = "missing_required_element"
    case missingRequiredField = "missing_required_field"
    case missingRequiredFile = "missing_required_file"
    case newLineInValue = "new_line_in_value"
    case numberOutOfRange = "number_out_of_range"
    case unexpectedEnumValue = "unexpected_enum_value"
    case unknownColumn = "unknown_column"
    case unknownFile = "unknown_file"
    case unusableTrip = "unusable_trip"
    /// Bytes followed a closing quote, or a quote was never closed; they were read literally.
    case strayQuote = "gtfs_stray_quote"
    /// The times of one trip lie further apart than the bundle can say (twelve days).
    case timeSpanTooLong = "gtfs_time_span_too_long"
    /// The rows of a trip or shape are not next to each other in the file.
    case scatteredRows = "gtfs_scattered_rows"
    /// A file's name differs from the reference's in upper and lower case.
    case fileNameCase = "gtfs_file_name_case"

    /// Whether no rule of `gtfs validate` gives it: what only building a bundle comes across.
    package var isOfBuilding: Bool { rawValue.hasPrefix("gtfs_") }

    package var severity: Severity {
        switch self {
        case .leadingOrTrailingWhitespaces, .unexpectedEnumValue, .unusableTrip, .strayQuote,
            .fileNameCase:
            .warning
        case .unknownColumn, .unknownFile, .geoJSONUnknownElement, .scatteredRows: .info
        default: .error
        }
    }
}
