/// A message of GTFS Realtime: a header, and what has changed in the service.
///
/// Its bytes are kept as received, and values are read from them on request. So a message takes the
/// memory of its bytes, however many updates they contain. When it is created, the bytes are
/// checked once; nothing can fail afterwards.
///
/// ```swift
/// let message = try FeedMessage(bytes)
/// for entity in message.entities {
///     guard let update = entity.tripUpdate else { continue }
///     trips.append(update.trip?.tripID ?? "a trip without an id")
/// }
/// ```
///
/// Fields that the schema does not know, including extensions, are skipped. A text that is not
/// UTF-8 is repaired with U+FFFD; ``invalidTexts(limit:)`` finds it.
public struct FeedMessage: Sendable {
    /// The version, and how the entities relate to those of the previous message; has no values if
    /// the message has no header.
    public let header: FeedHeader
    /// The changes, in the order of the message.
    public private(set) var entities: RepeatedField<FeedEntity>

    /// The maximum number of bytes of a message: 64 MB, ten times the largest known one.
    public static let largestSize = 64 << 20

    enum Number {
        static let header: UInt32 = 1
        static let entity: UInt32 = 2
    }

    static let fields = Fields<Self>(
        "FeedMessage", .unread(Number.header, "header", as: .message(FeedHeader.schema)),
        .list(Number.entity, "entity", \.entities))

    static var schema: MessageSchema { fields.schema }

    let slice: MessageSlice
    package var bytes: [UInt8] { slice.bytes }

    /// Reads a message.
    ///
    /// - Throws: ``RealtimeDamage`` when the bytes are not a message, when they lack a header with
    ///   a version, as an empty answer does, or when they exceed 64 MB, 2,000,000 entities, or 64
    ///   KB in a text.
    public init(_ bytes: [UInt8]) throws(RealtimeDamage) {
        guard bytes.count <= Self.largestSize else { throw Self.tooLarge }
        let (end, damage) = Self.check(bytes)
        if let damage { throw damage }
        self.init(bytes, end: end)
        // Producers leave out other fields that the schema requires, such as ids of entities.
        guard header.hasVersion else { throw .withoutVersion(self) }
    }

    /// Reads a message as far as it is intact: the fields before the damage, including whole
    /// entities. A missing header, or version in it, does not count as damage here.
    public static func readable(
        _ bytes: [UInt8]
    ) -> (message: FeedMessage, damage: RealtimeDamage?) {
        let (end, damage) = check(bytes)
        let isTooLarge = bytes.count > largestSize
        return (FeedMessage(bytes, end: end), isTooLarge ? tooLarge : damage)
    }

    private init(_ bytes: [UInt8], end: Int) {
        slice = MessageSlice(bytes: bytes, range: MessageRange(start: 0, end: end))
        var header = FeedHeader()
        slice.forEachField { field in
            if field.number == Number.header { header.merge(field) }
        }
        self.header = header
        entities = RepeatedField(slice, Number.entity)
    }

    /// Returns texts that are not UTF-8, which `String` has repaired: the first ones, up to
    /// `limit`.
    public func invalidTexts(limit: Int = 100) -> [RealtimeDamage] {
        slice.bytes.withUnsafeBytes { bytes in
            let intact = UnsafeRawBufferPointer(rebasing: bytes[..<slice.range.end])
            var check = FramingCheck(intact, invalidTextLimit: limit)
            _ = check.damage()
            return check.invalidTexts
        }
    }

    private static func check(_ bytes: [UInt8]) -> (end: Int, damage: RealtimeDamage?) {
        bytes.withUnsafeBytes { buffer in
            var check = FramingCheck(buffer)
            guard let damage = check.damage() else { return (check.intactEnd, nil) }
            return (check.intactEnd, .otherFormat(bytes) ?? damage)
        }
    }

    private static var tooLarge: RealtimeDamage {
        RealtimeDamage(
            position: largestSize, message: schema.name, field: nil,
            reason: "the message is larger than 64 MB (67,108,864 bytes): split it")
    }
}

/// The header of a message.
public struct FeedHeader: Hashable, Sendable {
    /// The version of GTFS Realtime, such as `2.0`.
    public internal(set) var gtfsRealtimeVersion: String?
    /// Whether the message is complete, or a change to the previous one; `FULL_DATASET` if nil.
    public internal(set) var incrementality: Incrementality?
    /// When the message was created, in seconds since 1970.
    public internal(set) var timestamp: UInt64?
    /// The `feed_version` of the feed's `feed_info.txt` to which the message belongs.
    public internal(set) var feedVersion: String?

    /// How the entities relate to those of the previous message.
    public struct Incrementality: RealtimeCode {
        public static let words: [Int32: String] = [0: "FULL_DATASET", 1: "DIFFERENTIAL"]
        /// The message replaces the previous one.
        public static let fullDataset = Self(rawValue: 0)
        /// The message changes the previous one; the reference does not define how.
        public static let differential = Self(rawValue: 1)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }
}

extension FeedHeader: WholeMessage {
    static let fields = Fields<Self>(
        "FeedHeader",
        .value(1, "gtfs_realtime_version", \.gtfsRealtimeVersion),
        .code(2, "incrementality", \.incrementality),
        .value(3, "timestamp", \.timestamp),
        .value(4, "feed_version", \.feedVersion))
}
