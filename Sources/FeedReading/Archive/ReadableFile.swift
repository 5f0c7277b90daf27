import SystemLayer

/// An open regular file that any number of threads can read at any offset.
///
/// It reads with `pread`, which shares no position: concurrent streams cannot disturb each other,
/// and a temporary file needs no name to be opened again. It never changes, so it is `Sendable`.
final class ReadableFile: Sendable {
    let descriptor: Descriptor
    /// The file's name in messages.
    let name: String
    /// The size when it was opened.
    let size: Int64

    /// Takes over an open descriptor.
    init(descriptor: consuming Descriptor, name: String, size: Int64) {
        self.descriptor = descriptor
        self.name = name
        self.size = size
    }

    /// Opens the file at a path.
    convenience init(path: String) throws(FeedError) {
        do throws(SystemError) {
            let descriptor = try Descriptor(reading: path)
            let size = try descriptor.status().size
            self.init(descriptor: descriptor, name: path, size: Int64(size))
        } catch {
            throw FeedError(opening: path, error)
        }
    }

    /// Reads until the buffer is full or the file ends; returns how many bytes it read.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FeedError) -> Int {
        do throws(SystemError) {
            return try descriptor.read(into: buffer, at: Int(offset))
        } catch {
            throw .inputUnreadable(source: name, reason: error.description)
        }
    }

    /// The bytes of a range; fewer when the file ends before.
    func bytes(_ range: Range<Int64>) throws(FeedError) -> [UInt8] {
        do throws(SystemError) {
            return try descriptor.bytes(Int(range.lowerBound)..<Int(range.upperBound))
        } catch {
            throw .inputUnreadable(source: name, reason: error.description)
        }
    }
}

extension FeedError {
    /// The message for a path with nothing there; perhaps it is an unsupported kind of URL.
    private static func missing(_ path: String) -> String {
        guard let mark = path.firstRange(of: "://"),
            path[..<mark.lowerBound].allSatisfy({ $0.isASCII && $0.isLetter })
        else { return "no such file or folder" }
        return path.lowercased().hasPrefix("file://")
            ? "give the path itself, without file://"
            : "feeds are fetched from http:// and https:// only"
    }

    /// The error for a path that could not be opened.
    init(opening path: String, _ error: SystemError) {
        if error.isMissing {
            self = .inputMissing(source: path, reason: Self.missing(path))
        } else {
            self = .inputUnreadable(source: path, reason: error.description)
        }
    }
}
