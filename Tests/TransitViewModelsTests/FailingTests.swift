import Foundation
import Testing
import TransitModel
import TransitViewModels

/// A source that can be made to fail or wait after a screen has loaded.
private actor ChangingSource: ForwardingSource {
    private var source = CannedSource.sample()

    func change(_ change: @Sendable (inout CannedSource) -> Void) { change(&source) }

    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(source)
    }

    nonisolated func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

private struct Away: LocalizedError {
    var errorDescription: String? { "The network is away." }
}

@MainActor @Suite("Screens without an answer", .timeLimit(.minutes(10)))
struct FailingTests {
    private let source = ChangingSource()

    @available(iOS 17, macOS 14, *)
    private func loadedStop() async -> StopDetailsModel {
        let model = StopDetailsModel(stop: .circularQuay, source: source)
        await model.load()
        return model
    }

    @Test("A failed refresh keeps the board and carries the error")
    @available(iOS 17, macOS 14, *)
    func refresh() async throws {
        let model = await loadedStop()
        let shown = try #require(model.departures.value)
        #expect(shown.count == 6 && model.error == nil)
        await source.change { $0.failure = Away() }
        await model.refreshDepartures()
        #expect(model.departures.value == shown)
        #expect(model.error is Away)
        await model.load()
        #expect(model.details.value != nil && model.departures.value == shown)
        #expect(model.error is Away)
        await source.change { $0.failure = nil }
        await model.refreshDepartures()
        #expect(model.departures.value?.count == 6 && model.error == nil)
    }

    @Test("Without anything to show, a failure is shown")
    @available(iOS 17, macOS 14, *)
    func first() async {
        await source.change { $0.failure = Away() }
        let model = await loadedStop()
        #expect(model.departures == .failed("The network is away."))
        #expect(model.details.errorMessage == "The network is away.")
        #expect(model.error is Away)
    }

    /// Starts something, and ends its task while the source keeps it waiting.
    private func cancel(_ body: @escaping @MainActor () async -> Void) async {
        // Where many tests run at once, the other task may have to wait for minutes for its turn.
        await source.change { $0.delay = .seconds(86_400) }
        let task = Task { await body() }
        for _ in 0..<20 { await Task.yield() }
        task.cancel()
        await task.value
        await source.change { $0.delay = .zero }
    }

    @Test("A cancelled task is not a failure: a stop keeps its board")
    @available(iOS 17, macOS 14, *)
    func cancelledStop() async throws {
        let model = await loadedStop()
        let (board, details) = (model.departures, model.details)
        await cancel { await model.refreshDepartures() }
        await cancel { await model.load() }
        #expect(model.departures == board && model.details == details)
        #expect(model.error == nil)
    }

    @Test("A cancelled task is not a failure: the list of routes stays, or is still being read")
    @available(iOS 17, macOS 14, *)
    func cancelledRoutes() async {
        let model = RouteListModel(source: source)
        await cancel { await model.load() }
        #expect(model.groups.isLoading && model.error == nil)
        await model.load()
        #expect(model.routeCount == 3)
        await cancel { await model.load() }
        #expect(model.routeCount == 3 && model.error == nil)
    }

    @Test("A cancelled task is not a failure: the home screen is unchanged")
    @available(iOS 17, macOS 14, *)
    func cancelledHome() async {
        let model = HomeModel(source: source, pause: .zero)
        await model.load()
        await model.showStops(near: Coordinate(latitude: -33.86, longitude: 151.21))
        let (feed, nearby) = (model.feed, model.nearby)
        await cancel { await model.load() }
        await cancel {
            await model.showStops(near: Coordinate(latitude: -33.86, longitude: 151.2))
        }
        #expect(model.feed == feed && model.nearby == nearby)
        #expect(nearby.value?.isEmpty == false && model.error == nil)
    }

    @Test("Departures leave a followed screen on time, and later ones move up")
    @available(iOS 17, macOS 14, *)
    func clock() async throws {
        let now = Date()
        await source.change { source in
            source.allEvents = source.allEvents.enumerated().map { number, departure in
                var departure = departure
                departure.time = now.addingTimeInterval(number == 0 ? 2 : 3600)
                return departure
            }
        }
        let model = StopDetailsModel(stop: .circularQuay, source: source)
        await model.load(at: now)
        await model.refreshDepartures(at: now, count: 5)
        let first = try #require(model.departures.value?.first)
        let task = Task { await model.follow() }
        while model.departures.value?.first?.time == first.time {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(Date() >= first.time)
        while model.departures.value?.count != 5 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(model.departures.value?.contains(first) == false)
        // Its source never changes, but the screen follows until its task ends.
        task.cancel()
        await task.value
        #expect(model.error == nil)
    }

    @Test("Departures leave a followed screen on time when there is no connection")
    @available(iOS 17, macOS 14, *)
    func clockAway() async throws {
        let model = await loadedStop()
        let shown = try #require(model.departures.value)
        let now = Date()
        await source.change { source in
            source.allEvents[0].time = now.addingTimeInterval(-60)
        }
        await model.refreshDepartures(at: now.addingTimeInterval(-90))
        #expect(model.departures.value?.count == shown.count)
        await source.change { $0.failure = Away() }
        let task = Task { await model.follow() }
        while model.error == nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(model.departures.value == Array(shown.dropFirst()))
        task.cancel()
        await task.value
    }
}
