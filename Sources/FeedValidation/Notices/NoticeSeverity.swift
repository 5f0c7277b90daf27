/// How much a notice matters.
public enum NoticeSeverity: String, Sendable, CaseIterable {
    /// The feed breaks the reference.
    case error = "ERROR"
    /// Riders or apps may suffer.
    case warning = "WARNING"
    /// Worth knowing.
    case info = "INFO"
}
