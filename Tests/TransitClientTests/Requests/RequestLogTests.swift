import Foundation
import Logging
import Metrics
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitClient

@Suite("Log and measurements") struct RequestLogTests {
    private struct Recorder: LogHandler {
        let lines: Locked<[(level: Logger.Level, message: String, metadata: Logger.Metadata)]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.withLock { $0.append((event.level, "\(event.message)", event.metadata ?? [:])) }
        }
    }

    private final class Measurements: MetricsFactory {
        let timers = Locked<[String: [Int64]]>([:])

        private final class Timer: TimerHandler {
            let name: String
            let timers: Locked<[String: [Int64]]>

            init(name: String, timers: Locked<[String: [Int64]]>) {
                self.name = name
                self.timers = timers
            }

            func recordNanoseconds(_ duration: Int64) {
                timers.withLock { $0[name, default: []].append(duration) }
            }
        }

        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            let words = dimensions.map { "\($0)=\($1)" }.joined(separator: ",")
            return Timer(name: "\(label){\(words)}", timers: timers)
        }

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            NOOPMetricsHandler.instance
        }
        func makeRecorder(
            label: String, dimensions: [(String, String)], aggregate: Bool
        ) -> any RecorderHandler { NOOPMetricsHandler.instance }
        func destroyCounter(_ handler: any CounterHandler) {}
        func destroyRecorder(_ handler: any RecorderHandler) {}
        func destroyTimer(_ handler: any TimerHandler) {}
    }

    private let lines = Locked<[(level: Logger.Level, message: String, metadata: Logger.Metadata)]>(
        [])
    private let measurements = Measurements()
    private let transport = MockTransport()

    private func asked(_ change: (inout ClientSettings) -> Void = { _ in }) -> AskedQuestions {
        AskedQuestions(transport, clock: SteppedClock()) { settings in
            settings.log = Logger(label: "test") { _ in Recorder(lines: lines) }
            settings.metrics = measurements
            change(&settings)
        }
    }

    @Test("A line for each request, without secrets")
    func lines() async throws {
        struct Fixed: TokenProvider {
            func token(refreshing: Bool) async throws -> String? { "S3CRET" }
        }
        transport.reply(
            to: "/api/v1/stops", .status(503), .json(#"{"data":{"stops":[]},"meta":{}}"#))
        let asked = asked {
            $0.tokens = Fixed()
            $0.signingKey = Data("KEY".utf8)
        }
        _ = try await asked.stops("where I live")
        let kept = lines.value
        #expect(kept.map(\.message) == ["request", "request"])
        #expect(kept.map(\.level) == [.notice, .debug])
        #expect(kept.first?.metadata["path"] == "/api/v1/stops?q=…")
        #expect(kept.map { $0.metadata["status"] } == ["503", "200"])
        #expect(kept.map { $0.metadata["attempt"] } == ["1", "2"])
        #expect(kept.map { $0.metadata["success"] } == ["false", "true"])
        #expect(kept.first?.metadata["endpoint"] == "stops")
        #expect(kept.first?.metadata["duration_ms"] == "0")
        let all = "\(kept)"
        for secret in ["S3CRET", "KEY", "live", "signature", "Bearer"] {
            #expect(!all.contains(secret), "\(secret)")
        }
        #expect(
            Set(measurements.timers.value.keys) == [
                "transit_client_request{endpoint=stops,success=false}",
                "transit_client_request{endpoint=stops,success=true}",
            ])
        #expect(measurements.timers.value.values.allSatisfy { $0.count == 1 })
    }

    @Test("Failures name their kinds")
    func failures() async throws {
        transport.reply(to: "/", .failure(.untrusted))
        _ = try await asked().error()
        #expect(lines.value.first?.metadata["error"] == "untrusted: as the test wants it")
    }

    @Test("An answer in an unexpected form is logged once")
    func replacements() async throws {
        transport.reply(to: "/", .json(#"{"data":{"message":7},"meta":{}}"#))
        transport.reply(to: "/api/v1/stops", .json(#"{"data":{"stops":{}},"meta":{}}"#))
        let asked = asked()
        for _ in 0..<3 {
            _ = try await asked.stops("a", AskingManner(isFresh: true))
        }
        let warnings = lines.value.filter { $0.level == .warning }
        #expect(warnings.count == 1)
        #expect(warnings.first?.metadata["endpoint"] == "stops")
        #expect("\(warnings)".contains("data.stops"))
    }
}
