package import GTFSSchedule

/// The days on which services of a feed are expected to run. Others are taken as they are, with a
/// notice.
package enum ExpectedDates {
    private static let years = 1900...2200

    package static func contains(_ date: ServiceDate) -> Bool { years.contains(date.year) }
}
