package import FeedReading
import GTFSSchedule
package import SystemLayer

/// All that passes between the thread that builds a bundle and the one that validates the feed.
///
/// A thread of `FeedPump` inflates the files, each once, and both get their chunks. So that the
/// large files are decoded once as well, the build reads them for both:
///
///     build                                      validation
///       │ agency.txt, stops.txt, ...               │ agency.txt, stops.txt, ...
///       │ trips.txt, stop_times.txt, shapes.txt:   │
///       │   take ◀────────── the checks ────────── │ offer
///       │   (their chunks are decoded ahead,       │ waits; meanwhile the build's thread owns
///       │   see `DecodingWork`)                    │ everything that the checks hold
///       │   finish ────────── all read ──────────▶ │ waitUntilRead
///       │ locations.geojson: keep ── the file ───▶ │ value
///       │ writes trips, lets them go ── memory ──▶ │ early rules, then, after tripsWritten, the others
///       │ metadata ◀───────── the report ───────── │ report
///       ▼                                          ▼
///
/// Neither waits forever: a validation that ends withdraws its offers, a build that ends gives up
/// its files, and `hold` is released with the last object that holds it.
package struct SharedReading: Sendable {
    package let trips: SharedFile<any TripChecks>
    package let stopTimes: SharedFile<any StopTimeChecks>
    package let shapes: SharedFile<any ShapePointChecks>?
    /// The file, read whole; nil in it when it is not read. Nil when the bundle is made without
    /// on-demand service.
    package let locations: Promise<GeoJSONFile?>?
    /// Kept when the bundle's trips are written, or will never be.
    package let tripsWritten = Promise<Void>()

    /// A place where one thread hands something over, or begins to wait.
    package struct Moment: Hashable, Sendable {
        package enum Step: CaseIterable, Sendable {
            case offer, take, finish, waitUntilRead
        }
        package let file: String
        package let step: Step

        package init(file: String, step: Step) {
            self.file = file
            self.step = step
        }
    }

    /// Tests let either thread be late with `pause`.
    init(
        hasShapes: Bool, hasLocations: Bool, pause: @escaping @Sendable (Moment) -> Void = { _ in }
    ) {
        trips = SharedFile(Trip.file.name, pause)
        stopTimes = SharedFile(StopTime.file.name, pause)
        shapes = hasShapes ? SharedFile(ShapePoint.file.name, pause) : nil
        locations = hasLocations ? Promise() : nil
    }

    package func withdraw() {
        trips.withdraw()
        stopTimes.withdraw()
        shapes?.withdraw()
    }

    /// Also tells those who wait for a file that was not read.
    func giveUp() {
        trips.finish(isComplete: false)
        stopTimes.finish(isComplete: false)
        shapes?.finish(isComplete: false)
        locations?.keep(nil)
    }

    /// Once; without the hold, all waiting for ``tripsWritten`` would be in vain.
    func hold() -> Hold { Hold(tripsWritten) }

    /// ``tripsWritten`` is kept when the hold is gone.
    final class Hold: Sendable {
        private let released: Promise<Void>

        fileprivate init(_ released: Promise<Void>) {
            self.released = released
        }

        deinit { released.keep(()) }
    }
}

package final class SharedFile<Checks>: @unchecked Sendable {
    // Sendable: one thread at a time uses what is offered, between the two promises.
    package typealias Making = (CSVReader) -> Checks

    private let name: String
    private let pause: @Sendable (SharedReading.Moment) -> Void
    private let isOffered = Promise<Void>()
    private let isComplete = Promise<Bool>()
    private var making: Making?

    init(_ name: String, _ pause: @escaping @Sendable (SharedReading.Moment) -> Void) {
        self.name = name
        self.pause = pause
    }

    // MARK: The validating thread

    /// The reader stands at the header of the file.
    package func offer(_ making: @escaping Making) {
        pause(.init(file: name, step: .offer))
        self.making = making
        isOffered.keep(())
    }

    /// Throws when the file was not read to its end.
    package func waitUntilRead() throws(FeedError) {
        pause(.init(file: name, step: .waitUntilRead))
        guard isComplete.value() else { throw .cancelled }
    }

    /// Ends the offers: the validation has ended, or will not reach the file.
    fileprivate func withdraw() {
        isOffered.keep(())
    }

    // MARK: The building thread

    /// Waits for the offer; nil when there will be none.
    func take(_ reader: CSVReader) -> Checks? {
        pause(.init(file: name, step: .take))
        isOffered.value()
        defer { making = nil }
        return making?(reader)
    }

    func finish(isComplete: Bool) {
        pause(.init(file: name, step: .finish))
        self.isComplete.keep(isComplete)
    }
}
