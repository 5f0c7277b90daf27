/// Why a file could not be made, written or read: one clear line.
package enum FileError: Error, Hashable, CustomStringConvertible {
    /// What stands at the path, or its folder, does not allow it.
    case cannotCreate(path: String, reason: String)
    /// The operating system refused to write it, or to put it in its place.
    case cannotWrite(path: String, reason: String)
    /// The operating system refused to read it.
    case cannotRead(path: String, reason: String)

    package var description: String {
        switch self {
        case .cannotCreate(let path, let reason): "\(path): cannot be made: \(reason)"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
        }
    }
}
