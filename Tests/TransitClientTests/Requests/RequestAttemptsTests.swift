import Foundation
import Testing
import TransitAPI

@testable import TransitClient

@Suite("Attempts of requests") struct RequestAttemptsTests {
    private let clock = SteppedClock()
    private let transport = MockTransport()
    private var asked: AskedQuestions { AskedQuestions(transport, clock: clock) }

    @Test(
        "A request with a passing failure is sent three times in all",
        arguments: [408, 429, 502, 503, 504])
    func statuses(status: Int) async throws {
        transport.reply(to: "/", .status(status), .status(status), AskedQuestions.title("here"))
        #expect(try await asked.title().data.message == "here")
        #expect(transport.requests.count == 3)
        // Half of 500 ms, then half of twice as much.
        #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500)])
        transport.reply(to: "/", .status(status))
        let fresh = AskingManner(isFresh: true)
        _ = try #require(try await asked.error(fresh))
        #expect(transport.requests.count == 6)
    }

    @Test(
        "Lost connections are tried again",
        arguments: [TransportError.Kind.unreachable, .cut, .timeout])
    func failures(kind: TransportError.Kind) async throws {
        transport.reply(to: "/", .failure(kind), .failure(kind), AskedQuestions.title("here"))
        #expect(try await asked.title().data.message == "here")
        transport.reply(to: "/", .failure(kind))
        let error = try #require(try await asked.error(AskingManner(isFresh: true)))
        guard case .network(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.kind.rawValue == kind.rawValue)
        #expect(transport.requests.count == 6)
    }

    @Test("A request with a body that is cut off is repeated")
    func cutBody() async throws {
        var cut = AskedQuestions.title("here")
        cut.cutAfter = 5
        transport.reply(to: "/", cut, AskedQuestions.title("here"))
        #expect(try await asked.title().data.message == "here")
        #expect(transport.requests.count == 2)
    }

    @Test(
        "A request with a lasting failure is sent once", arguments: [400, 403, 404, 500, 501])
    func final(status: Int) async throws {
        transport.reply(to: "/", .status(status))
        _ = try #require(try await asked.error())
        #expect(transport.requests.count == 1)
        #expect(clock.sleeps.isEmpty)
    }

    @Test(
        "A certificate or words that are wrong stay so",
        arguments: [TransportError.Kind.untrusted, .malformed])
    func finalFailures(kind: TransportError.Kind) async throws {
        transport.reply(to: "/", .failure(kind))
        _ = try #require(try await asked.error())
        #expect(transport.requests.count == 1)
    }

    @Test("Retry-After is waited for, in seconds and as a date of the server's clock")
    func retryAfter() async throws {
        transport.reply(
            to: "/", .status(429, headers: ["retry-after": "7"]),
            // The clock of the server is years behind.
            .status(
                503,
                headers: [
                    "date": "Sun, 06 Nov 1994 08:49:37 GMT",
                    "retry-after": "Sun, 06 Nov 1994 08:49:48 GMT",
                ]), AskedQuestions.title("here"))
        #expect(try await asked.title().data.message == "here")
        #expect(clock.sleeps == [.seconds(7), .seconds(11)])
    }

    @Test("An attempt that would end after the deadline is not made")
    func retryAfterDeadline() async throws {
        transport.reply(to: "/", .status(429, headers: ["retry-after": "31"]))
        #expect(try await asked.error() == .rateLimited(retryAfter: 31))
        #expect(transport.requests.count == 1)
        #expect(clock.sleeps.isEmpty)
    }

    @Test(
        "Any value of Retry-After leads to an answer",
        arguments: [
            "9223372036854775807", "-1", "99999999999999999999", "", "soon", "1e9",
            "Fri, 31 Dec 9999 23:59:59 GMT",
        ])
    func oddRetryAfter(text: String) async throws {
        transport.reply(to: "/", .status(429, headers: ["retry-after": text]))
        guard case .rateLimited = try await asked.error() else {
            Issue.record("not told as what it is")
            return
        }
    }

    @Test("All attempts together end at the deadline")
    func deadline() async throws {
        let clock = clock
        let slow = MockTransport { request in
            clock.advance(request.timeout)
            return .failure(.timeout)
        }
        let asked = AskedQuestions(slow, clock: clock) { $0.attempts = 100 }
        let error = try await asked.error()
        #expect(error?.userMessage == "Check your internet connection")
        #expect(clock.clock.uptime() <= .seconds(30))
        #expect(slow.requests.count == 3)
        // The last has what is left: 30 s less 10 and 0.25, 10 and 0.5.
        #expect(slow.requests.last?.timeout == .seconds(9.25))
    }

    @Test("A body that trickles ends at the deadline")
    func trickle() async throws {
        let clock = clock
        let trickling = Trickle { clock.advance(.seconds(1)) }
        let asked = AskedQuestions(trickling, clock: clock)
        let error = try await asked.error()
        #expect(error?.description.contains("timeout") == true)
        #expect(clock.clock.uptime() <= .seconds(31))
    }

    @Test("An answer without end is not read to its end")
    func bound() async throws {
        let asked = AskedQuestions(Trickle {}, clock: clock) { $0.mostBytes = 1000 }
        #expect(
            try await asked.error() == .decoding(reason: "the answer has more than 1000 bytes"))
    }

    /// A body that goes on and on.
    private struct Trickle: Transport {
        let wait: @Sendable () -> Void

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            TransportResponse(
                status: 200,
                body: TransportBody {
                    wait()
                    return Data(" ".utf8)
                })
        }
    }

    @Test("Redirects stay on the server")
    func redirects() async throws {
        transport.reply(to: "/", .status(301, headers: ["location": "/api/../other?x=1"]))
        transport.reply(to: "/other?x=1", AskedQuestions.title("here"))
        #expect(try await asked.title().data.message == "here")
        transport.reply(
            to: "/", .status(302, headers: ["location": "https://login.example/?u=1"]))
        let error = try #require(try await asked.error(AskingManner(isFresh: true)))
        #expect(error.userMessage == "Open a browser and log in to this network first")
        #expect(!transport.requests.contains { $0.url.host == "login.example" })
        transport.reply(to: "/", .status(307, headers: ["location": "/"]))
        let circle = try #require(try await asked.error(AskingManner(isFresh: true)))
        #expect(circle.description.contains("circles"))
    }
}
