import NIOCore
import NIOEmbedded
import SystemLayer
import TestSupport
import Testing

@testable import TransitServer

@Suite("A client's connection")
struct ClientConnectionTests {
    private let channel = NIOAsyncTestingChannel()
    private let client: ClientConnection

    init() async throws {
        try await channel.connect(to: .init(ipAddress: "127.0.0.1", port: 8080)).get()
        client = ClientConnection(channel)
    }

    @Test("A client that reads is sent more at once; one that does not is waited for")
    func reading() async throws {
        try await client.waitForReader()
        channel.isWritable = false
        let isOver = Locked(false)
        let wait = Task { [client] in
            try await client.waitForReader()
            isOver.withLock { $0 = true }
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(!isOver.value)
        // Whether the wait had begun by now or not.
        while !isOver.value {
            client.readerWentOn()
            try await Task.sleep(for: .milliseconds(1))
        }
        try await wait.value
    }

    @Test("A wait for who reads nothing can be given up, so that a server stops in time")
    func givenUp() async throws {
        channel.isWritable = false
        for milliseconds in [0, 100] {
            let wait = Task { [client] in try await client.waitForReader() }
            try await Task.sleep(for: .milliseconds(milliseconds))
            wait.cancel()
            await #expect(throws: CancellationError.self) { try await wait.value }
        }
    }
}
