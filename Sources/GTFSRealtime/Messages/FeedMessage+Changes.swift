extension FeedMessage {
    /// Returns this message with a `DIFFERENTIAL` one merged into it: entities with the same id are
    /// replaced as a whole, deleted ones are removed, and the header is that of the change.
    ///
    /// The reference does not define what such a message means. A change that would make the whole
    /// larger than a message may be is ignored.
    public func changed(by other: FeedMessage) -> FeedMessage {
        // By bytes: texts are equal when they look the same.
        var named: Set<[UInt8]> = []
        for entity in other.entities { named.insert(Array((entity.id ?? "").utf8)) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(slice.bytes.count + other.slice.bytes.count)
        other.append(Number.header, to: &bytes) { _ in true }
        append(Number.entity, to: &bytes) { !named.contains(Array(($0.id ?? "").utf8)) }
        other.append(Number.entity, to: &bytes) { $0.isDeleted != true }
        do throws(RealtimeDamage) {
            return try FeedMessage(bytes)
        } catch {
            return self
        }
    }

    private func append(
        _ number: UInt32, to bytes: inout [UInt8], where isWanted: (FeedEntity) -> Bool
    ) {
        slice.forEachField { field in
            guard field.number == number, field.type == .bytes else { return }
            let range = MessageRange(start: field.start, end: field.start + field.payload.count)
            let isEntity = number == Number.entity
            guard
                !isEntity
                    || isWanted(FeedEntity(reading: MessageSlice(bytes: slice.bytes, range: range)))
            else { return }
            Self.appendVarint(UInt64(number) << 3 | 2, to: &bytes)
            Self.appendVarint(UInt64(field.payload.count), to: &bytes)
            bytes += field.payload
        }
    }

    private static func appendVarint(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
