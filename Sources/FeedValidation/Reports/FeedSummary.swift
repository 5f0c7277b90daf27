import FeedCompiling
import Foundation
package import GTFSSchedule

/// The content of a feed, for reports.
package struct FeedSummary: Sendable {
    /// The names of the feed's files.
    package let files: [String]
    /// The numbers of distinct ids, by kind.
    package let counts: [Count]
    /// The features of GTFS that the feed uses, by their names on gtfs.org.
    package let features: [String]
    /// The rows of `agency.txt`.
    package let agencies: [AgencyEntry]
    /// The first row of `feed_info.txt`.
    package let feedInfo: FeedInfo?
    /// The first and the last day on which a trip runs.
    package let serviceWindow: ClosedRange<ServiceDate>?
    /// What a rider finds on the days of the feed; nil under `--compat canonical`.
    package let service: FeedService?
    let hasService: Bool
    /// By file name: all rows of the tables that the feed has.
    let rowCounts: [String: Int]
    let feedInfoColumns: HeaderColumns

    /// The number of things of one kind.
    package struct Count: Sendable, Hashable {
        /// The kind, by its name in reports, such as "Stops".
        package let name: String
        /// The number of distinct ids.
        package let count: Int
    }

    /// A row of `agency.txt`.
    package struct AgencyEntry: Sendable, Hashable {
        /// `agency_name`; empty where blank, like all properties of the entry.
        package let name: String
        /// `agency_url`.
        package let url: String
        /// `agency_phone`.
        package let phone: String
        /// `agency_email`.
        package let email: String
        /// `agency_timezone`.
        package let timezone: String
    }

    init(_ feed: LoadedFeed) {
        files = feed.fileNames.sorted()
        features = FeedFeature.all.filter { $0.isUsed(feed) }.map(\.name)
        agencies = feed.usable(feed.agency).map {
            AgencyEntry(
                name: $0.agencyName ?? "", url: $0.agencyURL?.text ?? "",
                phone: $0.agencyPhone?.text ?? "", email: $0.agencyEmail?.text ?? "",
                timezone: $0.agencyTimezone?.text ?? "")
        }
        feedInfo = feed.usable(feed.feedInfo).first
        let trips = feed.isUsable("trips.txt")
        func ifUsable(_ file: String, _ count: @autoclosure () -> Int) -> Int {
            feed.isUsable(file) ? count() : 0
        }
        counts = [
            ("Shapes", ifUsable("shapes.txt", feed.shapes.count)),
            ("Stops", ifUsable("stops.txt", Self.distinct(feed.stopIDs, feed.stopRows))),
            ("Routes", ifUsable("routes.txt", Self.distinct(feed.routeIDs, feed.routeRows))),
            ("Trips", trips ? feed.trips.definedCount : 0), ("Agencies", Self.agencies(feed)),
            ("Blocks", trips ? feed.blockIDs.count : 0),
        ].map { Count(name: $0, count: $1) }
        let calendars = ["calendar.txt", "calendar_dates.txt"].contains { feed.isUsable($0) }
        hasService = trips && calendars
        serviceWindow = hasService ? feed.serviceWindow : nil
        feedInfoColumns = feed.header(of: "feed_info.txt")
        service = feed.options.isCanonical ? nil : FeedService(feed)
        rowCounts = feed.rowCounts
    }

    /// Counted by id as in the canonical validator; a feed with one agency need not have an id.
    private static func agencies(_ feed: LoadedFeed) -> Int {
        let ids = distinct(feed.usable(feed.agency).map(\.agencyID))
        return feed.options.isCanonical ? ids : max(ids, feed.agency.count)
    }

    /// Without empty ids. `rows` are by number of the id.
    private static func distinct(_ ids: IDTable, _ rows: [Int32]) -> Int {
        rows.count - (ids.find("").map { $0 < rows.count } == true ? 1 : 0)
    }

    private static func distinct<ID: TextValue>(_ ids: [ID?]) -> Int {
        Set(ids.compactMap { $0 }.filter { !$0.text.isEmpty }).count
    }
}

extension ShapeColumns {
    var count: Int { points.count { !$0.isEmpty } }
}

enum LanguageName {
    /// According to Unicode's CLDR, which Java uses too; the code itself if that has no name.
    static func english(_ tag: LanguageTag) -> String {
        let code = tag.text.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return Locale(identifier: "en").localizedString(forLanguageCode: code) ?? code
    }
}
