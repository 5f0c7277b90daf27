import FeedReading
import FeedValidation
import Publishing
import SystemLayer

struct ValidationRun: Sendable {
    let location: String
    let folder: String?
    let options: ValidationOptions
    let config: PolicyConfig
    let access: AccessOptions
    let reports: ReportOptions
    let threads: Int

    /// Never throws: a feed that fails does not stop the others.
    func run() -> ValidationOutcome {
        do {
            let files = try FeedFiles(
                at: location, for: options, access: access.archiveOptions)
            var options = options
            // Only report.html has a map.
            options.hasMap = folder != nil
            var report = try Validation(options).run(files).applying(config.policy)
            if let baseline = config.baseline { report = report.compared(with: baseline) }
            var context = reports.context(folder: folder, threads: threads)
            if files.archive.isFolder { context.feedFolder = WorkingFolder.path(to: location) }
            try write(report, context)
            return .validated(report, context)
        } catch let error as FeedError {
            // The folder must not keep reports of another feed, or of an earlier day.
            let report = ValidationReport(
                unreadable: location, because: error.description, options: options)
            let context = reports.context(folder: folder, threads: threads)
            do { try write(report, context) } catch { return .failed(CommandFailure(error), nil) }
            return .failed(CommandFailure(error), report)
        } catch {
            return .failed(CommandFailure(error), nil)
        }
    }

    private func write(_ report: ValidationReport, _ context: ReportContext) throws {
        try reports.write(report, context, failing: (config.failOn ?? .error).failing)
    }
}

private enum WorkingFolder {
    /// Empty for the folder itself, the whole path of a folder elsewhere.
    static func path(to folder: String) -> String {
        let here = AbsolutePath.make("")
        let whole = AbsolutePath.make(folder)
        // As it is named, or else where links lead.
        let pairs = [
            (here, whole), (Files.realPath(here) ?? here, Files.realPath(whole) ?? whole),
        ]
        for (base, path) in pairs {
            if path == base { return "" }
            let start = base.hasSuffix("/") ? base : base + "/"
            if path.hasPrefix(start) { return String(path.dropFirst(start.count)) }
        }
        return whole
    }
}

enum ValidationOutcome: Sendable {
    case validated(ValidationReport, ReportContext)
    case failed(CommandFailure, ValidationReport?)

    var report: ValidationReport? {
        switch self {
        case .validated(let report, _): report
        case .failed(_, let report): report
        }
    }
}

struct ValidationSummary {
    private let report: ValidationReport
    private let context: ReportContext

    init(_ report: ValidationReport, _ context: ReportContext) {
        self.report = report
        self.context = context
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    private var lines: [String] {
        let totals = NoticeSeverity.allCases.map { severity in
            let total = report.total(severity)
            let word = severity.rawValue.lowercased()
            return Quantity.count(total, word)
        }
        var lines = ["\(report.source): \(totals.joined(separator: ", "))"]
        let losses = report.losses
        if !losses.isEmpty {
            lines.append("Riders lose:")
            lines += losses.map { "  " + TerminalText.line($0.text) }
        }
        if !report.options.isCanonical {
            let facts = report.summary.serviceFacts(on: report.options.date, Quantity.count)
            lines += TextTable(facts.map { (name: $0.name, value: $0.value) }).lines
        }
        guard !report.groups.isEmpty else { return lines }
        let columns: [TextColumn<Line>] = [
            .init { $0.isFirst ? $0.group.severity.rawValue : nil }
                .badged { $0.isFirst ? Self.color($0.group.severity) : "" },
            .init("", .right) { $0.isFirst ? Quantity.count($0.group.count) : nil },
            .init { line in
                guard line.isFirst, line.group.comparison != nil else { return nil }
                let new = line.group.newCount
                return new == 0 ? "known" : "\(Quantity.count(new)) new"
            }, .init { $0.isFirst ? $0.group.code : nil }, .init { $0.text },
        ]
        lines += TextTable(report.groups.flatMap(self.lines), columns).lines
        if let folder = context.outputDirectory {
            lines.append("reports: \(folder)/\(context.htmlName)")
        } else {
            lines.append("gtfs rules CODE explains a code; --output DIR writes the reports.")
        }
        return lines
    }

    private struct Line {
        let group: ValidationReport.Group
        let isFirst: Bool
        let text: String
    }

    private static let causeLimit = 5

    /// A line for the code, and one for each of its causes if they tell more.
    private func lines(_ group: ValidationReport.Group) -> [Line] {
        let first = Line(group: group, isFirst: true, text: example(group))
        guard !group.listsThings,
            group.causes.count > 1 || group.causes.contains(where: \.isTelling)
        else { return [first] }
        let shown = group.causes.prefix(Self.causeLimit)
        var texts = shown.map(\.text)
        let left = group.count - shown.reduce(0) { $0 + $1.count }
        if left > 0 { texts.append("and \(Quantity.count(left, "other")), see report.json") }
        return [first] + texts.map { Line(group: group, isFirst: false, text: $0) }
    }

    private func example(_ group: ValidationReport.Group) -> String {
        if group.listsThings, group.comparison == nil {
            let names = group.causes.prefix(Self.causeLimit).map(\.text).joined(separator: ", ")
            let rest = group.causes.count - Self.causeLimit
            return rest > 0 ? "\(names) and \(Quantity.count(rest)) more" : names
        }
        return (group.samples(thatAreNew: true).first ?? group.samples.first)?.placeText ?? ""
    }

    private static func color(_ severity: NoticeSeverity) -> String {
        guard TerminalColor.isWanted else { return "" }
        return switch severity {
        case .error: TerminalColor.escape + "[31m"
        case .warning: TerminalColor.escape + "[33m"
        case .info: TerminalColor.escape + "[34m"
        }
    }

    var json: String {
        let codes = report.groups.map { group in
            JSONValue([
                "code": .string(group.code), "severity": .string(group.severity.rawValue),
                "totalNotices": .integer(group.count),
            ])
        }
        return JSONValue([
            "event": .string("validated"), "feed": .string(report.source),
            "errors": .integer(report.total(.error)),
            "warnings": .integer(report.total(.warning)), "infos": .integer(report.total(.info)),
            "seconds": .number(report.seconds), "notices": .array(codes),
            "losses": .array(report.losses.map { .string($0.text) }),
        ]).text
    }
}

extension ValidationOutcome {
    func exitCode(_ threshold: ValidationPolicy.Threshold) -> Int32 {
        switch self {
        case .failed(let failure, _): return failure.exitCode
        case .validated(let report, _):
            let isFailing = report.groups.contains { group in
                threshold.failing.contains(group.severity) && group.newCount > 0
            }
            return isFailing ? 1 : 0
        }
    }
}
