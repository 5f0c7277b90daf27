#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Small files, read and written as a whole.
package enum WholeFile {
    /// The bytes of a file; nil when there is none.
    package static func read(_ path: String) throws(FileError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .cannotRead(path: path, reason: SystemError.last.description)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            do throws(SystemError) {
                let count = try systemCall { readBytes(descriptor, &buffer) }
                if count == 0 { return bytes }
                bytes += buffer.prefix(count)
            } catch {
                throw .cannotRead(path: path, reason: error.description)
            }
        }
    }

    /// Writes a file; who reads it sees the old one or the new one. See ``NewFile``.
    package static func write(
        _ bytes: some Collection<UInt8>, to path: String, _ form: NewFile.Form = .bytes,
        removingLeftovers: Bool = true, with also: [String] = []
    ) throws(FileError) {
        let file = try NewFile(at: path, form, removingLeftovers: removingLeftovers)
        try Array(bytes).withUnsafeBufferPointer { (buffer) throws(FileError) in
            try file.write(UnsafeRawBufferPointer(buffer))
        }
        try file.publish(with: also)
    }
}

/// The system's `read`, whose name the method above hides.
private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}
