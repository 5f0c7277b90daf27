import SystemLayer

/// The content of the last few published files. File names are never reused, so it stays valid.
///
/// Other programs write to the folder. So a file is read on a thread that answers do not need, by
/// one request for all that want it, and only if it is a plain one of the size that its manifest
/// says.
@available(iOS 17, macOS 14, *)
final class RecentFiles<Value: Sendable>: Sendable {
    private let readings = Locked<[(path: String, reading: Task<Value?, Never>)]>([])
    private let limit: Int
    private let decode: @Sendable ([UInt8]) throws -> Value

    init(limit: Int, _ decode: @escaping @Sendable ([UInt8]) throws -> Value) {
        self.limit = limit
        self.decode = decode
    }

    /// The content of a file; nil when it cannot be read, which the next request tries again.
    func value(of path: String, atMost bytes: Int) async -> Value? {
        let reading = readings.withLock { readings in
            if let known = readings.first(where: { $0.path == path }) { return known.reading }
            let reading = Task { await read(path, atMost: bytes) }
            readings.append((path, reading))
            if readings.count > limit { readings.removeFirst() }
            return reading
        }
        let value = await reading.value
        if value == nil {
            readings.withLock { $0.removeAll { $0.path == path && $0.reading == reading } }
        }
        return value
    }

    private func read(_ path: String, atMost bytes: Int) async -> Value? {
        do {
            return try await SystemThread.run { [decode] in
                try WholeFile.read(path, atMost: bytes, followingLinks: false).map(decode)
            }
        } catch {
            return nil
        }
    }
}
