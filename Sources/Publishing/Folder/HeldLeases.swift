import SystemLayer

/// The leases of this process, so that a signal that ends it gives them back; but not one that
/// another machine has taken over meanwhile.
package final class HeldLeases: Sendable {
    package static let shared = HeldLeases()

    /// By the path of the lease's file.
    private let tokens = Locked<[String: String]>([:])

    private init() {}

    func add(_ path: String, _ token: String) {
        tokens.withLock { $0[path] = token }
    }

    func release(_ path: String) {
        tokens.withLock { tokens in
            guard let token = tokens.removeValue(forKey: path) else { return }
            Self.remove(path, token)
        }
    }

    /// Gives all back, for a process that ends right after.
    package func releaseAllForExit() {
        tokens.withLockForExit { tokens in
            for (path, token) in tokens { Self.remove(path, token) }
        }
    }

    private static func remove(_ path: String, _ token: String) {
        if Lease.token(path) == token { Files.remove(path) }
    }
}
