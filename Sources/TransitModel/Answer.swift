/// An answer and its origin.
public struct Answer<Value: Sendable>: Sendable {
    /// The answer itself.
    public var value: Value
    /// Its origin.
    public var origin: AnswerOrigin

    /// An answer of a source.
    public init(_ value: Value, from origin: AnswerOrigin) {
        self.value = value
        self.origin = origin
    }
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

/// The origin of an answer, so that a screen can say how old it is.
public enum AnswerOrigin: Codable, Hashable, Sendable {
    /// A bundle on this device. Its version is the hash of the feed's content, or nil for a bundle
    /// that does not say.
    case bundle(version: String?)
    /// A server, a moment ago.
    case live
    /// A server, some seconds ago.
    case cached(ageSeconds: Double)
    /// Made up, for previews and tests.
    case canned
}

extension AnswerOrigin {
    /// The text for riders: "Just now", "7 seconds ago", or "Offline" for a bundle.
    public func text(in words: RiderWords = .english) -> String {
        switch self {
        case .live: return words[.justNow]
        case .cached(let age):
            // An age that is no number is as old as can be.
            let seconds = Int(max(0, min(1e9, age)))
            return seconds == 1 ? words[.secondAgo] : words.text(.secondsAgo, n: "\(seconds)")
        case .bundle: return words[.offline]
        case .canned: return words[.example]
        }
    }
}
