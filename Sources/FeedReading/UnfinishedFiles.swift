import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files and folders with a name that this process has begun and not finished, so that they can be removed
/// at any moment when a signal ends it.
///
/// Making a file and giving it its final name happen under the same lock as removing all: a signal
/// never meets a file that exists and is not known here.
package final class UnfinishedFiles: @unchecked Sendable {
    // Sendable: `paths` is guarded by `lock`.
    package static let shared = UnfinishedFiles()

    private let lock = DispatchSemaphore(value: 1)
    private var paths: Set<String> = []

    private init() {}

    /// Calls what makes a file and returns its path, and remembers that; nil when it was not made.
    package func begin(_ make: () -> String?) -> String? {
        lock.wait()
        defer { lock.signal() }
        let path = make()
        if let path { paths.insert(path) }
        return path
    }

    /// Calls what puts a file in its final place; forgets the file when that worked.
    ///
    /// - Parameter also: other files that are only finished together with this one.
    package func finish(
        _ path: String, with also: [String] = [], _ publish: () -> Bool
    ) -> Bool {
        lock.wait()
        defer { lock.signal() }
        guard publish() else { return false }
        paths.remove(path)
        paths.subtract(also)
        return true
    }

    /// Removes a file that is not wanted any more.
    package func discard(_ path: String) {
        lock.wait()
        defer { lock.signal() }
        if paths.remove(path) != nil { Self.remove(path) }
    }

    /// Removes all files, for a process that ends right after. The lock stays closed, so that no
    /// other thread makes a file or publishes one in between.
    package func discardAllForExit() {
        lock.wait()
        for path in paths { Self.remove(path) }
    }

    /// Removes a file, or a folder with the files in it.
    package static func remove(_ path: String) {
        guard unlink(path) != 0, let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink("\(path)/\(name)")
        }
        closedir(directory)
        rmdir(path)
    }
}
