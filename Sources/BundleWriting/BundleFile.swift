import FeedReading

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A bundle under construction beside the place where it will be.
///
/// The target is never touched until the new file is whole and on disk; then one rename puts it
/// there. A file left by a process that was killed is recognised by its name and its lock, and
/// removed by the next run:
///
///     feed.sqlite                  the published bundle
///     .feed.sqlite.gtfs-AbC123     the one under construction, locked by its process
package final class BundleFile {
    /// Where the bundle is built.
    package let temporaryPath: String
    private let target: String
    private let folder: String
    private let descriptor: Int32

    /// Makes the temporary file, and removes what killed processes left behind.
    package init(target: String) throws {
        self.target = target
        let slash = target.lastIndex(of: "/")
        folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        guard !name.isEmpty, name != ".", name != ".." else {
            throw BundleError.cannotCreate(path: target, reason: "names a folder, not a file")
        }
        var status = stat()
        if stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw BundleError.cannotCreate(path: target, reason: "is a folder")
        }
        let prefix = ".\(name).gtfs-"
        Self.removeLeftovers(folder, prefix)
        while true {
            guard let made = Self.makeLocked("\(folder)/\(prefix)XXXXXX") else {
                throw BundleError.cannotCreate(path: target, reason: Self.reason())
            }
            // Another run may have taken the file for a leftover before it was locked.
            guard fstat(made.descriptor, &status) == 0, status.st_nlink == 0 else {
                descriptor = made.descriptor
                temporaryPath = made.path
                return
            }
            UnfinishedFiles.shared.discard(made.path)
            close(made.descriptor)
        }
    }

    /// A new file, with a lock that is held as long as this process lives: how the next run knows
    /// that the file is in use. Nil when none can be made, `errno` telling why.
    private static func makeLocked(_ pattern: String) -> (descriptor: Int32, path: String)? {
        var template = Array(pattern.utf8CString)
        var descriptor: Int32 = -1
        let path = UnfinishedFiles.shared.begin {
            descriptor = mkstemp(&template)
            guard descriptor >= 0 else { return nil }
            return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard let path else { return nil }
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return (descriptor, path)
    }

    deinit {
        UnfinishedFiles.shared.discard(temporaryPath)
        close(descriptor)
    }

    /// Puts the finished file in the target's place; after this it survives a power cut.
    package func publish() throws {
        // mkstemp makes files for their owner alone; a bundle is as readable as any new file.
        let mask = umask(0)
        umask(mask)
        guard fchmod(descriptor, 0o666 & ~mask) == 0, fsync(descriptor) == 0,
            UnfinishedFiles.shared.finish(
                temporaryPath, { rename(temporaryPath, target) == 0 })
        else {
            throw BundleError.cannotWrite(path: target, reason: Self.reason())
        }
        let directory = open(folder, O_RDONLY)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    private static func removeLeftovers(_ folder: String, _ prefix: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix(prefix) else { continue }
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDONLY)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(descriptor)
        }
    }

    private static func reason() -> String {
        String(cString: strerror(errno))
    }
}
