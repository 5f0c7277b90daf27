import Foundation
import SQLiteLayer
public import TransitModel

/// The reason why a bundle cannot be opened or a question cannot be answered.
public enum TransitBundleError: Error, Equatable, Sendable {
    /// There is no file at the path.
    case missing(path: String)
    /// The file is not a bundle.
    case notABundle(path: String)
    /// The file is a zip, perhaps the feed from which a bundle is yet to be built.
    case zip(path: String)
    /// The bundle has a layout that this library does not know yet.
    case newer(path: String, version: Int)
    /// The file ends early, as after an interrupted copy.
    case truncated(path: String, bytes: Int64, expected: Int64)
    /// The file's SHA-256 is not that of the published file.
    case wrongDigest(path: String, found: String, expected: String)
    /// The system or SQLite refuses to read the file.
    case unreadable(path: String, reason: String)
    /// The file is a bundle, but its content is inconsistent.
    case damaged(reason: String)
    /// An answer would repeat long texts of the feed, with more bytes than this in all.
    case tooMuchText(limit: Int)
}

extension TransitBundleError {
    static func damaged(by failure: SQLiteFailure) -> TransitBundleError {
        failure.textLimit.map { .tooMuchText(limit: $0) } ?? .damaged(reason: failure.words)
    }
}

extension SQLiteFailure {
    /// SQLite's own message, also for a statement that took too many steps.
    var words: String { isInterruption ? "interrupted" : description }
}

extension Optional {
    func orNotFound(_ kind: String, _ id: String) throws(TransitSourceError) -> Wrapped {
        guard let self else { throw .notFound(kind: kind, id: id) }
        return self
    }
}

extension TransitBundleError: UserFacingError {
    public func userMessage(in words: RiderWords) -> String {
        switch self {
        case .missing: words[.noTimetable]
        case .newer: words[.newerTimetable]
        case .unreadable: words[.unreadableTimetable]
        case .notABundle, .zip, .truncated, .wrongDigest, .damaged, .tooMuchText:
            words[.damagedTimetable]
        }
    }

    /// One line for developers, with paths and advice.
    public var description: String {
        switch self {
        case .missing(let path):
            "There is no file at \(path)."
        case .notABundle(let path):
            "\(path) is not a transit bundle. `gtfs build` makes one from a feed."
        case .zip(let path):
            // Never the zip itself, which the bundle would replace.
            "\(path) is a zip, not a transit bundle. "
                + "`gtfs build \(path) -o \(Self.withoutZip(path)).sqlite` makes one from a feed."
        case .newer(let path, let version):
            "\(path) has the newer layout \(version). Update the app, or the tool, to read it."
        case .truncated(let path, let bytes, let expected):
            "\(path) is cut off: it has \(bytes) of \(expected) bytes. Fetch it again."
        case .wrongDigest(let path, let found, let expected):
            "\(path) is not the file that was published: its SHA-256 is \(found), not "
                + "\(expected). Fetch it again."
        case .unreadable(let path, let reason):
            "\(path) cannot be read: \(reason)."
        case .damaged(let reason):
            "The bundle is damaged: \(reason). Fetch it or build it again."
        case .tooMuchText(let limit):
            "The answer would have more than \(limit) bytes of texts. Ask for fewer rows."
        }
    }

    private static func withoutZip(_ path: String) -> Substring {
        path.lowercased().hasSuffix(".zip") ? path.dropLast(4) : path[...]
    }
}
