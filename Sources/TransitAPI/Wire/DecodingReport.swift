import SystemLayer

/// What a decoder of answers replaced, because the server did not keep to the contract or is newer.
///
/// Put one into `userInfo` of the decoder under ``key``, and read it afterwards.
public final class DecodingReport: Sendable {
    /// Something that was not as the contract has it.
    public struct Replacement: Hashable, Sendable, CustomStringConvertible {
        /// What was wrong.
        public enum Problem: Hashable, Sendable {
            /// A key that is always there was not.
            case missing
            /// A key that always has a value was null.
            case null
            /// The value had another type, such as a number in the place of a text.
            case otherType
            /// The value had the right type, but another form: a date such as `"soon"`.
            case otherForm(String)
            /// A word that this version does not know. It is kept.
            case unknownWord(String)
        }

        /// Where, such as `data.departures[3].departure`.
        public var path: String
        /// What was wrong.
        public var problem: Problem
        /// What was taken in its place.
        public var replacement: String

        /// `data.stop.sid: missing, taken as 0`.
        public var description: String {
            let text =
                switch problem {
                case .missing: "missing"
                case .null: "null"
                case .otherType: "of another type"
                case .otherForm(let text): "of another form (\(text))"
                case .unknownWord(let text): "an unknown word (\(text))"
                }
            return "\(path): \(text), taken as \(replacement)"
        }
    }

    /// Where decoders look for a report.
    public static let key = CodingUserInfoKey(rawValue: "swift-gtfs.decoding-report")

    /// How many replacements are kept; the others are counted only.
    public static let mostKept = 100

    private let state = Locked<(kept: [Replacement], count: Int)>(([], 0))

    /// An empty report.
    public init() {}

    /// The first replacements, in the order in which they were made.
    public var replacements: [Replacement] { state.withLock { $0.kept } }

    /// How many there were.
    public var count: Int { state.withLock { $0.count } }

    /// Adds one.
    func add(_ replacement: Replacement) {
        state.withLock { state in
            state.count += 1
            if state.kept.count < Self.mostKept { state.kept.append(replacement) }
        }
    }
}
