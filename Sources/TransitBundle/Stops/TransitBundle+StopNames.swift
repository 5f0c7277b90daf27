package import GTFSSchedule
import SQLiteLayer
import TransitModel

extension TransitBundle {
    /// In natural order: Pier 2 before Pier 10.
    package func sidsByName(kinds: Set<LocationType>) async throws -> [Int64] {
        try await stopsByName().filter { kinds.contains($0.kind) }.map(\.sid)
    }

    package func stopKinds() async throws -> Set<LocationType> {
        Set(try await stopsByName().map(\.kind))
    }

    private func stopsByName() async throws -> [NamedStop] {
        let facts = facts
        return try await question { db in
            try facts.stopsByName.value {
                var stops: [(name: [UInt8], stop: NamedStop)] = []
                try db.readRows("SELECT sid, location_type, stop_name FROM stops") { row in
                    guard let sid = row.key(0) else { return }
                    let kind = LocationType(code: row.integer(1) ?? 0)
                    stops.append(
                        (NaturalOrder.key(row.text(2) ?? ""), NamedStop(sid: sid, kind: kind)))
                }
                return stops.sorted { left, right in
                    left.name == right.name
                        ? left.stop.sid < right.stop.sid
                        : left.name.lexicographicallyPrecedes(right.name)
                }.map(\.stop)
            }
        }
    }
}

struct NamedStop: Sendable {
    let sid: Int64
    let kind: LocationType
}
