import FeedReading
import Foundation
import SystemLayer
import TestSupport
import Testing

extension DownloadTests {
    /// A clock that goes on when it is looked at.
    private final class Clock: Sendable {
        private let start = ContinuousClock.now
        private let step: Duration
        private let steps = Locked(0)
        var elapsed: Duration { step * steps.value }

        init(step: Duration) {
            self.step = step
        }

        @Sendable func now() -> ContinuousClock.Instant {
            steps.withLock { $0 += 1 }
            return start + elapsed
        }
    }

    @Test("Chunks, no length at all and a slow drip are all right")
    func packings() throws {
        let zip = zip
        let server = try serve { request, _ in
            switch request.path {
            case "/chunked": ServedReply(body: zip).with { $0.isChunked = true }
            case "/unknown": ServedReply(body: zip).with { $0.declaredLength = -1 }
            default:
                ServedReply(body: zip).with {
                    $0.pieceSize = 100_000
                    $0.pause = 150
                }
            }
        }
        for path in ["/chunked", "/unknown"] {
            #expect(try outcome(server, path: path) == sha256, "\(path)")
        }
        // Slower in all than the patience with a silent server, which it never is. The clock goes on
        // when it is looked at, and so does not tell how busy the machine is.
        let clock = Clock(step: .milliseconds(200))
        let drip = try outcome(server, path: "/drip") {
            $0.settings.limits.idleTimeout = .seconds(10)
            $0.settings.now = clock.now
        }
        #expect(drip == sha256)
        #expect(clock.elapsed > .seconds(10))
    }

    @Test("A process that was kept from running does not blame the server")
    func suspension() throws {
        let zip = zip
        let server = try serve { _, _ in
            ServedReply(body: zip).with {
                $0.pieceSize = 100_000
                $0.pause = 10
            }
        }
        // Between two looks at the clock, half a minute is gone.
        let clock = Clock(step: .seconds(30))
        let outcome = try outcome(server) {
            $0.settings.limits.idleTimeout = .seconds(20)
            $0.settings.now = clock.now
            $0.settings.retry.retries = 0
        }
        #expect(outcome == sha256)
        #expect(clock.elapsed > .seconds(60))
    }

    @Test("Cancellation waits neither for a silent server nor for the next attempt")
    func cancellation() throws {
        let release = DispatchSemaphore(value: 0)
        defer { release.signal() }
        let silent = try serve { _, _ in
            release.wait()
            return ServedReply()
        }
        let busy = try serve { _, _ in .status("503 Sorry", ["Retry-After: 50"]) }
        for server in [silent, busy] {
            var request = request(server.url("/feed.zip"))
            request.settings.sleep = nil
            // An hour, should no waiter be woken.
            request.settings.limits.idleTimeout = .seconds(3600)
            request.settings.retry.longest = .seconds(3600)
            let ended = DispatchSemaphore(value: 0)
            let failure = Locked<FeedError?>(nil)
            Thread.detachNewThread { [request] in
                let error = feedError { () throws(FeedError) in try FeedDownload.fetch(request) }
                failure.withLock { $0 = error }
                ended.signal()
            }
            while server.requests.isEmpty { usleep(1000) }
            usleep(20_000)
            request.archive.cancellation.cancel()
            ended.wait()
            #expect(failure.value == .cancelled)
            #expect(try folder.temporaryFiles().isEmpty)
        }
        #expect(busy.requests.count == 1)
    }

    @Test("A server that falls silent is given up, and one that takes for ever")
    func timeouts() throws {
        let zip = zip
        let server = try serve { _, _ in
            ServedReply(body: zip).with {
                $0.pieceSize = 1000
                $0.pause = 1_800_000
            }
        }
        #expect(
            try outcome(server) {
                $0.settings.limits.idleTimeout = .seconds(1)
                $0.settings.retry.retries = 0
            } == "69 the server does not answer in time")
        #expect(
            try outcome(server) {
                $0.settings.limits.totalTimeout = .seconds(1)
                $0.settings.retry.retries = 0
            } == "69 the download takes longer than 1 seconds")
    }
}
