package import FeedCompiling
package import FeedReading
import GTFSSchedule

/// How a feed becomes a bundle: `build` in a definition, the options of `gtfs build`.
package struct BuildSettings: Sendable, Equatable {
    package var filter = FeedFilter()
    /// Days from today at which the window of `filter` begins, where that moves with today.
    package var fromOffset: Int?
    /// The same for its end.
    package var toOffset: Int?
    /// The most bytes of a bundle.
    package var maxSize: Int?
    /// Whether a feed without a trip that can be used is published, too.
    package var allowsEmpty = false
    /// The folder or inner archive that holds the feed.
    package var subpath: String?
    /// In upper case; for phone numbers.
    package var countryCode: String?
    /// What the archive may unpack to.
    package var limits: ArchiveLimits = .standard

    package init() {}

    /// The settings on a day: what shapes a bundle are its dates, not the words for them.
    func resolved(on today: ServiceDate, file: String) throws(DefinitionError) -> BuildSettings {
        var result = self
        if let fromOffset { result.filter.from = WrittenDay.offset(fromOffset).date(today: today) }
        if let toOffset { result.filter.to = WrittenDay.offset(toOffset).date(today: today) }
        if let from = result.filter.from, let to = result.filter.to, from > to {
            throw DefinitionError(
                file: file, line: nil,
                reason: "build: to_date \(to) is before from_date \(from); today is \(today)")
        }
        return result
    }
}
