import Foundation
package import SystemLayer
public import TransitModel

/// The changes from one bundle to the next, as a file that is much smaller than the new bundle.
///
/// A delta belongs to two specific files, byte by byte, whatever their content. Applying it to the
/// old one yields the new one, or an error: both are identified by their SHA-256. Its format is
/// described in `schema/delta.md`.
///
/// ```swift
/// try BundleDelta.make(from: monday, to: tuesday, at: delta)  // at the publisher
/// try BundleDelta.apply(delta, to: monday, writing: copy)  // in the app
/// ```
///
/// Readers of the old file are not disturbed. Nothing here swaps the files.
public enum BundleDelta {
    /// The maximum size of a file that is made from a delta or a `.gz`, unless another is given: 4
    /// GiB.
    public static let defaultSizeLimit = 4 << 30

    /// Writes the delta that makes `new` from `old`.
    ///
    /// The same files always give the same bytes. This method takes about six times the memory of
    /// the larger file and is meant for the publisher's machine. An existing file at `delta` is
    /// replaced at the end; a pipe there gets the bytes.
    ///
    /// ```swift
    /// try BundleDelta.make(from: monday, to: tuesday, at: tuesday + ".delta")
    /// ```
    public static func make(from old: String, to new: String, at delta: String) throws {
        try BundleDeltaError.translating {
            let file = try NewFile(at: delta, .bytes, replacing: .anything)
            try make(from: old, to: new, into: file)
            try file.publish()
        }
    }

    /// Makes the new file from the old one and a delta.
    ///
    /// This method reads the old file twice and writes beside `new`, which appears or is replaced
    /// at the end, once its SHA-256 is verified and it is on disk. It takes less than 2 MB of
    /// memory. `new` may be the path of `old`, if that is not open.
    ///
    /// ```swift
    /// var mistake: String?
    /// do {
    ///     try BundleDelta.apply(delta, to: tuesday, writing: copy)
    /// } catch BundleDeltaError.otherFile(let path) {
    ///     mistake = "\(path) is not Monday's bundle"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - delta: the path of the delta.
    ///   - old: the path of the old file.
    ///   - new: where the new file goes.
    ///   - sizeLimit: the maximum size of the new file; a delta for a larger one is refused.
    /// - Throws: `BundleDeltaError`; `new` is then unchanged.
    public static func apply(
        _ delta: String, to old: String, writing new: String, sizeLimit: Int = defaultSizeLimit
    ) throws {
        try BundleDeltaError.translating {
            let file = try NewFile(at: new, replacing: .anything)
            try apply(delta, to: old, into: file, sizeLimit: sizeLimit)
            try file.publish()
        }
    }

    package static func make(from old: String, to new: String, into file: NewFile) throws {
        let oldFile = try InputFile(path: old).mapped()
        let newFile = try InputFile(path: new).mapped()
        // The bytes are gone with the last use of their owners.
        try withExtendedLifetime((oldFile, newFile)) {
            let encoder = try DeltaEncoder(old: oldFile.bytes, new: newFile.bytes)
            try DeltaMatcher(old: oldFile.bytes, new: newFile.bytes).forEachPiece(encoder.add)
            try encoder.finish(into: file)
        }
    }

    package static func apply(
        _ delta: String, to old: String, into file: NewFile, sizeLimit: Int = defaultSizeLimit
    ) throws {
        let (deltaFile, oldFile) = (try InputFile(path: delta), try InputFile(path: old))
        guard try DeltaHeader.begins(deltaFile) || !DeltaHeader.begins(oldFile) else {
            throw BundleDeltaError.unusable(
                path: delta, reason: "is not a delta, but \(old) is one: they are swapped")
        }
        let patch = try DeltaDecoder(delta: deltaFile, old: oldFile)
        try patch.run(into: file, sizeLimit: sizeLimit)
    }
}

/// The reason why a delta or a `.gz` was not made or not applied, in one clear line.
public enum BundleDeltaError: Error, Hashable, Sendable {
    /// There is no such file.
    case missing(path: String)
    /// The operating system refused to read a file.
    case cannotRead(path: String, reason: String)
    /// The operating system refused to create or write a file.
    case cannotWrite(path: String, reason: String)
    /// A file is not a delta, or is damaged, or has a version that this code does not read.
    case unusable(path: String, reason: String)
    /// The old file is not the one that the delta was made from.
    case otherFile(path: String)
    /// The output would be larger than allowed.
    case tooLarge(path: String, limit: Int)
}

extension BundleDeltaError: UserFacingError {
    public func userMessage(in words: RiderWords) -> String {
        switch self {
        case .missing, .cannotRead: words[.unreadableTimetable]
        case .cannotWrite: words[.notSaved]
        case .unusable, .otherFile, .tooLarge: words[.untrustedTimetable]
        }
    }

    public var description: String {
        switch self {
        case .missing(let path): "\(path): no such file"
        case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .unusable(let path, let reason): "\(path): \(reason)"
        case .otherFile(let path): "\(path): is not the file that the delta was made from"
        case .tooLarge(let path, let limit): "\(path): makes a file of more than \(limit) bytes"
        }
    }
}

extension BundleDeltaError: ReadingFailure {
    package init(reading name: String, reason: String, isMissing: Bool) {
        self = isMissing ? .missing(path: name) : .cannotRead(path: name, reason: reason)
    }

    static func translating(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as FileError {
            switch error {
            case .cannotRead(let path, let reason): throw cannotRead(path: path, reason: reason)
            case .tooLarge: throw cannotRead(path: error.path, reason: error.reason)
            case .cannotCreate(let path, let reason), .cannotWrite(let path, let reason):
                throw cannotWrite(path: path, reason: reason)
            }
        }
    }
}

typealias InputFile = ReadableFile<BundleDeltaError>

extension InputFile {
    /// A file that ends earlier has changed in the meantime.
    func read(
        exactly buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(BundleDeltaError) {
        guard try read(into: buffer, at: Int64(offset)) == buffer.count else {
            throw .cannotRead(path: name, reason: "it has become shorter")
        }
    }
}
