import Foundation
import GRDB
import Testing
import TransitBundle

@Suite("Damaged encodings")
struct DamagedEncodingTests {
    struct Damage: CustomTestStringConvertible, Sendable {
        let sql: String
        let reason: String
        let question: @Sendable (TransitBundle) async throws -> Void
        var testDescription: String { sql }

        init(
            _ sql: String, reason: String,
            _ question: @escaping @Sendable (TransitBundle) async throws -> Void
        ) {
            self.sql = sql
            self.reason = reason
            self.question = question
        }
    }

    private static let day = ServiceDate(dayNumber: 20_780)

    static let damages = [
        Damage("UPDATE timing SET departures = char(57344)", reason: "a list of times") { bundle in
            _ = try await bundle.calls(of: bundle.trip(id: "T1-WD-N1"))
        },
        Damage("UPDATE timing SET departures = char(2)", reason: "a list of times") { bundle in
            _ = try await bundle.calls(of: bundle.trip(id: "T1-WD-N1"))
        },
        Damage("UPDATE timing SET unit = 0", reason: "a list of times") { bundle in
            _ = try await bundle.departures(
                from: bundle.stop(id: "QUAY"), at: Date(timeIntervalSince1970: 1_795_379_400),
                for: 86_400)
        },
        Damage("UPDATE distances SET base = base, codes = zeroblob(2)", reason: "a list of numbers")
        {
            bundle in
            for trip in try await bundle.read({ try Trip.fetchAll($0) }) {
                _ = try await bundle.calls(of: trip)
            }
        },
        Damage("UPDATE shape_chunk SET polyline = polyline || '?'", reason: "a polyline") {
            bundle in
            _ = try await bundle.shape(id: "T1N")
        },
        Damage(
            "UPDATE shape_chunk SET polyline = rtrim(polyline, substr(polyline, -1))",
            reason: "a polyline"
        ) { bundle in
            _ = try await bundle.shape(id: "T1N")
        },
        Damage("UPDATE service SET days = '101'", reason: "the days of a service") { bundle in
            _ = try await bundle.activeServices(on: day)
        },
        Damage("UPDATE service SET days = '2222222'", reason: "the days of a service") { bundle in
            for id in try await bundle.readWithGRDB({
                try String.fetchAll($0, sql: "SELECT service_id FROM service")
            }) {
                _ = try await bundle.isActive(id, on: day)
            }
        },
        Damage("UPDATE service SET first_day = last_day + 1", reason: "the days of a service") {
            bundle in
            _ = try await bundle.activeServices(on: day)
        },
        Damage(
            "UPDATE service SET last_day = NULL WHERE service = 1", reason: "the days of a service"
        ) {
            bundle in
            _ = try await bundle.departures(
                from: bundle.stop(id: "QUAY"), at: Date(timeIntervalSince1970: 1_795_379_400),
                for: 3600)
        },
    ]

    @Test("is an error, with what and why", arguments: damages)
    func refused(_ damage: Damage) async throws {
        let path = try SampleBundle.newFolder().appendingPathComponent("bundle.sqlite").path
        try FileManager.default.copyItem(atPath: try await SampleBundle.path.value, toPath: path)
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: damage.sql) }
        try queue.close()
        let bundle = try TransitBundle(path: path)
        let error = await #expect(throws: TransitBundleError.self) {
            try await damage.question(bundle)
        }
        guard case .damaged(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix(damage.reason), "\(reason)")
    }
}
