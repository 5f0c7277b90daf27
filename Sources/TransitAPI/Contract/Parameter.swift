import GTFSSchedule
import TransitModel

/// A parameter of an endpoint, in the form of queries. `schema/openapi.yaml` is written from it.
package struct Parameter: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Text with at most this many code points.
        case text(maximum: Int)
        /// An id of the feed, or a key such as `sid:1`.
        case id
        /// Several ids: the parameter is repeated for each, since an id may hold any character.
        case ids(maximum: Int)
        /// Several keys of stops or routes: the parameter is repeated for each.
        case keys(maximum: Int)
        case word(of: [String])
        /// The parameter is repeated for each.
        case words(of: [String])
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

    package let name: String
    package let form: Form
    package var isRequired = false
    /// The value that applies where it is left out, in the form of queries; nil where none does.
    package var usual: String?
    /// In sentences; `{usual}` stands for ``usual``.
    package var meaning: String
    /// In `schema/openapi.yaml`, among the parameters of all endpoints; nil for ``name``.
    var key: String?
    package var example: String?

    package var component: String { key ?? name }

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
    package var isRepeated: Bool { mostValues > 1 }

    package var mostValues: Int {
        switch self {
        case .ids(let maximum), .keys(let maximum): maximum
        case .words(let words): words.count
        default: 1
        }
    }

    /// The words after "wants": `a date such as 20261121`.
    package var wanted: String {
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

    /// The canonical text of a value; nil for a text of another form.
    package func canonical(_ text: String) -> String? {
        switch self {
        case .text(let maximum): Self.plain(text, maximum)
        case .id, .ids: Self.plain(text, Self.longestID)
        case .word(let words), .words(let words): words.contains(text) ? text : nil
        case .keys: NumberText.integer(text).map(String.init)
        case .integer(let range):
            NumberText.integer(text).flatMap { range ~= $0 ? String($0) : nil }
        case .place: Coordinate(asked: text)?.askedText
        case .box: BoundingBox(asked: text)?.askedText
        case .duration: NumberText.duration(text).map(String.init)
        case .instant: AskedInstant(asked: text)?.whole.askedText
        case .moment: AskedInstant(asked: text)?.askedText
        case .date: ServiceDate(asked: text)?.askedText
        case .time: ServiceTime(asked: text)?.askedText
        case .cursor:
            1...Self.longestCursor ~= text.utf8.count
                && text.utf8.allSatisfy(NumberText.isCursorByte) ? text : nil
        }
    }

    /// In code points.
    package static let longestID = 1024
    package static let longestCursor = 512

    /// Not empty and without NUL, which neither addresses nor feeds can contain.
    private static func plain(_ text: String, _ maximum: Int) -> String? {
        text.isEmpty || text.utf8.contains(0) || text.unicodeScalars.count > maximum ? nil : text
    }
}
