/// How the reading of a file ended.
public enum FileState: Sendable, Hashable {
    /// The feed does not have it.
    case missing
    /// It has not even a header.
    case empty
    /// Its header has errors.
    case badHeader
    /// Some of its rows have errors.
    case badRows
    case fine
}
