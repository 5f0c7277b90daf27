import Foundation
import TestSupport
import Testing

@Suite("Many feeds", .blocking)
struct FleetTests {
    private let folder: TestFolder
    private let definitions: String

    /// Six feeds, the second of which is no archive, and the fourth's definition is broken.
    init() throws {
        folder = try TestFolder()
        definitions = folder.path + "/feeds"
        for number in 1...6 {
            let bytes =
                number == 2
                ? Array("no archive".utf8) : try NightlyPlace.archive(NightlyPlace.feed())
            try folder.write("zips/\(number).zip", bytes)
            let text =
                "source: ../zips/\(number).zip\npublish: ../published/feed\(number)\n"
                + (number == 4 ? "colour: blue\n" : "")
            try folder.write("feeds/feed\(number).yaml", Array(text.utf8))
        }
    }

    private func update(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> Command.Outcome {
        try Command.run(
            ["update", "--all", definitions] + arguments, in: folder, environment: environment)
    }

    private func published() throws -> Set<String> {
        let path = folder.path + "/published"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: path).filter {
                FileManager.default.fileExists(atPath: "\(path)/\($0)/manifest.json")
            })
    }

    @Test("A feed that fails does not stop the others; one table, the worst exit code, metrics")
    func all() throws {
        let metrics = folder.path + "/gtfs.prom"
        let outcome = try update("--jobs", "2", "--metrics", metrics)
        #expect(outcome.code == 65)
        #expect(try published() == ["feed1", "feed3", "feed5", "feed6"])
        #expect(outcome.output.contains("6 feeds: 4 published, 2 failed"))
        #expect(outcome.errors.contains("feed4.yaml:3: unknown key colour"))
        let text = try String(contentsOfFile: metrics, encoding: .utf8)
        #expect(text.contains("gtfs_update_exit_code{feed=\"feed1\"} 0"))
        #expect(text.contains("gtfs_update_exit_code{feed=\"feed2\"} 65"))
        let status = try Command.run(["status", definitions], in: folder)
        #expect(status.code == 1)
        #expect(status.output.contains("failed (65)"))
        #expect(status.output.contains("in 200 days") || status.output.contains("in 199 days"))
        let again = try update("--only", "feed1", "--only", "feed3")
        #expect(again.code == 0)
        #expect(again.output.contains("2 feeds: 2 unchanged"))
        let some = ["status", definitions, "--only", "feed1", "--only", "feed3"]
        #expect(try Command.run(some, in: folder).code == 0)
    }

    @Test("Feeds that run out are named, also with --quiet, and may have an exit code")
    func expiring() throws {
        try folder.write("zips/3.zip", NightlyPlace.archive(NightlyPlace.feed(days: 3)))
        let some = ["--only", "feed1", "--only", "feed3", "--quiet"]
        func update(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(["update", "--all", definitions] + some + arguments, in: folder)
        }
        let first = try update()
        #expect(first.code == 0)
        #expect(first.output.isEmpty)
        #expect(first.errorLines.count == 1)
        #expect(first.errors.hasPrefix("gtfs: feed3: the published feed ends on "))
        #expect(try update("--expiring-exit", "9").code == 9)
    }

    @Test("Every feed is in exactly one part")
    func shards() throws {
        var seen: [String] = []
        for part in 1...3 {
            let before = try published()
            _ = try update("--shard", "\(part)/3")
            seen += try published().subtracting(before)
        }
        #expect(seen.sorted() == ["feed1", "feed3", "feed5", "feed6"])
    }

    @Test("The part comes from the scheduler")
    func schedulers() throws {
        let slurm = [
            "SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_MIN": "4",
            "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "3",
        ]
        _ = try update("--shard", "auto", environment: slurm)
        #expect(try published() == ["feed5"])
        _ = try update("--shard", "auto/3", environment: ["JOB_COMPLETION_INDEX": "2"])
        #expect(try published() == ["feed5", "feed3", "feed6"])
        // One task of an array, run again alone.
        let alone = [
            "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "3",
            "SLURM_ARRAY_TASK_COUNT": "1",
        ]
        _ = try update("--shard", "auto/6", environment: alone)
        #expect(try published() == ["feed5", "feed3", "feed6"])
        _ = try update("--shard", "auto/6", environment: ["SLURM_ARRAY_TASK_ID": "6"])
        #expect(try published() == ["feed1", "feed5", "feed3", "feed6"])
        #expect(try update("--shard", "auto").code == 64)
        #expect(
            try update("--shard", "auto", environment: ["JOB_COMPLETION_INDEX": "2"]).code == 64)
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "auto/0"] {
            #expect(try update("--shard", wrong).code == 64)
        }
    }

    @Test("Feeds of a catalogue are published below the folder of --publish, which they need")
    func catalogue() throws {
        let archive = ServedFile(try NightlyPlace.archive(NightlyPlace.feed()))
        let server = try TestServer { request, _ in archive.reply(to: request) }
        let columns = "mdb_source_id,data_type,provider,status,urls.direct_download\n"
        let file = try folder.write(
            "sources.csv", Array("\(columns)7,gtfs,Town,,\(server.url("/feed.zip"))\n".utf8))
        #expect(try Command.run(["update", file], in: folder).code == 64)
        let target = ["--publish", folder.path + "/published"]
        let outcome = try Command.run(["update", file] + target, in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try published() == ["mdb-7"])
        #expect(try Command.run(["status", file] + target, in: folder).code == 0)
        #expect(try Command.run(["status", file], in: folder).code == 1)
    }

    @Test("One feed at a time needs a name")
    func choice() throws {
        #expect(try Command.run(["update", definitions], in: folder).code == 64)
        #expect(
            try Command.run(["update", definitions, "--only", "feed1"], in: folder).code == 0)
        #expect(
            try Command.run(["update", definitions, "--only", "feed9"], in: folder).code == 64)
        #expect(try published() == ["feed1"])
    }
}
