import SystemLayer

@available(iOS 17, macOS 14, *)
package enum ServingError: Error, Hashable, CustomStringConvertible {
    case missing(path: String)
    case nothingPublished(path: String)
    case unusable(path: String, reason: String)
    case cannotCreate(path: String, reason: String)
    case noFeed(source: String, feeds: [String])
    case cannotListen(address: String, reason: String)
    case tooFewDescriptors(free: Int, needed: Int)

    package var exitCode: Int32 {
        switch self {
        case .missing, .nothingPublished: 66
        case .noFeed: 64
        case .unusable: 65
        case .cannotCreate: 73
        case .cannotListen: 69
        case .tooFewDescriptors: 74
        }
    }

    package var description: String {
        switch self {
        case .missing(let path): "\(path): there is no such file or folder"
        case .nothingPublished(let path):
            "\(path): is not a bundle, and nothing is published there: there is no manifest.json "
                + "in it or in a folder in it"
        // SQLite's message may quote the schema, a text by the maker of the file.
        case .unusable(let path, let reason): TerminalText.line("\(path): \(reason)")
        case .cannotCreate(let path, let reason): "\(path): cannot be made: \(reason)"
        case .noFeed(let source, let feeds):
            TerminalText.line(
                "the source \(source) of live data belongs to none of the feeds here; begin its "
                    + "name with one of \(feeds.map { $0 + "/" }.joined(separator: ", "))")
        case .cannotListen(let address, let reason): "cannot listen at \(address): \(reason)"
        case .tooFewDescriptors(let free, let needed):
            "only \(free) more files can be opened, and \(needed) are needed: raise the limit, for "
                + "example with ulimit -n 1024"
        }
    }
}
