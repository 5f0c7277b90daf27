import GRDB
import GTFSSchedule

/// What an app shows about the feed behind a bundle: who made it, whom to name, for when, and where
/// the file comes from.
public struct FeedDescription: Codable, Hashable, Sendable {
    /// `feed_info.txt`; nil when the feed has none.
    public var info: FeedInfo?
    public var agencies: [Agency]
    public var attributions: [Attribution]
    public var validity: FeedValidity
    /// All of the bundle's table `metadata`: hashes, tool, options, licence if given.
    public var metadata: [String: String]

    /// The licence under which the feed was published, an SPDX identifier or a name, if the bundle
    /// says: `gtfs update` takes it from the feed's definition.
    public var licence: String? { metadata["licence"] }

    /// Where the licence can be read, if the bundle says.
    public var licenceURL: String? { metadata["licence_url"] }

    /// The words that the licence asks to show, if the bundle says. Whom the feed itself asks to
    /// name is in ``attributions``.
    public var attribution: String? { metadata["attribution"] }

    /// The agencies whose `agency_timezone` is blank or names no zone that exists; their service days
    /// are counted in the zone of the first agency that has one, else in UTC.
    public var agenciesWithoutTimeZone: [Agency] { agencies.filter { $0.timeZone == nil } }

    /// The names to show as sources: the publisher, agencies, then organisations that the feed
    /// asks to name; each once.
    public var credits: [String] {
        var seen: Set<String> = []
        let names =
            [info?.feedPublisherName] + agencies.map(\.agencyName)
            + attributions.map(\.organizationName)
        return names.compactMap { $0 }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

extension FeedDescription {
    init(_ db: Database) throws {
        let info = try FeedInfo.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM feed_info LIMIT 1"))
        var metadata: [String: String] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT key, value FROM metadata"))
        while let row = try rows.next() {
            if let key = row.text("key") { metadata[key] = row.text("value") }
        }
        func date(_ number: Int?) -> ServiceDate? {
            number.flatMap(Int32.init(exactly:)).flatMap(ServiceDate.init(yyyymmdd:))
        }
        self.init(
            info: info,
            agencies: try Agency.fetchAll(db.cachedStatement(sql: "SELECT * FROM agency")),
            attributions: try Attribution.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM attributions")),
            validity: FeedValidity(
                feedStart: date(info?.feedStartDate), feedEnd: date(info?.feedEndDate),
                firstServiceDay: date(metadata["first_service_day"].flatMap { Int($0) }),
                lastServiceDay: date(metadata["last_service_day"].flatMap { Int($0) })),
            metadata: metadata)
    }
}
