public import Observation

/// Whether the server answers, for a screen.
///
/// ```swift
/// let connection = ConnectionModel(monitor)
/// connection.start()  // when the screen appears
/// connection.stop()  // when it disappears
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class ConnectionModel {
    /// The known state of the server.
    public private(set) var state = ConnectionMonitor.State.checking

    /// Whether the last ping was answered with status 200, as it should be.
    public var isConnected: Bool { state == .reachable }

    private let monitor: ConnectionMonitor
    @ObservationIgnored private var task: Task<Void, Never>?

    /// A model that does nothing until it is started.
    public init(_ monitor: ConnectionMonitor) {
        self.monitor = monitor
    }

    deinit {
        task?.cancel()
    }

    /// Begins to watch when the screen appears.
    public func start() {
        guard task == nil else { return }
        task = Task { [monitor, weak self] in
            for await state in monitor.states() {
                guard !Task.isCancelled else { return }
                self?.state = state
            }
        }
    }

    /// Stops watching when the screen disappears. The last known state stays.
    public func stop() {
        task?.cancel()
        task = nil
    }
}

@available(iOS 17, macOS 14, *)
extension TransitClient {
    /// The state of the connection for a screen, under a name that nothing else shadows.
    public typealias Connection = ConnectionModel
}
