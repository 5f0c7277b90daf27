/// The notices that reading gives about whole files.
extension NoticeDefinition {
    package static let csvParsingFailed = NoticeDefinition(
        "csv_parsing_failed", .error,
        "A cell is longer than 4,096 characters, or a row has more than 512 cells.",
        why: "Many readers give up the file here.",
        fix: "Shorten the text, or look for a separator that is missing.")
    package static let tooManyRows = NoticeDefinition(
        "too_many_rows", .error,
        "A file has more than a billion rows.",
        why: "No reader takes as many.",
        fix: "Split the feed.")
    package static let emptyRow = NoticeDefinition(
        "empty_row", .warning,
        "A row is a single blank cell.",
        why: "Simple readers take it for a row.",
        fix: "Remove the row.")
    package static let unknownFile = NoticeDefinition(
        "unknown_file", .info,
        "The feed has a file that the reference does not know.",
        why: "The file is ignored, which is a loss when its name is a slip.",
        fix: "Check the spelling; keep it if it is meant for somebody else.")
    package static let missingRequiredFile = NoticeDefinition(
        "missing_required_file", .error,
        "The feed lacks a file that the reference requires.",
        why: "The feed cannot be used as it should.",
        fix: "Add the file.")
    package static let missingRecommendedFile = NoticeDefinition(
        "missing_recommended_file", .warning,
        "The feed lacks a recommended file.",
        why: "Riders miss what it would tell.",
        fix: "Add the file.")
    package static let invalidInputFilesInSubfolder = NoticeDefinition(
        "invalid_input_files_in_subfolder", .error,
        "The archive has GTFS files in a folder.",
        why: "Many readers look for files outside of folders only.",
        fix: "Put the files at the root of the archive.")
}
