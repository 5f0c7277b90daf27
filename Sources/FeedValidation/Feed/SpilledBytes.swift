import FeedCompiling
import FeedReading
import SystemLayer

/// Bytes of a feed that rules need only now and then: in a scratch file, if there are many and the
/// system allows one.
///
/// Only the loader appends; then any thread may read.
final class SpilledBytes {
    private let file: SpillFile
    /// The reason why bytes could not be read.
    private let failure = Locked<FeedError?>(nil)

    /// - Parameters:
    ///   - directory: where the file is created when needed.
    ///   - limit: the number of bytes after which `append` fails.
    ///   - bufferSize: the number of bytes that stay in memory in any case.
    init(directory: String, limit: Int = 32_000_000_000, bufferSize: Int) {
        file = SpillFile(
            directory: directory, limit: limit, bufferSize: bufferSize, needsFile: false)
    }

    var count: Int { file.count }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) { try file.append(bytes) }

    /// Fills `buffer` with the bytes from `offset` on, or with zeros when they cannot be read,
    /// which `throwFailure` reports.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
        do throws(FeedError) {
            try file.read(at: offset, into: buffer)
        } catch {
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            failure.withLock { $0 = $0 ?? error }
        }
    }

    /// Throws when bytes could not be read: what was derived from them is then wrong.
    func throwFailure() throws(FeedError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
