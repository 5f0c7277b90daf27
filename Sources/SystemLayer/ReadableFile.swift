/// Any number of threads can read at any offset.
///
/// It reads with `pread`, which shares no position, and a temporary file needs no name to be opened
/// again. The reader determines the type of errors.
package final class ReadableFile<Failure: ReadingFailure>: Sendable {
    private let descriptor: Descriptor
    package let name: String
    package let size: Int64

    package init(descriptor: consuming Descriptor, name: String, size: Int64) {
        self.descriptor = descriptor
        self.name = name
        self.size = size
    }

    /// As for ``Descriptor/plainFile(_:followingLinks:)``.
    package convenience init(path: String, followingLinks: Bool = true) throws(Failure) {
        let opened = try Failure.reading(
            path, try Descriptor.plainFile(path, followingLinks: followingLinks))
        guard let opened else {
            throw Failure(reading: path, reason: "it is not a file", isMissing: false)
        }
        let size = try Failure.reading(path, try opened.status().size)
        self.init(descriptor: opened, name: path, size: Int64(size))
    }

    /// Reads until the buffer is full or the file ends.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(Failure) -> Int {
        try Failure.reading(name, try descriptor.read(into: buffer, at: Int(offset)))
    }

    /// Fewer when the file ends before.
    package func bytes(_ range: Range<Int64>) throws(Failure) -> [UInt8] {
        try Failure.reading(
            name, try descriptor.bytes(Int(range.lowerBound)..<Int(range.upperBound)))
    }

    package func digest() throws(Failure) -> ByteDigest {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var digest = ByteDigest()
        while case let count = try read(into: buffer, at: Int64(digest.count)), count > 0 {
            digest.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
        return digest
    }

    /// The bytes remain when the file is gone.
    package func mapped() throws(Failure) -> MappedBytes {
        try Failure.reading(name, try MappedBytes(descriptor, count: Int(size)))
    }
}

package protocol ReadingFailure: Error {
    init(reading name: String, reason: String, isMissing: Bool)
}

extension ReadingFailure {
    package static func reading<Value: ~Copyable>(
        _ name: String, _ call: @autoclosure () throws(SystemError) -> Value
    ) throws(Self) -> Value {
        try SystemError.turning(
            into: {
                Self(reading: name, reason: $0.description, isMissing: $0.isMissing)
            }, try call())
    }
}
