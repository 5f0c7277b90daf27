import Foundation

/// The bundle that an app uses now, and the way to change over to a newer one.
///
/// Whoever reads holds on to the bundle that it took: a swap changes what the next `current` gives,
/// and readers that are busy finish on the old file, which the system keeps until they are done.
///
/// ```swift
/// let store = try TransitBundleStore(path: "sydney.sqlite")
/// let routes = try await store.current.routes()
/// try store.replace(with: downloaded, sha256: digest)      // checks it and moves it in
/// ```
public final class TransitBundleStore: Sendable {
    /// Where the current bundle is, whichever it is.
    public let path: String
    private let box: Box
    /// Held while files change places, so that two newer ones do not get into each other's way.
    private let swapping = NSLock()

    /// Opens the bundle at a path.
    public init(path: String) throws {
        self.path = path
        box = Box(try TransitBundle(path: path))
    }

    /// The bundle to ask now.
    public var current: TransitBundle { box.value }

    /// Puts a newer bundle in the place of the current one and opens it.
    ///
    /// The new file is checked first: its digest where that is known, all of its pages, and some
    /// questions. When it is no good it stays where it is, and the current bundle goes on. Without a
    /// digest a change of single bytes may pass; the manifest of `gtfs update` has the digest. The
    /// check reads the whole file, which takes long enough for it not to be called on the thread of a
    /// user interface.
    ///
    /// The file is moved, so it must lie on the same volume. The old one is kept beside it, as
    /// `PATH.previous`, until the new one has answered in its place.
    ///
    /// - Parameter sha256: what the file's SHA-256 must be, in hexadecimal digits.
    /// - Returns: the bundle that is now current.
    @discardableResult
    public func replace(with newPath: String, sha256: String? = nil) throws -> TransitBundle {
        try BundleCheck(path: newPath).run(sha256: sha256)
        return try swapping.withLock {
            let opened = try Self.swap(newPath, into: path)
            box.value = opened
            return opened
        }
    }

    /// Moves a file to a path and opens it there; when it can not be opened, what was there before is
    /// there again.
    private static func swap(_ newPath: String, into path: String) throws -> TransitBundle {
        func failure(_ what: String, _ number: Int32) -> TransitBundleError {
            .unreadable(path: newPath, reason: "\(what): \(String(cString: strerror(number)))")
        }
        // A crash of the system must not leave the new name with a file that is not on the disk yet.
        guard sync(newPath) else { throw failure("it can not be written out", errno) }
        let kept = path + ".previous"
        try keep(path, as: kept)
        guard rename(newPath, path) == 0 else {
            let number = errno
            unlink(kept)
            throw failure("it can not be moved to \(path)", number)
        }
        do {
            let opened = try TransitBundle(path: path)
            try BundleCheck.ask(opened)
            _ = sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            unlink(kept)
            return opened
        } catch {
            link(path, newPath)
            rename(kept, path)
            throw error
        }
    }

    /// Gives a file a second name, or where the volume knows none, copies it. Where there is no file,
    /// there is nothing to keep.
    private static func keep(_ path: String, as kept: String) throws {
        // One that an earlier run of the app left when it was ended.
        unlink(kept)
        if link(path, kept) == 0 || errno == ENOENT { return }
        do {
            try FileManager.default.copyItem(atPath: path, toPath: kept)
        } catch {
            throw TransitBundleError.unreadable(
                path: path, reason: "it can not be kept: \(error.localizedDescription)")
        }
    }

    /// Waits until what was written to a file or a folder is on the disk.
    private static func sync(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
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
