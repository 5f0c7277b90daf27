public import Foundation
public import TransitModel

extension TransitBundle {
    /// Whether a service runs on a date, exceptions applied; a service that the feed does not define
    /// never runs.
    public func isActive(_ serviceID: String, on date: ServiceDate) async throws -> Bool {
        try await read { db in
            try ServiceCalendarLookup(db: db).isActive(serviceID, on: date)
        }
    }

    /// The services that run on a date, exceptions applied, in the order of their ids.
    public func activeServices(on date: ServiceDate) async throws -> [String] {
        let active = facts.activeServices
        return try await read { db in try active.ids(on: date, db) }
    }

    /// What an app shows about the feed: publisher, agencies, attributions, validity, provenance.
    public func feed() async throws -> FeedDescription {
        try await read { db in try FeedDescription(db) }
    }

    /// For which days the feed is meant, and on which days trips run.
    public func validity() async throws -> FeedValidity {
        try await feed().validity
    }

    /// The zone in which service days are counted: that of the first agency that has one, else UTC.
    public var timeZone: TimeZone { facts.agencyZone }

    /// Whether ``timeZone`` is assumed: the first agency gives no zone, or none that exists. Routes of
    /// other agencies may have zones that are known: each answer with instants says for itself
    /// whether its zone was assumed. `FeedDescription.agenciesWithoutTimeZone` tells which agencies
    /// are meant.
    public var isTimeZoneAssumed: Bool { facts.assumedZones.contains(nil) }

    /// The date that a clock of the agency shows.
    public func date(at now: Date = Date()) -> ServiceDate {
        ServiceClock(timeZone: timeZone).date(at: now)
    }
}
