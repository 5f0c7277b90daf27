import SystemLayer

/// A file that can be read at any place.
final class FileReader {
    let path: String
    let size: Int
    private let descriptor: Descriptor

    init(_ path: String) throws {
        self.path = path
        let status: FileStatus
        do throws(SystemError) {
            // Without waiting: a named pipe may never have a writer.
            descriptor = try Descriptor(reading: path, isPatient: false)
            status = try descriptor.status()
        } catch {
            throw error.isMissing
                ? BundleDeltaError.missing(path: path)
                : BundleDeltaError.cannotRead(path: path, reason: error.description)
        }
        guard status.kind == .file else {
            throw BundleDeltaError.cannotRead(path: path, reason: "it is not a file")
        }
        size = status.size
    }

    /// Reads until the buffer is full or the file ends; returns the number of bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        do throws(SystemError) {
            return try descriptor.read(into: buffer, at: offset)
        } catch {
            throw BundleDeltaError.cannotRead(path: path, reason: error.description)
        }
    }

    /// All its bytes, which remain when the reader is gone.
    func mapped() throws -> MappedBytes {
        do throws(SystemError) {
            return try MappedBytes(descriptor, count: size)
        } catch {
            throw BundleDeltaError.cannotRead(path: path, reason: error.description)
        }
    }

    /// Fills the buffer; a file that ends before has changed meanwhile.
    func read(exactly buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        guard try read(into: buffer, at: offset) == buffer.count else {
            throw BundleDeltaError.cannotRead(path: path, reason: "it has become shorter")
        }
    }
}
