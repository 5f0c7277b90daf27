import Foundation

/// The named files and folders that this process has begun but not finished, so that they can be
/// removed at any moment when a signal ends it.
///
/// Making a file and giving it its final name happen under the same lock as removing all, so a
/// signal never finds a file that exists but is unknown here.
package final class UnfinishedFiles: Sendable {
    package static let shared = UnfinishedFiles()

    private let paths = Locked<Set<String>>([])

    private init() {}

    package func begin<Made: ~Copyable>(
        _ path: String, _ make: () throws(SystemError) -> Made
    ) throws(SystemError) -> Made {
        try paths.withLock { (paths) throws(SystemError) -> Made in
            let made = try make()
            paths.insert(path)
            return made
        }
    }

    package func contains(_ path: String) -> Bool {
        paths.withLock { $0.contains(path) }
    }

    package func remember(_ path: String) {
        paths.withLock { _ = $0.insert(path) }
    }

    /// Forgets the file, and those in `also`, on success.
    package func finish(
        _ path: String, with also: [String] = [], _ publish: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try paths.withLock { (paths) throws(SystemError) in
            try publish()
            paths.remove(path)
            paths.subtract(also)
        }
    }

    /// Calls code that opens one of these files by its name, and makes it again if it is gone; or
    /// code that makes a file and removes its name before anything else can happen.
    package func keeping<Value: ~Copyable, Failure: Error>(
        _ open: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try paths.withLock { (_) throws(Failure) -> Value in try open() }
    }

    package func discard(_ path: String) {
        paths.withLock { paths in
            if paths.remove(path) != nil { Self.remove(path) }
        }
    }

    /// For a process that ends right afterwards. The lock stays closed, so that no other thread
    /// makes or publishes a file in between.
    package func discardAllForExit() {
        paths.withLockForExit { paths in
            for path in paths { Self.remove(path) }
        }
    }

    /// A folder with all its content. Links are removed, but not their targets.
    package static func remove(_ path: String) {
        for _ in 0..<mostRounds {
            guard !removeOnce(path) else { return }
        }
    }

    /// More than the files that another thread makes in a folder before it finds the folder gone.
    private static let mostRounds = 100

    /// False when a folder is not empty afterwards: another thread may have made a file in it
    /// meanwhile.
    private static func removeOnce(_ path: String) -> Bool {
        guard unlink(path) != 0, knownStatus(path, followingLinks: false)?.kind == .folder else {
            return true
        }
        for name in Folder.names(in: path) { _ = removeOnce("\(path)/\(name)") }
        guard rmdir(path) != 0 else { return true }
        return errno != ENOTEMPTY
    }
}
