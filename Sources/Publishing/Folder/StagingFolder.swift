import FeedReading

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a run makes what it may publish: on the same volume as the publish folder, so that a rename
/// is all that is left to do. It goes with the run, whatever ends it; what a killed run left is
/// removed by the next, which holds the lease.
final class StagingFolder {
    private static let prefix = "staging-"

    let path: String

    init(_ folder: PublishFolder) throws {
        for name in PublishFolder.names(in: folder.stateFolder) where name.hasPrefix(Self.prefix) {
            UnfinishedFiles.remove(folder.stateFolder + "/" + name)
        }
        var template = Array("\(folder.stateFolder)/\(Self.prefix)XXXXXX".utf8CString)
        let made = UnfinishedFiles.shared.begin {
            guard mkdtemp(&template) != nil else { return nil }
            return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard let made else {
            throw PublishingError.cannotWrite(
                path: folder.stateFolder, reason: DurableFile.reason())
        }
        path = made
    }

    deinit {
        UnfinishedFiles.shared.discard(path)
    }

    func file(_ name: String) -> String { path + "/" + name }
}
