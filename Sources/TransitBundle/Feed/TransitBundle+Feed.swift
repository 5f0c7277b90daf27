public import Foundation
public import GTFSSchedule

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
        try await read { db in try ServiceCalendarLookup(db: db).activeServices(on: date) }
    }

    /// What an app shows about the feed: publisher, agencies, attributions, validity, provenance.
    public func feed() async throws -> FeedDescription {
        try await read { db in try FeedDescription(db) }
    }

    /// For which days the feed is meant, and on which days trips run.
    public func validity() async throws -> FeedValidity {
        try await feed().validity
    }

    /// The zone in which service days are counted: the first agency's.
    public var timeZone: TimeZone { facts.agencyZone }

    /// The date that a clock of the agency shows.
    public func date(at now: Date = Date()) -> ServiceDate {
        ServiceClock(timeZone: timeZone).date(at: now)
    }
}
