public import Observation

/// The status of the server, for a home screen.
///
/// ```swift
/// if home.isLoading { ProgressView() } else {
///     Text(home.text).foregroundColor(home.isGood ? .green : .red)
/// }
/// // and to the view: .task { await home.load() }
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class BackendStatusModel {
    /// What is known of the server.
    public private(set) var status = BackendStatus.checking
    /// Whether it is being asked.
    public var isLoading: Bool { loads > 0 }

    private var loads = 0
    private let check: BackendStatusCheck
    private let title: String?

    /// - Parameters:
    ///   - check: what asks the server.
    ///   - title: what the message of the expected server contains; nil for any server of this API.
    public init(_ check: BackendStatusCheck, expecting title: String? = nil) {
        self.check = check
        self.title = title
    }

    /// The line to show.
    public var text: String { status.text }
    /// Whether the line is to be green, and not red.
    public var isGood: Bool { status.isGood(expecting: title) }

    /// Asks the server. A load whose task is cancelled leaves the screen as it was.
    public func load() async {
        loads += 1
        defer { loads -= 1 }
        do {
            status = try await check.status()
        } catch {
            return
        }
    }
}

@available(iOS 17, macOS 14, *)
extension TransitClient {
    /// How the server does, for a screen, by a name that no other hides.
    public typealias StatusModel = BackendStatusModel
}
