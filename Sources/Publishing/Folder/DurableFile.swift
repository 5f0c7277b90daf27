import FeedReading

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that are there whole or not at all, and still there after a power cut.
package enum DurableFile {
    /// Reads a small file; nil when there is none.
    package static func read(_ path: String) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw PublishingError.unusableFolder(
                path: path, reason: "cannot be read: \(reason())")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Self.read(descriptor, &buffer)
            guard count >= 0 else {
                throw PublishingError.unusableFolder(
                    path: path, reason: "cannot be read: \(reason())")
            }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    /// Replaces a file; who reads it sees the old one or the new one.
    ///
    /// - Parameter also: what must appear together with it, see ``UnfinishedFiles/finish(_:with:_:)``.
    package static func write(_ bytes: [UInt8], to path: String, with also: [String] = []) throws {
        var template = Array("\(path).gtfs-XXXXXX".utf8CString)
        var descriptor: Int32 = -1
        let temporary = UnfinishedFiles.shared.begin {
            descriptor = mkstemp(&template)
            guard descriptor >= 0 else { return nil }
            return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard let temporary else {
            throw PublishingError.cannotWrite(path: path, reason: reason())
        }
        do {
            defer { close(descriptor) }
            try writeAll(bytes, descriptor, path)
            try settle(descriptor, path)
        } catch {
            UnfinishedFiles.shared.discard(temporary)
            throw error
        }
        guard
            UnfinishedFiles.shared.finish(
                temporary, with: also, { rename(temporary, path) == 0 })
        else {
            let failure = PublishingError.cannotWrite(path: path, reason: reason())
            UnfinishedFiles.shared.discard(temporary)
            throw failure
        }
        syncFolder(of: path)
    }

    /// Whether a name is that of a file that was being written: `manifest.json.gtfs-AbC123`.
    static func isTemporary(_ name: String) -> Bool {
        guard let mark = name.firstRange(of: ".gtfs-") else { return false }
        let rest = name[mark.upperBound...]
        return rest.count == 6 && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Makes a finished file readable like any new one, and safe.
    package static func settle(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw PublishingError.cannotWrite(path: path, reason: reason())
        }
        defer { close(descriptor) }
        try settle(descriptor, path)
    }

    /// A rename is safe only when the folder is.
    package static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let directory = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    private static func settle(_ descriptor: Int32, _ path: String) throws {
        let mask = umask(0)
        umask(mask)
        guard fchmod(descriptor, 0o666 & ~mask) == 0, fsync(descriptor) == 0 else {
            throw PublishingError.cannotWrite(path: path, reason: reason())
        }
    }

    private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw PublishingError.cannotWrite(path: path, reason: reason())
            }
            rest = rest.dropFirst(count)
        }
    }

    // The names of the system's calls are those of this type.
    private static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Glibc)
                Glibc.read(descriptor, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                Musl.read(descriptor, bytes.baseAddress, bytes.count)
            #else
                Darwin.read(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    static func reason() -> String { String(cString: strerror(errno)) }
}
