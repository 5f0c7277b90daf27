package import GTFSSchedule

/// The days on which a feed's services are expected to run. Other days are accepted, with a notice.
package enum ExpectedDates {
    private static let years = 1900...2200

    package static func contains(_ date: ServiceDate) -> Bool { years.contains(date.year) }
}
