import Foundation
public import TransitModel

/// The feed's description of itself.
public struct FeedDTO: WireObject, DTO {
    /// The row of `feed_info.txt`; nil when the feed has none.
    public var info: FeedInfo?
    /// The rows of `agency.txt`.
    public var agencies: [Agency] = []
    /// The rows of `attributions.txt`.
    public var attributions: [Attribution] = []
    /// The names to show as sources, each once.
    public var credits: [String] = []
    /// The license, if known.
    public var licence: LicenceDTO?
    /// The zone in which service days are counted.
    public var timezone = "UTC"
    /// Whether the first agency names no existing zone, so that ``timezone`` may differ from its
    /// own.
    public var timezoneAssumed = false
    /// The languages of `translations.txt`.
    public var languages: [String] = []
    /// The days for which the feed is meant. It expires after `days.end`.
    public var days = FeedDaysDTO()
    /// The part of the map that contains all stops; nil when no stop has a place.
    public var box: BoundingBox?
    /// The numbers of stops, routes, trips and so on.
    public var counts: [String: Int] = [:]
    /// The bundle's origin: its table `metadata`.
    public var metadata: [String: String] = [:]

    init() {}

    /// Creates the wire form of a feed.
    ///
    /// - Parameters:
    ///   - feed: the description of the feed in the bundle.
    ///   - languages: the languages of `translations.txt`.
    ///   - box: the box that contains all stops.
    ///   - counts: numbers of rows, by the names of files without `.txt`.
    public init(
        _ feed: FeedDescription, languages: [String] = [], box: BoundingBox? = nil,
        counts: [String: Int] = [:]
    ) {
        info = feed.info
        agencies = feed.agencies
        attributions = feed.attributions
        credits = feed.credits
        licence = LicenceDTO(
            name: feed.licence, url: feed.licenceURL, attribution: feed.attribution)
        timezone = feed.timeZoneName
        timezoneAssumed = feed.isTimeZoneAssumed
        self.languages = languages
        days = FeedDaysDTO(feed.validity)
        self.box = box
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
            info: info, agencies: agencies, attributions: attributions, validity: days.model,
            metadata: metadata)
    }
}

extension Agency: WireObject {
    init() {
        self.init(agencyID: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("agency_id", &agencyID)
        wire.optional("agency_name", &agencyName)
        wire.optional("agency_url", &agencyURL)
        wire.optional("agency_timezone", &agencyTimezone)
        wire.optional("agency_lang", &agencyLang)
        wire.optional("agency_phone", &agencyPhone)
        wire.optional("agency_fare_url", &agencyFareURL)
        wire.optional("agency_email", &agencyEmail)
    }
}

/// The days for which the feed is meant, and those on which its trips run.
public struct FeedDaysDTO: WireObject, ModelObject {
    /// The days.
    public var model = FeedValidity()
    /// The first day for which the feed is reliable: the later of the two.
    public var start: ServiceDate?
    /// The last day for which the feed is reliable: the earlier of the two.
    public var end: ServiceDate?

    init() {}

    /// Creates the wire form of the days.
    public init(_ validity: FeedValidity) {
        model = validity
        start = validity.start
        end = validity.end
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("feed_start_date", &model.feedStart)
        wire.optional("feed_end_date", &model.feedEnd)
        wire.optional("first_service_day", &model.firstServiceDay)
        wire.optional("last_service_day", &model.lastServiceDay)
        wire.optional("start", &start)
        wire.optional("end", &end)
    }
}

extension BoundingBox: WireObject {
    init() {
        self.init(south: 0, west: 0, north: 0, east: 0)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("south", &south)
        wire.key("west", &west)
        wire.key("north", &north)
        wire.key("east", &east)
    }
}

/// The license of the feed, as far as it is known.
public struct LicenceDTO: WireObject, DTO {
    /// An SPDX identifier or a name.
    public var name: String?
    /// Where the licence can be read.
    public var url: String?
    /// The text that the license requires apps to show.
    public var attribution: String?

    init() {}

    /// Creates the wire form of a license; nil when nothing is known.
    public init?(name: String?, url: String?, attribution: String?) {
        if name == nil, url == nil, attribution == nil { return nil }
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
