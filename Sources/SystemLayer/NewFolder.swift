#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A folder under construction beside the place where it will be.
///
/// It is locked by its process, so that the next run can tell what a killed one left behind, and
/// removes it. A link to a folder stays one. What the folder replaces is not this type's to judge.
package final class NewFolder {
    /// Where its files are made.
    package let temporaryPath: String
    /// Where it will be, with links followed.
    package let target: String
    private let path: String
    private let lock: Int32

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
        var template = "\(parent)/\(prefix)\(NewFile.randomLetters())"
        let made = UnfinishedFiles.shared.begin {
            while mkdir(template, 0o777) != 0 {
                guard errno == EEXIST else { return nil }
                template = "\(parent)/\(prefix)\(NewFile.randomLetters())"
            }
            return template
        }
        guard let made else {
            throw .cannotCreate(path: path, reason: SystemError.last.description)
        }
        temporaryPath = made
        lock = open(made, O_RDONLY | O_CLOEXEC)
        // Held as long as this process lives.
        _ = flock(lock, LOCK_EX | LOCK_NB)
    }

    deinit {
        UnfinishedFiles.shared.discard(temporaryPath)
        close(lock)
    }

    /// Puts the finished folder in its place, and removes the one that was there.
    package func publish() throws(FileError) {
        let old = temporaryPath + Self.oldSuffix
        do throws(SystemError) {
            if let replaced = try fileStatus(target) {
                try systemCall { fchmod(lock, replaced.st_mode & 0o777) }
            }
            try synchronize(lock)
            try UnfinishedFiles.shared.finish(temporaryPath) { () throws(SystemError) in
                do throws(SystemError) {
                    // An empty folder gives way.
                    try systemCall { rename(temporaryPath, target) }
                } catch {
                    guard error.number == ENOTEMPTY || error.number == EEXIST else { throw error }
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
        try systemCall { rename(target, old) }
        do throws(SystemError) {
            try systemCall { rename(temporaryPath, target) }
        } catch {
            rename(old, target)
            throw error
        }
    }

    private static func removeLeftovers(of target: String, _ parent: String, _ prefix: String) {
        for name in Folder.names(in: parent) where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            // A run that was killed between its two renames has taken the target away.
            let isOld = name.hasSuffix(oldSuffix) && access(target, F_OK) != 0
            if isOld, rename(path, target) == 0 { continue }
            UnfinishedFiles.remove(path)
        }
    }
}
