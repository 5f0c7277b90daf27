import SystemLayer

/// Why nothing can be served: one clear line, and the exit code of the command.
@available(iOS 17, macOS 14, *)
package enum ServingError: Error, Hashable, CustomStringConvertible {
    /// There is nothing at the path.
    case missing(path: String)
    /// The folder has neither a manifest nor folders that have one.
    case nothingPublished(path: String)
    /// What is there cannot be served.
    case unusable(path: String, reason: String)
    /// The address cannot be listened at.
    case cannotListen(address: String, reason: String)
    /// The process may have too few files open.
    case tooFewDescriptors(free: Int, needed: Int)

    /// What the process ends with.
    package var exitCode: Int32 {
        switch self {
        case .missing, .nothingPublished: 66
        case .unusable: 65
        case .cannotListen: 69
        case .tooFewDescriptors: 74
        }
    }

    package var description: String {
        switch self {
        case .missing(let path): "\(path): there is no such file or folder"
        case .nothingPublished(let path):
            "\(path): is not a bundle, and nothing is published there: there is no manifest.json "
                + "in it, nor in a folder of it"
        // SQLite's words may quote a schema, which is text of whoever made the file.
        case .unusable(let path, let reason): TerminalText.line("\(path): \(reason)")
        case .cannotListen(let address, let reason): "cannot listen at \(address): \(reason)"
        case .tooFewDescriptors(let free, let needed):
            "only \(free) more files can be opened, and \(needed) are needed: raise the limit, such "
                + "as with ulimit -n 1024"
        }
    }
}
