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
package final class UnfinishedFiles: Sendable {
    package static let shared = UnfinishedFiles()

    private let paths = Locked<Set<String>>([])

    private init() {}

    /// Calls what makes a file at a path, and remembers the path when that worked.
    package func begin<Made: ~Copyable>(
        _ path: String, _ make: () throws(SystemError) -> Made
    ) throws(SystemError) -> Made {
        try paths.withLock { (paths) throws(SystemError) -> Made in
            let made = try make()
            paths.insert(path)
            return made
        }
    }

    /// Calls what puts a file in its final place; forgets the file when that worked.
    ///
    /// - Parameter also: other files that are only finished together with this one.
    package func finish(
        _ path: String, with also: [String] = [], _ publish: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try paths.withLock { (paths) throws(SystemError) in
            try publish()
            paths.remove(path)
            paths.subtract(also)
        }
    }

    /// Calls what opens one of these files by its name, and would make it again where it is gone;
    /// or makes a file that loses its name before anything else can happen.
    package func keeping<Value: ~Copyable, Failure: Error>(
        _ open: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try paths.withLock { (_) throws(Failure) -> Value in try open() }
    }

    /// Removes a file that is not wanted any more.
    package func discard(_ path: String) {
        paths.withLock { paths in
            if paths.remove(path) != nil { Self.remove(path) }
        }
    }

    /// Removes all files, for a process that ends right after. The lock stays closed, so that no
    /// other thread makes a file or publishes one in between.
    package func discardAllForExit() {
        paths.withLockForExit { paths in
            for path in paths { Self.remove(path) }
        }
    }

    /// Removes a file, or a folder with all that is in it. Links go, what they lead to stays.
    package static func remove(_ path: String) {
        guard unlink(path) != 0, knownStatus(path, followingLinks: false)?.kind == .folder else {
            return
        }
        for name in Folder.names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
