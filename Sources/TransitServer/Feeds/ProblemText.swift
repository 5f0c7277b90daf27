import SystemLayer
import TransitBundle

/// The reason why a feed is not served, in words that clients read: they learn the names of files,
/// but not where on this machine those are.
@available(iOS 17, macOS 14, *)
enum ProblemText {
    /// The words for an error.
    static func words(_ error: any Error) -> String {
        switch error {
        case let error as RefusedState: error.description
        case TransitBundleError.wrongDigest(let path, _, _):
            "\(name(path)) is damaged: its SHA-256 is not the manifest's"
        case let error as TransitBundleError: withoutFolder(error).description
        case let error as FileError: withoutFolder(error).description
        default: "\(error)"
        }
    }

    private static func withoutFolder(_ error: TransitBundleError) -> TransitBundleError {
        switch error {
        case .missing(let path): .missing(path: name(path))
        case .notABundle(let path): .notABundle(path: name(path))
        case .zip(let path): .zip(path: name(path))
        case .newer(let path, let version): .newer(path: name(path), version: version)
        case .truncated(let path, let bytes, let expected):
            .truncated(path: name(path), bytes: bytes, expected: expected)
        case .wrongDigest(let path, let found, let expected):
            .wrongDigest(path: name(path), found: found, expected: expected)
        case .unreadable(let path, let reason): .unreadable(path: name(path), reason: reason)
        case .damaged: error
        }
    }

    private static func withoutFolder(_ error: FileError) -> FileError {
        switch error {
        case .cannotCreate(let path, let reason): .cannotCreate(path: name(path), reason: reason)
        case .cannotWrite(let path, let reason): .cannotWrite(path: name(path), reason: reason)
        case .cannotRead(let path, let reason): .cannotRead(path: name(path), reason: reason)
        }
    }

    private static func name(_ path: String) -> String { Folder.split(path).name }
}
