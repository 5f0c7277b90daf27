import Foundation

/// The bundle that an app uses now, and the way to change over to a newer one.
///
/// Whoever reads holds on to the bundle that it took: a swap changes what the next `current` gives,
/// and readers that are busy finish on the old file, which the system keeps until they are done.
///
/// ```swift
/// let store = try TransitBundleStore(path: "sydney.sqlite")
/// let routes = try await store.current.routes()
/// try store.replace(with: downloaded)      // moves the file in, atomically
/// ```
public final class TransitBundleStore: Sendable {
    /// Where the current bundle is, whichever it is.
    public let path: String
    private let box: Box

    /// Opens the bundle at a path.
    public init(path: String) throws {
        self.path = path
        box = Box(try TransitBundle(path: path))
    }

    /// The bundle to ask now.
    public var current: TransitBundle { box.value }

    /// Puts a newer bundle in the place of the current one and opens it.
    ///
    /// The new file is checked first; when it is no good, the current bundle stays. The file is
    /// moved, so it must lie on the same volume.
    ///
    /// - Returns: the bundle that is now current.
    @discardableResult
    public func replace(with newPath: String) throws -> TransitBundle {
        // Opened where it is, so that the old bundle stays in place if it turns out to be broken.
        _ = try TransitBundle(path: newPath)
        guard rename(newPath, path) == 0 else {
            throw TransitBundleError.unreadable(
                path: newPath,
                reason: "it can not be moved to \(path): \(String(cString: strerror(errno)))")
        }
        let opened = try TransitBundle(path: path)
        box.value = opened
        return opened
    }

    /// Opens the file at the path anew, after another process has put a newer one there.
    @discardableResult
    public func reopen() throws -> TransitBundle {
        let opened = try TransitBundle(path: path)
        box.value = opened
        return opened
    }

    /// A value that a lock guards.
    private final class Box: @unchecked Sendable {
        // Sendable: `stored` is only touched with `lock` held.
        private let lock = NSLock()
        private var stored: TransitBundle

        init(_ value: TransitBundle) {
            stored = value
        }

        var value: TransitBundle {
            get {
                lock.lock()
                defer { lock.unlock() }
                return stored
            }
            set {
                lock.lock()
                defer { lock.unlock() }
                stored = newValue
            }
        }
    }
}
