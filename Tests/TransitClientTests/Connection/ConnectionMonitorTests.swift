import Foundation
import SystemLayer
import Testing
import TransitClient

@Suite("The connection monitor")
struct ConnectionMonitorTests {
    private let clock = HandClock()
    private let transport = StagedTransport()

    private func monitor(_ address: String = "http://127.0.0.1:8080") throws -> ConnectionMonitor {
        ConnectionMonitor(
            try #require(URL(string: address)), transport: transport, clock: clock)
    }

    /// Turns the clock to the next ping, once the monitor waits for it.
    private func nextSecond() async throws {
        try await until { clock.sleepers == 1 && transport.waiting == 0 }
        clock.advance(by: .seconds(1))
        try await until { transport.waiting == 1 }
    }

    @Test("pings at once, then every second, and tells changes only")
    func pings() async throws {
        let monitor = try monitor()
        #expect(monitor.state == .checking)
        var states = monitor.states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await transport.answer(200)
        #expect(await states.next() == .reachable)
        for _ in 0..<3 {
            try await nextSecond()
            try await transport.answer(200)
        }
        try await nextSecond()
        try await transport.fail(.unreachable)
        #expect(await states.next() == .unreachable)
        try await nextSecond()
        try await transport.answer(200)
        #expect(await states.next() == .reachable)
        #expect(transport.requests.count == 6)
        #expect(transport.mostAtOnce == 1)
        #expect(
            Set(transport.requests.map(\.url.absoluteString)) == [
                "http://127.0.0.1:8080/api/ping"
            ])
    }

    @Test("the interval is one of starts: an answer that takes long does not delay the next ping")
    func rhythm() async throws {
        let monitor = try monitor()
        let listener = Task { for await _ in monitor.states() {} }
        defer { listener.cancel() }
        for count in 1...5 {
            try await until { transport.waiting == 1 && clock.sleepers == 2 }
            clock.advance(by: .milliseconds(700))
            try await transport.answer(200)
            try await until { clock.sleepers == 1 }
            clock.advance(by: .milliseconds(299))
            try await settle()
            #expect(transport.requests.count == count)
            clock.advance(by: .milliseconds(1))
        }
        try await until { transport.requests.count == 6 }
    }

    @Test(
        "only status 200 with the body of a ping is reachable",
        arguments: [
            (200, Replies.pong, ConnectionMonitor.State.reachable),
            (200, #"{"data":{"message":"pong"}}"#, .reachable), (200, Replies.portal, .badAnswer),
            (200, "", .badAnswer), (200, "pong", .badAnswer), (200, #"{"data":{}}"#, .badAnswer),
            (200, String(repeating: " ", count: 70_000) + Replies.pong, .badAnswer),
            (204, "", .badAnswer), (201, Replies.pong, .badAnswer), (301, "", .badAnswer),
            (302, Replies.portal, .badAnswer), (304, "", .badAnswer), (401, "{}", .badAnswer),
            (404, "{}", .badAnswer), (429, "{}", .badAnswer), (500, Replies.pong, .badAnswer),
            (502, Replies.portal, .badAnswer), (503, "{}", .badAnswer),
        ])
    func verdicts(status: Int, body: String, state: ConnectionMonitor.State) async throws {
        var states = try monitor().states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await transport.answer(status, body)
        #expect(await states.next() == state)
    }

    @Test(
        "a failure on the way is unreachable, an answer by another server is a bad answer",
        arguments: [
            (TransportError.Kind.unreachable, ConnectionMonitor.State.unreachable),
            (.cut, .unreachable), (.timeout, .unreachable), (.untrusted, .badAnswer),
            (.malformed, .badAnswer),
        ])
    func failures(kind: TransportError.Kind, state: ConnectionMonitor.State) async throws {
        var states = try monitor().states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await transport.fail(kind)
        #expect(await states.next() == state)
    }

    @Test("a body that is cut, or never ends, is refused")
    func brokenBodies() async throws {
        let cut = TransportBody { throw TransportError(.cut, "cut") }
        var states = try monitor().states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await transport.answer(.success(TransportResponse(status: 200, body: cut)))
        #expect(await states.next() == .unreachable)
        try await nextSecond()
        let endless = TransportBody { Data(count: 1000) }
        try await transport.answer(.success(TransportResponse(status: 200, body: endless)))
        #expect(await states.next() == .badAnswer)
        try await nextSecond()
        let silent = TransportBody {
            try await Task.sleep(for: .seconds(3600))
            return nil
        }
        try await transport.answer(.success(TransportResponse(status: 200, body: silent)))
        try await until { clock.sleepers == 2 }
        clock.advance(by: .milliseconds(900))
        #expect(await states.next() == .unreachable)
    }

    @Test("the time-out is below a second; what is late says nothing, and nothing overtakes it")
    func late() async throws {
        // This transport does not end when it is cancelled.
        let transport = StagedTransport(isStubborn: true)
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, clock: clock)
        var states = monitor.states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await until { transport.waiting == 1 && clock.sleepers == 2 }
        #expect(transport.requests[0].timeout < .seconds(1))
        clock.advance(by: .milliseconds(900))
        // Told at the time-out, while the request is still there.
        #expect(await states.next() == .unreachable)
        clock.advance(by: .seconds(30))
        try await settle()
        #expect(transport.requests.count == 1)
        try await transport.answer(200)
        try await until { transport.waiting == 1 }
        #expect(monitor.state == .unreachable)
        try await transport.answer(200)
        #expect(await states.next() == .reachable)
        #expect(transport.mostAtOnce == 1)
    }

    @Test("no pings without a listener; a later listener gets no old news")
    func listeners() async throws {
        let monitor = try monitor()
        try await settle()
        #expect(transport.requests.isEmpty)
        let seen = Locked<[[ConnectionMonitor.State]]>([[], []])
        let tasks = [0, 1].map { index in
            Task {
                for await state in monitor.states() { seen.withLock { $0[index].append(state) } }
            }
        }
        try await transport.answer(200)
        try await until { seen.withLock { $0.allSatisfy { $0.last == .reachable } } }
        #expect(transport.requests.count == 1)
        // One of two goes: it ends with its task, and the pings go on.
        tasks[0].cancel()
        await tasks[0].value
        try await nextSecond()
        tasks[1].cancel()
        await tasks[1].value
        try await until { transport.waiting == 0 && clock.sleepers == 0 }
        #expect(monitor.state == .checking)
        clock.advance(by: .seconds(60))
        try await settle()
        #expect(transport.requests.count == 2)
        // And again from the beginning.
        var states = monitor.states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await transport.fail(.cut)
        #expect(await states.next() == .unreachable)
    }

    @Test("a pause ends the pings, listeners keep what they know, and then it pings at once")
    func pause() async throws {
        let monitor = try monitor()
        var states = monitor.states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await transport.answer(200)
        #expect(await states.next() == .reachable)
        try await nextSecond()
        monitor.pause()
        monitor.pause()
        try await until { transport.waiting == 0 && clock.sleepers == 0 }
        clock.advance(by: .seconds(100))
        try await settle()
        #expect(transport.requests.count == 2)
        #expect(monitor.state == .reachable)
        monitor.resume()
        monitor.resume()
        try await transport.fail(.timeout)
        #expect(await states.next() == .unreachable)
        #expect(transport.requests.count == 3)
        #expect(transport.mostAtOnce == 1)
    }

    @Test("a pause ends: a listener that begins during one waits for its end")
    func pausedBefore() async throws {
        let monitor = try monitor()
        monitor.pause()
        var states = monitor.states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await settle()
        #expect(transport.requests.isEmpty)
        monitor.resume()
        try await transport.answer(200)
        #expect(await states.next() == .reachable)
    }

    @Test("a request that winds down after a pause neither speaks nor runs beside the next")
    func overtaking() async throws {
        let transport = StagedTransport(isStubborn: true)
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, clock: clock)
        var states = monitor.states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await until { transport.waiting == 1 }
        for _ in 0..<10 {
            monitor.pause()
            monitor.resume()
        }
        try await settle()
        #expect(transport.requests.count == 1)
        try await transport.fail(.unreachable)
        try await until { transport.waiting == 1 }
        #expect(monitor.state == .checking)
        try await transport.answer(200)
        #expect(await states.next() == .reachable)
        #expect(transport.mostAtOnce == 1)
    }

    @Test("comings and goings at all times leave nothing behind")
    func storm() async throws {
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")),
            transport: ScriptedTransport { _ in Replies.reply(200, Replies.pong) },
            interval: .milliseconds(1), timeout: .seconds(10))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    for await state in monitor.states() where state != .checking { break }
                    if number.isMultiple(of: 7) {
                        monitor.pause()
                        monitor.resume()
                    }
                }
            }
        }
        try await until { monitor.state == .checking }
    }

    @Test("changes are logged, the same state again is not")
    func log() async throws {
        let log = RecordedLog()
        let monitor = ConnectionMonitor(
            try #require(URL(string: "http://a")), transport: transport, clock: clock,
            log: log.logger)
        var states = monitor.states().makeAsyncIterator()
        #expect(await states.next() == .checking)
        try await transport.answer(200)
        #expect(await states.next() == .reachable)
        try await nextSecond()
        try await transport.answer(200)
        try await nextSecond()
        try await until { log.entries.count == 1 }
        #expect(log.entries[0].message == "Connection changed")
        #expect(log.entries[0].metadata == ["state": "reachable"])
    }

    @Test(
        "the root of the API at the end of the address is left out",
        arguments: [
            ("https://a.example/api/v1", "https://a.example/api/ping"),
            ("https://a.example/api/v1/", "https://a.example/api/ping"),
            ("https://a.example/", "https://a.example/api/ping"),
            ("https://a.example:8443/transit/api/v1", "https://a.example:8443/transit/api/ping"),
        ])
    func address(server: String, ping: String) async throws {
        let monitor = try monitor(server)
        let listener = Task { for await _ in monitor.states() {} }
        try await until { transport.waiting == 1 }
        #expect(transport.requests[0].url.absoluteString == ping)
        listener.cancel()
    }
}
