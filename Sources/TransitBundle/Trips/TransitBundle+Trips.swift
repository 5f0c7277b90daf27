import BundleCodec
import Foundation
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the trip with a `trip_id`.
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no trip with that `trip_id`.
    public func trip(id: String) async throws -> Trip {
        try await question { db in
            try Trip.find(id, db).orNotFound("trip", id)
        }
    }

    /// Returns the calls of a trip, in order; empty when the feed gives none.
    ///
    /// The times are those of the feed. For a trip of `frequencies.txt` they are a template
    /// (`Call.isTemplate`): ``calls(of:on:startTime:)`` gives the times of a run.
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func calls(of trip: Trip) async throws -> [Call] {
        let facts = facts
        return try await question { db in
            try TripCalls(TripRecord.known(trip.tripID, db), facts: facts, in: db).all()
        }
    }

    /// Returns the calls of a trip on a service day, in order.
    ///
    /// This does not check whether the trip runs on that day;
    /// ``run(tripID:startDate:startTime:now:)`` does. Times count from noon minus twelve hours
    /// in the zone of the trip's agency.
    ///
    /// ```swift
    /// let trip = try await bundle.trip(id: "F1-NYE-E")
    /// let calls = try await bundle.calls(of: trip, on: date)
    /// let lines = calls.map { "\($0.stopID ?? "?") \($0.scheduled.departure?.description ?? "")" }
    /// // ["QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00"]
    /// ```
    ///
    /// - Parameters:
    ///   - trip: the trip.
    ///   - date: the service day.
    ///   - startTime: identifies the run by when it leaves its first stop. Without it a trip of
    ///     `frequencies.txt` has offsets but no instants: `TimedCall.isOffsetOnly`. Other trips
    ///     have one run, which need not be named.
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip, or the trip no run
    ///   that starts then.
    public func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        let facts = facts
        return try await question { db in
            try TimedCalls(facts: facts, db: db)
                .calls(of: TripRecord.known(trip.tripID, db), on: date, run: startTime)
        }
    }

    /// Returns when the runs of a trip in `frequencies.txt` start, sorted by time; empty for other
    /// trips.
    ///
    /// - Throws: `TransitSourceError.notFound` when the bundle has no such trip.
    public func headways(of trip: Trip) async throws -> [Headway] {
        let facts = facts
        return try await question { db in
            let row = try TripRecord.known(trip.tripID, db)
            return (facts.frequencies.headways[row.trip] ?? []).map {
                Headway(
                    startTime: ServiceTime(seconds: $0.start),
                    endTime: ServiceTime(seconds: $0.end), headwaySecs: $0.seconds,
                    exactTimes: $0.exactTimes)
            }
        }
    }
}

extension Trip {
    static func find(_ tripID: String, _ db: Database) throws -> Trip? {
        try fetchAll(db, "WHERE trip_id = ?", arguments: [tripID]).first
    }
}

extension TripRecord {
    static func known(_ tripID: String, _ db: Database) throws -> TripRecord {
        try find(tripID, db).orNotFound("trip", tripID)
    }
}

extension Trip: BundleRecord {
    public static let bundleTable = "trips"
    public static let bundleColumns = CodingKeys.allCases.map(\.rawValue)
    public init(row: BundleRow) throws {
        self.init(
            tripID: try row.columns.required(row.text(0), "trip_id"), routeID: row.text(1),
            serviceID: row.text(2), tripHeadsign: row.text(3), tripShortName: row.text(4),
            directionID: row.integer(5), blockID: row.text(6), shapeID: row.text(7),
            wheelchairAccessible: row.integer(8), bikesAllowed: row.integer(9),
            carsAllowed: row.integer(10))
    }
}

struct TimedCalls {
    let facts: BundleFacts
    let db: Database

    /// `run` is when the run leaves its first stop; without it, a trip of `frequencies.txt` has no
    /// instants. Throws `TransitSourceError.notFound` when no run of the trip starts then.
    func calls(of row: TripRecord, on date: ServiceDate, run: ServiceTime?) throws -> [TimedCall] {
        let isRepeated = facts.frequencies.headways[row.trip] != nil
        if let run {
            let exists =
                isRepeated
                ? facts.frequencies.headway(of: row.trip, at: run.seconds) != nil
                : run.seconds == row.times?.start
            guard exists else {
                throw TransitSourceError.notFound(kind: "run", id: "\(row.tripID) at \(run)")
            }
        }
        let first = row.times?.start ?? 0
        // Turns a time of the trip into one of the run.
        let shift = isRepeated ? run.map { $0.seconds - first } : 0
        let own = facts.zone(ofRoute: row.rid)
        let clock = ServiceClock(timeZone: own.timeZone)
        let start = clock.startSeconds(of: date)
        var offsets = OffsetMemory()
        let zones = StopZones(facts)
        return try TripCalls(row, facts: facts, in: db).all().map { call in
            let arrival = call.arrival ?? call.departure ?? call.interpolated
            let zone = try call.stop.map { try zones.zone(of: $0, db) }
            let named = zone?.zone ?? own
            func instant(_ time: ServiceTime?, shift: Int?) -> LocalInstant? {
                guard let time, let shift else { return nil }
                return offsets.instant(start &+ time.seconds &+ shift, in: named.timeZone)
            }
            return TimedCall(
                scheduled: call, arrival: instant(arrival, shift: shift),
                departure: instant(call.time, shift: shift),
                arrivalOffsetSeconds: arrival.map { $0.seconds - first },
                departureOffsetSeconds: call.time.map { $0.seconds - first },
                isOffsetOnly: shift == nil,
                windowStart: instant(call.flex?.start, shift: 0),
                windowEnd: instant(call.flex?.end, shift: 0),
                timeZone: named.timeZone, timeZoneName: named.name,
                isStopTimeZoneAssumed: zone?.isStopTimeZoneAssumed ?? false)
        }
    }
}
