/// Why a bundle could not be written: one clear line, and the exit code of the command.
package enum BundleError: Error, Hashable, CustomStringConvertible {
    /// The file can not be made or written.
    case cannotCreate(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    /// A file that should be a bundle is none.
    case notABundle(path: String, reason: String)
    /// The filters left no trip.
    case nothingLeft
    /// The bundle is larger than was asked for.
    case tooLarge(bytes: Int, limit: Int, report: String)
    /// A mistake of this program.
    case internalFailure(reason: String)

    /// What the command exits with.
    package var exitCode: Int32 {
        switch self {
        case .cannotCreate: 73
        case .cannotWrite: 74
        case .notABundle, .nothingLeft: 65
        case .tooLarge: 2
        case .internalFailure: 70
        }
    }

    package var description: String {
        switch self {
        case .cannotCreate(let path, let reason): "\(path): cannot be made: \(reason)"
        case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
        case .notABundle(let path, let reason): "\(path): \(reason)"
        case .nothingLeft: "the filters leave no trip: nothing to write"
        case .tooLarge(let bytes, let limit, let report):
            "the bundle has \(bytes) bytes, more than --max-size \(limit)\n\(report)"
        case .internalFailure(let reason): "internal error: \(reason)"
        }
    }
}
