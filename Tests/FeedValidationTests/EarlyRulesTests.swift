import Dispatch
import FeedCompiling
import FeedReading
import FeedValidation
import GTFSSchedule
import SystemLayer
import TestSupport
import Testing

/// While a bundle's trips are written, memory is short: only early rules run.
@Suite("Rules beside a build", .blocking) struct EarlyRulesTests {
    /// Says when it runs.
    private struct Probe: FeedRule {
        static let notices: [NoticeDefinition] = []
        static let inputs = ["trips.txt"]
        let isRun: DispatchSemaphore

        func check(_ feed: LoadedFeed, into bin: NoticeBin) { isRun.signal() }
    }

    /// The same, early.
    private struct EarlyProbe: FeedRule {
        static let notices: [NoticeDefinition] = []
        static let inputs = ["trips.txt"]
        let isRun: DispatchSemaphore

        func check(_ feed: LoadedFeed, into bin: NoticeBin) { isRun.signal() }
    }

    private final class Sink: FeedSink {
        struct Failure: Error {}

        private let body: () throws -> Void

        init(_ body: @escaping () throws -> Void) {
            self.body = body
        }

        func write(_ trips: CompiledTrips) throws {
            try withExtendedLifetime(trips) { try body() }
        }

        func write(_ services: CompiledServices) {}
        func write(_ rejection: Rejection) {}
        func write(_ row: CheckedRow, of table: TableSpec, adding extra: [ExtraValue]) {}
        func begin(_ table: PackedExtension) throws {}
        func write(_ cells: RowCells, of table: PackedExtension) throws {}
        func write(_ location: LocationFeature) {}
        func begin(table: String) {}
        func finish(table: String) {}
        func write(_ shape: CompiledShape) {}
    }

    private let early = DispatchSemaphore(value: 0)
    private let late = DispatchSemaphore(value: 0)

    private func run(_ feed: TestFeed = .base, _ body: @escaping () throws -> Void) throws {
        let folder = try TestFolder()
        let archive = try FeedArchive.open(
            feed.write(to: folder),
            options: ArchiveOptions(temporaryDirectory: folder.temporaryDirectory))
        var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        options.ownRules = [EarlyProbe(isRun: early), Probe(isRun: late)]
        options.earlyRules.insert(ObjectIdentifier(EarlyProbe.self))
        let done = DispatchSemaphore(value: 0)
        defer { done.wait() }
        let compiler = FeedCompiler(
            archive, options: FeedCompiler.Options(), sink: Sink(body),
            findings: FeedReading.Findings())
        try compiler.run { [options] files, sharing in
            let files = Locked<Handed>(Handed(files: files))
            WorkerThread.start {
                _ = try? Validation(options).run(
                    files.withLock { $0.files }, sharing: sharing)
                done.signal()
            }
        }
    }

    /// State that only the other thread uses.
    private struct Handed: @unchecked Sendable {
        let files: FeedFiles
    }

    @Test("Early ones run while the trips are held, the others after that")
    func order() throws {
        try run { [early, late] in
            early.wait()
            #expect(late.wait(timeout: .now() + .milliseconds(300)) == .timedOut)
        }
        late.wait()
    }

    @Test("No thread waits for ever when the trips cannot be written")
    func failure() throws {
        #expect(throws: Sink.Failure.self) {
            try run { throw Sink.Failure() }
        }
        late.wait()
    }

    @Test("A feed without stop times waits for nothing either")
    func withoutTrips() throws {
        try run(.base.without("trips.txt", "stop_times.txt")) {}
        late.wait()
    }
}
