#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The files and folders with a name that this process has begun and not finished, so that they can
/// be removed at any moment when a signal ends it.
///
/// Making a file and giving it its final name happen under the same lock as removing all: a signal
/// never meets a file that exists and is not known here.
package final class UnfinishedFiles: @unchecked Sendable {
    // Sendable: `paths` is touched only with `lock` held, which is never moved nor freed: the only
    // instance lives as long as the process.
    package static let shared = UnfinishedFiles()

    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var paths: Set<String> = []

    private init() {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    /// Calls what makes a file and returns its path, and remembers that; nil when it was not made.
    package func begin(_ make: () -> String?) -> String? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        let path = make()
        if let path { paths.insert(path) }
        return path
    }

    /// Calls what puts a file in its final place; forgets the file when that worked.
    ///
    /// - Parameter also: other files that are only finished together with this one.
    package func finish(
        _ path: String, with also: [String] = [], _ publish: () throws(SystemError) -> Void
    ) throws(SystemError) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        try publish()
        paths.remove(path)
        paths.subtract(also)
    }

    /// Calls what opens one of these files by its name, and would make it again where it is gone.
    package func keeping<Value>(_ open: () throws -> Value) rethrows -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try open()
    }

    /// Removes a file that is not wanted any more.
    package func discard(_ path: String) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        if paths.remove(path) != nil { Self.remove(path) }
    }

    /// Removes all files, for a process that ends right after. The lock stays closed, so that no
    /// other thread makes a file or publishes one in between.
    package func discardAllForExit() {
        pthread_mutex_lock(lock)
        for path in paths { Self.remove(path) }
    }

    /// Removes a file, or a folder with the files in it.
    package static func remove(_ path: String) {
        guard unlink(path) != 0 else { return }
        for name in Folder.names(in: path) { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
