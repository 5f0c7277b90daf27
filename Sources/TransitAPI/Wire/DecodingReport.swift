import SystemLayer

/// The values that a decoder of answers replaced, because the server broke the contract or is
/// newer.
///
/// Put one into `userInfo` of the decoder under ``key``, and read it afterwards.
///
/// ```swift
/// let decoder = JSONDecoder()
/// let report = DecodingReport()
/// if let key = DecodingReport.key { decoder.userInfo[key] = report }
/// _ = try decoder.decode(StopDTO.self, from: json)
/// let problems = report.replacements.map(\.description)  // ["stop_name: missing, taken as "]
/// ```
public final class DecodingReport: Sendable {
    /// A value that did not follow the contract.
    public struct Replacement: Hashable, Sendable, CustomStringConvertible {
        /// The fault.
        public enum Problem: Hashable, Sendable {
            /// A required key was missing.
            case missing
            /// A key that requires a value was null.
            case null
            /// The value had another type, such as a number instead of a text.
            case otherType
            /// The value had the right type, but the wrong form: a date such as `"soon"`.
            case otherForm(String)
            /// A word that this version does not know; it is kept.
            case unknownWord(String)
        }

        /// The path of the value, such as `data.departures[3].departure`.
        public var path: String
        /// The fault.
        public var problem: Problem
        /// The value taken instead.
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

    /// The number of replacements that are kept; others are only counted.
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
