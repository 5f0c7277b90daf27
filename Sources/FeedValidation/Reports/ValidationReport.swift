import FeedReading
import GTFSSchedule

/// The findings of a validation.
public struct ValidationReport: Sendable {
    /// All notices of one code.
    public struct Group: Sendable {
        /// The meaning of the code.
        public let definition: NoticeDefinition
        /// The number of notices; never capped.
        public let count: Int
        /// At most a thousand of the notices.
        public let samples: [ValidationNotice]
        /// The code in reports, such as `missing_stop_name`.
        public var code: String { definition.code }
        /// The severity in the catalog, unless a policy overrides it.
        public internal(set) var severity: NoticeSeverity
        /// The comparison with a baseline; nil without one.
        package internal(set) var comparison: Baseline.Comparison?
        /// What the notices have in common, most notices first; empty if they do not name files,
        /// and under ``ValidationOptions/isCanonical``. There are at most a thousand.
        package let causes: [Cause]

        static func isInOrder(_ left: Group, _ right: Group) -> Bool {
            (left.severity.rank, left.code) < (right.severity.rank, right.code)
        }
    }

    /// Where the feed came from.
    public package(set) var source: String
    /// The time that the validation took, in seconds.
    public let seconds: Double
    /// How the feed was validated.
    public let options: ValidationOptions
    /// The content of the feed.
    package let summary: FeedSummary
    var messages: MessageSummary?
    /// The groups: errors first, then warnings, then information; by code.
    public internal(set) var groups: [Group]
    let map: ReportMap
    private let paths: FilePaths
    /// The content of `system_errors.json`.
    package private(set) var systemErrors: [SystemError]

    /// A failure to read the feed; under `--compat canonical`, an exception of the canonical
    /// validator that is reproduced; or a rule that gave up.
    package struct SystemError: Sendable {
        /// The code of the canonical validator; `gtfs_rule_gave_up` is ours.
        package let code: String
        /// The values under the names of the canonical validator.
        package let fields: NoticeFields

        init(code: String, fields: NoticeFields) {
            self.code = code
            self.fields = fields
        }

        init?(_ crash: CanonicalCrash, of rule: String) {
            guard let message = crash.message else { return nil }
            let validator = crash.validator ?? rule
            self.init(
                code: "runtime_exception_in_validator_error",
                fields: [
                    "validator": "org.mobilitydata.gtfsvalidator.validator." + validator,
                    "exception": "java.lang.IllegalArgumentException", "message": message,
                ])
        }

        init(ruleGaveUp codes: String) {
            let definition = NoticeDefinition.ruleGaveUp
            self.init(
                code: definition.code,
                fields: ["noticeCodes": codes, "message": definition.summary])
        }
    }

    init(
        _ feed: LoadedFeed, rules: RuleBins, systemErrors: [SystemError],
        archive: FeedArchive, time: Duration
    ) {
        source = archive.sourceDescription
        paths = FilePaths(archive)
        options = feed.options
        seconds =
            Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        summary = FeedSummary(feed)
        let all = NoticeBin()
        all.absorb(rules.loading)
        for checked in rules.rowRules { all.absorb(checked.bin) }
        for checked in rules.feedRules { all.absorb(checked.bin) }
        for checked in rules.tripRules { all.absorb(checked.bin) }
        groups =
            feed.options.isCanonical
            ? Self.groups(of: CanonicalNotices(feed).adapted(all.entries))
            : Self.groups(of: all.entries) { Cause($0, count: $1, in: feed) }
        map = feed.options.hasMap ? ReportMap(feed, groups) : ReportMap()
        self.systemErrors = systemErrors
    }

    package init(unreadable source: String, because reason: String, options: ValidationOptions) {
        self.init(of: source, options: options, seconds: 0)
        systemErrors = [
            SystemError(
                code: "i_o_error", fields: ["exception": "FeedError", "message": reason])
        ]
    }

    init(of source: String, options: ValidationOptions, seconds: Double) {
        self.source = source
        self.options = options
        self.seconds = seconds
        paths = FilePaths()
        summary = FeedSummary(LoadedFeed(options: options))
        groups = []
        map = ReportMap()
        systemErrors = []
    }

    /// Where no notice may say so.
    var silentRuleCount: Int {
        systemErrors.count { $0.code == NoticeDefinition.ruleGaveUp.code }
    }

    var readingFailure: String? {
        guard let error = systemErrors.first(where: { $0.code == "i_o_error" }),
            case .text(let reason)? = error.fields["message"]
        else { return nil }
        return reason
    }

    /// Relative to the working folder, or else within the archive.
    func path(of file: String, _ context: ReportContext) -> String {
        let path = paths[file]
        guard let folder = context.feedFolder, !folder.isEmpty else { return path }
        return folder + "/" + path
    }

    /// Returns the number of notices of a severity.
    ///
    /// ```swift
    /// let failing = report.total(.error) + report.total(.warning)
    /// ```
    public func total(_ severity: NoticeSeverity) -> Int {
        groups.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
    }
}

private struct FilePaths: Sendable {
    /// Also in lower case.
    private var names: [ExactText: String] = [:]
    private var folder = ""

    init() {}

    init(_ archive: FeedArchive) {
        folder = archive.subfolder.map { $0 + "/" } ?? ""
        for member in archive.members { names[member.name.lowercased().exact] = member.name }
        for member in archive.members { names[member.name.exact] = member.name }
    }

    /// In the feed's spelling: rules use the names of the reference, which may differ.
    subscript(file: String) -> String {
        folder + (names[file.exact] ?? names[file.lowercased().exact] ?? file)
    }
}

/// The facts of a report about the run itself.
public struct ReportContext: Sendable {
    /// The tool and its version.
    public var validatorVersion: String
    /// The time of the run in RFC 3339, in local time.
    public var validatedAt: String
    /// The number of feeds that were validated in parallel.
    package var threads = 1
    /// The folder of the reports; nil when they go to standard output.
    package var outputDirectory: String?
    /// The folder that is the feed, relative to the working folder, or its whole path when it is
    /// elsewhere; empty when it is the working folder, nil for archives. SARIF and annotations name
    /// the feed's files below it.
    package var feedFolder: String?
    /// The name of the file with ``ValidationReport/systemErrors``.
    package var systemErrorsName = "system_errors.json"
    /// The name of the JSON report.
    package var reportName = "report.json"
    /// The name of the HTML report.
    package var htmlName = "report.html"
    /// Whether JSON is indented.
    package var isPretty = true

    /// Creates the context of a run by a tool, at a time in RFC 3339.
    public init(validatorVersion: String, validatedAt: String) {
        self.validatorVersion = validatorVersion
        self.validatedAt = validatedAt
    }
}
