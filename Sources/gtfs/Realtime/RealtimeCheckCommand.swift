import ArgumentParser
import FeedReading
import FeedValidation
import Foundation
import GTFSRealtime
import Publishing
import RealtimeValidation
import SystemLayer
import TransitBundle
import TransitRealtime

struct RealtimeCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check messages of GTFS Realtime, against their feed if its bundle is given.",
        discussion: """
            All messages are checked as those of one feed, which may send trip updates, vehicles \
            and alerts in one message or in several. Exits 1 when there are findings of the \
            severity of --fail-on or above.
            """)

    @Argument(
        help: ArgumentHelp(
            "Messages (files, http(s) URLs, - for standard input, or a folder with a series), and "
                + "the bundle of their feed."))
    var inputs: [String] = []

    @Option(
        "The previous message of the first input, of the second and so on; repeatable.",
        value: "file or URL", name: .customLong("before"))
    var earlier: [String] = []

    @Flag(
        help: ArgumentHelp(
            "The messages are a series from one source: each is compared with the one before it. A "
                + "folder is such a series."))
    var series = false

    @Option(
        "The time of the check, such as 08:00 or 2026-11-21T08:00:00+11:00 (default: now).",
        value: "time")
    var at: InstantArgument?

    @Option(
        "Ask the URLs every 15 seconds for this long, such as 10m, and compare each message with "
            + "the previous one.",
        value: "duration")
    var watch: DurationArgument?

    @OptionGroup(title: "Policy")
    var policy: PolicyOptions

    @OptionGroup(title: "Reports")
    var reports: ReportOptions

    @OptionGroup(title: "Access")
    var access: RealtimeAccess

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
        guard !inputs.isEmpty else {
            throw ValidationError("no message given: name a file, a URL or -")
        }
        guard (inputs + earlier).filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("standard input can be read only once")
        }
        for input in inputs + earlier where !access.hasHeaders { try access.check(input) }
        let hasURL = inputs.contains { FeedLocation($0).isURL }
        if access.hasHeaders, !hasURL {
            throw ValidationError("--http-header applies only to downloads")
        }
        if series, at != nil || watch != nil || !earlier.isEmpty {
            throw ValidationError("--series cannot be combined with --before, --at or --watch")
        }
        if watch != nil {
            guard hasURL else { throw ValidationError("--watch needs a URL to ask") }
            if at != nil { throw ValidationError("choose one of --watch and --at") }
        }
    }

    func run() throws {
        let config = try policy.load()
        let bundles = inputs.filter { FeedLocation($0).isDatabase }
        var messages = inputs.filter { !bundles.contains($0) }
        var isSeries = series
        if let recordings = try recordings(among: messages) {
            (messages, isSeries) = (recordings, true)
        }
        guard bundles.count <= 1 else { throw ValidationError("name one bundle, not several") }
        guard !messages.isEmpty else { throw ValidationError("no message given, only a bundle") }
        guard earlier.count <= messages.count else {
            throw ValidationError("--before: there are more previous messages than messages")
        }
        try reports.prepare(
            [reports.output].compactMap { $0 },
            reading: inputs + earlier + policy.files(of: config))
        let bundle = try bundles.first.map { try TransitBundle(path: $0) }
        var total = CheckedRounds(bundleName: bundles.first)
        var failure: (any Error)?
        if let watch {
            let watching = RealtimeWatch(
                messages: messages, bundle: bundle, access: access, reporting: reporting)
            failure = try watching.run(for: watch.seconds, into: &total)
            // Nothing was checked, which is not a good report.
            if total.rounds == 0, let failure { throw failure }
        } else if isSeries {
            var before: [UInt8]?
            for location in messages {
                var body = try RealtimeWatch.body(location, access)
                body.before = before
                before = body.bytes
                try total.add([body], beside: bundle, at: Self.time(of: body) ?? instant(bundle))
            }
        } else {
            var bodies = try messages.map { try RealtimeWatch.body($0, access) }
            for (index, location) in earlier.enumerated() {
                bodies[index].before = try access.body(at: location).bytes
            }
            let now = instant(bundle)
            note(bodies, checkedAt: now)
            try total.add(bodies, beside: bundle, at: now)
        }
        let code = try report(total, config)
        if let failure { throw failure }
        if code != 0 { throw ExitCode(code) }
    }

    /// In the order of their times; nil where no folder is named.
    private func recordings(among messages: [String]) throws -> [String]? {
        guard let folder = messages.first(where: { Self.names(in: $0) != nil }),
            var names = Self.names(in: folder)
        else { return nil }
        guard messages.count == 1, at == nil, watch == nil, earlier.isEmpty else {
            throw ValidationError(
                "\(folder) is a series: it cannot be combined with other messages, --before, --at "
                    + "or --watch")
        }
        // Nobody named these: a pipe may have no writer, and a device no end.
        names.removeAll { name in
            let isFile = knownStatus("\(folder)/\(name)")?.kind == .file
            if !isFile { reporting.warn("\(folder)/\(name) was left out: it is not a file") }
            return !isFile
        }
        guard !names.isEmpty else {
            throw ValidationError("\(folder) has no files that end in .pb")
        }
        let timed = try names.map { name in
            let path = "\(folder)/\(name)"
            return (path: path, time: Self.time(of: try RealtimeWatch.body(path, access)))
        }
        guard timed.allSatisfy({ $0.time != nil }) else { return timed.map(\.path) }
        return timed.sorted { ($0.time ?? 0, $0.path) < ($1.time ?? 0, $1.path) }.map(\.path)
    }

    private static func names(in input: String) -> [String]? {
        guard case .path(let path) = FeedLocation(input).kind else { return nil }
        do throws(SystemError) {
            return try Folder.listing(of: path).filter { $0.hasSuffix(".pb") }.sorted()
        } catch {
            return nil
        }
    }

    private func instant(_ bundle: TransitBundle?) -> Int {
        guard let at else { return Int(Date().timeIntervalSince1970) }
        let zone = bundle?.timeZone ?? TimeZone.current
        let (date, remark) = at.instant(in: zone, now: Date())
        if let remark { reporting.note(remark) }
        return Int(date.timeIntervalSince1970)
    }

    /// Recorded messages have notices about their age, unless they are checked as of their time.
    private func note(_ bodies: [RealtimeCheck.Body], checkedAt now: Int) {
        guard at == nil else { return }
        guard let newest = bodies.compactMap(Self.time).max(), now - newest > Self.recorded
        else { return }
        let instant = CheckedRounds.instant(newest)
        reporting.note("the newest message is from \(instant); --at \(instant) checks as of then")
    }

    private static let recorded = 3600

    private static func time(of body: RealtimeCheck.Body) -> Int? {
        UsableValues.instant(FeedMessage.readable(body.bytes).message.header.timestamp)
    }

    private func report(_ total: CheckedRounds, _ config: PolicyConfig) throws -> Int32 {
        var report = total.report().applying(config.policy)
        if let baseline = config.baseline { report = report.compared(with: baseline) }
        let context = reports.context(folder: reports.output)
        let threshold = config.failOn ?? .error
        try reports.write(report, context, failing: threshold.failing)
        try reports.print(report, context, reporting, after: total.text)
        return ValidationOutcome.validated(report, context).exitCode(threshold)
    }
}
