import FeedReading
import SystemLayer

/// On the same volume as the publish folder, so that publishing is only a rename. It disappears
/// with the run, however that ends; the next run removes the leftovers of a killed one.
final class StagingFolder {
    private static let prefix = "staging-"
    private static let oldSeconds = 6 * 3600

    let path: String

    init(_ folder: PublishFolder) throws {
        Self.sweep(folder)
        let prefix = "\(Self.prefix)\(Lease.host)-\(ThisProcess.number)-"
        path = try PublishingError.writing(
            folder.stateFolder,
            try Folder.makeUnfinished("\(folder.stateFolder)/\(prefix)", isPrivate: true))
    }

    deinit {
        UnfinishedFiles.shared.discard(path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Removes the staging folders of runs that are gone. On this machine those are processes that
    /// have ended; for other machines it is files whose time is hours away, because a lease that
    /// two machines believe they hold must not cost the rightful one its files.
    private static func sweep(_ folder: PublishFolder) {
        let mine = "\(prefix)\(Lease.host)-"
        for name in Folder.names(in: folder.stateFolder) where name.hasPrefix(prefix) {
            let path = folder.stateFolder + "/" + name
            guard let status = knownStatus(path) else { continue }
            let isOld = abs(ThisProcess.clockSeconds - status.modifiedSeconds) > oldSeconds
            let process =
                name.hasPrefix(mine)
                ? name.dropFirst(mine.count).prefix { $0 != "-" } : ""
            let isGone = Int32(process).map { !ThisProcess.isAlive($0) } ?? false
            if isOld || isGone { UnfinishedFiles.remove(path) }
        }
    }
}
