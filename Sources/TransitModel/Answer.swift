public import GTFSSchedule

/// An answer together with its origin.
public struct Answer<Value: Sendable>: Sendable {
    /// The answer itself.
    public var value: Value
    /// Where the answer comes from.
    public var origin: AnswerOrigin

    /// Creates an answer from a source.
    public init(_ value: Value, from origin: AnswerOrigin) {
        self.value = value
        self.origin = origin
    }
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

/// Where an answer comes from, so that a screen can say how old it is.
public enum AnswerOrigin: Codable, Hashable, Sendable {
    /// A bundle on this device. `version` is the hash of the feed's content, `end` the last day for
    /// which it is reliable; both are nil if the bundle does not say. `isOffline` is true when the
    /// server should have answered but could not be reached.
    case bundle(version: String?, end: ServiceDate? = nil, isOffline: Bool = false)
    /// A server, a moment ago.
    case live
    /// A server, the given number of seconds ago.
    case cached(ageSeconds: Double)
    /// An invented answer, for previews and tests.
    case canned
}

extension AnswerOrigin {
    /// Returns the text for riders: "From the server, just now", "From the server, 7 seconds ago",
    /// "Timetable on this device, valid until 2027-06-30"; preceded by "Offline · " when the server
    /// could not be reached.
    public func text(in words: RiderWords = .english) -> String {
        switch self {
        case .live: return words[.justNow]
        case .cached(let age):
            // An age that is no number is as old as can be.
            let seconds = Int(max(0, min(1e9, age)))
            return seconds == 1 ? words[.secondAgo] : words.text(.secondsAgo, n: "\(seconds)")
        case .bundle(_, let end, let isOffline):
            let text = end.map { words.text(.onDeviceUntil, n: $0.isoText) } ?? words[.onDevice]
            return isOffline ? "\(words[.offline]) · \(text)" : text
        case .canned: return words[.example]
        }
    }
}

extension ServiceDate {
    /// Readable in any language: `2027-06-30`.
    fileprivate var isoText: String {
        "\(description.prefix(4))-\(description.dropFirst(4).prefix(2))-\(description.suffix(2))"
    }
}
