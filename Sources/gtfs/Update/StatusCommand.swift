import ArgumentParser
import FeedReading
import Foundation
import Publishing

import struct GTFSSchedule.ServiceDate

/// `gtfs status`: how the nightly runs of feeds went.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show when feeds were checked and published, why refused, when they expire.",
        discussion: "Exits 0 when all is well, 1 when --verify finds something wrong.")

    @Argument(
        help: ArgumentHelp(
            "A feed definition, a folder of them, a DMFR file or a catalogue (.csv).",
            valueName: "definitions"))
    var definitions: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Only the feed of this id; repeatable.", valueName: "id"))
    var only: [String] = []

    @Option(
        help: ArgumentHelp("Where --publish of gtfs update published.", valueName: "folder"))
    var publish: String?

    @Flag(help: "Read all published files and compare them with the manifests.")
    var verify = false

    @Option(
        help: ArgumentHelp(
            "With --verify: the manifests must be signed with this public key.",
            valueName: "file"))
    var publicKey: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if publicKey != nil, !verify { throw ValidationError("--public-key goes with --verify") }
    }

    func run() throws {
        let key = try publicKey.map(VerifyingKey.init(path:))
        let today = Timestamp.utcDay(Date())
        var states: [FeedState] = []
        for loaded in try DefinitionChoice(definitions, only: only).load() {
            states.append(state(of: loaded, key, today))
        }
        if json {
            try StandardOutput.write(data: JSONText.pretty(states) + "\n")
        } else {
            try StandardOutput.write(FeedState.text(states))
        }
        if states.contains(where: { $0.problems?.isEmpty == false }) { throw ExitCode(1) }
    }

    private func state(
        of loaded: FeedDefinitions.Loaded, _ key: VerifyingKey?, _ today: ServiceDate
    ) -> FeedState {
        switch loaded {
        case .failure(let error):
            return FeedState(
                id: (error.file as NSString).lastPathComponent, problem: error.description)
        case .success(let definition):
            let path = publish.map { "\($0)/\(definition.id)" } ?? definition.publishFolder
            guard let path else {
                return FeedState(
                    id: definition.id, problem: "no folder to publish in; give --publish")
            }
            let folder = PublishFolder(existing: path, id: definition.id)
            var state = FeedState(
                id: definition.id, status: UpdateStatus.load(folder), today: today)
            guard verify else { return state }
            do {
                state.problems = try PublicationCheck.problems(folder, key: key)
            } catch {
                // One folder that cannot be read does not hide the others.
                state.problems = ["\(error)"]
            }
            return state
        }
    }
}
