/// What a notice code means: the entry of the catalogue that `gtfs rules` prints.
///
/// Reading, compiling and validating share one vocabulary: notices of reading are defined beside
/// this file, all others beside their rule:
///
///     extension NoticeDefinition {
///         static let missingStopName = NoticeDefinition(
///             "missing_stop_name", .error, "A stop, station or entrance has no `stop_name`.",
///             why: "Riders find a stop by its name.",
///             fix: "Give the place the name that its sign shows.",
///             reference: "stops.txt", "stop_name")
///     }
public struct NoticeDefinition: Sendable, Hashable {
    /// The code in reports, such as `missing_stop_name`.
    public let code: String
    /// How much it matters, unless `--severity` says otherwise.
    public let severity: NoticeSeverity
    /// The condition, in a sentence.
    public let summary: String
    /// What goes wrong for riders or apps.
    public let why: String
    /// What a publisher should do.
    public let fix: String
    /// The file of the reference that it is about; empty for the feed as a whole.
    public let file: String
    /// The fields that it is about.
    public let fields: [String]
    /// By name of a value: the file whose row it is, for rows of other files than ``file``.
    public let rowFiles: [String: String]
    /// Names of the values that tell most, where they are not the first three.
    public let telling: [String]
    /// Names of values that may differ from run to run though the finding is the same: dates of the
    /// run, and one of several things that it could name. Rows need not be named.
    public let incidental: Set<String>

    /// Defines a notice of a rule of your own.
    ///
    /// - Parameters:
    ///   - code: in reports; begin it with a name of your own, such as `acme_missing_color`.
    ///   - severity: how much it matters.
    ///   - summary: the condition, in a sentence.
    ///   - why: what goes wrong for riders or apps.
    ///   - fix: what a publisher should do.
    ///   - file: the file that it is about, such as `stops.txt`; empty for the feed as a whole.
    ///   - fields: the fields of that file that it is about.
    ///   - rowFiles: by name of a value, such as `tripCsvRowNumber`: the file whose row it is, where
    ///     that is not `file`.
    ///   - telling: names of the values that a single line shows; else the first three.
    ///   - incidental: names of values that a baseline ignores, as it does rows.
    public init(
        code: String, severity: NoticeSeverity, summary: String, why: String = "",
        fix: String = "", file: String = "", fields: [String] = [],
        rowFiles: [String: String] = [:], telling: [String] = [], incidental: Set<String> = []
    ) {
        self.code = code
        self.severity = severity
        self.summary = summary
        self.why = why
        self.fix = fix
        self.file = file
        self.fields = fields
        self.rowFiles = rowFiles
        self.telling = telling
        self.incidental = incidental
    }

    /// Defines a notice of the catalogue, in the short form that its two hundred entries need.
    package init(
        _ code: String, _ severity: NoticeSeverity, _ summary: String, why: String, fix: String,
        reference file: String = "", _ fields: String..., rowFiles: [String: String] = [:],
        telling: [String] = [], incidental: Set<String> = []
    ) {
        self.init(
            code: code, severity: severity, summary: summary, why: why, fix: fix, file: file,
            fields: fields, rowFiles: rowFiles, telling: telling, incidental: incidental)
    }

    /// The part of the reference about it.
    public var link: String {
        let page = "https://gtfs.org/documentation/schedule/reference/"
        return file.isEmpty ? page : page + "#" + file.filter { $0 != "." && $0 != "_" }
    }
}

/// How much a notice matters.
public enum NoticeSeverity: String, Sendable, CaseIterable {
    /// The feed breaks the reference.
    case error = "ERROR"
    /// Riders or apps may suffer.
    case warning = "WARNING"
    /// Worth knowing.
    case info = "INFO"
}
