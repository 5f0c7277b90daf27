#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Folders: what is in them, and how they are made.
package enum Folder {
    /// The names in a folder, sorted; none when it cannot be read.
    package static func names(in path: String) -> [String] {
        do throws(SystemError) {
            return try listing(of: path)
        } catch {
            return []
        }
    }

    /// The names in a folder, sorted.
    package static func listing(of path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw .last }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a folder with those above it, where they are not there.
    package static func make(_ path: String) throws(FileError) {
        do throws(SystemError) {
            if let status = try fileStatus(path) {
                guard status.kind == S_IFDIR else {
                    throw SystemError(number: ENOTDIR)
                }
                return
            }
        } catch {
            throw .cannotCreate(path: path, reason: Self.words(error))
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try make(String(path[..<slash]))
        }
        do throws(SystemError) {
            try systemCall { mkdir(path, 0o777) }
        } catch {
            // Another run may have made it at the same moment.
            guard error.number != EEXIST else { return }
            throw .cannotCreate(path: path, reason: Self.words(error))
        }
    }

    /// Makes the names in a folder safe: a rename is safe only when its folder is.
    package static func synchronize(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        // Who may write to a folder may not always read it.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        do throws(SystemError) {
            try SystemLayer.synchronize(descriptor)
        } catch {
            // Some network file systems have no such thing for folders.
            guard ![EINVAL, ENOTSUP, EOPNOTSUPP, EBADF, EACCES].contains(error.number) else {
                return
            }
            throw .cannotWrite(path: path, reason: error.description)
        }
    }

    /// A path's folder and its last part: `("/tmp", "a.zip")`, `(".", "a.zip")`, `("/", "a.zip")`.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.index(after: slash)...]))
    }

    private static func words(_ error: SystemError) -> String {
        error.number == ENOTDIR ? "is a file, not a folder" : error.description
    }
}
