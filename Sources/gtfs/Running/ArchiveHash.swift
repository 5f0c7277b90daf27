import Dispatch
import FeedReading
import SystemLayer

/// The SHA-256 of an archive, computed on a thread of its own.
final class ArchiveHash {
    private let archive: FeedArchive
    private let found = Locked<Result<String?, FeedError>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)
    private var hasBegun = false

    init(_ archive: FeedArchive) {
        self.archive = archive
    }

    /// Begins to read the archive; returns at once.
    func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        WorkerThread.start { [archive, found, isDone] in
            let result: Result<String?, FeedError>
            do throws(FeedError) {
                result = .success(try archive.archiveSHA256())
            } catch {
                result = .failure(error)
            }
            found.withLock { $0 = result }
            isDone.signal()
        }
    }

    /// Waits for it; nil for a folder.
    func value() throws(FeedError) -> String? {
        begin()
        isDone.wait()
        isDone.signal()
        return try found.withLock { $0 }?.get()
    }
}
