import Foundation

/// The reason why a source has no answer, whatever the source.
public enum TransitSourceError: Error, Hashable, Sendable {
    /// The feed has nothing of that id. `kind` is "stop", "route", "trip", "shape", ...
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
