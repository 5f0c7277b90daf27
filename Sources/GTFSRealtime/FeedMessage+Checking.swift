extension FeedMessage {
    package var hasHeader: Bool {
        var hasHeader = false
        slice.forEachField { field in
            if field.number == Number.header, field.type == .bytes { hasHeader = true }
        }
        return hasHeader
    }
}

extension FeedHeader {
    /// Whether there is a version; a blank one is none.
    package var hasVersion: Bool {
        gtfsRealtimeVersion?.contains { !$0.isWhitespace } ?? false
    }
}

extension RealtimeDamage {
    package static func isOtherFormat(_ bytes: some Collection<UInt8>) -> Bool {
        otherFormat(bytes) != nil
    }
}
