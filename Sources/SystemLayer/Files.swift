#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Operations on files by name.
package enum Files {
    /// Whether there is something at a path.
    package static func exist(at path: String) -> Bool { access(path, F_OK) == 0 }

    /// Renames a file atomically, replacing anything at the target.
    package static func rename(_ path: String, to target: String) throws(SystemError) {
        try systemCall { moved(path, target) }
    }

    /// Removes a file. A file that is missing or held by another process is not an error.
    package static func remove(_ path: String) {
        unlink(path)
    }

    /// Gives a file a second name.
    package static func addName(_ name: String, to path: String) throws(SystemError) {
        try systemCall { link(path, name) }
    }

    /// Makes a link that leads to a destination.
    package static func makeLink(_ path: String, to destination: String) throws(SystemError) {
        try systemCall { symlink(destination, path) }
    }

    /// Sets a file's time of change to now, if allowed.
    package static func touch(_ path: String) {
        utimes(path, nil)
    }

    /// The canonical path of a file; nil when there is nothing.
    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The system's `rename`, which the method above shadows.
private func moved(_ path: String, _ target: String) -> Int32 {
    rename(path, target)
}

/// Small files, read and written as a whole.
package enum WholeFile {
    /// The bytes of a file; nil when there is none.
    ///
    /// - Parameter limit: the most bytes to read. For files of unknown origin and size, the caller
    ///   asks for one byte more than it accepts.
    package static func read(
        _ path: String, first limit: Int = .max
    ) throws(FileError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try Descriptor(reading: path)
            var bytes: [UInt8] = []
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
            defer { buffer.deallocate() }
            while bytes.count < limit {
                let room = UnsafeMutableRawBufferPointer(
                    rebasing: buffer.prefix(limit - bytes.count))
                let count = try file.read(into: room)
                guard count > 0 else { break }
                bytes += room.prefix(count)
            }
            return bytes
        } catch {
            if error.isMissing { return nil }
            throw .cannotRead(path: path, reason: error.description)
        }
    }

    /// Writes a file; readers see the old one or the new one. See ``NewFile``.
    package static func write(
        _ bytes: some Collection<UInt8>, to path: String, _ form: NewFile.Form = .bytes,
        replacing replaceable: Replaceable, removingLeftovers: Bool = true,
        with also: [String] = []
    ) throws(FileError) {
        let file = try NewFile(
            at: path, form, replacing: replaceable, removingLeftovers: removingLeftovers)
        try Array(bytes).withUnsafeBufferPointer { (buffer) throws(FileError) in
            try file.write(UnsafeRawBufferPointer(buffer))
        }
        try file.publish(with: also)
    }
}

/// The reason why a file could not be made, written or read: one clear line.
package enum FileError: Error, Hashable, CustomStringConvertible {
    /// The path, or its folder, does not allow it.
    case cannotCreate(path: String, reason: String)
    /// The operating system refused to write it, or to move it into place.
    case cannotWrite(path: String, reason: String)
    /// The operating system refused to read it.
    case cannotRead(path: String, reason: String)

    package var description: String {
        switch self {
        case .cannotCreate(let path, let reason): "\(path): cannot be made: \(reason)"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
        }
    }
}

extension FileError: ReadingFailure {
    package init(reading name: String, reason: String, isMissing: Bool) {
        self = .cannotRead(path: name, reason: reason)
    }
}
