import BundleWriting
import FeedReading
import Foundation
import GTFSRealtime
import RealtimeValidation
import TestSupport
import Testing
import TransitBundle

/// Messages of agencies, and messages that veodyn made to break rules, with the faults that their sources
/// name.
@Suite("Public messages", .sharedFiles)
struct PublicMessagesTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// How often each notice is given, as of the time of the message.
    private func counts(_ files: String..., of set: String) throws -> [String: Int] {
        let data = try #require(PackageRoot.shared("realtime/data/" + set))
        let path = folder.path + "/\(set).sqlite"
        if !FileManager.default.fileExists(atPath: path) {
            let archive = try FeedArchive.open(data + "/static.zip")
            _ = try BundleBuild(.init()).run(archive, to: path, progress: { _ in })
        }
        let bodies = try files.map { file in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: data + "/" + file))
            return RealtimeCheck.Body(name: file, bytes: Array(bytes))
        }
        let newest = bodies.compactMap {
            FeedMessage.readable($0.bytes).message.header.timestamp
        }.max()
        let result = try RealtimeCheck(at: Int(newest ?? 0)).run(
            bodies, beside: TransitBundle(path: path))
        return Dictionary(
            uniqueKeysWithValues: result.notices.map { ($0.definition.code, $0.count) })
    }

    @Test(
        "Each of the made messages has the faults that it was made for",
        arguments: [
            ("01-empty-trip", ["E041", "W006", "rt_trip_not_named"]),
            ("02-unknown-ids", ["E003", "E004", "E011"]),
            ("03-route-mismatch", ["E035", "E006"]), ("04-added-and-formats", ["E016"]),
            ("05-stop-time-updates", ["E040", "E042", "E043", "E044"]), ("06-unsorted", ["E002"]),
            ("07-repeated-sequence", ["E036"]), ("08-repeated-stop", ["E037"]),
            ("09-gtfs-mismatch", ["E045", "E051"]),
        ])
    func made(file: String, codes: [String]) throws {
        let found = try counts(file + ".pb", of: "bullrunner")
        for code in codes { #expect(found[code] ?? 0 > 0, "\(code): \(found)") }
        let others = ["E002", "E003", "E011", "E035", "E036", "E037", "E040", "E045", "E051"]
        // Their stops are those of other trips.
        let follows = ["03": ["E045"], "04": ["E045"], "07": ["E002"]][file.prefix(2)] ?? []
        let unexpected = others.filter { found[$0] != nil && !(codes + follows).contains($0) }
        #expect(unexpected == [])
    }

    @Test("Empty copies of trips have no properties")
    func copies() throws {
        let found = try counts(
            "TripUpdate-DUPLICATED-Empty-1690865133.pb", of: "st-duplicated-1")
        #expect(found["rt_copy_without_properties"] == 1)
        #expect(found["E041"] == nil)
    }

    @Test("A stop_sequence that the trip lacks is found beside the right stop_id")
    func sequence() throws {
        let found = try counts("2445.pb", of: "wmata-1")
        #expect((found["E051"] ?? 0) + (found["E045"] ?? 0) == 1, "\(found)")
    }

    @Test("A stop_sequence of 0 is a value")
    func zero() throws {
        let found = try counts("3b.pb", of: "mmri-3b")
        #expect(found["E040"] == nil && found["E051"] == nil && found["E002"] == nil, "\(found)")
    }

    @Test("Usual messages of agencies have no errors but times that stay")
    func usual() throws {
        let found = try counts(
            "tripupdates_capture_1768494857_veh_1768494853_tu_1768494853.pb", of: "kingston-1")
        #expect(found.keys.filter { $0.hasPrefix("E") } == ["E022"], "\(found)")
        let coaches = try counts("bustang.pb", of: "bustang")
        #expect(coaches.keys.filter { $0.hasPrefix("E") } == [], "\(coaches)")
    }
}
