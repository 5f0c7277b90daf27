import Foundation

/// The reason why any source has no answer.
public enum TransitSourceError: Error, Hashable, Sendable {
    /// The feed has nothing with that id. `kind` is "stop", "route", "trip", "shape", ...
    case notFound(kind: String, id: String)
}

extension TransitSourceError: UserFacingError {
    public func userMessage(in words: RiderWords) -> String { words[.notInTimetable] }

    public var description: String {
        switch self {
        case .notFound(let kind, let id): "The feed has no \(kind) \(id)."
        }
    }
}
