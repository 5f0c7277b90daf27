public import GTFSSchedule
public import TransitModel

extension Question {
    /// Returns a text, an id, a word or a cursor.
    public func text(_ name: String) -> String? {
        if case .text(let text) = value(name) { text } else { nil }
    }

    /// Returns the values of a parameter that may be repeated, each once, in the order of the
    /// query.
    public func list(_ name: String) -> [String] {
        values(name).compactMap { value in
            if case .text(let text) = value { text } else { nil }
        }
    }

    /// Returns the keys of a parameter that may be repeated, each once, in the order of the query.
    public func keys(_ name: String) -> [Int64] {
        values(name).compactMap { value in
            if case .integer(let number) = value { Int64(number) } else { nil }
        }
    }

    /// Returns an integer within the bounds of the parameter.
    public func integer(_ name: String) -> Int? {
        if case .integer(let number) = value(name) { number } else { nil }
    }

    /// The place of `near`.
    public var place: Coordinate? {
        if case .place(let place) = value("near") { place } else { nil }
    }

    /// The meters of `radius`.
    public var radius: Double? { integer("radius").map(Double.init) }

    /// The box of `bbox`.
    public var box: BoundingBox? {
        if case .box(let box) = value("bbox") { box } else { nil }
    }

    /// The number of results: `n`, or the default; 0 where there is no such parameter.
    public var count: Int { integer("n") ?? usual("n").flatMap { Int($0) } ?? 0 }

    /// The maximum number of results: `limit`, or the default; 0 where there is no such parameter.
    public var limit: Int { integer("limit") ?? usual("limit").flatMap { Int($0) } ?? 0 }

    private func usual(_ name: String) -> String? { Endpoint[endpoint].parameter(name)?.usual }

    /// The seconds of `for`.
    public var durationSeconds: Int? {
        if case .duration(let seconds) = value("for") { seconds } else { nil }
    }

    /// The time in `at`.
    public var instant: AskedInstant? {
        if case .instant(let instant) = value("at") { instant } else { nil }
    }

    /// The service day of `date`.
    public var date: ServiceDate? {
        if case .date(let date) = value("date") { date } else { nil }
    }

    /// The start of the run in `start_time`.
    public var startTime: ServiceTime? {
        if case .time(let time) = value("start_time") { time } else { nil }
    }

    /// The `direction_id` of `direction`.
    public var direction: Int? { integer("direction") }

    /// The types of routes for `mode`; nil for all.
    public var types: Set<TransitModel.RouteType>? {
        let words = list("mode")
        return words.isEmpty ? nil : Set(words.map(TransitModel.RouteType.init(word:)))
    }

    /// The kinds of places for `kind`; nil when not given.
    public var kinds: Set<LocationType>? {
        let words = list("kind")
        guard !words.isEmpty else { return nil }
        return Set(words.compactMap(StopKind.init(rawValue:)).map(\.locationType))
    }

    /// Where the answer continues, according to `cursor`.
    public var cursor: String? { text("cursor") }

    /// The form of places, according to `as`.
    public var placeForm: PlaceForm? { text("as").flatMap(PlaceForm.init(rawValue:)) }

    /// The part to add, according to `with`.
    public var part: DetailsPart? { text("with").flatMap(DetailsPart.init(rawValue:)) }

    /// Whether live data is requested: unless `realtime=off`.
    public var wantsRealtime: Bool { text("realtime") != RealtimeWish.off.rawValue }

    /// The moment of `active`.
    public var moment: AskedInstant? {
        if case .instant(let instant) = value("active") { instant } else { nil }
    }

    /// The form of a path, according to `format`, or the default.
    public var format: ShapeFormat? {
        (text("format") ?? usual("format")).flatMap(ShapeFormat.init(rawValue:))
    }
}

extension Question {
    /// The query in canonical form: names in order, sets of words in order, numbers and times in
    /// their shortest form. Questions with the same canonical query have the same answer.
    ///
    /// ```swift
    /// let question = try Question(
    ///     Endpoint[.stops], query: [("radius", "500"), ("near", "-33.860,151.210")])
    /// let query = question.canonicalQuery  // "near=-33.86%2C151.21&radius=500"
    /// ```
    public var canonicalQuery: String { canonicalQuery(without: []) }

    package func canonicalQuery(without omitted: [String]) -> String {
        var query: [UInt8] = []
        for name in names where !omitted.contains(name) {
            var texts = values(name).map(\.canonicalText)
            // One text is in order.
            if texts.count > 1, isSet(name) { texts.sort() }
            for text in texts {
                if !query.isEmpty { query.append(UInt8(ascii: "&")) }
                query += name.utf8
                query.append(UInt8(ascii: "="))
                PercentCoding.append(text, to: &query)
            }
        }
        return String(decoding: query, as: UTF8.self)
    }

    private func isSet(_ name: String) -> Bool {
        if name == "route" { return true }
        if case .words = Endpoint[endpoint].parameter(name)?.form { return true }
        return false
    }

    /// Returns the path, percent-encoded, with its leading slash.
    ///
    /// - Parameters:
    ///   - feed: the feed to ask, on a server with several; nil for the only one.
    ///   - version: the version to ask; nil for the current one.
    public func path(feed: String? = nil, version: String? = nil) -> String {
        let endpoint = Endpoint[endpoint]
        var parts: [String] = []
        if endpoint.scope == .feed {
            parts = ["api", "v1"]
            if let feed { parts += ["feeds", PercentCoding.encodedSegment(feed)] }
            if let version { parts += ["versions", PercentCoding.encodedSegment(version)] }
        }
        parts += endpoint.segments.map { segment in
            segment.hasPrefix("{") ? PercentCoding.encodedSegment(id ?? "") : segment
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the path and, if there is one, the query.
    ///
    /// ```swift
    /// let question = try Question(Endpoint[.stops], query: [("q", "circ quay")])
    /// let address = question.address(feed: "city")  // "/api/v1/feeds/city/stops?q=circ%20quay"
    /// ```
    public func address(feed: String? = nil, version: String? = nil) -> String {
        let query = canonicalQuery
        return path(feed: feed, version: version) + (query.isEmpty ? "" : "?" + query)
    }
}

extension Question.Value {
    var canonicalText: String {
        switch self {
        case .text(let text): text
        case .integer(let number), .duration(let number): String(number)
        case .place(let place): Self.degrees([place.latitude, place.longitude])
        case .box(let box): Self.degrees([box.west, box.south, box.east, box.north])
        case .instant(let instant): instant.canonicalText
        case .date(let date): date.description
        case .time(let time): time.description
        }
    }

    private static func degrees(_ numbers: [Double]) -> String {
        numbers.map(NumberText.degrees).joined(separator: ",")
    }
}
