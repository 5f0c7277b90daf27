import FeedCompiling
import FeedReading
import SystemLayer

/// Bytes of a feed that rules need only now and then: in a scratch file, if there are many and the
/// system allows one.
///
/// Only the loader appends; then any thread may read.
final class SpilledBytes {
    private let file: SpillFile
    private let failure = Locked<FeedError?>(nil)

    init(directory: String, limit: Int = 32_000_000_000, bufferSize: Int) {
        file = SpillFile(
            directory: directory, limit: limit, bufferSize: bufferSize, needsFile: false)
    }

    var count: Int { file.count }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) { try file.append(bytes) }

    /// Zeros replace what cannot be read, which `throwFailure` reports.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
        do throws(FeedError) {
            try file.read(at: offset, into: buffer)
        } catch {
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            failure.withLock { $0 = $0 ?? error }
        }
    }

    /// What was derived from bytes that could not be read is wrong.
    func throwFailure() throws(FeedError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
