import BundleWriting
import FeedReading
import Foundation
import TestSupport
import Testing

/// A damaged bundle is inspected, or its keys are taken over, or one line says why not.
@Suite("Damaged bundles, inspected and followed")
struct DamagedBundleTests {
    private let bundle: BuiltBundle
    private let folder: TestFolder
    private let damage: BundleDamage
    private let copy: String

    init() throws {
        bundle = try .sample()
        folder = try TestFolder()
        damage = try BundleDamage(of: bundle.path, in: folder)
        copy = folder.path + "/damaged.sqlite"
    }

    private func tally() -> DamageTally {
        DamageTally { ($0 as? any DiagnosedError).map { ($0.exitCode, $0.description) } }
    }

    @Test("Damage of all kinds is shown by an inspection, or refused with one line")
    func inspected() throws {
        var tally = tally()
        for number in damage.numbers(60) {
            let what = try damage.make(number, at: copy)
            tally.count("inspect", damage: what) {
                let inspection = try BundleInspection(path: copy)
                #expect(try !JSONEncoder().encode(inspection).isEmpty)
                for key in inspection.metadata.keys { _ = inspection.text(key) }
            }
            tally.count("line", damage: what) { _ = PublishedBundle.line(path: copy) }
        }
        #expect(tally.problems == [])
        #expect(tally.answered > 0 && tally.refused > 0)
        tally.report("inspect")
    }

    @Test("A build takes the keys of a bundle with damage of any kind, or refuses it with one line")
    func previous() throws {
        var tally = tally()
        let feed = try TestFeed.base.write(to: folder)
        for number in damage.numbers(60) {
            let what = try damage.make(number, at: copy)
            tally.count("build --previous", damage: what) {
                var options = BundleBuild.Options()
                options.previous = copy
                _ = try BundleBuild(options).run(
                    FeedArchive.open(feed), to: folder.path + "/new.sqlite"
                ) { _ in }
            }
        }
        #expect(tally.problems == [])
        #expect(tally.answered > 0 && tally.refused > 0)
        tally.report("build --previous")
    }

    @Test(
        "Keys that no bundle gives out are damage: none is used for another id, and none runs out",
        arguments: [
            (
                "UPDATE metadata SET value = '2147483647' WHERE key = 'highest_sid'",
                "the keys of its stops: the highest is 2147483647"
            ),
            (
                "UPDATE metadata SET value = 'x' || char(10) WHERE key = 'highest_rid'",
                "the keys of its routes: the highest is x"
            ),
            (
                "UPDATE stops SET sid = 2147483647 WHERE stop_id = 'QUAY'",
                "the keys of its stops: one is 2147483647"
            ),
            (
                "UPDATE stops SET sid = sid + 4294967296",
                "the keys of its stops: one is 4294967"
            ),
            ("UPDATE routes SET rid = -rid", "the keys of its routes: one is -"),
            (
                """
                INSERT INTO tombstones (kind, key, id) SELECT 'stop', sid, 'GONE' FROM stops LIMIT 1
                """,
                "the keys of its stops: two ids have "
            ),
        ])
    func impossibleKeys(sql: String, reason: String) throws {
        try damage.make(at: copy, changing: sql)
        var options = BundleBuild.Options()
        options.previous = copy
        let error = #expect(throws: BundleError.self) { try BuiltBundle(.base, options) }
        #expect(error?.exitCode == 65)
        #expect(
            error?.description.hasPrefix("\(copy): is damaged: \(reason)") == true,
            "\(String(describing: error))")
    }

    @Test("SQLite's words, which quote the file, are one line that does nothing to a terminal")
    func schema() throws {
        try damage.make(
            at: copy,
            changing: """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = sql || char(39, 10, 27) || '[2J' || char(10)
                WHERE name = 'levels'
                """)
        let error = #expect(throws: BundleError.self) { try BundleInspection(path: copy) }
        let line = error?.description ?? ""
        #expect(line.contains("malformed database schema (levels)"), "\(line)")
        #expect(line.contains(#"\u{a}\u{1b}[2J\u{a}"#), "\(line)")
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
    }
}
