import Foundation

package enum Files {
    package static func exist(at path: String) -> Bool { access(path, F_OK) == 0 }

    /// Atomic; replaces anything at the target.
    package static func rename(_ path: String, to target: String) throws(SystemError) {
        try systemCall { moved(path, target) }
    }

    /// A file that is missing or held by another process is not an error.
    package static func remove(_ path: String) {
        unlink(path)
    }

    package static func addName(_ name: String, to path: String) throws(SystemError) {
        try systemCall { link(path, name) }
    }

    package static func makeLink(_ path: String, to destination: String) throws(SystemError) {
        try systemCall { symlink(destination, path) }
    }

    package static func touch(_ path: String) {
        utimes(path, nil)
    }

    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

private func moved(_ path: String, _ target: String) -> Int32 {
    rename(path, target)
}

package enum WholeFile {
    /// Nil when there is none.
    ///
    /// Anything but a plain file is an error at once, except a descriptor that this process was
    /// started with, as shells open one for `<(...)`. Bytes are counted while they are read, as the
    /// file may grow meanwhile.
    package static func read(
        _ path: String, atMost limit: Int, followingLinks: Bool = true
    ) throws(FileError) -> [UInt8]? {
        let bytes = try reading(path) { () throws(SystemError) -> [UInt8]? in
            if let number = OutputPlace.descriptor(path) {
                return try Descriptor(duplicating: number).bytes(past: limit)
            }
            return try Descriptor.plainFile(path, followingLinks: followingLinks)?
                .bytes(past: limit)
        }
        guard let bytes, bytes.count > limit else { return bytes }
        throw .tooLarge(path: path, limit: limit)
    }

    package static func head(_ path: String, count: Int) throws(FileError) -> [UInt8]? {
        try reading(path) { () throws(SystemError) in
            try Descriptor.plainFile(path)?.bytes(0..<count)
        }
    }

    /// Nil when there is nothing. The body returns nil for non-files.
    private static func reading(
        _ path: String, _ body: () throws(SystemError) -> [UInt8]?
    ) throws(FileError) -> [UInt8]? {
        do throws(SystemError) {
            if let bytes = try body() { return bytes }
        } catch {
            if error.isMissing { return nil }
            throw .cannotRead(path: path, reason: error.description)
        }
        throw .cannotRead(path: path, reason: "it is not a file")
    }

    /// Readers see the old file or the new one. See ``NewFile``.
    package static func write(
        _ bytes: some Collection<UInt8>, to path: String, _ form: NewFile.Form = .bytes,
        replacing replaceable: Replaceable, removingLeftovers: Bool = true,
        followingLinks: Bool = true, with also: [String] = []
    ) throws(FileError) {
        let file = try NewFile(
            at: path, form, replacing: replaceable, removingLeftovers: removingLeftovers,
            followingLinks: followingLinks)
        try Array(bytes).withUnsafeBufferPointer { (buffer) throws(FileError) in
            try file.write(UnsafeRawBufferPointer(buffer))
        }
        try file.publish(with: also)
    }
}

package enum FileError: Error, Hashable, CustomStringConvertible {
    case cannotCreate(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    case tooLarge(path: String, limit: Int)

    package var path: String {
        switch self {
        case .cannotCreate(let path, _), .cannotWrite(let path, _), .cannotRead(let path, _),
            .tooLarge(let path, _):
            path
        }
    }

    package var reason: String {
        switch self {
        case .cannotCreate(_, let reason): "cannot be made: \(reason)"
        case .cannotWrite(_, let reason): "cannot be written: \(reason)"
        case .cannotRead(_, let reason): "cannot be read: \(reason)"
        case .tooLarge(_, let limit): "has more than the \(limit) bytes that such a file may have"
        }
    }

    package var description: String { "\(path): \(reason)" }

    package static func creating<Value: ~Copyable>(
        _ path: String, _ call: @autoclosure () throws(SystemError) -> Value
    ) throws(FileError) -> Value {
        try SystemError.turning(
            into: { FileError.cannotCreate(path: path, reason: $0.description) }, try call())
    }

    package static func writing<Value: ~Copyable>(
        _ path: String, _ call: @autoclosure () throws(SystemError) -> Value
    ) throws(FileError) -> Value {
        try SystemError.turning(
            into: { FileError.cannotWrite(path: path, reason: $0.description) }, try call())
    }
}

extension FileError: ReadingFailure {
    package init(reading name: String, reason: String, isMissing: Bool) {
        self = .cannotRead(path: name, reason: reason)
    }
}
