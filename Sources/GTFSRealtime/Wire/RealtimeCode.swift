/// An enumeration of the schema. Numbers of a later schema are kept.
///
/// ```swift
/// let added = TripDescriptor.ScheduleRelationship.new
/// let text = "\(added), \(TripDescriptor.ScheduleRelationship(rawValue: 4))"  // "NEW, 4"
/// ```
public protocol RealtimeCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue == Int32 {
    /// The names in the schema, such as `NEW`, by number.
    static var words: [Int32: String] { get }
    /// Creates a code. Never fails: an unknown number is kept.
    init(rawValue: Int32)
}

extension RealtimeCode {
    /// The name in the schema; nil for a number that this version does not know.
    public var word: String? { Self.words[rawValue] }

    /// The name in the schema, or the number.
    public var description: String { word ?? String(rawValue) }
}
