/// The notices that reading itself gives: about headers, rows and single cells.
extension NoticeDefinition {
    package static let emptyFile = NoticeDefinition(
        "empty_file", .error,
        "A file has not even a header.",
        why: "Whatever the file should say is missing.",
        fix: "Write the header and the rows, or leave the file out.")
    package static let emptyColumnName = NoticeDefinition(
        "empty_column_name", .error,
        "A header has a blank column name.",
        why: "The cells of the column cannot be understood.",
        fix: "Name the column or remove it.")
    package static let duplicatedColumn = NoticeDefinition(
        "duplicated_column", .error,
        "A header names a column twice.",
        why: "Readers may take the cells of either.",
        fix: "Remove one of the two.")
    package static let unknownColumn = NoticeDefinition(
        "unknown_column", .info,
        "A header has a column that the reference does not know.",
        why: "The column is ignored, which is a loss when its name is a slip.",
        fix: "Check the spelling; keep it if it is meant for somebody else.")
    package static let missingRequiredColumn = NoticeDefinition(
        "missing_required_column", .error,
        "A header lacks a column that the reference requires.",
        why: "None of the file's rows can be used as they should. If the column is part of the "
            + "key, a bundle leaves out all of them.",
        fix: "Add the column and fill it.")
    package static let invalidRowLength = NoticeDefinition(
        "invalid_row_length", .error,
        "A row has more or fewer cells than the header.",
        why: "It is not clear which cell belongs to which column.",
        fix: "Quote values that contain commas; fill rows up to the header's length.")
    package static let missingRequiredField = NoticeDefinition(
        "missing_required_field", .error,
        "A required value is blank.",
        why: "The row cannot be used as it should.",
        fix: "Fill the value.")
    package static let missingRecommendedField = NoticeDefinition(
        "missing_recommended_field", .warning,
        "A recommended value is blank.",
        why: "Riders miss what it would tell them.",
        fix: "Fill the value.")
    package static let invalidCharacter = NoticeDefinition(
        "invalid_character", .error,
        "A value has bytes that are not UTF-8, or U+FFFD, which stands for such bytes.",
        why: "Riders see a replacement character.",
        fix: "Write the file in UTF-8.")
    package static let newLineInValue = NoticeDefinition(
        "new_line_in_value", .error,
        "A value has a line break.",
        why: "Simple readers take the rest for another row.",
        fix: "Remove the line break.")
    package static let leadingOrTrailingWhitespaces = NoticeDefinition(
        "leading_or_trailing_whitespaces", .warning,
        "A quoted value begins or ends with blanks.",
        why: "Ids that differ by a blank do not match.",
        fix: "Remove the blanks.")
    package static let invalidColor = NoticeDefinition(
        "invalid_color", .error,
        "A color is not six hexadecimal digits.",
        why: "The route is drawn in another color.",
        fix: "Write it as RRGGBB, without #.")
    package static let invalidDate = NoticeDefinition(
        "invalid_date", .error,
        "A date is not a day written as YYYYMMDD.",
        why: "The row cannot be used.",
        fix: "Write an existing day with eight digits.")
    package static let invalidFloat = NoticeDefinition(
        "invalid_float", .error,
        "A number is not a decimal number.",
        why: "The value cannot be used.",
        fix: "Write digits, with a point before decimals.")
    package static let invalidInteger = NoticeDefinition(
        "invalid_integer", .error,
        "A number is not a whole number.",
        why: "The value cannot be used.",
        fix: "Write digits only.")
    package static let invalidTime = NoticeDefinition(
        "invalid_time", .error,
        "A time is not written as H:MM:SS.",
        why: "The value cannot be used.",
        fix: "Write hours, minutes and seconds; hours may pass 24.")
    package static let unexpectedEnumValue = NoticeDefinition(
        "unexpected_enum_value", .warning,
        "A code is not among those that the reference lists.",
        why: "Readers ignore it or guess.",
        fix: "Use a code of the reference.")
    package static let numberOutOfRange = NoticeDefinition(
        "number_out_of_range", .error,
        "A number is beyond what its field allows.",
        why: "Such a value cannot be right.",
        fix: "Correct the value.")
    package static let duplicateKey = NoticeDefinition(
        "duplicate_key", .error,
        "Two rows of a file have the same key.",
        why: "It is not clear which of the rows counts.",
        fix: "Remove one of the rows, or give it an id of its own.")
    package static let foreignKeyViolation = NoticeDefinition(
        "foreign_key_violation", .error,
        "A row names an id that the file where it should be defined does not have.",
        why: "What the row says cannot be put in place.",
        fix: "Correct the id, or add the row that defines it.",
        telling: ["childFieldName", "fieldValue", "parentFilename"])
}
