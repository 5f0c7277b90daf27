import ArgumentParser
import BundleManifest
import FeedReading
import Foundation
import Publishing
import SystemLayer

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show when feeds were checked, published or refused, and when they expire.",
        discussion: """
            Exits 0 when all is well, and 1 with a line for each feed that needs attention: its \
            last run failed, was refused or interrupted, or has not recorded how it ended because \
            it was killed or the disk was full; no run has ended yet, or none within --max-age; \
            the published version ends within min_days_valid of its definition (7 days when that \
            is not set); the manifest has expired or soon will; or --verify finds something wrong.
            """)

    @Argument(
        help: ArgumentHelp(
            "A feed definition, a folder of them, a DMFR file or a catalogue (.csv).",
            valueName: "definitions"))
    var definitions: String

    @Option("Only the feed with this id; repeatable.", value: "id")
    var only: [String] = []

    @Option("The folder given to gtfs update --publish.", value: "folder")
    var publish: String?

    @Flag(help: "Read all published files and compare them with the manifests.")
    var verify = false

    @Option(
        "With --verify: the manifests must be signed with this public key; if repeated, with "
            + "one of them.",
        value: "file")
    var publicKey: [String] = []

    @Option("The maximum age of the last check (max_age of the definition, or 36h).", value: "time")
    var maxAge: DurationArgument?

    @OptionGroup
    var form: FormOptions

    @OptionGroup
    var place: OutputOptions

    @Option("Write the results of runs for Prometheus' textfile collector.", value: "file")
    var metrics: String?

    func validate() throws {
        try OutputCheck.named("--metrics", metrics)
        if !publicKey.isEmpty, !verify { throw ValidationError("--public-key needs --verify") }
    }

    func run() throws {
        let keys = try publicKey.map(VerifyingKey.init(path:))
        let states = try FeedDefinitions.load(definitions, only: only)
            .map { state(of: $0, keys) }
        try form.write(states, text: FleetRow.text(states))
        if let metrics {
            try WholeFile.write(
                UpdateMetrics.text(states.map(\.health)).utf8, to: metrics,
                replacing: place.replacing(.metrics))
        }
        if states.contains(where: \.needsSomebody) { throw ExitCode(1) }
    }

    private func state(
        of loaded: FeedDefinitions.Loaded, _ keys: [VerifyingKey]
    ) -> FleetRow {
        switch loaded {
        case .failure(let error):
            return FleetRow(
                id: (error.file as NSString).lastPathComponent, problem: error.description)
        case .success(let definition):
            guard let folder = definition.folder(below: publish) else {
                return FleetRow(
                    id: definition.id, problem: "no folder to publish in; give --publish")
            }
            var problems: [String]?
            do {
                problems = verify ? try PublicationCheck.problems(folder, keys: keys) : nil
            } catch {
                // One unreadable folder does not hide the others.
                problems = ["\(error)"]
            }
            return FleetRow(
                definition, RunHealth(definition, in: folder, maxAge: maxAge?.seconds),
                problems: problems, now: Date())
        }
    }
}
