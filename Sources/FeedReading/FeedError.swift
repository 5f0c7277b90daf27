package import SystemLayer

/// The reason why a feed could not be read: one clear line for people, and the exit code of the
/// command.
///
/// Only failures that stop the reading are errors. Faults in the *data* are notices, counted and
/// located, and never come this way.
public enum FeedError: DiagnosedError, Hashable {
    /// There is nothing at this path, or on standard input.
    case inputMissing(source: String, reason: String)
    /// The operating system refused to read the input.
    case inputUnreadable(source: String, reason: String)
    /// No temporary file could be written in this folder.
    case temporaryFile(directory: String, reason: String)
    /// The server did not deliver the feed.
    case download(source: String, reason: String)
    /// The input is not an archive but, for example, empty, an HTML page or a text file.
    case notAnArchive(source: String, reason: String)
    /// The archive as a whole is truncated or broken.
    case damagedArchive(source: String, reason: String)
    /// A member's bytes are broken at `offset` (in the unpacked member), or before.
    case damagedMember(source: String, member: String, offset: Int64, reason: String)
    /// A member needs a password.
    case encryptedMember(source: String, member: String)
    /// A member is packed with a method that is not read.
    case unreadableMethod(source: String, member: String, method: String)
    /// The archive has no file of a feed.
    case noFeedFiles(source: String, found: [String])
    /// Several folders of the archive have a feed.
    case severalFeeds(source: String, folders: [String])
    /// The archive has archives instead of a feed.
    case innerArchives(source: String, archives: [String])
    /// Archives are nested deeper than is read.
    case nestedTooDeep(source: String)
    /// There is no such folder or inner archive.
    case subpathNotFound(source: String, subpath: String, candidates: [String])
    /// The input exceeds a limit that a flag can raise.
    case limitExceeded(source: String, limit: ArchiveLimits.Kind, found: String)
    /// The caller no longer wants the feed.
    case cancelled
    /// A bug in this program.
    case internalFailure(reason: String)

    /// In the numbers of `sysexits.h`.
    package var exitCode: Int32 {
        switch self {
        case .inputMissing: 66
        case .inputUnreadable, .temporaryFile: 74
        case .download: 69
        case .internalFailure, .cancelled: 70
        case .notAnArchive, .damagedArchive, .damagedMember, .encryptedMember, .unreadableMethod,
            .noFeedFiles, .severalFeeds, .innerArchives, .nestedTooDeep, .subpathNotFound,
            .limitExceeded:
            65
        }
    }

    /// One line: what was read, what is wrong with it and, if there is one, the option of `gtfs`
    /// that helps.
    public var description: String { message(choosing: "--subpath", raising: \.flag) }

    package var libraryDescription: String {
        message(choosing: "FeedAccess.subpath", raising: \.property)
    }

    private func message(
        choosing subpath: String, raising limit: (ArchiveLimits.Kind) -> String
    ) -> String {
        switch self {
        case .inputMissing(let source, let reason), .inputUnreadable(let source, let reason),
            .download(let source, let reason), .notAnArchive(let source, let reason),
            .damagedArchive(let source, let reason):
            "\(oneLine: source): \(oneLine: reason)"
        case .temporaryFile(let directory, let reason):
            "\(oneLine: directory): cannot write a temporary file: \(oneLine: reason)"
        case .damagedMember(let source, let member, let offset, let reason):
            "\(oneLine: source): \(oneLine: member) is damaged at byte \(offset): "
                + "\(oneLine: reason)"
        case .encryptedMember(let source, let member):
            "\(oneLine: source): \(oneLine: member) is encrypted; a feed must come without password"
        case .unreadableMethod(let source, let member, let method):
            "\(oneLine: source): \(oneLine: member) is packed with \(oneLine: method), "
                + "which cannot be read; pack it again with Deflate"
        case .noFeedFiles(let source, let found):
            found.isEmpty
                ? "\(oneLine: source): is empty; a feed has files such as stops.txt"
                : "\(oneLine: source): holds no GTFS files, only \(list: found)"
        case .severalFeeds(let source, let folders):
            "\(oneLine: source): holds several feeds: \(list: folders); choose with \(subpath)"
        case .innerArchives(let source, let archives):
            "\(oneLine: source): holds archives instead of a feed: \(list: archives); "
                + "choose with \(subpath)"
        case .nestedTooDeep(let source):
            "\(oneLine: source): archives within archives within archives are not read"
        case .subpathNotFound(let source, let wanted, let candidates):
            "\(oneLine: source): no folder or archive \(oneLine: wanted) in it, "
                + "only \(list: candidates)"
        case .limitExceeded(let source, let kind, let found):
            "\(oneLine: source): \(oneLine: found), more than the limit of \(kind); "
                + "raise it with \(limit(kind))"
        case .cancelled:
            "reading was cancelled"
        case .internalFailure(let reason):
            "internal error: \(oneLine: reason)"
        }
    }
}

extension DefaultStringInterpolation {
    /// Control characters and line separators become `?`, and long text is cut.
    fileprivate mutating func appendInterpolation(oneLine text: String) {
        let limit = 300
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                appendLiteral("?")
            default:
                appendInterpolation(scalar)
            }
        }
        if text.unicodeScalars.count > limit {
            appendLiteral("...")
        }
    }

    fileprivate mutating func appendInterpolation(list names: [String]) {
        guard !names.isEmpty else { return appendLiteral("nothing") }
        let shown = 10
        for (index, name) in names.prefix(shown).enumerated() {
            appendLiteral(index == 0 ? "" : ", ")
            appendInterpolation(oneLine: name)
        }
        if names.count > shown {
            appendLiteral(" and \(names.count - shown) more")
        }
    }
}

/// An error whose description tells the user in one line what they need to know, with the exit code
/// of the command. Every layer has such a type; any other error is a bug in this program.
package protocol DiagnosedError: Error, CustomStringConvertible {
    /// In the numbers of `sysexits.h` where those have one.
    var exitCode: Int32 { get }
    var details: [String] { get }
}

extension DiagnosedError {
    package var details: [String] { [] }
}

extension FileError: DiagnosedError {
    package var exitCode: Int32 {
        switch self {
        case .cannotCreate: 73
        case .cannotWrite, .cannotRead, .tooLarge: 74
        }
    }
}

/// The reason why a value that a person wrote, as an option or in a settings file, cannot be used:
/// what was wanted instead. It does not name the option, which the caller knows.
public struct UnusableValue: Error, Equatable, CustomStringConvertible {
    /// What was wanted, such as `expected a step such as 0.1`.
    public let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension FeedError: ReadingFailure {
    package init(reading name: String, reason: String, isMissing: Bool) {
        self =
            isMissing
            ? .inputMissing(source: name, reason: Self.missing(name))
            : .inputUnreadable(source: name, reason: reason)
    }

    private static func missing(_ path: String) -> String {
        guard let mark = path.firstRange(of: "://"),
            path[..<mark.lowerBound].allSatisfy({ $0.isASCII && $0.isLetter })
        else { return "no such file or folder" }
        return path.lowercased().hasPrefix("file://")
            ? "give the path itself, without file://"
            : "feeds are fetched from http:// and https:// only"
    }
}

typealias ArchiveFile = ReadableFile<FeedError>
