import SystemLayer

/// Why a delta or a `.gz` was not made or not applied: one clear line.
public enum BundleDeltaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file.
    case missing(path: String)
    /// The operating system refused to read a file.
    case cannotRead(path: String, reason: String)
    /// The operating system refused to make or write a file.
    case cannotWrite(path: String, reason: String)
    /// A file is no delta, or is damaged, or is of a version that this code does not read.
    case unusable(path: String, reason: String)
    /// The old file is not the one that the delta was made from.
    case otherFile(path: String)
    /// What would be written is larger than the caller wants.
    case tooLarge(path: String, limit: Int)

    public var description: String {
        switch self {
        case .missing(let path): "\(path): no such file"
        case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .unusable(let path, let reason): "\(path): \(reason)"
        case .otherFile(let path): "\(path): is not the file that the delta was made from"
        case .tooLarge(let path, let limit): "\(path): makes a file of more than \(limit) bytes"
        }
    }
}

extension BundleDeltaError {
    /// Runs what writes a file, and throws as one of these what went wrong with it.
    static func translating(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as FileError {
            switch error {
            case .cannotRead(let path, let reason): throw cannotRead(path: path, reason: reason)
            case .cannotCreate(let path, let reason), .cannotWrite(let path, let reason):
                throw cannotWrite(path: path, reason: reason)
            }
        }
    }
}
