import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The leases of this process, so that a signal that ends it gives them back; but not one that
/// another machine has taken over meanwhile.
package final class HeldLeases: @unchecked Sendable {
    // Sendable: `tokens` is guarded by `lock`.
    package static let shared = HeldLeases()

    private let lock = DispatchSemaphore(value: 1)
    /// By the path of the lease's file.
    private var tokens: [String: String] = [:]

    private init() {}

    func add(_ path: String, _ token: String) {
        lock.wait()
        defer { lock.signal() }
        tokens[path] = token
    }

    func release(_ path: String) {
        lock.wait()
        defer { lock.signal() }
        guard let token = tokens.removeValue(forKey: path) else { return }
        Self.remove(path, token)
    }

    /// Gives all back, for a process that ends right after.
    package func releaseAllForExit() {
        lock.wait()
        for (path, token) in tokens { Self.remove(path, token) }
    }

    private static func remove(_ path: String, _ token: String) {
        if Lease.token(path) == token { unlink(path) }
    }
}
