import SystemLayer

/// What lies at a path, or comes in on standard input.
enum LocalInput {
    case folder
    case file(ReadableFile)

    /// Opens a path. A pipe, such as a shell's `<(...)`, is first copied to a temporary file.
    static func open(path: String, options: ArchiveOptions) throws(FeedError) -> LocalInput {
        let kind: FileStatus.Kind
        do throws(SystemError) {
            guard let status = try fileStatus(path) else { throw .missing }
            kind = status.kind
        } catch {
            throw FeedError(opening: path, error)
        }
        switch kind {
        case .folder: return .folder
        case .file: return .file(try ReadableFile(path: path))
        default:
            let pipe = try ReadableFile(path: path)
            return .file(try copy(pipe.descriptor, named: path, options: options))
        }
    }

    /// Copies standard input to a temporary file: a zip has its directory at the end.
    static func standardInput(options: ArchiveOptions) throws(FeedError) -> ReadableFile {
        let name = "standard input"
        let input: Descriptor
        guard !StandardStream.input.isTerminal else {
            throw .inputMissing(source: name, reason: "is a terminal; pipe a zip into it")
        }
        do throws(SystemError) {
            input = try Descriptor(duplicating: StandardStream.input.rawValue)
        } catch {
            throw .inputUnreadable(source: name, reason: error.description)
        }
        return try copy(input, named: name, options: options)
    }

    /// Copies what a descriptor delivers to a temporary file, within the limits.
    static func copy(
        _ descriptor: borrowing Descriptor, named name: String, options: ArchiveOptions
    ) throws(FeedError) -> ReadableFile {
        var copy = try TemporaryFile(in: options, for: name)
        try copy.append { (buffer, _) throws(FeedError) in
            // Whoever writes may take for ever.
            while !options.cancellation.isCancelled,
                !descriptor.waitForInput(milliseconds: 100)
            {}
            guard !options.cancellation.isCancelled else { throw .cancelled }
            do throws(SystemError) {
                return try descriptor.read(into: buffer)
            } catch {
                throw .inputUnreadable(source: name, reason: error.description)
            }
        }
        return copy.finish()
    }
}
