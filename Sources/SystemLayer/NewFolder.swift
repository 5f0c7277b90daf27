import Foundation

/// Its process locks it, so that the next run can recognize and remove the leftovers of a killed
/// one. A link to a folder stays one. This type does not judge what the folder replaces.
package final class NewFolder {
    package let temporaryPath: String
    package let target: String
    private let path: String
    private let lock: Descriptor

    private static let oldSuffix = "-old"

    package init(at path: String) throws(FileError) {
        self.path = path
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        target = try OutputPlace.followingLinks(String(trimmed))
        let (parent, name) = Folder.split(target)
        guard !name.isEmpty, name != ".", name != ".." else {
            throw .cannotCreate(path: path, reason: "needs a name of its own")
        }
        let prefix = ".\(name).gtfs-"
        Self.removeLeftovers(of: target, parent, prefix)
        temporaryPath = try FileError.creating(
            path, try Folder.makeUnfinished("\(parent)/\(prefix)"))
        do throws(SystemError) {
            lock = try Descriptor(reading: temporaryPath)
        } catch {
            UnfinishedFiles.shared.discard(temporaryPath)
            throw .cannotCreate(path: path, reason: error.description)
        }
        // Held as long as this process lives.
        lock.lock()
    }

    deinit {
        UnfinishedFiles.shared.discard(temporaryPath)
    }

    package func publish() throws(FileError) {
        let old = temporaryPath + Self.oldSuffix
        do throws(SystemError) {
            if let replaced = try fileStatus(target) {
                try lock.setMode(mode_t(replaced.permissions & 0o777))
            }
            try lock.synchronize()
            try UnfinishedFiles.shared.finish(temporaryPath) { () throws(SystemError) in
                do throws(SystemError) {
                    // An empty folder is simply replaced.
                    try Files.rename(temporaryPath, to: target)
                } catch {
                    guard error.number == ENOTEMPTY || error == .alreadyThere else { throw error }
                    try swap(old)
                }
            }
        } catch {
            throw .cannotWrite(path: path, reason: error.description)
        }
        UnfinishedFiles.remove(old)
        try Folder.synchronize(Folder.split(target).folder)
    }

    private func swap(_ old: String) throws(SystemError) {
        try Files.rename(target, to: old)
        do throws(SystemError) {
            try Files.rename(temporaryPath, to: target)
        } catch {
            rename(old, target)
            throw error
        }
    }

    private static func removeLeftovers(of target: String, _ parent: String, _ prefix: String) {
        for name in Folder.names(in: parent) {
            let made = name.hasSuffix(oldSuffix) ? name.dropLast(oldSuffix.count) : name[...]
            guard NewFile.isTemporary(made, beginning: prefix) else { continue }
            removeLeftover("\(parent)/\(name)", of: target)
        }
    }

    private static func removeLeftover(_ path: String, of target: String) {
        do throws(SystemError) {
            let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard folder.lock() == .locked else { return }
            // A run that was killed between its two renames has removed the target.
            if path.hasSuffix(oldSuffix), !Files.exist(at: target), rename(path, target) == 0 {
                return
            }
            UnfinishedFiles.remove(path)
        } catch {
            // A folder that cannot be opened is not ours.
            return
        }
    }
}
