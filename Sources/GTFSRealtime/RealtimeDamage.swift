/// A fault in the bytes of a message, which is then not read.
///
/// ```swift
/// do {
///     _ = try FeedMessage(bytes)
/// } catch {
///     reason = "\(error)"  // such as "byte 0, in FeedMessage: this is JSON, …"
/// }
/// ```
public struct RealtimeDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the fault in bytes from the start of the message.
    public let position: Int
    /// The message of the schema that contains the fault, such as `TripUpdate`.
    public let message: String
    /// The field that contains the fault, such as `stop_time_update`; nil between fields.
    public let field: String?
    /// The fault and its remedy, in English, without a period.
    public let reason: String

    /// The position and the reason.
    public var description: String {
        "byte \(position), in \(message)\(field.map { ".\($0)" } ?? ""): \(reason)"
    }
}

extension RealtimeDamage {
    /// The damage of fields without a header, or with a header without a version. As a message,
    /// they would say that all runs follow the timetable.
    static func withoutVersion(_ message: FeedMessage) -> RealtimeDamage {
        if let other = otherFormat(message.bytes) { return other }
        let (place, field, reason) =
            if message.hasHeader {
                (
                    FeedHeader.schema, "gtfs_realtime_version",
                    "the header has no version, which the schema requires: the producer must fix it"
                )
            } else {
                (
                    FeedMessage.schema, "header",
                    message.bytes.isEmpty
                        ? "there are no bytes: check the address and the key"
                        : "the message has no header, which the schema requires: the producer must fix it"
                )
            }
        return RealtimeDamage(position: 0, message: place.name, field: field, reason: reason)
    }

    static func otherFormat(_ bytes: some Collection<UInt8>) -> RealtimeDamage? {
        let start = bytes.prefix(64).drop {
            [0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF].contains($0)
        }
        let reason: String? =
            switch start.first {
            case UInt8(ascii: "<"):
                "this is a page (HTML or XML), not a message: check the address and the key"
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                "this is JSON, not a message: ask the producer for its protobuf form"
            case 0x1F where start.dropFirst().first == 0x8B:
                "this is compressed by gzip: unpack it first"
            default: nil
            }
        return reason.map {
            RealtimeDamage(position: 0, message: FeedMessage.schema.name, field: nil, reason: $0)
        }
    }
}
