public import Observation

/// The status of the server, for a home screen.
///
/// ```swift
/// let home = BackendStatusModel(
///     BackendStatusCheck(server.absoluteString, transport: transport), expecting: "Lumen")
/// await home.load()
/// let text = home.text  // "Port Lumen Transit API"
/// let isGood = home.isGood  // true
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class BackendStatusModel {
    /// The known status of the server.
    public private(set) var status = BackendStatus.checking
    /// Whether it is being asked.
    public var isLoading: Bool { loads > 0 }

    private var loads = 0
    private let check: BackendStatusCheck
    private let title: String?

    /// - Parameters:
    ///   - check: asks the server.
    ///   - title: a part of the expected server's message; nil for any server of this API.
    public init(_ check: BackendStatusCheck, expecting title: String? = nil) {
        self.check = check
        self.title = title
    }

    /// The line to show.
    public var text: String { status.text }
    /// Whether the line should be green instead of red.
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
    /// The status of the server for a screen, under a name that nothing else shadows.
    public typealias StatusModel = BackendStatusModel
}
