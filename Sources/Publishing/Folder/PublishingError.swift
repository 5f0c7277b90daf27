public import FeedReading
import SystemLayer

/// The reason why nothing was published: one clear line, and the exit code of the command.
public enum PublishingError: DiagnosedError, Hashable {
    /// Another update has the folder.
    case held(folder: String, by: String)
    /// Another update took over the folder.
    case leaseLost(folder: String, to: String)
    /// The operating system refused to write a file.
    case cannotWrite(path: String, reason: String)
    /// The manifest of the folder is unreadable, or another program has written it.
    case unusableFolder(path: String, reason: String)
    /// Files of the published version are missing or changed.
    case damaged(folder: String, version: String, loss: String)
    /// The folder publishes another feed.
    case otherFeed(path: String, published: String)
    /// Neither the definition nor the caller names a folder.
    case noFolder(id: String)
    /// The feed shall be published as it came, and did not come as a zip.
    case notAZip(source: String)
    /// Nothing was ever published, or there is nothing to go back to.
    case nothingPublished(folder: String)
    /// The folder does not have the version to go back to.
    case noSuchVersion(folder: String, wanted: String, present: [String])
    /// A guard refused the new bundle; `isFirst` tells whether nothing was published before.
    case refused(id: String, findings: [GuardFinding], candidate: String, isFirst: Bool)

    static func writing<Value: ~Copyable>(
        _ path: String, _ call: @autoclosure () throws(SystemError) -> Value
    ) throws(PublishingError) -> Value {
        try SystemError.turning(
            into: { PublishingError.cannotWrite(path: path, reason: $0.description) }, try call())
    }

    package var exitCode: Int32 {
        switch self {
        case .held, .leaseLost: 75
        case .cannotWrite: 74
        case .unusableFolder, .damaged, .otherFeed, .notAZip: 65
        case .noFolder: 64
        case .nothingPublished, .noSuchVersion: 66
        case .refused: 2
        }
    }

    /// One line: the folder or the feed, and what is wrong with it.
    public var description: String {
        switch self {
        case .held(let folder, let owner): "\(folder): is being updated by \(owner)"
        case .leaseLost(let folder, let owner):
            "\(folder): was taken over by \(owner); nothing was published by this run"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .unusableFolder(let path, let reason): "\(path): \(reason)"
        case .damaged(let folder, let version, let loss):
            "\(folder): the version \(version) is damaged: \(loss); put the file back, or publish "
                + "another version, with --force unchanged if need be"
        case .otherFeed(let path, let published):
            "\(path): publishes the feed \(published); each feed needs a folder of its own"
        case .noFolder(let id):
            "\(id): the definition names no folder to publish in; give one with --publish"
        case .notAZip(let source):
            "\(source): is not a zip, so it cannot be published as it is; use publish_feed: export"
        case .nothingPublished(let folder): "\(folder): nothing is published there"
        case .noSuchVersion(let folder, let wanted, _): "\(folder): has no version \(wanted)"
        case .refused(let id, let findings, _, _):
            "\(id): not published: "
                + "\(Quantity.count(findings.guards.count, "guard")) refused the new version"
                + " (\(findings.guards.joined(separator: "; ")))"
        }
    }

    package var details: [String] {
        switch self {
        case .noSuchVersion(_, _, let present):
            present.isEmpty ? [] : ["  it has \(present.joined(separator: ", "))"]
        case .refused(_, let findings, let candidate, let isFirst):
            findings.map { "  \($0.name): \($0.reason)" } + [
                (isFirst ? "  nothing is published yet" : "  the published version stays")
                    + "; the candidate \(candidate)",
                "  to publish it anyway: "
                    + Set(findings.map(\.name.rawValue)).sorted().map { "--force \($0)" }
                    .joined(separator: " "),
            ]
                + (findings.limits.isEmpty
                    ? []
                    : [
                        "  to allow as much from now on, in the definition: guards: { "
                            + findings.limits.joined(separator: ", ") + " }"
                    ])
        default: []
        }
    }
}
