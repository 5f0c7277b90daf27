import Foundation
import TransitModel

/// The loading state of a screen's content.
///
/// ```swift
/// var text = ""
/// switch model.groups {
/// case .loading: text = "Loading routes..."
/// case .loaded(let groups): text = "\(groups.count) types"  // "5 types"
/// case .failed(let message): text = message
/// }
/// ```
public enum LoadState<Value: Sendable>: Sendable {
    /// The content is being read.
    case loading
    /// The content is ready to show.
    case loaded(Value)
    /// The content cannot be read; the text says why, for people.
    case failed(String)

    /// The content to show; nil while loading and after a failure.
    public var value: Value? {
        if case .loaded(let value) = self { value } else { nil }
    }

    /// The reason why the content cannot be read; nil if it can.
    public var errorMessage: String? {
        if case .failed(let message) = self { message } else { nil }
    }

    /// Whether the content is being read.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }
}

extension LoadState: Equatable where Value: Equatable {}

enum Outcome<Value: Sendable>: Sendable {
    case answered(Answer<Value>)
    case failed(any Error)
    case cancelled

    func map<Part: Sendable>(_ part: (Value) -> Part) -> Outcome<Part> {
        switch self {
        case .answered(let answer): .answered(Answer(part(answer.value), from: answer.origin))
        case .failed(let error): .failed(error)
        case .cancelled: .cancelled
        }
    }
}

extension LoadState {
    /// Marks the content as being read, unless there is some to show meanwhile.
    mutating func startLoading() -> LoadState {
        let before = self
        if value == nil { self = .loading }
        return before
    }

    /// Takes an outcome. What is shown stays when there is no answer, unless the answer is that the
    /// thing is gone.
    mutating func take(_ outcome: Outcome<Value>, after before: LoadState, in words: RiderWords) {
        switch outcome {
        case .answered(let answer): self = .loaded(answer.value)
        case .failed(let error) where value == nil || error is TransitSourceError:
            self = .failed(words.message(for: error))
        case .failed: break
        case .cancelled: if isLoading { self = before }
        }
    }
}
