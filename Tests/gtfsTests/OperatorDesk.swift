import Foundation
import TestSupport
import Testing

struct Showing {
    let code: Int32
    let result: String
    let attention: [String]
    /// By name, without the first word.
    let metrics: [String: Double]
    let isWhole: Bool

    func says(_ words: String) -> Bool { attention.contains { $0.contains(words) } }

    func row(_ name: String, _ update: Int32) -> String {
        let said = attention.map { $0.replacing("|", with: "\\|") }.joined(separator: " / ")
        let values = metrics.sorted { $0.key < $1.key }.map { "\($0.key) \(Int($0.value))" }
        return "| \(name) | \(update) | \(code) | **\(result)** \(said) | "
            + "\(values.joined(separator: ", ")) | \(isWhole ? "yes" : "NO") |"
    }
}

/// Definitions of twenty feeds, a server that has their archives, and `gtfs` to run.
final class OperatorDesk {
    private let folder: TestFolder
    private let server: TestServer
    let definitions: String
    let ids: [String]
    private(set) var lastErrors = ""
    /// A disk of its own for the feed of "disk full"; why there is none, else.
    private var disk: Result<String, Skipped> = .failure(Skipped(reason: "not tried"))

    static func feed(
        _ name: String = "Harbour", trips: Int = 20, headway: Int = 600, days: Int = 200
    ) -> TestFeed {
        var feed = NightlyPlace.feed(name, trips: trips, days: days)
        feed["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs\n"
            + (0..<trips).map { "T\($0),06:00:00,20:00:00,\(headway)\n" }.joined()
        return feed
    }

    static func archive(_ feed: TestFeed) throws -> [UInt8] { try NightlyPlace.archive(feed) }

    init(_ troubles: [String]) throws {
        folder = try TestFolder()
        definitions = folder.path + "/feeds"
        ids = (1...20).map { "feed\($0)" }
        let served = folder.path + "/served"
        server = try TestServer { request, _ in
            let path = served + request.path
            while FileManager.default.fileExists(atPath: path + ".hold") { usleep(1000) }
            guard let bytes = FileManager.default.contents(atPath: path) else {
                return .status("404 Not Found")
            }
            return ServedReply(body: Array(bytes)).with {
                if FileManager.default.fileExists(atPath: path + ".cut") {
                    $0.cutAfter = bytes.count / 2
                }
            }
        }
        for number in 1...2 { try gtfs("keygen", "-o", key(number)) }
        for (index, id) in ids.enumerated() {
            let name = index < troubles.count ? troubles[index] : ""
            try serve(id, Self.archive(Self.feed()))
            try define(id, key: name.hasPrefix("new key") ? 1 : nil)
            if name == "disk full" { try mountDisk(for: id) }
        }
    }

    deinit {
        do {
            if case .success(let path) = disk { _ = try shell("umount -l '\(path)'") }
        } catch {
            print("a disk stays behind: \(error)")
        }
    }

    func key(_ number: Int) -> String { folder.path + "/key\(number)" }

    func define(_ id: String, source: String? = nil, key: Int? = nil) throws {
        let text = """
            id: \(id)
            source: \(source ?? server.url("/\(id).zip"))
            publish: ../published/\(id)
            fetch: { retries: 1, retry_delay: 1ms }
            \(key.map { "signing_key: ../key\($0)" } ?? "")
            """
        try folder.write("feeds/\(id).yaml", Array(text.utf8))
    }

    func rotateKey(of id: String) throws { try define(id, key: 2) }

    /// - Parameter way: `cut` or `hold`.
    func serve(_ id: String, _ bytes: [UInt8]?, as way: String? = nil) throws {
        let name = "served/\(id).zip"
        let path = folder.path + "/" + name
        if let bytes { try folder.write(name, bytes) } else { unlink(path) }
        for other in ["cut", "hold"] { unlink(path + "." + other) }
        if let way { try folder.write("\(name).\(way)", []) }
    }

    func recover() throws {
        for id in ids {
            try serve(id, Self.archive(Self.feed("Mended")))
            let text = try String(contentsOfFile: "\(definitions)/\(id).yaml", encoding: .utf8)
            try define(id, key: text.contains("key2") ? 2 : nil)
        }
    }

    // MARK: Runs

    @discardableResult
    func gtfs(_ arguments: String...) throws -> Command.Outcome {
        try Command.run(arguments, in: folder)
    }

    private func arguments(_ more: [String]) -> [String] {
        ["update", definitions, "--temporary-directory", folder.temporaryDirectory] + more
    }

    func update(_ more: String...) throws -> Command.Outcome {
        let outcome = try Command.run(arguments(more), in: folder)
        lastErrors = outcome.errors
        return outcome
    }

    /// Starts an update, and returns once it has the feed's folder.
    func start(_ id: String) throws -> Command {
        let command = try Command(arguments(["--only", id]), folder: folder)
        let lease = "\(folder.path)/published/\(id)/.gtfs/lease.json"
        while !FileManager.default.fileExists(atPath: lease) { usleep(1000) }
        return command
    }

    func stop(_ id: String, by signal: Int32) throws -> Int32 {
        try serve(id, Self.archive(Self.feed("New")), as: "hold")
        let command = try start(id)
        command.send(signal)
        return try command.wait().code
    }

    private func shell(_ line: String, _ arguments: [String] = []) throws -> ProcessRun.Result {
        let result = try ProcessRun.run("/bin/sh", ["-c", line] + arguments, folder: folder)
        lastErrors = result.standardError
        return result
    }

    func limitedUpdate(_ id: String) throws -> Int32 {
        let run = [PackageRoot.executable("gtfs")] + arguments(["--only", id])
        let result = try shell("ulimit -f 200; exec \"$0\" \"$@\"", run)
        if case .exited(let code) = result.end { return code }
        return -1
    }

    private func mountDisk(for id: String) throws {
        let path = "\(folder.path)/published/\(id)"
        let result = try shell("mkdir -p '\(path)' && mount -t tmpfs -o size=16m tmpfs '\(path)'")
        let words = result.standardError.trimmingCharacters(in: .whitespacesAndNewlines)
        disk = result.end == .exited(0) ? .success(path) : .failure(Skipped(reason: words))
    }

    func onFullDisk(_ body: () throws -> Int32) throws -> Int32 {
        let filler = try disk.get() + "/filler"
        _ = try shell("cat /dev/zero > '\(filler)'")
        defer { unlink(filler) }
        return try body()
    }

    func age(_ id: String, days: Double) throws {
        let path = "\(folder.path)/published/\(id)/.gtfs/status.json"
        var status = try JSON.object(String(contentsOfFile: path, encoding: .utf8))
        status["checked_at"] = Date(timeIntervalSinceNow: -days * 86_400).formatted(.iso8601)
        try JSONSerialization.data(withJSONObject: status).write(to: URL(fileURLWithPath: path))
    }

    // MARK: Status

    func look(at id: String) throws -> Showing {
        let file = folder.path + "/status.prom"
        let text = try gtfs("status", definitions, "--only", id, "--metrics", file)
        let json = try gtfs("status", definitions, "--only", id, "--verify", "--json")
        let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let state = try #require((list as? [[String: Any]])?.first)
        let lines = text.output.split(separator: "\n").dropFirst()
        let cells = (lines.first ?? "").components(separatedBy: "  ").filter { !$0.isEmpty }
        var metrics: [String: Double] = [:]
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            for name in ["update_exit_code", "update_overdue"] where line.hasPrefix("gtfs_\(name){")
            {
                metrics[name] = line.split(separator: " ").last.flatMap { Double($0) }
            }
        }
        return Showing(
            code: text.code,
            result: cells.count > 2 ? cells[2].trimmingCharacters(in: .whitespaces) : "",
            attention: lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) },
            metrics: metrics, isWhole: state["problems"] as? [String] == [])
    }
}
