import GTFSSchedule
import TransitModel

/// A parameter of an endpoint, in the form of queries. `schema/openapi.yaml` is written from it.
public struct Parameter: Hashable, Sendable {
    /// The form of a parameter's values.
    public enum Form: Hashable, Sendable {
        /// Text with at most this many code points.
        case text(maximum: Int)
        /// An id of the feed, or a key such as `sid:1`.
        case id
        /// Several ids: the parameter is repeated for each, since an id may hold any character.
        case ids(maximum: Int)
        /// Several keys of stops or routes: the parameter is repeated for each.
        case keys(maximum: Int)
        /// One word of a list.
        case word(of: [String])
        /// Several words of a list: the parameter is repeated for each.
        case words(of: [String])
        /// An integer.
        case integer(ClosedRange<Int>)
        /// `LAT,LON` in degrees, with at most twenty decimals.
        case place
        /// `WEST,SOUTH,EAST,NORTH` in degrees; across the antimeridian, west is greater than east.
        case box
        /// A length of time up to a day: `90m`, `2h`, `1h30m`, or seconds.
        case duration
        /// RFC 3339, or a local time in the zone of the stop. A fraction of a second is dropped.
        case instant
        /// As ``instant``, but a fraction of a second counts.
        case moment
        /// `YYYYMMDD` or `YYYY-MM-DD`.
        case date
        /// `HH:MM:SS` of a service day, which may exceed 24 hours.
        case time
        /// The `meta.next` or `meta.previous` of an answer.
        case cursor
    }

    /// The name in the query, such as `near`.
    public var name: String
    /// The form of its values.
    public var form: Form
    /// Whether the endpoint requires it.
    public var isRequired: Bool
    /// The value that applies where it is left out, in the form of queries; nil where none does.
    public var usual: String?
    /// In sentences; `{usual}` stands for ``usual``.
    package var meaning: String
    /// In `schema/openapi.yaml`, among the parameters of all endpoints.
    package var component: String
    package var example: String?

    init(
        _ name: String, _ form: Form, isRequired: Bool = false, usual: String? = nil,
        meaning: String, component: String? = nil, example: String? = nil
    ) {
        self.name = name
        self.form = form
        self.isRequired = isRequired
        self.usual = usual
        self.meaning = meaning
        self.component = component ?? name
        self.example = example
    }

    /// ``meaning`` with the value that applies where the parameter is left out.
    ///
    /// - Parameter other: the value that a client takes instead of ``usual``.
    package func meaning(usual other: String?) -> String {
        let isTold = meaning.contains("{usual}") || other == nil
        return (isTold ? meaning : "\(meaning.dropLast()); {usual}.")
            .replacing("{usual}", with: other ?? usual ?? "")
    }
}

extension Parameter.Form {
    /// Whether the parameter may be given several times, once for each value.
    public var isRepeated: Bool { mostValues > 1 }

    /// The maximum number of values.
    public var mostValues: Int {
        switch self {
        case .ids(let maximum), .keys(let maximum): maximum
        case .words(let words): words.count
        default: 1
        }
    }

    /// The words after "wants": `a date such as 20261121`.
    public var wanted: String {
        switch self {
        case .text(let maximum): "text of 1 to \(maximum) characters"
        case .id: "an id of the feed"
        case .ids(let maximum): "an id of the feed; repeat the parameter for up to \(maximum)"
        case .keys(let maximum):
            "a whole number; repeat the parameter for up to \(maximum)"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        case .words(let words):
            "one of \(words.joined(separator: ", ")); repeat the parameter for several"
        case .integer(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .place: "degrees as LAT,LON, such as -33.86,151.21"
        case .box: "degrees as WEST,SOUTH,EAST,NORTH, such as 151.2,-33.9,151.3,-33.8"
        case .duration: "a length such as 90m, 2h, 1h30m or 5400 (seconds), a day at most"
        case .instant, .moment:
            "a time such as 2026-11-21T08:00:00+11:00, or without an offset "
                + "(2026-11-21T08:00:00) for the clock at the stop"
        case .date: "a date such as 20261121 or 2026-11-21"
        case .time: "a time of the service day such as 04:30:00 or 25:10:00"
        case .cursor: "a cursor that an answer of the same question gave in meta"
        }
    }

    /// Whether a text is a value of the form.
    package func admits(_ text: String) -> Bool { value(text) != nil }

    func value(_ text: String) -> Question.Value? {
        switch self {
        case .text(let maximum): return Self.plain(text, maximum)
        case .id, .ids: return Self.plain(text, Self.longestID)
        case .word(let words), .words(let words):
            return words.contains(text) ? .text(text) : nil
        case .keys:
            return NumberText.integer(text).map(Question.Value.integer)
        case .integer(let range):
            guard let number = NumberText.integer(text), range ~= number else { return nil }
            return .integer(number)
        case .place:
            guard let degrees = NumberText.degrees(text, bounds: [90, 180]) else { return nil }
            return .place(Coordinate(latitude: degrees[0], longitude: degrees[1]))
        case .box:
            guard let degrees = NumberText.degrees(text, bounds: [180, 90, 180, 90]),
                degrees[1] <= degrees[3]
            else { return nil }
            return .box(
                BoundingBox(
                    south: degrees[1], west: degrees[0], north: degrees[3], east: degrees[2]))
        case .duration:
            return NumberText.duration(text).map(Question.Value.duration)
        case .instant:
            return AskedInstant(text: text).map { .instant($0.whole) }
        case .moment:
            return AskedInstant(text: text).map(Question.Value.instant)
        case .date:
            return AskedInstant.date(text[...]).map(Question.Value.date)
        case .time:
            return NumberText.time(text).map(Question.Value.time)
        case .cursor:
            guard 1...Self.longestCursor ~= text.utf8.count,
                text.utf8.allSatisfy(NumberText.isCursorByte)
            else { return nil }
            return .text(text)
        }
    }

    /// The maximum number of code points of an id in a query.
    public static let longestID = 1024
    /// The maximum number of characters of a cursor.
    public static let longestCursor = 512

    /// Not empty and without NUL, which neither addresses nor feeds can contain.
    private static func plain(_ text: String, _ maximum: Int) -> Question.Value? {
        text.isEmpty || text.utf8.contains(0) || text.unicodeScalars.count > maximum
            ? nil : .text(text)
    }
}
