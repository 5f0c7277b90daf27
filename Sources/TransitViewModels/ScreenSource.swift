import Foundation
import TransitModel

/// The source that a screen asks, the language of its names, and its words.
struct ScreenSource: Sendable {
    let source: any TransitSource
    /// Nil for names as published.
    let language: String?
    let words: RiderWords

    init(source: any TransitSource, language: String?, words: RiderWords?) {
        self.source = source
        self.language = language
        self.words = words ?? language.map { RiderWords(for: $0) } ?? .english
    }

    /// The outcome of related questions.
    func reading<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async -> Outcome<Value> {
        do {
            var spoken = source
            if let language { spoken = try await source.speaking(language) }
            return .answered(try await spoken.answering(questions))
        } catch {
            // A task that ends is no failure, whatever error the source makes of it.
            return Task.isCancelled || error is CancellationError ? .cancelled : .failed(error)
        }
    }

    func changes() -> AsyncStream<Void> { source.changes() }
}

/// The outcome of questions for a screen.
enum Outcome<Value: Sendable>: Sendable {
    case answered(Answer<Value>)
    case failed(any Error)
    /// The caller does not wait for the answer any more.
    case cancelled
}

/// Where the last answer of a screen came from, and why there is no newer one.
struct ScreenStatus: Sendable {
    var origin: AnswerOrigin?
    var error: (any Error)?

    /// When there is no answer, the known origin stays.
    mutating func take<Value>(_ outcome: Outcome<Value>) {
        switch outcome {
        case .answered(let answer): (origin, error) = (answer.origin, nil)
        case .failed(let error): self.error = error
        case .cancelled: break
        }
    }
}

extension LoadState {
    /// Shows an outcome. What is shown stays when there is no answer, unless the answer is that the
    /// thing is gone.
    mutating func take(_ outcome: Outcome<Value>, in words: RiderWords) {
        switch outcome {
        case .answered(let answer): self = .loaded(answer.value)
        case .failed(let error) where value == nil || error is TransitSourceError:
            self = .failed(words.message(for: error))
        case .failed, .cancelled: break
        }
    }

    /// Says that content is being read, unless there is some to show meanwhile.
    mutating func startLoading() {
        if value == nil { self = .loading }
    }
}

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
    /// Being read.
    case loading
    /// Ready to show.
    case loaded(Value)
    /// Unreadable; the text says why, for riders.
    case failed(String)

    /// The content to show; nil while loading and after a failure.
    public var value: Value? {
        if case .loaded(let value) = self { value } else { nil }
    }

    /// The reason why it cannot be read; nil otherwise.
    public var errorMessage: String? {
        if case .failed(let message) = self { message } else { nil }
    }

    /// Whether it is being read.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }
}

extension LoadState: Equatable where Value: Equatable {}
