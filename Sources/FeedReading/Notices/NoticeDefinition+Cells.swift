extension NoticeDefinition {
    package static let emptyFile = NoticeDefinition(
        "empty_file", .error,
        summary: "A file has no header row.",
        why: "Apps miss everything that the file should contain.",
        fix: "Add the header and the rows, or leave the file out.")
    package static let emptyColumnName = NoticeDefinition(
        "empty_column_name", .error,
        summary: "A header has a column without a name.",
        why: "Programs cannot use the values of the column.",
        fix: "Name the column, or remove it.")
    package static let duplicatedColumn = NoticeDefinition(
        "duplicated_column", .error,
        summary: "A header has two columns with the same name.",
        why: "Programs differ in which of the two columns they use.",
        fix: "Remove or rename one of the two columns.")
    package static let unknownColumn = NoticeDefinition(
        "unknown_column", .info,
        summary: "A header has a column that is not in the GTFS reference.",
        why: "Apps ignore the column, so data is lost if the name is a typo.",
        fix: "Check the spelling, and keep the column only for programs that use it.")
    package static let missingRequiredColumn = NoticeDefinition(
        "missing_required_column", .error,
        summary: "A header lacks a column that the GTFS reference requires.",
        why: "Apps lack a value in every row; without a key column, a bundle drops all rows.",
        fix: "Add the column, and fill it in.")
    package static let invalidRowLength = NoticeDefinition(
        "invalid_row_length", .error,
        summary: "A row has more or fewer cells than the header.",
        why: "Programs cannot tell which value belongs to which column.",
        fix: "Put quotes around values with commas, and give every row a cell for each column.")
    package static let missingRequiredField = NoticeDefinition(
        "missing_required_field", .error,
        summary: "A required field is empty.",
        why: "Apps cannot use the row as intended.",
        fix: "Fill in the field.")
    package static let missingRecommendedField = NoticeDefinition(
        "missing_recommended_field", .warning,
        summary: "A recommended field is empty.",
        why: "Riders miss useful information.",
        fix: "Fill in the field.")
    package static let invalidCharacter = NoticeDefinition(
        "invalid_character", .error,
        summary: "A value has bytes that are not UTF-8, or the replacement character U+FFFD.",
        why: "Riders see a replacement character instead of a letter.",
        fix: "Save the file as UTF-8, from the original text.")
    package static let newLineInValue = NoticeDefinition(
        "new_line_in_value", .error,
        summary: "A value has a line break.",
        why: "Simple programs take the rest of the value for another row.",
        fix: "Remove the line break.")
    package static let leadingOrTrailingWhitespaces = NoticeDefinition(
        "leading_or_trailing_whitespaces", .warning,
        summary: "A quoted value begins or ends with whitespace.",
        why: "Ids that differ only in whitespace do not match.",
        fix: "Remove the whitespace.")
    package static let invalidColor = NoticeDefinition(
        "invalid_color", .error,
        summary: "A color is not written as six hexadecimal digits.",
        why: "Apps draw the route in another color.",
        fix: "Write the color as RRGGBB, without #.")
    package static let invalidDate = NoticeDefinition(
        "invalid_date", .error,
        summary: "A date is not an existing day written as YYYYMMDD.",
        why: "Apps cannot use the row.",
        fix: "Write an existing day with eight digits, such as 20261231.")
    package static let invalidFloat = NoticeDefinition(
        "invalid_float", .error,
        summary: "A value is not a decimal number.",
        why: "Apps cannot use the value.",
        fix: "Write digits, with a point before the decimals.")
    package static let invalidInteger = NoticeDefinition(
        "invalid_integer", .error,
        summary: "A value is not a whole number.",
        why: "Apps cannot use the value.",
        fix: "Write digits only.")
    package static let invalidTime = NoticeDefinition(
        "invalid_time", .error,
        summary: "A time is not written as H:MM:SS.",
        why: "Apps cannot use the value.",
        fix: "Write hours, minutes and seconds; hours after midnight continue from 24.")
    package static let unexpectedEnumValue = NoticeDefinition(
        "unexpected_enum_value", .warning,
        summary: "A value is not one of the codes in the GTFS reference.",
        why: "Apps ignore the value or guess its meaning.",
        fix: "Use a code of the GTFS reference.")
    package static let numberOutOfRange = NoticeDefinition(
        "number_out_of_range", .error,
        summary: "A number is outside the range of its field.",
        why: "Apps cannot use the value.",
        fix: "Correct the number.")
    package static let duplicateKey = NoticeDefinition(
        "duplicate_key", .error,
        summary: "Two rows of a file have the same key.",
        why: "Apps cannot tell which of the two rows counts.",
        fix: "Remove one of the rows, or give it its own key.")
    package static let foreignKeyViolation = NoticeDefinition(
        "foreign_key_violation", .error,
        summary: "A row refers to an id that does not exist in the file that defines such ids.",
        why: "Apps have to drop this row.",
        fix: "Correct the id, or add the row that defines it.",
        telling: ["childFieldName", "fieldValue", "parentFilename"])
}
