/// The meaning of a notice code: the entry of the catalogue that `gtfs rules` prints.
///
/// Reading, compiling and validating share one vocabulary: notices of reading are defined beside
/// this file, all others in their rule:
///
///     static let missingStopName = NoticeDefinition(
///         "missing_stop_name", .error,
///         summary: "A stop, station or entrance has no `stop_name`.",
///         why: "Riders find a stop by its name.",
///         fix: "Fill in the name that riders see on the sign.",
///         reference: "stops.txt", fields: "stop_name")
public struct NoticeDefinition: Sendable {
    /// One object, because each of a feed's many notices has a copy of its definition.
    private let shared: Shared

    /// The code in reports, such as `missing_stop_name`.
    public var code: String { shared.facts.code }
    /// How much it matters, unless `--severity` says otherwise.
    public var severity: NoticeSeverity { shared.facts.severity }
    /// The problem, in one sentence.
    public var summary: String { shared.facts.summary }
    /// The effect on riders or apps, in one sentence.
    public var why: String { shared.facts.why }
    /// The action that a publisher should take, in one sentence.
    public var fix: String { shared.facts.fix }
    /// The file of the reference that it is about; empty for the feed as a whole.
    public var file: String { shared.facts.file }
    /// The fields that it is about.
    public var fields: [String] { shared.facts.fields }
    /// By name of a value: the file whose row it is, for rows of other files than ``file``.
    package var rowFiles: [String: String] { shared.facts.rowFiles }
    /// Names of the values that tell most, where they are not the first three. In tables, those of
    /// them that are not ids come first.
    package var telling: [String] { shared.facts.telling }
    /// Such as `TripUpdate`; empty for notices about files.
    package var message: String { shared.facts.message }
    /// Validators of messages know it under these names.
    package var aliases: [String] { shared.facts.aliases }
    /// Parts of messages that cause the notice, and parts that do not; nil for notices about files.
    package var messageExample: String? { shared.facts.messageExample }
    /// Names of values that may differ from run to run though the finding is the same: dates of the
    /// run, and the choice of one of several things to name. Rows need not be listed.
    package var incidental: Set<String> { shared.facts.incidental }

    /// Defines a notice of a rule of your own.
    ///
    /// - Parameters:
    ///   - code: in reports; begin it with a name of your own, such as `acme_missing_color`.
    ///   - severity: how much it matters.
    ///   - summary: the problem, in one sentence.
    ///   - why: the effect on riders or apps.
    ///   - fix: the action that a publisher should take.
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
        shared = Shared(
            Facts(
                code: code, severity: severity, summary: summary, why: why, fix: fix, file: file,
                fields: fields, rowFiles: rowFiles, telling: telling, incidental: incidental))
    }

    package init(
        _ code: String, _ severity: NoticeSeverity, summary: String, why: String, fix: String,
        reference file: String = "", fields: String..., rowFiles: [String: String] = [:],
        telling: [String] = [], incidental: Set<String> = []
    ) {
        self.init(
            code: code, severity: severity, summary: summary, why: why, fix: fix, file: file,
            fields: fields, rowFiles: rowFiles, telling: telling, incidental: incidental)
    }

    package init(
        _ code: String, _ severity: NoticeSeverity, aliases: [String], message: String,
        summary: String, why: String, fix: String, example: String?
    ) {
        shared = Shared(
            Facts(
                code: code, severity: severity, summary: summary, why: why, fix: fix, file: "",
                fields: [], rowFiles: [:], telling: [], incidental: [], message: message,
                aliases: aliases, messageExample: example))
    }

    /// The part of the reference about it.
    public var link: String {
        if !message.isEmpty {
            return "https://gtfs.org/documentation/realtime/reference/#message-"
                + message.lowercased()
        }
        let page = "https://gtfs.org/documentation/schedule/reference/"
        return file.isEmpty ? page : page + "#" + file.filter { $0 != "." && $0 != "_" }
    }
}

extension NoticeDefinition: Hashable {
    /// Whether both say exactly the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.shared === right.shared || left.shared.facts == right.shared.facts
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

private struct Facts: Sendable, Hashable {
    let code: String
    let severity: NoticeSeverity
    let summary: String
    let why: String
    let fix: String
    let file: String
    let fields: [String]
    let rowFiles: [String: String]
    let telling: [String]
    let incidental: Set<String>
    var message = ""
    var aliases: [String] = []
    var messageExample: String?
}

private final class Shared: Sendable {
    let facts: Facts

    init(_ facts: Facts) {
        self.facts = facts
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

    /// 0 for what matters most.
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
