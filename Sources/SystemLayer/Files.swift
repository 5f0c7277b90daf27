#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is done to files by their names.
package enum Files {
    /// Whether there is something at a path.
    package static func exist(at path: String) -> Bool { access(path, F_OK) == 0 }

    /// Gives a file another name, at once and in place of what is there.
    package static func rename(_ path: String, to target: String) throws(SystemError) {
        try systemCall { moved(path, target) }
    }

    /// Removes a file. One that is not there, or that somebody else holds, is not worth an error.
    package static func remove(_ path: String) {
        unlink(path)
    }

    /// Gives a file a second name.
    package static func addName(_ name: String, to path: String) throws(SystemError) {
        try systemCall { link(path, name) }
    }

    /// Makes a link that leads to a destination.
    package static func makeLink(_ path: String, to destination: String) throws(SystemError) {
        try systemCall { symlink(destination, path) }
    }

    /// Says of a file that it was changed now, as far as that is allowed.
    package static func touch(_ path: String) {
        utimes(path, nil)
    }

    /// The one path of what a path leads to; nil when there is nothing.
    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The system's `rename`, whose name the method above hides.
private func moved(_ path: String, _ target: String) -> Int32 {
    rename(path, target)
}
