import Foundation
import TestSupport
import Testing

/// Twenty feeds of one operator, and a trouble for most of them. `WEEK_TABLE=FILE` writes down as
/// Markdown how each showed.
@Suite("An operator's week", .blocking)
struct OperatorWeekTests {
    @Test("Every trouble shows in the exit code and the status, and published bundles stay whole")
    func week() throws {
        let troubles = try Trouble.all()
        let desk = try OperatorDesk(troubles.map(\.name))
        let first = try desk.update("--all", "--jobs", "2")
        #expect(first.code == 0, "\(first.output)\(first.errors)")
        #expect(first.output.contains("20 feeds: 20 published"))
        var table = [
            "| trouble | update | status | says | metrics | whole |", "|---|--:|--:|---|---|---|",
        ]
        for (trouble, id) in zip(troubles, desk.ids) {
            do {
                let code = try trouble.act(desk, id)
                #expect(code == trouble.code, "\(trouble.name): \(desk.lastErrors)")
                let seen = try desk.look(at: id)
                #expect(seen.code == (trouble.words.isEmpty ? 0 : 1), "\(trouble.name): \(seen)")
                #expect(seen.result == trouble.result, "\(trouble.name): \(seen)")
                #expect(
                    trouble.words.isEmpty ? seen.attention.isEmpty : seen.says(trouble.words),
                    "\(trouble.name): \(seen)")
                #expect(
                    seen.metrics["update_exit_code"] == trouble.metric, "\(trouble.name): \(seen)")
                #expect(seen.isWhole, "\(trouble.name): \(seen)")
                table.append(seen.row(trouble.name, code))
            } catch let skipped as Skipped {
                table.append("| \(trouble.name) | | | skipped: \(skipped.reason) | | |")
            }
        }
        let all = try desk.gtfs("status", desk.definitions)
        #expect(all.code == 1)
        try desk.recover()
        let healed = try desk.update("--all", "--jobs", "2", "--public-key", desk.key(1) + ".pub")
        #expect(healed.code == 0, "\(healed.output)\(healed.errors)")
        #expect(try desk.gtfs("status", desk.definitions, "--verify").code == 0)
        table.append("| all mended | \(healed.code) | 0 | 20 feeds | | yes |")
        if let path = ProcessInfo.processInfo.environment["WEEK_TABLE"] {
            try (table.joined(separator: "\n") + "\n")
                .write(toFile: path, atomically: true, encoding: .utf8)
        }
    }
}

struct Skipped: Error {
    let reason: String
}

struct Trouble {
    let name: String
    let code: Int32
    /// The column "result" of `gtfs status`.
    let result: String
    /// Words of its lines; empty when all is well.
    var words = ""
    /// `gtfs_update_exit_code`.
    let metric: Double
    let act: (OperatorDesk, _ id: String) throws -> Int32

    /// - Parameter metric: nil for the exit code.
    init(
        _ name: String, code: Int32, result: String, words: String = "",
        metric: Double? = nil, act: @escaping (OperatorDesk, String) throws -> Int32
    ) {
        (self.name, self.code, self.result, self.words, self.act) = (name, code, result, words, act)
        self.metric = metric ?? Double(code)
    }

    /// A feed that is served in place of the published one.
    private static func served(
        _ name: String, code: Int32, result: String, words: String = "", bytes: [UInt8]?
    ) -> Trouble {
        Trouble(name, code: code, result: result, words: words) { desk, id in
            try desk.serve(id, bytes)
            return try desk.update("--only", id).code
        }
    }

    static func all() throws -> [Trouble] {
        let fine = try OperatorDesk.archive(OperatorDesk.feed())
        return [
            Trouble("source down", code: 69, result: "failed (69)", words: "cannot connect") {
                desk, id in
                try desk.define(id, source: "http://127.0.0.1:9/feed.zip")
                return try desk.update("--only", id).code
            },
            served("404", code: 69, result: "failed (69)", words: "404", bytes: nil),
            served(
                "HTML", code: 65, result: "failed (65)", words: "HTML",
                bytes: Array("<!DOCTYPE html><p>Log in".utf8)),
            Trouble(
                "cut download", code: 69, result: "failed (69)", words: "the connection was cut"
            ) { desk, id in
                try desk.serve(id, fine, as: "cut")
                return try desk.update("--only", id).code
            },
            served(
                "30 % fewer trips", code: 2, result: "refused (2)",
                words: "trips fell from 20 to 14, by 30 %",
                bytes: try OperatorDesk.archive(OperatorDesk.feed(trips: 14))),
            served(
                "headway_secs x 10", code: 2, result: "refused (2)", words: "runs",
                bytes: try OperatorDesk.archive(OperatorDesk.feed(headway: 6000))),
            served(
                "expired", code: 2, result: "refused (2)", words: "the feed expired on",
                bytes: try OperatorDesk.archive(OperatorDesk.feed(days: -1))),
            served(
                "re-zipped", code: 0, result: "unchanged", words: "",
                bytes: try ArchiveBuilder.pack(
                    OperatorDesk.feed().files, as: .zip(options: "compression=store"))),
            Trouble(
                "new key", code: 65, result: "failed (65)", words: "was signed with a different key"
            ) { desk, id in
                try desk.rotateKey(of: id)
                return try desk.update("--only", id).code
            },
            Trouble("new key, the old one named", code: 0, result: "unchanged") { desk, id in
                try desk.rotateKey(of: id)
                return try desk.update("--only", id, "--public-key", desk.key(1) + ".pub").code
            },
            Trouble(
                "files may not grow (ulimit)", code: 74, result: "failed (74)",
                words: "File too large"
            ) {
                desk, id in
                try desk.serve(id, OperatorDesk.archive(NightlyPlace.feed("Large", trips: 20_000)))
                return try desk.limitedUpdate(id)
            },
            Trouble(
                "disk full", code: 74, result: "no end recorded",
                words: "killed, or could not write", metric: 70
            ) { desk, id in
                try desk.serve(id, OperatorDesk.archive(OperatorDesk.feed("New")))
                return try desk.onFullDisk { try desk.update("--only", id).code }
            },
            Trouble(
                "kill -9", code: -SIGKILL, result: "no end recorded",
                words: "killed, or could not write", metric: 70
            ) { desk, id in try desk.stop(id, by: SIGKILL) },
            Trouble(
                "SIGTERM", code: 143, result: "interrupted (143)", words: "interrupted by SIGTERM"
            ) { desk, id in
                try desk.stop(id, by: SIGTERM)
            },
            Trouble("two at once", code: 75, result: "published", metric: 0) { desk, id in
                try desk.serve(id, OperatorDesk.archive(OperatorDesk.feed("New")), as: "hold")
                let first = try desk.start(id)
                defer { #expect(throws: Never.self) { try first.wait() } }
                let second = try desk.update("--only", id).code
                try desk.serve(id, OperatorDesk.archive(OperatorDesk.feed("New")))
                #expect(try first.wait().code == 0)
                return second
            },
            Trouble(
                "a job that runs no longer", code: 0, result: "unchanged, overdue",
                words: "6 days ago"
            ) {
                desk, id in
                let code = try desk.update("--only", id).code
                try desk.age(id, days: 6.5)
                return code
            },
        ]
    }
}
