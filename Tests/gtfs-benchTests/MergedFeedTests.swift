import Foundation
import TestSupport
import Testing

@testable import gtfs_bench

@Suite("Feeds like merged national ones", .blocking) struct MergedFeedTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func feed(_ name: String, trips: Int) throws -> String {
        let path = "\(folder.path)/\(name).zip"
        let zip = try ZipWriter(path: path)
        try MergedFeed(trips: trips).write(to: zip)
        try zip.close()
        return path
    }

    /// The rows of a file, each with its cells.
    private func rows(_ file: String, of feed: String) throws -> [[Substring]] {
        let unzip = try #require(MeasuredProgram.find("unzip"))
        let text = try ProcessRun.run(unzip, ["-p", feed, file], folder: folder).standardOutput
        return text.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
    }

    private static func seconds(_ clock: Substring) -> Int {
        clock.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }

    @Test("It is the same in every run")
    func same() throws {
        let paths = try ["one", "two"].map { try feed($0, trips: 300) }
        #expect(FileManager.default.contentsEqual(atPath: paths[0], andPath: paths[1]))
    }

    @Test("Half of the patterns have one trip, and many trips times or distances of their own")
    func sharesLittle() throws {
        let count = 6_000
        let path = try feed("large", trips: count)
        let ids = try rows("trips.txt", of: path).map { $0[2] }
        #expect(ids.count == count)
        #expect(ids.allSatisfy { $0.utf8.count == 30 })

        let trips = Dictionary(grouping: try rows("stop_times.txt", of: path)) { $0[0] }
        #expect(Set(trips.keys) == Set(ids))
        #expect(20..<25 ~= trips.values.map(\.count).reduce(0, +) / count)
        let share = { (trips: Int) in Double(trips) / Double(count) }
        /// The trips of which no other has the same.
        func own(_ value: ([[Substring]]) -> some Hashable) -> Double {
            share(Dictionary(grouping: trips.values, by: value).values.count { $0.count == 1 })
        }
        let patterns = Set(trips.values.map { $0.map { $0[3] } })
        let alone = own { $0.map { $0[3] } } * Double(count) / Double(patterns.count)
        #expect(0.45..<0.55 ~= alone)
        let ownTimes = own { rows in
            rows.map { Self.seconds($0[1]) - Self.seconds(rows[0][1]) }
        }
        #expect(0.2..<0.45 ~= ownTimes)
        #expect(0.4..<0.7 ~= share(trips.values.count { Self.seconds($0[0][1]) % 60 != 0 }))
        #expect(0.2..<0.4 ~= own { $0.map { $0[5] } })
        #expect(0.3..<0.6 ~= share(trips.values.count { $0.allSatisfy { $0[5].isEmpty } }))
    }

    @Test("No error is found in it")
    func clean() throws {
        let result = try ProcessRun.run(
            PackageRoot.executable("gtfs"),
            ["validate", feed("clean", trips: 1_000), "--date", "2026-11-20"], folder: folder)
        #expect(result.end == .exited(0), "\(result.standardOutput)")
    }
}
