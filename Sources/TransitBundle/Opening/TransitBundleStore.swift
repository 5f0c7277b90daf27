import Foundation
import SystemLayer
public import TransitModel

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
public final class TransitBundleStore: ForwardingSource {
    /// Where the current bundle is, whichever it is.
    public let path: String
    private let stored: Locked<TransitBundle>
    /// Who waits for changes.
    private let listeners = Locked<[UUID: AsyncStream<Void>.Continuation]>([:])
    /// Held while files change places, so that two newer ones do not get into each other's way.
    private let swapping = Locked(())

    /// Opens the bundle at a path.
    public init(path: String) throws {
        self.path = path
        stored = Locked(try TransitBundle(path: path))
    }

    /// The bundle to ask now.
    public var current: TransitBundle { stored.withLock { $0 } }

    /// Each question is answered by the bundle that is current when it is asked; those that belong
    /// together are asked in `answering(_:)`, which holds on to one bundle.
    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(current)
    }

    /// Replaces the current bundle by a newer one and opens that.
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
    /// - Parameters:
    ///   - newPath: where the newer bundle is.
    ///   - sha256: what the file's SHA-256 must be, in hexadecimal digits.
    /// - Returns: the bundle that is now current.
    @discardableResult
    public func replace(with newPath: String, sha256: String? = nil) throws -> TransitBundle {
        try BundleCheck(path: newPath).run(sha256: sha256)
        return try swapping.withLock { _ in
            let opened = try Self.swap(newPath, into: path)
            stored.withLock { $0 = opened }
            tellListeners()
            return opened
        }
    }

    /// Moves a file to a path and opens it there; when it cannot be opened, what was there before is
    /// there again.
    private static func swap(_ newPath: String, into path: String) throws -> TransitBundle {
        func failure(_ what: String, _ error: SystemError) -> TransitBundleError {
            .unreadable(path: newPath, reason: "\(what): \(error.description)")
        }
        // A crash of the system must not leave the new name with a file that is not on the disk yet.
        do throws(SystemError) {
            try Descriptor(reading: newPath).synchronize()
        } catch {
            throw failure("it cannot be written out", error)
        }
        let kept = path + ".previous"
        try keep(path, as: kept)
        do throws(SystemError) {
            try Files.rename(newPath, to: path)
        } catch {
            Files.remove(kept)
            throw failure("it cannot be moved to \(path)", error)
        }
        do {
            let opened = try TransitBundle(path: path)
            try BundleCheck.ask(opened)
            synchronizeFolder(of: path)
            Files.remove(kept)
            return opened
        } catch {
            restore(kept, to: path, and: newPath)
            throw error
        }
    }

    /// Gives a file a second name, or where the volume knows none, copies it. Where there is no file,
    /// there is nothing to keep.
    private static func keep(_ path: String, as kept: String) throws {
        // One that an earlier run of the app left when it was ended.
        Files.remove(kept)
        do throws(SystemError) {
            return try Files.addName(kept, to: path)
        } catch {
            if error == .missing { return }
        }
        do {
            try FileManager.default.copyItem(atPath: path, toPath: kept)
        } catch {
            throw TransitBundleError.unreadable(
                path: path, reason: "it cannot be kept: \(error.localizedDescription)")
        }
    }

    /// Puts both files back where they were, as far as that is possible: what is told is why.
    private static func restore(_ kept: String, to path: String, and newPath: String) {
        do throws(SystemError) {
            try Files.addName(newPath, to: path)
        } catch {
            // The volume has no second names; the new file is gone, the old one comes back.
        }
        do throws(SystemError) {
            try Files.rename(kept, to: path)
        } catch {
            return
        }
    }

    /// Waits until the names in a file's folder are on the disk, where the system can tell.
    private static func synchronizeFolder(of path: String) {
        do throws(FileError) {
            try Folder.synchronize(Folder.split(path).folder)
        } catch {
            return
        }
    }

    /// Opens the file at the path anew, after another process has put a newer one there.
    @discardableResult
    public func reopen() throws -> TransitBundle {
        let opened = try TransitBundle(path: path)
        stored.withLock { $0 = opened }
        tellListeners()
        return opened
    }

    /// An element whenever another bundle has become the current one.
    public func changes() -> AsyncStream<Void> {
        let id = UUID()
        // Who was busy during two changes needs to look only once.
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.onTermination = { [weak self] _ in
                self?.listeners.withLock { _ = $0.removeValue(forKey: id) }
            }
            listeners.withLock { $0[id] = continuation }
        }
    }

    private func tellListeners() {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
    }
}
