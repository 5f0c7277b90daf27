import BundleWriting
import FeedReading

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes a feed into a folder beside the target; `publish()` gives it the target's name.
///
/// A target that exists is replaced only when it holds nothing but files of a feed: a wrong path
/// must not cost anybody his documents. The folder under construction is locked by its process, so
/// that the next run can tell what a killed one left behind, and removes it.
final class FolderDestination: FeedDestination {
    private let target: String
    private let parent: String
    private let temporaryPath: String
    private let lock: Int32
    private var file: Int32 = -1

    init(target: String) throws {
        var trimmed = target[...]
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        self.target = String(trimmed)
        let slash = trimmed.lastIndex(of: "/")
        parent = slash.map { $0 == trimmed.startIndex ? "/" : String(trimmed[..<$0]) } ?? "."
        let name = slash.map { String(trimmed[trimmed.index(after: $0)...]) } ?? String(trimmed)
        guard !name.isEmpty, name != ".", name != ".." else {
            throw BundleError.cannotCreate(path: target, reason: "needs a name of its own")
        }
        try Self.checkReplaceable(self.target)
        let prefix = ".\(name).gtfs-"
        Self.removeLeftovers(parent, prefix)
        var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
        let path = UnfinishedFiles.shared.begin {
            guard mkdtemp(&template) != nil else { return nil }
            return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard let path else {
            throw BundleError.cannotCreate(path: target, reason: Self.reason())
        }
        temporaryPath = path
        lock = open(temporaryPath, O_RDONLY)
        // Held as long as this process lives.
        _ = flock(lock, LOCK_EX | LOCK_NB)
    }

    deinit {
        if file >= 0 { close(file) }
        UnfinishedFiles.shared.discard(temporaryPath)
        close(lock)
    }

    func begin(_ name: String) throws {
        file = open("\(temporaryPath)/\(name)", O_WRONLY | O_CREAT | O_EXCL, 0o666)
        guard file >= 0 else { throw failure() }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while rest.count > 0 {
            #if canImport(Darwin)
                let count = Darwin.write(file, rest.baseAddress, rest.count)
            #elseif canImport(Glibc)
                let count = Glibc.write(file, rest.baseAddress, rest.count)
            #else
                let count = Musl.write(file, rest.baseAddress, rest.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    func end() throws {
        defer { file = -1 }
        let isWritten = fsync(file) == 0
        guard close(file) == 0, isWritten else { throw failure() }
    }

    func publish() throws {
        // mkdtemp makes folders for their owner alone.
        let mask = umask(0)
        umask(mask)
        guard fchmod(lock, 0o777 & ~mask) == 0, fsync(lock) == 0 else { throw failure() }
        try Self.checkReplaceable(target)
        let old = temporaryPath + "-old"
        let isPublished = UnfinishedFiles.shared.finish(temporaryPath) {
            let hasOld = rename(target, old) == 0
            guard hasOld || errno == ENOENT else { return false }
            if rename(temporaryPath, target) == 0 { return true }
            let reason = errno
            if hasOld { rename(old, target) }
            errno = reason
            return false
        }
        guard isPublished else { throw failure() }
        UnfinishedFiles.remove(old)
    }

    /// Throws when the target is no folder, or holds what no export wrote.
    private static func checkReplaceable(_ target: String) throws {
        var status = stat()
        guard stat(target, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw BundleError.cannotCreate(
                path: target, reason: "is a file; a name with .zip makes an archive")
        }
        if let other = names(target).sorted().first(where: { !FeedFileNames.all.contains($0) }) {
            throw BundleError.cannotCreate(
                path: target,
                reason: "holds \(other), which is no file of a feed; give an empty or a new folder")
        }
    }

    private static func names(_ folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func removeLeftovers(_ parent: String, _ prefix: String) {
        for name in names(parent) where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            let descriptor = open(path, O_RDONLY | O_DIRECTORY)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { UnfinishedFiles.remove(path) }
            close(descriptor)
        }
    }

    private func failure() -> BundleError {
        .cannotWrite(path: target, reason: Self.reason())
    }

    private static func reason() -> String {
        String(cString: strerror(errno))
    }
}
