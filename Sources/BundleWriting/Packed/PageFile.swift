import Dispatch
import SQLiteLayer
import SystemLayer

/// The file that ``PackedPages`` fills. Pages that are appended are written on another thread.
final class PageFile: Sendable {
    private let descriptor: Descriptor
    private let queue = DispatchQueue(label: "gtfs.pages", qos: .userInitiated)
    private let failure = Locked<SQLiteFailure?>(nil)
    /// Two writes may be under way: a writer that fills pages faster than they are written waits.
    private let room = DispatchSemaphore(value: 0)

    init(path: String) throws(SQLiteFailure) {
        do throws(SystemError) {
            descriptor = try Descriptor(writing: path)
        } catch {
            throw Self.failure(error)
        }
        // Not as the initial value: Dispatch traps when a semaphore ends below that.
        for _ in 0..<2 { room.signal() }
    }

    /// Its size in bytes.
    func size() throws(SQLiteFailure) -> Int {
        do throws(SystemError) {
            return try descriptor.status().size
        } catch {
            throw Self.failure(error)
        }
    }

    /// Writes here and now.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteFailure) {
        do throws(SystemError) {
            try descriptor.write(bytes, at: offset)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Begins to write; a failure is thrown by a later call, or by ``finish()``, and nothing is written
    /// after it.
    func startWriting(_ bytes: [UInt8], at offset: Int) throws(SQLiteFailure) {
        try throwFailure()
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do throws(SQLiteFailure) {
                try bytes.withUnsafeBufferPointer { bytes throws(SQLiteFailure) in
                    try write(UnsafeRawBufferPointer(bytes), at: offset)
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    /// Waits until nothing is being written any more.
    func wait() { queue.sync {} }

    /// Waits until everything is written.
    func finish() throws(SQLiteFailure) {
        wait()
        try throwFailure()
    }

    private func throwFailure() throws(SQLiteFailure) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// The error that SQLite would give for the same failure.
    private static func failure(_ error: SystemError) -> SQLiteFailure {
        .notWritten(error.description)
    }
}
