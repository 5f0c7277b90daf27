import BundleCodec
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

    /// A call of a group of trips: all that its trips share.
    struct Group: Sendable {
        let group: Int64
        let service: Int64
        let rid: Int64?
        let sid: Int64
        /// Counted from 1; never the last of a pattern, which has no departure, or for arrivals never
        /// the first.
        let position: Int
        let stopSequence: Int?
        /// In seconds from the origins of trips.
        let earliest: Int?
        let latest: Int?
        /// `pickup_type` or `drop_off_type`.
        let access: Int?
        let directionID: Int?
        let wheelchairAccessible: Int?
        let bikesAllowed: Int?
    }

    let groups: [(zone: NamedTimeZone, groups: [Group])]

    /// The positions of groups that run.
    private let running = BoundedCache<Running, [Int32]>(most: Self.daysKept)
    private static let daysKept = 16
    /// Includes the positions of groups for the days that are kept.
    let bytes: Int

    private struct Running: Hashable, Sendable {
        let zone: Int
        let day: Int
    }

    func groups(zone: Int, day: Int, active: Set<Int64>) -> some Collection<Group> {
        let all = groups[zone].groups
        let positions = running.value(for: Running(zone: zone, day: day)) {
            all.indices.filter { active.contains(all[$0].service) }.map(Int32.init)
        }
        return positions.lazy.map { all[Int($0)] }
    }

    init(_ key: Key, facts: BundleFacts, in db: Database) throws {
        var byZone: [NamedTimeZone: [Group]] = [:]
        var agencyGroups: [Group] = []
        try db.readRows(
            key.kind == .departure ? Self.departing : Self.arriving, arguments: [key.stops]
        ) { row in
            guard let group = row.key(0), let service = row.key(1), let sid = row.key(3),
                let position = row.integer(4)
            else { return }
            let rid = row.key(2)
            let found = Group(
                group: group, service: service, rid: rid, sid: sid, position: position,
                stopSequence: row.integer(5), earliest: row.integer(6), latest: row.integer(7),
                access: row.integer(8), directionID: row.integer(9),
                wheelchairAccessible: row.integer(10), bikesAllowed: row.integer(11))
            if let zone = rid.flatMap({ facts.zoneOfRoute[$0] }) {
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
        // A group runs on half of the days at most as a rule.
        bytes = 512 + count * (MemoryLayout<Group>.stride + 4 * Self.daysKept / 2)
    }

    private static let departing = groups(
        where: "ps.call < \(BundleTables.lastCall)", access: "pickup_type")
    private static let arriving = groups(
        where: "\(BundleTables.position("ps")) > 0", access: "drop_off_type")

    private static func groups(where condition: String, access: String) -> String {
        """
        SELECT d.trip_group, d.service, p.rid, ps.sid, \(BundleTables.position("ps")) + 1,
          ps.stop_sequence, ps.earliest, ps.latest, cc.\(access), p.direction_id,
          d.wheelchair_accessible, d.bikes_allowed
        FROM json_each(?) j
        CROSS JOIN pattern_stops ps ON ps.sid = j.value
        CROSS JOIN pattern p ON p.pattern = ps.pattern AND \(condition)
        CROSS JOIN trip_group d ON d.pattern = p.pattern
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        WHERE cc.\(access) IS NOT 1
        """
    }
}
