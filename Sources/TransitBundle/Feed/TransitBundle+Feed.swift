public import Foundation
public import TransitModel

extension TransitBundle {
    /// Whether a service runs on a date, including exceptions; an undefined service never runs.
    public func isActive(_ serviceID: String, on date: ServiceDate) async throws -> Bool {
        try await question { db in
            try ServiceCalendarLookup(db: db).isActive(serviceID, on: date)
        }
    }

    /// The services that run on a date, including exceptions, sorted by id.
    public func activeServices(on date: ServiceDate) async throws -> [String] {
        let active = facts.activeServices
        return try await question { db in try active.ids(on: date, db) }
    }

    /// Information about the feed for an app: publisher, agencies, attributions, validity,
    /// provenance.
    public func feed() async throws -> FeedDescription {
        try await question { db in try FeedDescription(db) }
    }

    /// The days for which the feed is meant, and the days on which trips run.
    public func validity() async throws -> FeedValidity {
        try await feed().validity
    }

    /// The zone in which service days count: that of the first agency that has one, else GMT.
    public var timeZone: TimeZone { facts.agencyZone.timeZone }

    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String { facts.agencyZone.name }

    /// Whether ``timeZone`` is assumed because the first agency gives no zone, or none that exists.
    /// Routes of other agencies may have known zones: each answer with instants says whether its
    /// own zone was assumed. `FeedDescription.agenciesWithoutTimeZone` lists the agencies.
    public var isTimeZoneAssumed: Bool { facts.assumedZones.contains(nil) }

    /// The date on a clock of the agency.
    public func date(at now: Date = Date()) -> ServiceDate {
        ServiceClock(timeZone: timeZone).date(at: now)
    }
}
