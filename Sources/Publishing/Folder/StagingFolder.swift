package import SystemLayer

/// A folder of this process for files that are not finished. Whoever makes one first removes what
/// killed processes have left there.
package final class StagingFolder {
    package let path: String

    /// - Parameters:
    ///   - folder: on the volume where the files go in the end, so that this is only a rename.
    ///   - abandoned: the age in seconds from which a folder of another machine is removed as well;
    ///     nil for never. A lease that two machines believe they hold must not cost the rightful one
    ///     its files.
    package init(
        in folder: String, prefix: String, abandoned: Int? = nil
    ) throws(SystemError) {
        let mine = "\(prefix)\(Lease.host)-"
        for name in Folder.names(in: folder) where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            guard let status = knownStatus(path) else { continue }
            let isOld = abandoned.map { Self.age(status.modifiedSeconds) > UInt($0) } ?? false
            let process =
                name.hasPrefix(mine) ? name.dropFirst(mine.count).prefix { $0 != "-" } : ""
            let isGone = Int32(process).map { !ThisProcess.isAlive($0) } ?? false
            if isGone || isOld { UnfinishedFiles.remove(path) }
        }
        path = try Folder.makeUnfinished(
            "\(folder)/\(mine)\(ThisProcess.number)-", isPrivate: true)
    }

    /// Of any time: others may write into the folder.
    private static func age(_ modifiedSeconds: Int) -> UInt {
        let age = ThisProcess.clockSeconds.subtractingReportingOverflow(modifiedSeconds)
        return age.overflow ? .max : age.partialValue.magnitude
    }

    package func discard() { UnfinishedFiles.shared.discard(path) }

    deinit { discard() }

    func file(_ name: String) -> String { path + "/" + name }
}
