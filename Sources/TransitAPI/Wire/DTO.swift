public import Foundation
import SystemLayer

/// An object of an answer: a ``DTO``, or a model of the feed whose keys this module knows.
public protocol WireForm: Hashable, Sendable {
    /// Reads the keys of an object; never fails.
    init(_ wire: WireReader)
    /// Writes the keys of an object.
    func write(to wire: inout WireWriter)
}

/// A part of an answer in the form in which it is sent. The form changes with the contract, not
/// with the model.
///
/// A DTO decodes from any object: a value that is missing, null or of another type is replaced by
/// its documented default and recorded in a ``DecodingReport``. Unknown keys are ignored. JSON
/// omits keys without a value, unless the contract requires null.
public protocol DTO: WireForm, Codable {}

extension DTO {
    /// - Throws: `DecodingError` for anything that is not an object.
    public init(from decoder: any Decoder) throws {
        self.init(try WireReader(decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        var wire = WireWriter(encoder.container(keyedBy: WireKey.self))
        write(to: &wire)
        try wire.finish()
    }
}

extension WireForm {
    /// Decodes JSON and reports replaced values.
    ///
    /// - Throws: `DecodingError` for anything that is not JSON, or not an object.
    public static func decoded(
        from json: Data, reportingTo report: DecodingReport? = nil
    ) throws -> Self {
        let decoder = JSONDecoder()
        if let key = DecodingReport.key, let report { decoder.userInfo[key] = report }
        return try decoder.decode(ModelDTO<Self>.self, from: json).model
    }

    package func jsonBytes(atMost mostBytes: Int) -> [UInt8]? {
        var wire = WireWriter(atMost: mostBytes)
        wire.put(self)
        return wire.isTooLarge ? nil : wire.bytes
    }

    /// The JSON of the object, in UTF-8, with its keys in the order of the contract. Several times
    /// as fast as `JSONEncoder`, and always the same bytes.
    public var jsonBytes: [UInt8] {
        var wire = WireWriter()
        wire.put(self)
        return wire.bytes
    }
}

/// An object with the properties of a model, and perhaps more.
@dynamicMemberLookup
public protocol ModelObject: DTO {
    /// The model.
    associatedtype Model
    /// The properties that the model also has.
    var model: Model { get }
}

extension ModelObject {
    /// Accesses a property of the model.
    public subscript<Value>(dynamicMember path: KeyPath<Model, Value>) -> Value {
        model[keyPath: path]
    }
}

/// A model in the form in which it is sent, such as a trip or a row of a file of the reference.
public struct ModelDTO<Model: WireForm>: ModelObject {
    /// The model; whatever an answer lacks is empty, zero or nil.
    public var model: Model

    /// Creates the wire form of a model.
    public init(_ model: Model) {
        self.model = model
    }

    public init(_ wire: WireReader) {
        model = Model(wire)
    }

    public func write(to wire: inout WireWriter) {
        model.write(to: &wire)
    }
}

struct WireKey: CodingKey, Hashable, Sendable {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(_ name: StaticString) {
        stringValue = name.description
    }

    init?(intValue: Int) {
        nil
    }
}

/// A word of a list that may grow: a word that this version does not know keeps its text.
public struct WireWord<Known: RawRepresentable & CaseIterable & Hashable & Sendable>: Hashable,
    Sendable, CustomStringConvertible
where Known.RawValue == String {
    /// The word.
    public var text: String

    /// Creates a word, known or not.
    public init(text: String) {
        self.text = text
    }

    /// Creates a word of the list.
    public init(_ known: Known) {
        text = known.rawValue
    }

    /// The known word; nil for a word of a later version.
    public var known: Known? { Known(rawValue: text) }

    /// The word.
    public var description: String { text }
}

/// The values that a decoder of answers replaced, because the server broke the contract or is
/// newer.
///
/// Put a report into `userInfo` of the decoder under ``key``, and read it afterwards.
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
            /// The value had another type, such as a number where a text belongs.
            case otherType
            /// The value had the right type, but the wrong form: a date such as `"soon"`.
            case otherForm(String)
            /// The value is a word that this version does not know; it is kept.
            case unknownWord(String)
        }

        /// The path of the value, such as `data.departures[3].departure`.
        public var path: String
        /// The fault.
        public var problem: Problem
        /// The value that took its place.
        public var replacement: String

        /// A text such as `data.stop.sid: missing, taken as 0`.
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

    /// The number of replacements that are kept; further ones are only counted.
    public static let mostKept = 100

    private let state = Locked<(kept: [Replacement], count: Int)>(([], 0))

    /// Creates an empty report.
    public init() {}

    /// The first replacements, in the order in which they were made.
    public var replacements: [Replacement] { state.withLock { $0.kept } }

    /// The number of replacements.
    public var count: Int { state.withLock { $0.count } }

    func add(_ replacement: Replacement) {
        state.withLock { state in
            state.count += 1
            if state.kept.count < Self.mostKept { state.kept.append(replacement) }
        }
    }
}
