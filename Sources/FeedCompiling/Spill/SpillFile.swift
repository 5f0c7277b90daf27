package import FeedReading
import SystemLayer

/// A temporary file without a name: bytes that would not fit in memory, gone with the process.
///
/// The file is unlinked as soon as it is made, so nothing is left behind however the process ends.
/// Writes are collected in memory first; a feed that needs little never makes the file.
package final class SpillFile {
    private let directory: String
    private let limit: Int
    private var file: ScratchFile?
    private var pending: [UInt8] = []
    private let bufferSize: Int

    /// - Parameters:
    ///   - directory: where the file is made when it is needed.
    ///   - limit: bytes after which writing fails.
    ///   - bufferSize: how many bytes are collected in memory.
    package init(directory: String, limit: Int, bufferSize: Int = 4 << 20) {
        self.directory = directory
        self.limit = limit
        self.bufferSize = bufferSize
    }

    /// How many bytes were appended.
    package var count: Int { writtenBytes + pending.count }

    private var writtenBytes: Int { file?.count ?? 0 }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        guard count + bytes.count <= limit else {
            throw FeedError.temporaryFile(
                directory: directory,
                reason: "temporary data would pass \(limit / 1_000_000_000) GB; a feed sorted by "
                    + "trip and shape needs none")
        }
        // At once what it will need: growing step by step would copy it, into more and more pages.
        if pending.capacity == 0 { pending.reserveCapacity(bufferSize) }
        if pending.count + bytes.count > bufferSize, !pending.isEmpty { try flush() }
        pending.append(contentsOf: bytes)
    }

    /// Fills `buffer` with the bytes from `offset` on.
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError)
    {
        let onDisk = max(0, min(buffer.count, writtenBytes - offset))
        if onDisk > 0 {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(onDisk))
            do throws(SystemError) {
                let count = try file?.descriptor.read(into: part, at: offset)
                guard count == onDisk else { throw .inputOutput }
            } catch {
                throw failure("cannot read temporary data", error)
            }
        }
        guard onDisk < buffer.count else { return }
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[onDisk...])
        let from = offset + onDisk - writtenBytes
        rest.copyBytes(from: pending[from..<from + rest.count])
    }

    private func flush() throws(FeedError) {
        if file == nil {
            do throws(SystemError) {
                file = try ScratchFile(in: directory)
            } catch {
                throw failure("cannot make a temporary file", error)
            }
        }
        do throws(SystemError) {
            try pending.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try file?.append(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            throw failure("cannot write temporary data", error)
        }
        pending.removeAll(keepingCapacity: true)
    }

    private func failure(_ what: String, _ error: SystemError) -> FeedError {
        .temporaryFile(directory: directory, reason: "\(what): \(error.description)")
    }
}
