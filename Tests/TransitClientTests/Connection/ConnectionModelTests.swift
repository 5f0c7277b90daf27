import Foundation
import Testing
import TransitClient

@MainActor @Suite("The connection on a screen")
struct ConnectionModelTests {
    private let clock = HandClock()
    private let transport = StagedTransport()

    @Test("connected from the first answer on, and stopped with the screen")
    @available(iOS 17, macOS 14, *)
    func lifecycle() async throws {
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, clock: clock)
        let model = ConnectionModel(monitor)
        #expect(!model.isConnected)
        model.start()
        model.start()
        try await transport.answer(200)
        while !model.isConnected { try await Task.sleep(for: .milliseconds(1)) }
        try await until { clock.sleepers == 1 }
        clock.advance(by: .seconds(1))
        try await transport.answer(500)
        while model.isConnected { try await Task.sleep(for: .milliseconds(1)) }
        #expect(model.state == .badAnswer)
        model.stop()
        try await until { clock.sleepers == 0 && monitor.state == .checking }
        #expect(model.state == .badAnswer)
        #expect(transport.requests.count == 2)
        // The screen appears again.
        model.start()
        try await transport.answer(200)
        while !model.isConnected { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("a model that is gone does not keep the pings going")
    @available(iOS 17, macOS 14, *)
    func release() async throws {
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, clock: clock)
        var model: ConnectionModel? = ConnectionModel(monitor)
        model?.start()
        try await until { transport.waiting == 1 }
        model = nil
        try await until { transport.waiting == 0 && clock.sleepers == 0 }
        #expect(monitor.state == .checking)
    }
}
