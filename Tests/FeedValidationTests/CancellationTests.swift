import FeedValidation
import Foundation
import GTFSSchedule
import SystemLayer
import TestSupport
import Testing

/// A validation ends when its task is cancelled or its notices are no longer read, and tasks go on
/// beside it.
@Suite("Cancelled validations")
struct CancellationTests {
    private static let rows = 20_000
    private let folder: TestFolder
    /// Each stop and each trip gives an own rule something to do.
    private let feed: String
    private let options: ValidationOptions

    init() throws {
        folder = try TestFolder()
        var feed = TestFeed.base
        feed["stops.txt"]? += (0..<Self.rows).map { "S\($0),Stop,48.0,2.0\n" }.joined()
        feed["trips.txt"]? += (0..<1000).map { "R,WD,U\($0)\n" }.joined()
        feed["stop_times.txt"]? += (0..<1000).map { trip in
            "U\(trip),08:00:00,08:00:00,A,1\nU\(trip),08:10:00,08:11:00,B,2\n"
        }.joined()
        self.feed = try feed.write(to: folder)
        options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
    }

    private final class Probe: Sendable {
        private let calls = Locked(0)
        private let first: @Sendable () -> Void
        private let end: @Sendable (Int) -> Void
        var count: Int { calls.value }

        init(
            first: @escaping @Sendable () -> Void = {},
            end: @escaping @Sendable (_ count: Int) -> Void = { _ in }
        ) {
            self.first = first
            self.end = end
        }

        deinit {
            end(count)
        }

        func call() {
            calls.withLock { $0 += 1 }
            if count == 1 { first() }
        }
    }

    private struct StopProbe: RowRule {
        static let seen = NoticeDefinition("acme_stop", .info, summary: "A stop.", why: "", fix: "")
        static let notices = [seen]
        let probe: Probe

        func check(_ row: Stop, in context: RowContext, into bin: NoticeBin) {
            probe.call()
            bin.add(Self.seen, ["csvRowNumber": context.row])
        }
    }

    private struct TripProbe: TripRule {
        static let notices: [NoticeDefinition] = []
        static let inputs = ["trips.txt"]
        static let reads: TripParts = .trip
        let probe: Probe

        func check(_ trip: TripView, into bin: NoticeBin) { probe.call() }
    }

    /// Would never end by itself.
    private struct EndlessRule: FeedRule {
        static let notices: [NoticeDefinition] = []
        static let inputs = ["trips.txt"]
        let probe: Probe

        func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
            probe.call()
            while true { try feed.checkCancellation() }
        }
    }

    /// Keeps a thread as long as it is told to.
    private struct BusyRule: FeedRule {
        static let notices: [NoticeDefinition] = []
        static let inputs = ["trips.txt"]
        let isToGoOn: @Sendable (_ rounds: Int) -> Bool

        func check(_ feed: LoadedFeed, into bin: NoticeBin) {
            var rounds = 0
            while isToGoOn(rounds) { rounds += 1 }
        }
    }

    /// Validates in a task that is cancelled when the rule is first asked.
    private func cancelled(_ rule: (Probe) -> any Rule) async -> (probe: Probe, error: (any Error)?)
    {
        let task = Locked<Task<ValidationReport, any Error>?>(nil)
        let isKnown = DispatchSemaphore(value: 0)
        let probe = Probe(first: {
            isKnown.wait()
            task.value?.cancel()
        })
        var options = options
        options.ownRules = [rule(probe)]
        let validation = Task { [options, feed] in
            try await Validator(Feed(feed), options).validate()
        }
        task.withLock { $0 = validation }
        isKnown.signal()
        do {
            _ = try await validation.value
            return (probe, nil)
        } catch {
            return (probe, error)
        }
    }

    @Test("While files are read, some rows more are looked at")
    func reading() async {
        let (probe, error) = await cancelled { StopProbe(probe: $0) }
        #expect(error is CancellationError)
        #expect(1...256 ~= probe.count)
    }

    @Test("While trips are checked, no other is looked at")
    func trips() async {
        let (probe, error) = await cancelled { TripProbe(probe: $0) }
        #expect(error is CancellationError)
        #expect(probe.count == 1)
    }

    @Test("A rule that asks ends at once")
    func rule() async {
        let (_, error) = await cancelled { EndlessRule(probe: $0) }
        #expect(error is CancellationError)
    }

    @Test("A task that is cancelled before does not even read the feed")
    func before() async throws {
        let probe = Probe()
        var options = options
        options.ownRules = [StopProbe(probe: probe)]
        let validator = try Validator(Feed(feed), options)
        let validation = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await validator.validate()
        }
        await #expect(throws: CancellationError.self) { try await validation.value }
        #expect(probe.count == 0)
    }

    @Test("A cancelled loop over notices throws, and what it has is not taken for all")
    func loop() async {
        var options = options
        let probe = Probe()
        options.ownRules = [StopProbe(probe: probe)]
        let seen = Locked(0)
        let loop = Task { [options, feed] in
            for try await _ in try Validator(Feed(feed), options).notices() {
                seen.withLock { $0 += 1 }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await loop.value }
        #expect(seen.value == 1)
    }

    // A validation that goes on waits for a reader for ever.
    @Test("A loop that is left ends the validation", arguments: [false, true])
    func leaving(isCancelled: Bool) async throws {
        let (ends, end) = AsyncStream<Int>.makeStream()
        let loop = Task { [options, feed] in
            var options = options
            options.ownRules = [
                StopProbe(
                    probe: Probe(end: { count in
                        end.yield(count)
                        end.finish()
                    }))
            ]
            for try await notice in try Validator(Feed(feed), options).notices()
            where notice.code == "acme_stop" {
                if !isCancelled { break }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        _ = await loop.result
        // The rule has no reference any more: the thread has ended. Some notices were there
        // already.
        for await count in ends { #expect(1...1000 ~= count) }
    }

    @Test("Tasks run while validations keep more threads than there are processors")
    func tasks() async throws {
        let isAnswered = Locked(false)
        let begun = Locked(0)
        let starved = Locked(0)
        var options = options
        options.ownRules = [
            BusyRule { rounds in
                if rounds == 0 { begun.withLock { $0 += 1 } }
                usleep(1000)
                // Ten minutes and more without an answer: other tests hold threads, too.
                if rounds == 600_000 { starved.withLock { $0 += 1 } }
                return rounds < 600_000 && !isAnswered.value
            }
        ]
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { [options, feed] in
                    _ = try await Validator(Feed(feed), options).validate()
                }
            }
            while begun.value < count, starved.value == 0 {
                try await Task.sleep(for: .milliseconds(1))
            }
            isAnswered.withLock { $0 = true }
            try await group.waitForAll()
        }
        #expect(starved.value == 0)
    }
}
