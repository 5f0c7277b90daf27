import ArgumentParser
import Dispatch
import FeedReading
import FeedValidation
import Foundation
import Publishing
import SystemLayer

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check feeds with the notices of the canonical validator.",
        discussion: """
            Prints a summary; --output writes report.json, report.html and system_errors.json. If \
            there are several feeds, each has a folder, and an index.html leads to their reports. \
            Exits 1 when there are findings of the severity of --fail-on or above. The options of \
            the canonical validator work too, in their own spelling.
            """)

    @Argument(help: "Zips, tar.gz, 7z or folders, - for standard input, or http(s) URLs.")
    var feeds: [String] = []

    @Option(name: .shortAndLong, help: "A feed, as an option.")
    var input: String?

    @Option(name: .shortAndLong, help: "A feed's URL, as an option.")
    var url: String?

    @OptionGroup(title: "Rules")
    var rules: RuleOptions

    @OptionGroup(title: "Policy")
    var policy: PolicyOptions

    @OptionGroup(title: "Reports")
    var reports: ReportOptions

    @OptionGroup(title: "Access")
    var access: AccessOptions

    @OptionGroup(title: "Accepted for scripts that call the canonical validator")
    var unneeded: CanonicalOptions

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    private var locations: [String] { feeds + [input, url].compactMap { $0 } }

    func validate() throws {
        guard !locations.isEmpty else {
            throw ValidationError("no feed given: name a file, a folder, - or a URL")
        }
        guard locations.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("standard input can be read only once")
        }
        try access.check(locations, url: url)
        try reports.check(feedCount: locations.count)
    }

    func run() throws {
        if !reporting.quiet { unneeded.explain() }
        let config = try policy.load()
        let options = try rules.options(config)
        let names = FeedNames.distinct(locations)
        let folders = names.compactMap { reports.folder($0, of: locations.count) }
        try reports.prepare(folders, reading: locations + policy.files(of: config))
        let runs = zip(locations, names).map { location, name in
            ValidationRun(
                location: location, folder: reports.folder(name, of: locations.count),
                options: options, config: config, access: access, reports: reports,
                threads: rules.threads)
        }
        let outcomes = run(runs)
        try write(outcomes)
        try writeIndex(zip(outcomes, names).map { (outcome: $0, name: $1) })
        let threshold = config.failOn ?? (options.isCanonical ? .never : .error)
        let code = outcomes.map { $0.exitCode(threshold) }.max() ?? 0
        if code != 0 { throw ExitCode(code) }
    }

    private func run(_ runs: [ValidationRun]) -> [ValidationOutcome] {
        guard runs.count > 1, rules.threads > 1 else { return runs.map { $0.run() } }
        return Parallel.map(runs, atMost: rules.threads) { $0.run() }
    }

    private func writeIndex(_ outcomes: [(outcome: ValidationOutcome, name: String)]) throws {
        guard outcomes.count > 1, let path = reports.index else { return }
        let entries = outcomes.compactMap { outcome, name in
            outcome.report.map { (report: $0, path: "\(name)/\(reports.htmlReportName)") }
        }
        let context = ReportContext(
            validatorVersion: Tool.userAgent, validatedAt: LocalClock.timestamp)
        try WholeFile.write(
            ReportIndex(entries, context).html.utf8, to: path,
            replacing: reports.place.replacing(.page))
        if !reporting.quiet, !reports.github, reporting.logFormat == .text {
            try StandardOutput.write("index: \(path)\n")
        }
    }

    private func write(_ outcomes: [ValidationOutcome]) throws {
        for outcome in outcomes {
            switch outcome {
            case .failed(let failure, _): failure.report(as: reporting.logFormat)
            case .validated(let report, let context):
                try reports.print(report, context, reporting)
            }
        }
    }
}

struct CanonicalOptions: ParsableArguments {
    @Option(
        "No effect: a download is kept in a temporary file.", value: "folder", name: .shortAndLong)
    var storageDirectory: String?

    @Flag(
        name: [.customShort("n"), .long],
        help: "No effect: gtfs rules --json has the notices.")
    var exportNoticesSchema = false

    @Flag(
        name: [.customLong("svu", withSingleDash: true), .long],
        help: "No effect: there is no check for a newer version.")
    var skipValidatorUpdate = false

    func explain() {
        if storageDirectory != nil {
            StandardError.remark("--storage-directory has no effect")
        }
        if exportNoticesSchema {
            StandardError.remark("--export-notices-schema has no effect; see gtfs rules --json")
        }
    }
}
