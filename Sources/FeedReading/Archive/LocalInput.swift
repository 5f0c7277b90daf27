import SystemLayer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What lies at a path, or comes in on standard input.
enum LocalInput {
    case folder
    case file(ReadableFile)

    /// Opens a path. A pipe, such as a shell's `<(...)`, is first copied to a temporary file.
    static func open(path: String, options: ArchiveOptions) throws(FeedError) -> LocalInput {
        var status = stat()
        do throws(SystemError) {
            try systemCall { stat(path, &status) }
        } catch {
            throw FeedError(opening: path, error)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file(try ReadableFile(path: path))
        default:
            let pipe = try ReadableFile(path: path)
            return .file(try copy(pipe.descriptor, named: path, options: options))
        }
    }

    /// Copies standard input to a temporary file: a zip has its directory at the end.
    static func standardInput(options: ArchiveOptions) throws(FeedError) -> ReadableFile {
        let name = "standard input"
        guard isatty(STDIN_FILENO) == 0 else {
            throw .inputMissing(source: name, reason: "is a terminal; pipe a zip into it")
        }
        return try copy(STDIN_FILENO, named: name, options: options)
    }

    /// Copies what a descriptor delivers to a temporary file, within the limits.
    static func copy(
        _ descriptor: Int32, named name: String, options: ArchiveOptions
    ) throws(FeedError) -> ReadableFile {
        var copy = try TemporaryFile(in: options, for: name)
        try copy.append { (buffer, _) throws(FeedError) in
            // Whoever writes may take for ever.
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while !options.cancellation.isCancelled, poll(&input, 1, 100) == 0 {}
            guard !options.cancellation.isCancelled else { throw .cancelled }
            do throws(SystemError) {
                return try systemCall { read(descriptor, buffer.baseAddress, buffer.count) }
            } catch {
                throw .inputUnreadable(source: name, reason: error.description)
            }
        }
        return copy.finish()
    }
}
