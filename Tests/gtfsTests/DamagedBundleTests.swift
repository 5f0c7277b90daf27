import Foundation
import TestSupport
import Testing

/// Every verb that reads a bundle, as a process of its own, whose exit code is one of the documented
/// ones and which says no more than one line when it fails.
@Suite("Damaged bundles, on the command line", .blocking)
struct DamagedBundleTests {
    private let folder: TestFolder
    private let feed = PackageRoot.path + "/feeds/sample"
    private let whole: String
    private let copy: String

    init() throws {
        folder = try TestFolder()
        whole = folder.path + "/whole.sqlite"
        copy = folder.path + "/damaged.sqlite"
        let built = try Command.run(
            ["build", feed, "--no-validate", "--quiet", "-o", whole], in: folder)
        try #require(built.code == 0, "\(built.errors)")
    }

    private var commands: [[String]] {
        let now = "2026-11-23T08:00"
        let delta = folder.path + "/x.delta"
        return [
            ["export", copy, "-o", folder.path + "/feed.zip", "--overwrite"],
            [
                "export", copy, "-o", folder.path + "/map.geojson", "--format", "geojson",
                "--overwrite",
            ],
            ["verify", feed, copy], ["verify", feed, copy, "--every-row", "--json"],
            ["diff", whole, copy, "--json"],
            ["diff", copy, whole, "--all", "--html", folder.path + "/diff.html"],
            ["inspect", copy], ["inspect", copy, "--json"], ["stats", copy],
            ["stats", copy, "--week", "2026-12-31", "--json"],
            [
                "build", feed, "--no-validate", "--quiet", "-o", folder.path + "/new.sqlite",
                "--previous", copy,
            ],
            ["build", feed, "--no-validate", "--quiet", "-o", copy],
            ["patch", "--make", whole, copy, "-o", delta],
            ["patch", whole, delta, "-o", folder.path + "/made.sqlite"],
            ["query", "departures", "QUAY", "--at", now, copy],
            ["query", "stops", "quay", copy], ["query", "nearby", "-33.86,151.21", copy],
            ["query", "routes", copy], ["query", "stop", "QUAY", copy],
            ["query", "trip", "L2-N", copy], ["query", "timetable", "333", copy],
        ]
    }

    @Test("Damage of all kinds: a documented exit code, and one line where it is a failure")
    func verbs() throws {
        let damage = try BundleDamage(of: whole, in: folder)
        let commands = commands
        var ends: [String: [Int32: Int]] = [:]
        var slowest = (seconds: 0.0, what: "")
        // A few verbs for each damage, and all verbs in turns; in a long run all.
        let share = BundleDamage.asked == nil ? 6 : 1
        for number in damage.numbers(12) {
            for (place, command) in commands.enumerated() where (place + number) % share == 0 {
                let what = try damage.make(number, at: copy)
                if command[0] == "patch", command[1] != "--make" {
                    try? FileManager.default.removeItem(atPath: folder.path + "/x.delta")
                    try Command.run(commands[place - 1], in: folder)
                }
                let start = Date()
                let outcome = try Command.run(command, in: folder)
                let seconds = Date().timeIntervalSince(start)
                if seconds > slowest.seconds { slowest = (seconds, "\(command[0]), of \(what)") }
                ends[command[0], default: [:]][outcome.code, default: 0] += 1
                // A bundle is not built over a file that no longer begins like a database.
                let isOutput = command.suffix(2) == ["-o", copy]
                let isExpected =
                    [0, 1, 65, 66].contains(outcome.code) || isOutput && outcome.code == 73
                #expect(isExpected, "\(outcome.code) \(command), of \(what): \(outcome.errors)")
                let isHarmless = !outcome.errors.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\n"
                }
                #expect(isHarmless, "\(command), of \(what)")
                if outcome.code > 1 {
                    #expect(outcome.errorLines.count == 1, "\(command): \(outcome.errors)")
                    #expect(outcome.errors.hasPrefix("gtfs: "))
                }
            }
        }
        if BundleDamage.asked != nil { print("verbs: \(ends), slowest \(slowest)") }
    }
}
