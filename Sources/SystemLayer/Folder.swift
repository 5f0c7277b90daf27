import Foundation

package enum Folder {
    /// Sorted; none when the folder cannot be read.
    package static func names(in path: String) -> [String] {
        do throws(SystemError) {
            return try listing(of: path)
        } catch {
            return []
        }
    }

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

    package static func make(_ path: String) throws(FileError) {
        do throws(SystemError) {
            if let status = try fileStatus(path) {
                guard status.kind == .folder else { throw SystemError.notAFolder }
                return
            }
        } catch {
            throw .cannotCreate(path: path, reason: Self.words(error))
        }
        let parent = split(path).folder
        if parent != ".", parent != "/" { try make(parent) }
        do throws(SystemError) {
            try systemCall { mkdir(path, 0o777) }
        } catch {
            // Another run may have made it at the same moment.
            guard error != .alreadyThere else { return }
            throw .cannotCreate(path: path, reason: Self.words(error))
        }
    }

    package static func removeEmpty(_ path: String) {
        rmdir(path)
    }

    /// The name is a prefix with six unique letters. The folder is one of the ``UnfinishedFiles``.
    package static func makeUnfinished(
        _ beginning: String, isPrivate: Bool = false
    ) throws(SystemError) -> String {
        try NewFile.withNewName(beginning) { (path) throws(SystemError) in
            try UnfinishedFiles.shared.begin(path) { () throws(SystemError) in
                _ = try systemCall { mkdir(path, isPrivate ? 0o700 : 0o777) }
            }
            return path
        }
    }

    /// A rename is durable only when its folder is.
    package static func synchronize(_ path: String) throws(FileError) {
        let folder: Descriptor
        do throws(SystemError) {
            folder = try Descriptor(reading: path)
        } catch {
            // A folder that can be written to is not always readable.
            return
        }
        do throws(SystemError) {
            try folder.synchronize()
        } catch {
            // Some network file systems do not support this for folders.
            guard ![EINVAL, ENOTSUP, EOPNOTSUPP, EBADF, EACCES].contains(error.number) else {
                return
            }
            throw .cannotWrite(path: path, reason: error.description)
        }
    }

    /// `("/tmp", "a.zip")`, `(".", "a.zip")`, `("/", "a.zip")`.
    package static func split(_ path: String) -> (folder: String, name: String) {
        // Searches the bytes: a slash with an accent after it is another character.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }

    private static func words(_ error: SystemError) -> String {
        error == .notAFolder ? "is a file, not a folder" : error.description
    }
}
