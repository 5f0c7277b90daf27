public import FeedCompiling
public import FeedReading

/// The reason why a bundle could not be written or read: one clear line, and the exit code of the
/// command.
public enum BundleError: DiagnosedError, Hashable {
    /// There can be no file at this path.
    case cannotCreate(path: String, reason: String)
    /// The operating system refused to write the bundle.
    case cannotWrite(path: String, reason: String)
    /// There is no bundle at this path.
    case missing(path: String)
    /// The operating system refused to read the bundle.
    case cannotRead(path: String, reason: String)
    /// The file is not a bundle, or one of a version that is not read.
    case notABundle(path: String, reason: String)
    /// The filters keep no trip; `unknown` has those of their names that the feed does not have.
    case nothingLeft(unknown: [UnknownName])
    /// The bundle is larger than the limit; without `isWhole` it was not complete yet.
    case tooLarge(bytes: Int, limit: Int, isWhole: Bool, report: SizeReport)
    /// A bug in this package.
    case internalFailure(reason: String)

    package var exitCode: Int32 {
        switch self {
        case .cannotCreate: 73
        case .cannotWrite, .cannotRead: 74
        case .missing: 66
        case .notABundle, .nothingLeft: 65
        case .tooLarge: 2
        case .internalFailure: 70
        }
    }

    /// One line: the file, and what is wrong with it.
    public var description: String {
        switch self {
        case .cannotCreate(let path, let reason): "\(path): cannot be made: \(reason)"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .missing(let path): "\(path): no such file"
        case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
        case .notABundle(let path, let reason): "\(path): \(reason)"
        case .nothingLeft: "the filters leave no trip: nothing to write"
        case .tooLarge(let bytes, let limit, let isWhole, _):
            isWhole
                ? "the bundle has \(bytes) bytes, more than --max-size \(limit)"
                : "the bundle took \(bytes) bytes before it was complete, far more than --max-size "
                    + "\(limit)"
        case .internalFailure(let reason): "internal error: \(reason)"
        }
    }

    package var details: [String] {
        switch self {
        case .tooLarge(_, _, _, let report): report.advice
        case .nothingLeft(let unknown): unknown.prefix(10).map { "  \($0)" }
        default: []
        }
    }
}
