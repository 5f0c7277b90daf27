import Foundation
public import TransitModel

/// The feed's description of itself.
public struct FeedDTO: WireObject {
    /// The row of `feed_info.txt`; nil when the feed has none.
    public var info: FeedInfoDTO?
    /// The rows of `agency.txt`.
    public var agencies: [AgencyDTO] = []
    /// The rows of `attributions.txt`.
    public var attributions: [AttributionDTO] = []
    /// The names to show as sources, each once.
    public var credits: [String] = []
    /// The licence, if known.
    public var licence: LicenceDTO?
    /// The zone in which service days are counted.
    public var timezone = "UTC"
    /// The first agency gives no zone that exists, so ``timezone`` may be another than its own.
    public var timezoneAssumed = false
    /// The languages of `translations.txt`.
    public var languages: [String] = []
    /// The days for which the feed is meant. It expires after `days.end`.
    public var days = FeedDaysDTO()
    /// The part of the map that contains all stops; nil when no stop has a place.
    public var box: BoxDTO?
    /// The numbers of stops, routes, trips and so on.
    public var counts: [String: Int] = [:]
    /// The bundle's origin: its table `metadata`.
    public var metadata: [String: String] = [:]

    init() {}

    /// A feed as it is sent.
    ///
    /// - Parameters:
    ///   - feed: what the bundle says.
    ///   - languages: those of `translations.txt`.
    ///   - box: the box that contains all stops.
    ///   - counts: by the names of files without `.txt`.
    public init(
        _ feed: FeedDescription, languages: [String] = [], box: BoundingBox? = nil,
        counts: [String: Int] = [:]
    ) {
        info = feed.info.map(FeedInfoDTO.init)
        agencies = feed.agencies.map(AgencyDTO.init)
        attributions = feed.attributions.map(AttributionDTO.init)
        credits = feed.credits
        let licence = LicenceDTO(
            name: feed.licence, url: feed.licenceURL, attribution: feed.attribution)
        self.licence = licence == LicenceDTO() ? nil : licence
        timezone = feed.timeZoneName
        timezoneAssumed = feed.isTimeZoneAssumed
        self.languages = languages
        days = FeedDaysDTO(feed.validity)
        self.box = box.map(BoxDTO.init)
        self.counts = counts
        metadata = feed.metadata
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("feed_info", &info)
        wire.key("agencies", &agencies)
        wire.optional("attributions", &attributions)
        wire.key("credits", &credits)
        wire.optional("licence", &licence)
        wire.key("timezone", &timezone)
        wire.optional("timezone_assumed", &timezoneAssumed)
        wire.key("languages", &languages)
        wire.key("days", &days)
        wire.optional("box", &box)
        wire.key("counts", &counts)
        wire.key("metadata", &metadata)
    }

    /// The feed.
    public var model: FeedDescription {
        FeedDescription(
            info: info?.model, agencies: agencies.map(\.model),
            attributions: attributions.map(\.model), validity: days.model, metadata: metadata)
    }
}

/// A row of `agency.txt`. What is blank in the feed is left out.
public struct AgencyDTO: WireObject, RowObject {
    /// The columns.
    public var row: Agency

    init() {
        row = Agency()
    }

    /// The row as it is sent.
    public init(_ agency: Agency) {
        row = agency
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("agency_id", &row.agencyID)
        wire.optional("agency_name", &row.agencyName)
        wire.optional("agency_url", &row.agencyURL)
        wire.optional("agency_timezone", &row.agencyTimezone)
        wire.optional("agency_lang", &row.agencyLang)
        wire.optional("agency_phone", &row.agencyPhone)
        wire.optional("agency_fare_url", &row.agencyFareURL)
        wire.optional("agency_email", &row.agencyEmail)
    }
}

/// The agencies of the feed.
public struct AgencyListDTO: WireObject {
    /// The rows of `agency.txt`.
    public var agencies: [AgencyDTO] = []

    init() {}

    /// Agencies as they are sent.
    public init(agencies: [AgencyDTO] = []) {
        self.agencies = agencies
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("agencies", &agencies)
    }
}

/// The days for which the feed is meant, and the days on which trips run.
public struct FeedDaysDTO: WireObject {
    /// `feed_start_date` of `feed_info.txt`.
    public var feedStart: ServiceDate?
    /// `feed_end_date` of `feed_info.txt`.
    public var feedEnd: ServiceDate?
    /// The first day on which a trip runs.
    public var firstServiceDay: ServiceDate?
    /// The last day on which a trip runs.
    public var lastServiceDay: ServiceDate?
    /// The first day for which the feed is reliable: the later of both.
    public var start: ServiceDate?
    /// The last day for which the feed is reliable: the earlier of both.
    public var end: ServiceDate?

    init() {}

    /// The days as they are sent.
    public init(_ validity: FeedValidity) {
        feedStart = validity.feedStart
        feedEnd = validity.feedEnd
        firstServiceDay = validity.firstServiceDay
        lastServiceDay = validity.lastServiceDay
        start = validity.start
        end = validity.end
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("feed_start_date", &feedStart)
        wire.optional("feed_end_date", &feedEnd)
        wire.optional("first_service_day", &firstServiceDay)
        wire.optional("last_service_day", &lastServiceDay)
        wire.optional("start", &start)
        wire.optional("end", &end)
    }

    /// The days.
    public var model: FeedValidity {
        FeedValidity(
            feedStart: feedStart, feedEnd: feedEnd, firstServiceDay: firstServiceDay,
            lastServiceDay: lastServiceDay)
    }
}

/// A part of a map, in degrees.
public struct BoxDTO: WireObject, RowObject {
    /// The edges; zeros where an answer lacks them. The western one is greater than the eastern one
    /// for a box across the antimeridian.
    public var row: BoundingBox

    init() {
        row = BoundingBox(south: 0, west: 0, north: 0, east: 0)
    }

    /// A box as it is sent.
    public init(_ box: BoundingBox) {
        row = box
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("south", &row.south)
        wire.key("west", &row.west)
        wire.key("north", &row.north)
        wire.key("east", &row.east)
    }
}

/// The licence of the feed, as far as it is known.
public struct LicenceDTO: WireObject {
    /// An SPDX identifier or a name.
    public var name: String?
    /// Where the licence can be read.
    public var url: String?
    /// The words that it requires users to show.
    public var attribution: String?

    init() {}

    /// A licence as it is sent.
    public init(name: String? = nil, url: String? = nil, attribution: String? = nil) {
        self.name = name
        self.url = url
        self.attribution = attribution
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("name", &name)
        wire.optional("url", &url)
        wire.optional("attribution", &attribution)
    }
}
