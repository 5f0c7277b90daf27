import ArgumentParser
import BundleWriting
import FeedCompiling
import FeedReading
import FeedValidation
import Foundation
import Publishing
import SystemLayer

import struct GTFSSchedule.ServiceDate

struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Compile a feed to a bundle: one indexed, read-only SQLite file.",
        discussion: """
            The bundle appears under its name only when it is complete; if anything fails, an \
            older one stays unchanged. Sizes are bytes, or have a unit: 20MB is 20,000,000 bytes, \
            20MiB is 20,971,520. Options may also be written with underscores: --max_size.
            """)

    @OptionGroup(title: "Feed")
    var feed: FeedOptions

    @Option("The file to write the bundle to.", value: "file", name: .shortAndLong)
    var output: String

    @OptionGroup
    var place: OutputOptions

    @OptionGroup(title: "Filters")
    var filters: FilterOptions

    @Option("An older bundle: stops and routes keep the keys they have there.", value: "file")
    var previous: String?

    @Option("Fail with exit code 2 when the bundle is larger.", value: "size")
    var maxSize: ByteSize?

    @Flag(help: "Build a bundle even if no trip of the feed can be used.")
    var allowEmpty = false

    @OptionGroup(title: "Validation")
    var checks: BuildChecks

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
        guard !output.isEmpty, output != "-" else {
            throw ValidationError("--output: a bundle is a file; name one")
        }
    }

    func run() throws {
        let start = ContinuousClock.now
        var inputs = [filters.polygon].compactMap(\.self)
        if case .path(let path) = FeedLocation(feed.location).kind { inputs.append(path) }
        try OutputCheck.distinct(output, from: inputs)
        try NewFile.checkJournals(beside: output)
        try OutputCheck.replaceable(output, .bundle, place, reading: inputs)
        let (filter, previous) = (try filters.filter(today: checks.today), previousBundle)
        let reporter = BuildReporter(reporting)
        defer { reporter.endProgress() }
        reporter.opening(FeedLocation(feed.location).description)
        let archive = try feed.open()
        reporter.opened(archive)
        var builder = BundleBuilder(Feed(archive))
        builder.filter = filter
        builder.previous = previous
        builder.maxSize = maxSize?.bytes
        builder.allowsEmpty = allowEmpty
        builder.validation = checks.options
        builder.validatesSource = checks.validateSource
        builder.replaceable = place.replacing(.bundle)
        let replaced = PublishedBundle.line(path: output)
        // Meanwhile the bundle is finished, which leaves a processor idle.
        let hash = ArchiveHash(archive)
        let built = try builder.write(to: output) {
            if case .finishing = $0, !reporting.quiet { hash.begin() }
            reporter.progress($0)
        }
        reporter.endProgress()
        for name in built.unknownNames.prefix(10) { reporting.warn("\(name)") }
        if built.unknownNames.count > 10 {
            let others = Quantity.count(built.unknownNames.count - 10, "more name")
            reporting.warn("the feed also lacks \(others)")
        }
        let report = built.validation.map(checks.reported)
        reporter.summarize(
            BuildReport(
                built, validation: report, of: archive,
                archiveHash: reporting.quiet ? nil : try hash.value(), bundle: output,
                isFiltered: filter.isSelective, note: note(built, replacing: replaced),
                time: ContinuousClock.now - start))
        if let report, checks.fails(report) { throw ExitCode(1) }
    }

    /// Warns when keys that apps saved from the replaced bundle differ from the new one's.
    private func note(_ built: BundleReport, replacing line: String?) -> String? {
        guard let line, line != built.line else { return nil }
        return "stop and route keys (sid, rid) differ from those in the bundle being replaced: "
            + "favourites that apps saved no longer match; --previous keeps keys"
    }

    /// The bundle of --previous. A nightly job names its own output, which does not exist on the
    /// first night; any other missing file is a mistake that would renew all keys.
    private var previousBundle: String? {
        guard let previous else { return nil }
        guard Self.isMissing(previous), Self.place(of: previous) == Self.place(of: output) else {
            return previous
        }
        reporting.note("--previous \(previous): not there yet; all keys are new")
        return nil
    }

    private static func isMissing(_ path: String) -> Bool {
        do throws(SystemError) {
            return try fileStatus(path) == nil
        } catch {
            return false
        }
    }

    /// The place of a file, existing or not: its folder with links followed, and its name.
    private static func place(of path: String) -> String {
        let name = (path as NSString).lastPathComponent
        let folder = (path as NSString).deletingLastPathComponent
        guard let real = Files.realPath(folder.isEmpty ? "." : folder) else { return path }
        return real + "/" + name
    }
}

struct BuildChecks: ParsableArguments {
    @Flag(help: "Do not run the rules of gtfs validate.")
    var noValidate = false

    @Flag(help: "Run the rules on the whole feed, also on what the filters leave out.")
    var validateSource = false

    @Option(
        help: ArgumentHelp(
            "Exit 1 when there are findings of this severity or above: error, warning, info or "
                + "never. The bundle is written anyway.", valueName: "severity"))
    var failOn = ValidationPolicy.Threshold.never

    @OptionGroup
    var notices: NoticeOptions

    @Option(
        "The day that counts as today; without it, the bundle lacks the totals of notices that "
            + "depend on it.",
        value: "date", name: .shortAndLong)
    var date: ServiceDateArgument?

    @Option("The feed's country, for phone numbers.", value: "code", name: .shortAndLong)
    var countryCode: String?

    func validate() throws {
        if noValidate,
            failOn != .never || notices.isGiven || date != nil || countryCode != nil
                || validateSource
        {
            throw ValidationError(
                "--no-validate cannot be combined with --fail-on, --ignore, --severity, --date, "
                    + "--country-code, --validate-source")
        }
        try RuleOptions.check(countryCode: countryCode)
    }

    /// The day that counts as today: --date, or else the day of this machine's clock.
    var today: ServiceDate { date?.date ?? .today }

    /// Nil for --no-validate.
    var options: ValidationOptions? {
        guard !noValidate else { return nil }
        var options = ValidationOptions(
            date: date?.date, countryCode: countryCode?.uppercased())
        // A build prints its notices and draws nothing.
        options.hasMap = false
        return options
    }

    func reported(_ report: ValidationReport) -> ValidationReport {
        var policy = ValidationPolicy()
        notices.add(to: &policy)
        return report.applying(policy)
    }

    func fails(_ report: ValidationReport) -> Bool {
        report.groups.contains { failOn.failing.contains($0.severity) }
    }
}

final class ArchiveHash {
    private let archive: FeedArchive
    private lazy var found = Promise { [archive] () -> Result<String?, FeedError> in
        do throws(FeedError) {
            return .success(try archive.archiveSHA256())
        } catch {
            return .failure(error)
        }
    }

    init(_ archive: FeedArchive) {
        self.archive = archive
    }

    func begin() { _ = found }

    func value() throws(FeedError) -> String? { try found.value().get() }
}
