import ArgumentParser
import BundleManifest
import FeedReading
import Foundation
import Publishing
import SystemLayer

struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Fetch, validate, build, guard and publish feeds: the nightly job.",
        discussion: """
            Exits 0 when a version was published or nothing has changed, 2 when a guard refused \
            the new version, 75 when another run is using the folder; gtfs status shows the \
            results of runs. The published version stays until a new one is complete. When it is \
            about to end, a line on standard error says so, even with --quiet.
            """)

    @Argument(
        help: ArgumentHelp(
            "A feed definition (.yaml), a folder of them, a DMFR file or a catalogue (.csv).",
            valueName: "definitions"))
    var definitions: String

    @Flag(help: "Update all feeds that the definitions hold.")
    var all = false

    @Option("Only the feed with this id; repeatable.", value: "id")
    var only: [String] = []

    @Option(
        "Publish each feed into a folder named after its id in this one, whatever the definitions "
            + "say.",
        value: "folder")
    var publish: String?

    @Option(
        help: ArgumentHelp(
            "Publish the feed itself, too, as a zip: source, as it was fetched, or export, as the "
                + "definition cuts it and without rejected values (publish_feed of the definition).",
            valueName: "form"))
    var publishFeed: PublishedFeed?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Skip this guard; \"unchanged\" rebuilds although nothing changed; repeatable.",
            valueName: "guard"))
    var force: [ForcedGuard] = []

    @Option(
        "Accept a manifest signed with this key, too, and sign it again with signing_key: for a "
            + "change of keys; repeatable.",
        value: "file")
    var publicKey: [String] = []

    @Option("Wait this long for another run of the same feed (default: 0).", value: "seconds")
    var wait: SecondsArgument?

    @Flag(
        help: "Follow redirects from the internet to private addresses, such as 127.0.0.1.")
    var allowPrivateRedirects = false

    @Flag(help: "Go back to the previous version, or to the one that --to names.")
    var rollback = false

    @Option("The version to go back to.", value: "version")
    var to: String?

    @OptionGroup(title: "Many feeds")
    var fleet: FleetOptions

    @Option(
        help: ArgumentHelp(
            "Exit with this code when nothing has changed (0).", valueName: "code"),
        transform: Int32.read)
    var unchangedExit: Int32 = 0

    @Option(
        help: ArgumentHelp(
            "Exit with this code when the run succeeded, but the published feed ends within "
                + "min_days_valid of the definition, or 7 days (0).", valueName: "code"),
        transform: Int32.read)
    var expiringExit: Int32 = 0

    @Option("Write the results of runs for Prometheus' textfile collector.", value: "file")
    var metrics: String?

    @Option("The folder for downloads ($TMPDIR, or else /tmp).", value: "folder")
    var temporaryDirectory: String?

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
        try OutputCheck.named("--metrics", metrics)
        if let wait, wait.seconds < 0 {
            throw ValidationError("--wait \(wait.seconds): must not be negative")
        }
        guard 0...125 ~= unchangedExit else {
            throw ValidationError("--unchanged-exit \(unchangedExit): must be from 0 to 125")
        }
        guard 0...125 ~= expiringExit else {
            throw ValidationError("--expiring-exit \(expiringExit): must be from 0 to 125")
        }
        if to != nil, !rollback { throw ValidationError("--to needs --rollback") }
        if rollback, publishFeed != nil {
            throw ValidationError("--rollback takes the feed of the version, not --publish-feed")
        }
        if rollback, all { throw ValidationError("--rollback works on one feed at a time") }
        if all, unchangedExit != 0 {
            throw ValidationError("--unchanged-exit is for one feed at a time")
        }
        if !all, fleet.isAsked { throw ValidationError("--jobs and --shard need --all") }
    }

    func run() throws {
        if let metrics { try Replaceable.metrics.check(metrics) }
        let chosen = try FeedDefinitions.load(definitions, only: only)
        if all {
            try FleetUpdate(self, try fleet.part(of: chosen)).run()
        } else {
            try runOne(chosen)
        }
    }

    private func runOne(_ chosen: [FeedDefinitions.Loaded]) throws {
        guard chosen.count == 1, let only = chosen.first else {
            throw ValidationError(
                "\(definitions) holds \(Quantity.count(chosen.count, "feed")): choose one with --only, or all of them "
                    + "with --all")
        }
        var definition = try only.get()
        definition.publishedFeed = publishFeed ?? definition.publishedFeed
        let reporter = UpdateReporter(definition.id, reporting)
        defer { reporter.endProgress() }
        let options = try options(for: definition)
        do {
            let result =
                rollback
                ? try Rollback(definition, options).run(to: to)
                : try FeedUpdate(definition, options) { reporter.progress($0) }.run()
            reporter.endProgress()
            try reporter.finish(result)
            if result.hookFailure != nil {
                try? writeMetrics([health(of: definition)])
                throw ExitCode(70)
            }
            try writeMetrics([health(of: definition)])
            if result.expiry?.isNear == true, expiringExit != 0 { throw ExitCode(expiringExit) }
            if result.outcome == .unchanged, unchangedExit != 0 { throw ExitCode(unchangedExit) }
        } catch let error as any DiagnosedError {
            try? writeMetrics([health(of: definition, failedWith: error)])
            throw FeedFailure(id: definition.id, error: error)
        }
    }

    private func options(for definition: FeedDefinition) throws -> UpdateOptions {
        var options = UpdateOptions()
        options.publishFolder = folder(of: definition)?.path
        options.overridden = Set(force.compactMap(\.name))
        options.acceptedKeys = try publicKey.map(VerifyingKey.init(path:))
        options.rebuilds = force.contains(.unchanged)
        options.waiting = wait?.seconds ?? 0
        options.environment = ProcessInfo.processInfo.environment
        options.temporaryDirectory =
            temporaryDirectory ?? ArchiveOptions.systemTemporaryDirectory
        options.allowsPrivateRedirects = allowPrivateRedirects
        options.toolVersion = Tool.version
        options.userAgent = Tool.userAgent
        return options
    }

    func folder(of definition: FeedDefinition) -> PublishFolder? {
        definition.folder(below: publish)
    }

    private func health(
        of definition: FeedDefinition, failedWith error: (any DiagnosedError)? = nil
    ) -> RunHealth {
        health(of: definition, code: error?.exitCode ?? 0, message: error?.description ?? "")
    }

    func health(of definition: FeedDefinition, code: Int32, message: String) -> RunHealth {
        guard let folder = folder(of: definition) else {
            return RunHealth(
                id: definition.id,
                status: .failed(id: definition.id, exitCode: code, message: message, over: nil),
                maxAge: definition.maxAge)
        }
        let recorded = RunHealth(definition, in: folder)
        // Another run of the feed records how it ends.
        let isRecorded = recorded.unrecorded == nil && recorded.status != nil
        guard code != 0, code != 75, !isRecorded else { return recorded }
        return RunHealth(
            id: definition.id,
            status: .failed(
                id: definition.id, exitCode: code, message: message, over: recorded.status),
            maxAge: definition.maxAge)
    }

    func writeMetrics(_ feeds: [RunHealth]) throws {
        guard let metrics else { return }
        let text = UpdateMetrics.text(feeds)
        try WholeFile.write(text.utf8, to: metrics, replacing: .metrics)
    }
}

extension PublishedFeed: ExpressibleByArgument {}
