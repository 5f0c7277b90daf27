import Foundation
import GRDB
import TestSupport
import Testing
import TransitBundle

/// Answers about the feeds that the package's developers share, compared with rows of their bundles.
@Suite(.serialized, .sharedFiles)
struct SharedFeedAnswersTests {
    private static let feeds = PackageRoot.sharedFiles(in: "feeds", suffix: ".zip")

    private static func bundle(_ name: String) throws -> TransitBundle {
        let path = try #require(PackageRoot.shared("feeds/" + name))
        return try TransitBundle(path: try SampleBundle.build(path, in: SampleBundle.newFolder()))
    }

    @Test("Each trip of a direction has its stops in the order of the list", arguments: feeds)
    func order(name: String) async throws {
        let bundle = try Self.bundle(name)
        let calls = try await bundle.readWithGRDB { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT p.rid, p.direction_id, p.pattern, s.sid
                    FROM pattern p JOIN pattern_stops s ON s.pattern = p.pattern
                    WHERE p.direction_id IS NOT NULL AND s.sid IN (SELECT sid FROM stops)
                      AND EXISTS (SELECT 1 FROM trip_group g JOIN trip t USING (trip_group)
                        WHERE g.pattern = p.pattern AND t.trip > 0)
                    ORDER BY s.call
                    """
            ).map {
                (
                    rid: $0[0] as Int64?, direction: $0[1] as Int, pattern: $0[2] as Int64,
                    sid: $0[3] as Int64
                )
            }
        }
        for (rid, calls) in Dictionary(grouping: calls, by: \.rid) {
            guard let rid, let route = try? await bundle.route(rid: rid) else { continue }
            for (direction, calls) in Dictionary(grouping: calls, by: \.direction) {
                let order = try await bundle.stops(of: route, direction: direction).map(\.sid)
                #expect(Set(order) == Set(calls.map(\.sid)))
                for (_, calls) in Dictionary(grouping: calls, by: \.pattern) {
                    var rest = order[...]
                    for call in calls {
                        let place = rest.firstIndex(of: call.sid)
                        #expect(place != nil, "\(route.routeID), direction \(direction)")
                        rest = rest[((place ?? rest.endIndex - 1) + 1)...]
                    }
                }
            }
        }
    }

    @Test("Trips run on the first and the last day, and not after it", arguments: feeds)
    func days(name: String) async throws {
        let bundle = try Self.bundle(name)
        guard let days = bundle.serviceDays else { return }
        #expect(try await bundle.runs(on: days.lowerBound) > 0)
        #expect(try await bundle.runs(on: days.upperBound) > 0)
        #expect(try await bundle.lastUsualDay() != nil)
        let end = try await bundle.readWithGRDB { db in
            try Int.fetchOne(db, sql: "SELECT max(last_day) FROM service")
        }
        for day in stride(from: days.upperBound.dayNumber + 1, through: end ?? 0, by: 1) {
            #expect(try await bundle.runs(on: ServiceDate(dayNumber: day)) == 0)
        }
    }
}
