import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The programs that this process has started and that have not ended, so that a signal that ends
/// it ends them too.
package final class RunningChildren: @unchecked Sendable {
    // Sendable: `children` is guarded by `lock`.
    package static let shared = RunningChildren()

    private let lock = DispatchSemaphore(value: 1)
    private var children: Set<pid_t> = []

    /// Fiftieths of a second that children have to clean up.
    private static let patience = 400

    private init() {}

    /// Calls what starts a program and returns its process; nil when it did not start.
    func start(_ spawn: () -> pid_t?) -> pid_t? {
        lock.wait()
        defer { lock.signal() }
        let child = spawn()
        if let child { children.insert(child) }
        return child
    }

    func ended(_ child: pid_t) {
        lock.wait()
        defer { lock.signal() }
        children.remove(child)
    }

    /// Passes a signal on to all and waits until they have cleaned up, for a process that ends
    /// right after. The lock stays closed, so that no other is started in between.
    package func endAllForExit(_ signal: Int32) {
        lock.wait()
        // Each child leads a group of its own: what it started gets the signal too.
        for child in children { kill(-child, signal) }
        var left = children
        for _ in 0..<Self.patience where !left.isEmpty {
            left = left.filter { waitpid($0, nil, WNOHANG) == 0 }
            if !left.isEmpty { usleep(20_000) }
        }
        for child in left { kill(-child, SIGKILL) }
    }
}
