import BundleWriting
import FeedReading
import Foundation
import FuzzSupport
import GTFSRealtime
import TransitBundle
import TransitModel
import TransitRealtime

/// Lays a message over the sample feed, and asks for what live data tells.
///
/// Whatever comes, each departure of the timetable is on the board at most once, with its own plan.
struct LiveWalk: Sendable {
    private let bundle: TransitBundle
    private let stops: [TransitModel.Stop]
    /// A Friday morning, the time of the sample message.
    private static let start = Date(timeIntervalSince1970: 1_795_120_200)

    init() throws {
        let path = ScratchFolder().path + "/sample.sqlite"
        _ = try BundleBuild(.init()).run(
            try FeedArchive.open("feeds/sample"), to: path, progress: { _ in })
        let bundle = try TransitBundle(path: path)
        self.bundle = bundle
        stops = try Self.waiting {
            [try await bundle.stop(id: "CJ"), try await bundle.stop(id: "QUAY_P1")]
        }
    }

    func run(_ message: FeedMessage) throws {
        let (bundle, stops) = (bundle, stops)
        try Self.waiting {
            let kept = RealtimeMessages(clock: { Self.start })
            kept.receive(message, from: "fuzz")
            let live = RealtimeSource(over: bundle, messages: kept)
            for stop in stops {
                let board = try await live.board(BoardQuestion(at: stop, from: Self.start))
                let ids = board.events.filter { $0.realtime?.isScheduled ?? true }.map(\.id)
                precondition(Set(ids).count == ids.count, "a departure twice")
                let shown = board.alerts.map(\.id)
                precondition(Set(shown).count == shown.count, "an alert twice")
                let named = board.events.flatMap { $0.realtime?.alerts ?? [] }
                precondition(named.allSatisfy(shown.contains), "an alert of a row is not shown")
            }
            let trip = try await live.trip(id: "T1-WD-N2")
            let day = ServiceDate(dayNumber: 20_777)
            _ = try await live.calls(of: trip, on: day, startTime: nil)
            _ = try await live.alerts(about: .trip(trip, on: day), at: nil)
            for vehicle in try await live.vehicles(matching: VehicleFilter()) {
                precondition(abs(vehicle.coordinate?.latitude ?? 0) <= 90, "\(vehicle)")
            }
        }
    }

    private static func waiting<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        Task {
            do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
            done.signal()
        }
        done.wait()
        guard let result = box.result else { preconditionFailure("no result") }
        return try result.get()
    }

    /// Written before the semaphore is signaled, read after.
    private final class Box<Value: Sendable>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }
}
