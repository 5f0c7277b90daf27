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
    /// Unreadable; the text says why, for people.
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
