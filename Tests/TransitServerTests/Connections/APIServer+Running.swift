import NIOCore
import ServiceLifecycle
import SystemLayer
import TestSupport

@testable import TransitServer

extension ConnectionLimits {
    /// Limits of time that never strike, however slow the machine is.
    static var patient: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.arrival = .hours(24)
        limits.stall = .hours(24)
        limits.idle = .hours(24)
        limits.absence = .hours(24)
        limits.farewell = .hours(24)
        return limits
    }
}

@available(macOS 14, iOS 17, tvOS 17, *)
extension APIServer {
    /// Runs as the program does, but for the signals, while the body asks at its port.
    func run<Value>(_ body: (_ port: Int) async throws -> Value) async throws -> Value {
        let port = Locked(0)
        let group = services(at: .init(host: "127.0.0.1", port: 0)) { address in
            port.withLock { $0 = address.port }
        }
        async let end: Void = group.run()
        while port.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let value: Value
        do {
            value = try await body(port.value)
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await end
        return value
    }
}
