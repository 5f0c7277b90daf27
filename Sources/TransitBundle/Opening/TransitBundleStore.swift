import Foundation
import SystemLayer
public import TransitModel

/// The bundle that an app currently uses, and the means to switch to a newer one.
///
/// Readers keep the bundle that they took: a swap changes the next result of `current`, while busy
/// readers finish with the old file, which the system keeps until they are done.
///
/// ```swift
/// let store = try TransitBundleStore(path: path)
/// try store.replace(with: downloaded, sha256: digest)  // checks it and moves it in
/// let routes = try await store.current.routes()
/// ```
public final class TransitBundleStore: ForwardingSource {
    /// The path of the current bundle, which stays the same.
    public let path: String
    private let stored: Locked<TransitBundle>
    private let listeners = Listeners<Void>()
    /// Held while files change places, so that two swaps do not interfere.
    private let swapping = Locked(())

    /// Opens the bundle at a path.
    public init(path: String) throws {
        self.path = path
        stored = Locked(try TransitBundle(path: path))
    }

    /// The bundle to ask at present.
    public var current: TransitBundle { stored.withLock { $0 } }

    /// Answers each question with the bundle that is current at that moment. Ask related questions in
    /// `answering(_:)`, which keeps one bundle.
    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(current)
    }

    /// Replaces the current bundle with a newer one and opens it.
    ///
    /// The new file is checked first: its digest if known, all its pages, and some questions. If it
    /// is unusable, it stays where it is, and the current bundle stays in use. Without a digest,
    /// changes of single bytes may go unnoticed; the manifest of `gtfs update` contains the digest.
    /// The check reads the whole file, so do not call this method on the thread of a user
    /// interface.
    ///
    /// The file is moved, so it must be on the same volume. The old one is kept beside it, as
    /// `PATH.replaced`, until the new one has answered in its place. `PATH.previous`, which an
    /// update can go back to, stays.
    ///
    /// - Parameters:
    ///   - newPath: the path of the newer bundle.
    ///   - sha256: the expected SHA-256 of the file, in hexadecimal digits.
    /// - Returns: the bundle that is now current.
    @discardableResult
    public func replace(with newPath: String, sha256: String? = nil) throws -> TransitBundle {
        try BundleCheck(path: newPath).run(sha256: sha256)
        return try swapping.withLock { _ in
            let opened = try Self.swap(newPath, into: path)
            stored.withLock { $0 = opened }
            listeners.tell(())
            return opened
        }
    }

    /// The previous file is restored when the new one cannot be opened.
    private static func swap(_ newPath: String, into path: String) throws -> TransitBundle {
        func failure(_ what: String, _ error: SystemError) -> TransitBundleError {
            .unreadable(path: newPath, reason: "\(what): \(error.description)")
        }
        // A system crash must not leave the new name with a file that is not on the disk yet.
        do throws(SystemError) {
            try Descriptor(reading: newPath).synchronize()
        } catch {
            throw failure("it cannot be written out", error)
        }
        let kept = path + ".replaced"
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

    /// Copies on volumes without hard links. Does nothing when there is no file.
    private static func keep(_ path: String, as kept: String) throws {
        // Left by an earlier run of the app that was ended.
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

    /// The original error is the one reported.
    private static func restore(_ kept: String, to path: String, and newPath: String) {
        do throws(SystemError) {
            try Files.addName(newPath, to: path)
        } catch {
            // The volume has no hard links; the new file is lost, the old one comes back.
        }
        do throws(SystemError) {
            try Files.rename(kept, to: path)
        } catch {
            return
        }
    }

    private static func synchronizeFolder(of path: String) {
        do throws(FileError) {
            try Folder.synchronize(Folder.split(path).folder)
        } catch {
            return
        }
    }

    /// Opens the file at the path again, after another process has put a newer one there.
    @discardableResult
    public func reopen() throws -> TransitBundle {
        let opened = try TransitBundle(path: path)
        stored.withLock { $0 = opened }
        listeners.tell(())
        return opened
    }

    /// Yields whenever another bundle has become current.
    public func changes() -> AsyncStream<Void> { listeners.events() }
}
