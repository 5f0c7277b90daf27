import Foundation
public import TransitModel

/// The feed's description of itself.
public struct FeedDTO: DTO {
    /// The row of `feed_info.txt`; nil when the feed has none.
    public var info: FeedInfoDTO?
    /// The rows of `agency.txt`.
    public var agencies: [AgencyDTO]
    /// The rows of `attributions.txt`.
    public var attributions: [AttributionDTO]
    /// The names to show as sources, each once.
    public var credits: [String]
    /// The licence, if known.
    public var licence: LicenceDTO?
    /// The zone in which service days are counted.
    public var timezone: String
    /// The first agency gives no zone that exists, so ``timezone`` may be another than its own.
    public var timezoneAssumed: Bool
    /// The languages of `translations.txt`.
    public var languages: [String]
    /// The days for which the feed is meant. It expires after `days.end`.
    public var days: FeedDaysDTO
    /// The part of the map that contains all stops; nil when no stop has a place.
    public var box: BoxDTO?
    /// The numbers of stops, routes, trips and so on.
    public var counts: [String: Int]
    /// The bundle's origin: its table `metadata`.
    public var metadata: [String: String]

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

    public init(_ wire: WireReader) {
        info = wire.optionalObject("feed_info")
        agencies = wire.list("agencies")
        attributions = wire.optionalList("attributions")
        credits = wire.texts("credits")
        licence = wire.optionalObject("licence")
        timezone = wire.text("timezone", default: "UTC")
        timezoneAssumed = wire.optionalFlag("timezone_assumed")
        languages = wire.texts("languages")
        days = wire.object("days")
        box = wire.optionalObject("box")
        counts = wire.integersByName("counts")
        metadata = wire.textsByName("metadata")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(info, "feed_info")
        wire.put(agencies, "agencies")
        wire.putUnlessEmpty(attributions, "attributions")
        wire.put(credits, "credits")
        wire.put(licence, "licence")
        wire.put(timezone, "timezone")
        wire.putIfTrue(timezoneAssumed, "timezone_assumed")
        wire.put(languages, "languages")
        wire.put(days, "days")
        wire.put(box, "box")
        wire.put(counts, "counts")
        wire.put(metadata, "metadata")
    }

    /// The feed.
    public var model: FeedDescription {
        FeedDescription(
            info: info?.model, agencies: agencies.map(\.model),
            attributions: attributions.map(\.model), validity: days.model, metadata: metadata)
    }
}

/// A row of `agency.txt`. What is blank in the feed is left out.
public struct AgencyDTO: DTO {
    /// `agency_id`; nil where the feed is blank.
    public var agencyID: String?
    /// `agency_name`; nil where the feed is blank.
    public var agencyName: String?
    /// `agency_url`; nil where the feed is blank.
    public var agencyURL: String?
    /// `agency_timezone`; nil where the feed is blank.
    public var agencyTimezone: String?
    /// `agency_lang`; nil where the feed is blank.
    public var agencyLang: String?
    /// `agency_phone`; nil where the feed is blank.
    public var agencyPhone: String?
    /// `agency_fare_url`; nil where the feed is blank.
    public var agencyFareURL: String?
    /// `agency_email`; nil where the feed is blank.
    public var agencyEmail: String?

    /// The row as it is sent.
    public init(_ agency: Agency) {
        agencyID = agency.agencyID
        agencyName = agency.agencyName
        agencyURL = agency.agencyURL
        agencyTimezone = agency.agencyTimezone
        agencyLang = agency.agencyLang
        agencyPhone = agency.agencyPhone
        agencyFareURL = agency.agencyFareURL
        agencyEmail = agency.agencyEmail
    }

    public init(_ wire: WireReader) {
        agencyID = wire.optionalText("agency_id")
        agencyName = wire.optionalText("agency_name")
        agencyURL = wire.optionalText("agency_url")
        agencyTimezone = wire.optionalText("agency_timezone")
        agencyLang = wire.optionalText("agency_lang")
        agencyPhone = wire.optionalText("agency_phone")
        agencyFareURL = wire.optionalText("agency_fare_url")
        agencyEmail = wire.optionalText("agency_email")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(agencyID, "agency_id")
        wire.put(agencyName, "agency_name")
        wire.put(agencyURL, "agency_url")
        wire.put(agencyTimezone, "agency_timezone")
        wire.put(agencyLang, "agency_lang")
        wire.put(agencyPhone, "agency_phone")
        wire.put(agencyFareURL, "agency_fare_url")
        wire.put(agencyEmail, "agency_email")
    }

    /// The row.
    public var model: Agency {
        Agency(
            agencyID: agencyID, agencyName: agencyName, agencyURL: agencyURL,
            agencyTimezone: agencyTimezone, agencyLang: agencyLang, agencyPhone: agencyPhone,
            agencyFareURL: agencyFareURL, agencyEmail: agencyEmail)
    }
}

/// The agencies of the feed.
public struct AgencyListDTO: DTO {
    /// The rows of `agency.txt`.
    public var agencies: [AgencyDTO]

    /// Agencies as they are sent.
    public init(agencies: [AgencyDTO] = []) {
        self.agencies = agencies
    }

    public init(_ wire: WireReader) {
        agencies = wire.list("agencies")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(agencies, "agencies")
    }
}

/// The days for which the feed is meant, and the days on which trips run.
public struct FeedDaysDTO: DTO {
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

    /// The days as they are sent.
    public init(_ validity: FeedValidity) {
        feedStart = validity.feedStart
        feedEnd = validity.feedEnd
        firstServiceDay = validity.firstServiceDay
        lastServiceDay = validity.lastServiceDay
        start = validity.start
        end = validity.end
    }

    public init(_ wire: WireReader) {
        feedStart = wire.optionalDate("feed_start_date")
        feedEnd = wire.optionalDate("feed_end_date")
        firstServiceDay = wire.optionalDate("first_service_day")
        lastServiceDay = wire.optionalDate("last_service_day")
        start = wire.optionalDate("start")
        end = wire.optionalDate("end")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(feedStart, "feed_start_date")
        wire.put(feedEnd, "feed_end_date")
        wire.put(firstServiceDay, "first_service_day")
        wire.put(lastServiceDay, "last_service_day")
        wire.put(start, "start")
        wire.put(end, "end")
    }

    /// The days.
    public var model: FeedValidity {
        FeedValidity(
            feedStart: feedStart, feedEnd: feedEnd, firstServiceDay: firstServiceDay,
            lastServiceDay: lastServiceDay)
    }
}

/// A part of a map, in degrees.
public struct BoxDTO: DTO {
    /// The southern edge.
    public var south: Double
    /// The western edge; greater than ``east`` for a box across the antimeridian.
    public var west: Double
    /// The northern edge.
    public var north: Double
    /// The eastern edge.
    public var east: Double

    /// A box as it is sent.
    public init(_ box: BoundingBox) {
        south = box.south
        west = box.west
        north = box.north
        east = box.east
    }

    public init(_ wire: WireReader) {
        south = wire.number("south")
        west = wire.number("west")
        north = wire.number("north")
        east = wire.number("east")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(south, "south")
        wire.put(west, "west")
        wire.put(north, "north")
        wire.put(east, "east")
    }

    /// The box.
    public var model: BoundingBox {
        BoundingBox(south: south, west: west, north: north, east: east)
    }
}

/// The licence of the feed, as far as it is known.
public struct LicenceDTO: DTO {
    /// An SPDX identifier or a name.
    public var name: String?
    /// Where the licence can be read.
    public var url: String?
    /// The words that it requires users to show.
    public var attribution: String?

    /// A licence as it is sent.
    public init(name: String? = nil, url: String? = nil, attribution: String? = nil) {
        self.name = name
        self.url = url
        self.attribution = attribution
    }

    public init(_ wire: WireReader) {
        name = wire.optionalText("name")
        url = wire.optionalText("url")
        attribution = wire.optionalText("attribution")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(name, "name")
        wire.put(url, "url")
        wire.put(attribution, "attribution")
    }
}
