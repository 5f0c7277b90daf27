import Foundation
import SQLiteLayer
import TransitModel

/// The calls at some stops: which trips call there, regardless of the day.
///
/// A busy stop has thousands of calls and groups of trips, of which a few hundred run on a day.
/// They are cached for the most recent stops, as an app asks about the same stop again and again.
struct StopCalls: Sendable {
    struct Key: Hashable, Sendable {
        /// As JSON.
        let stops: String
        let kind: StopEvent.Kind
    }

    struct Group: Sendable {
        /// The call in `pattern_stops`; never the last of a pattern, which has no departure, or for
        /// arrivals never the first.
        let call: Int64
        let group: Int64
        let service: Int64
        let pattern: Int64

        /// SQL splits the number again.
        var packed: Int64 { call << 31 | group }
    }

    let groups: [(zone: NamedTimeZone, groups: [Group])]

    /// A JSON array; nil where none runs.
    private let running = BoundedCache<Running, String?>(most: Self.daysKept)
    private static let daysKept = 16
    /// Includes the numbers of groups for the days that are kept.
    let bytes: Int

    private struct Running: Hashable, Sendable {
        let zone: Int
        let day: Int
    }

    func packed(zone: Int, day: Int, active: Set<Int64>) -> String? {
        running.value(for: Running(zone: zone, day: day)) {
            let packed = groups[zone].groups.filter { active.contains($0.service) }.map(\.packed)
            return packed.isEmpty ? nil : JSONList.integers(packed)
        }
    }

    init(_ key: Key, facts: BundleFacts, in db: Database) throws {
        var byZone: [NamedTimeZone: [Group]] = [:]
        var agencyGroups: [Group] = []
        try db.readRows(
            key.kind == .departure ? Self.departing : Self.arriving, arguments: [key.stops]
        ) { row in
            guard let call = row.key(0), let group = row.key(1), let service = row.key(2),
                let pattern = row.key(3), 0..<1 << 31 ~= call, 0..<1 << 31 ~= group
            else { return }
            let found = Group(call: call, group: group, service: service, pattern: pattern)
            if let zone = row.key(4).flatMap({ facts.zoneOfRoute[$0] }) {
                byZone[zone, default: []].append(found)
            } else {
                agencyGroups.append(found)
            }
        }
        byZone[facts.agencyZone, default: []] += agencyGroups
        groups = facts.zones.compactMap { zone in
            byZone[zone].flatMap { $0.isEmpty ? nil : (zone, $0) }
        }
        let count = groups.reduce(0) { $0 + $1.groups.count }
        // A group runs on half of the days at most as a rule; its number has up to 20 digits.
        bytes = 512 + count * (MemoryLayout<Group>.stride + 20 * Self.daysKept / 2)
    }

    private static let departing = groups(where: "ps.call < p.first_call + p.stops - 1")
    private static let arriving = groups(where: "ps.call > p.first_call")

    private static func groups(where condition: String) -> String {
        """
        SELECT ps.call, d.trip_group, d.service, p.pattern, p.rid
        FROM json_each(?) j
        CROSS JOIN pattern_stops ps ON ps.sid = j.value
        CROSS JOIN pattern p ON p.pattern = ps.pattern AND \(condition)
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        """
    }
}
