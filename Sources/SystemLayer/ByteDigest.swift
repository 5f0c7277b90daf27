/// The SHA-256 of bytes that come piece by piece, and their number.
package struct ByteDigest {
    private var hash = SHA256()
    package private(set) var count = 0

    package init() {}

    /// Reads a file to its end, a piece at a time. What is no file cannot be read: the writer of a
    /// named pipe might never come.
    package init(file path: String) throws(FileError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        let isFile: Bool
        do throws(SystemError) {
            let file = try Descriptor(reading: path, isPatient: false)
            isFile = try file.status().kind == .file
            while isFile, case let count = try file.read(into: buffer), count > 0 {
                update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            }
        } catch {
            throw .cannotRead(path: path, reason: error.description)
        }
        guard isFile else { throw .cannotRead(path: path, reason: "is not a file") }
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
        count += bytes.count
    }

    /// 64 hexadecimal digits.
    package var sha256: String { hash.digest.hexadecimal }

    /// The SHA-256 of some bytes.
    package static func sha256(_ bytes: some Sequence<UInt8>) -> String {
        SHA256.digest(of: bytes).hexadecimal
    }
}
