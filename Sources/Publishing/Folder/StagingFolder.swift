import FeedReading
import SystemLayer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a run makes what it may publish: on the same volume as the publish folder, so that a rename
/// is all that is left to do. It goes with the run, whatever ends it; what a killed run left is
/// removed by the next.
final class StagingFolder {
    private static let prefix = "staging-"
    private static let oldSeconds = 6 * 3600

    let path: String

    init(_ folder: PublishFolder) throws {
        Self.sweep(folder)
        let prefix = "\(Self.prefix)\(Lease.host)-\(getpid())-"
        var template = Array("\(folder.stateFolder)/\(prefix)XXXXXX".utf8CString)
        let made = UnfinishedFiles.shared.begin {
            guard mkdtemp(&template) != nil else { return nil }
            return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard let made else {
            throw PublishingError.cannotWrite(
                path: folder.stateFolder, reason: SystemError.last.description)
        }
        path = made
    }

    deinit {
        UnfinishedFiles.shared.discard(path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Removes those of runs that are gone: of this machine, processes that are no more; of others,
    /// what is hours old, since a lease that two machines believe to have must not cost the files
    /// of the one that is right.
    private static func sweep(_ folder: PublishFolder) {
        let mine = "\(prefix)\(Lease.host)-"
        for name in Folder.names(in: folder.stateFolder) where name.hasPrefix(prefix) {
            let path = folder.stateFolder + "/" + name
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            #if canImport(Darwin)
                let changed = Int(status.st_mtimespec.tv_sec)
            #else
                let changed = Int(status.st_mtim.tv_sec)
            #endif
            let isOld = time(nil) - changed > oldSeconds
            let process =
                name.hasPrefix(mine)
                ? name.dropFirst(mine.count).prefix { $0 != "-" } : ""
            let isGone = pid_t(process).map { kill($0, 0) != 0 && errno == ESRCH } ?? false
            if isOld || isGone { UnfinishedFiles.remove(path) }
        }
    }
}
