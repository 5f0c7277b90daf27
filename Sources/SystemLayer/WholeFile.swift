/// Small files, read and written as a whole.
package enum WholeFile {
    /// The bytes of a file; nil when there is none.
    package static func read(_ path: String) throws(FileError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try Descriptor(reading: path)
            var bytes: [UInt8] = []
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
            defer { buffer.deallocate() }
            while case let count = try file.read(into: buffer), count > 0 {
                bytes += buffer.prefix(count)
            }
            return bytes
        } catch {
            if error.isMissing { return nil }
            throw .cannotRead(path: path, reason: error.description)
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
