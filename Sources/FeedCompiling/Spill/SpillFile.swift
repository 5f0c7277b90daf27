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
    private var bufferSize: Int
    private static let bufferSizeOfFile = 256 << 10
    private let needsFile: Bool

    /// When `needsFile` is false, bytes stay in memory if no file can be made or written.
    package init(
        directory: String, limit: Int, bufferSize: Int = 4 << 20, needsFile: Bool = true
    ) {
        self.directory = directory
        self.limit = limit
        self.bufferSize = bufferSize
        self.needsFile = needsFile
    }

    package var count: Int { writtenBytes + pending.count }

    private var writtenBytes: Int { file?.count ?? 0 }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        guard count + bytes.count <= limit else {
            throw FeedError.temporaryFile(
                directory: directory,
                reason: "temporary data would exceed \(limit / 1_000_000_000) GB; a feed sorted by "
                    + "trip and shape needs none")
        }
        if pending.count + bytes.count > bufferSize, !pending.isEmpty { try flush() }
        // All that it will need: growing step by step would copy it into more and more pages.
        if pending.capacity == 0 { pending.reserveCapacity(bufferSize) }
        pending.append(contentsOf: bytes)
    }

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
        pending.withUnsafeBytes { pending in
            rest.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: pending[from..<from + rest.count]))
        }
    }

    private func flush() throws(FeedError) {
        do throws(SystemError) {
            if file == nil { file = try ScratchFile(in: directory) }
            try pending.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try file?.append(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            guard needsFile else {
                // A part that was written does not count: nothing follows it.
                bufferSize = .max
                return
            }
            throw failure(
                file == nil ? "cannot make a temporary file" : "cannot write temporary data", error)
        }
        // Now that there is a file, a smaller buffer does.
        bufferSize = min(bufferSize, Self.bufferSizeOfFile)
        pending = []
    }

    private func failure(_ what: String, _ error: SystemError) -> FeedError {
        .temporaryFile(directory: directory, reason: "\(what): \(error.description)")
    }
}
