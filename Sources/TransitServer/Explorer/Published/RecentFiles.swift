import SystemLayer

/// The content of the last few published files. File names are never reused, so it stays valid.
@available(iOS 17, macOS 14, *)
final class RecentFiles<Value: Sendable>: Sendable {
    private let values = Locked<[(path: String, value: Value)]>([])
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// The content of a file, remembered or else from `read`, whose result is remembered unless it
    /// is nil.
    func value(of path: String, _ read: () throws -> Value?) rethrows -> Value? {
        let known = values.withLock { values in values.first { $0.path == path }?.value }
        if let known { return known }
        guard let value = try read() else { return nil }
        values.withLock { values in
            values.removeAll { $0.path == path }
            values.append((path, value))
            if values.count > limit { values.removeFirst() }
        }
        return value
    }
}
