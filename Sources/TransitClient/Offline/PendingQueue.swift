public import Foundation
public import Logging
import SystemLayer
import TransitAPI

/// Jobs to run once there is a connection again: refreshes and downloads of bundles, in order and
/// one at a time. A file keeps them for the next start of the app.
///
/// ```swift
/// let queue = PendingQueue(file: file) { job in
///     switch job.kind {
///     case .refresh: _ = try await client.stop(id: job.subject)
///     case .download: try await updater.update()
///     }
/// }
/// try await queue.add(PendingJob(.refresh, "QUAY"))
/// await queue.run()  // or follow(monitor), in a task of the app
/// ```
///
/// Nothing else needs queueing: the API is read-only, so no user input waits here. For the same
/// reason it does no harm to repeat a job because the app ended in the middle of it.
public actor PendingQueue {
    static let mostAttempts = 5
    private static let mostFileBytes = 16 << 20
    /// How long to wait after a failure while the connection is up: longer each time.
    static let pauses: [Duration] = [15, 60, 240, 900].map { .seconds($0) }

    /// The waiting jobs, the next one first. A running job stays first until it is done.
    public private(set) var jobs: [PendingJob]

    private let path: String
    private let limit: Int
    private let log: Logger
    private let clock: any Clock<Duration>
    private let isTemporary: @Sendable (any Error) -> Bool
    private let perform: @Sendable (PendingJob) async throws -> Void

    private var isRunning = false
    private var isReachable = false
    private var failures = 0
    private var isRetryPlanned = false
    private var followers: [UUID: AsyncStream<Void>.Continuation] = [:]

    /// Creates a queue with the jobs in its file. A damaged file is set aside.
    ///
    /// - Parameters:
    ///   - file: a file for this queue alone.
    ///   - limit: the maximum number of waiting jobs; the oldest refresh makes room for one more.
    ///   - log: logs which jobs were dropped and why.
    ///   - clock: measures the waits after failures.
    ///   - isTemporary: returns whether a job that fails with this error is tried again later.
    ///   - perform: performs a job.
    public init(
        file: URL, limit: Int = 100, log: Logger = Logger(label: "TransitClient"),
        clock: any Clock<Duration> = ContinuousClock(),
        isTemporary: @escaping @Sendable (any Error) -> Bool = PendingQueue.isTemporary,
        perform: @escaping @Sendable (PendingJob) async throws -> Void
    ) {
        path = file.path
        self.limit = max(1, limit)
        self.log = log
        self.clock = clock
        self.isTemporary = isTemporary
        self.perform = perform
        jobs = Self.read(path, log)
        if jobs.count > self.limit { jobs.removeFirst(jobs.count - self.limit) }
    }

    /// Adds a job at the end. A job that already waits keeps its place.
    ///
    /// - Throws: an error when the file cannot be written; the job waits nevertheless, until the
    ///   app ends.
    public func add(_ job: PendingJob) throws {
        // The running job may have been added before there was a reason to repeat it.
        guard !jobs.dropFirst(isRunning ? 1 : 0).contains(where: job.isSame) else { return }
        var job = job
        job.attempts = 0
        jobs.append(job)
        if jobs.count > limit { makeRoom() }
        for follower in followers.values { follower.yield() }
        try write()
    }

    /// Removes all waiting jobs, except one that is running.
    public func removeAll() throws {
        jobs.removeLast(jobs.count - (isRunning ? 1 : 0))
        try write()
    }

    private func makeRoom() {
        let waiting = isRunning ? 1..<jobs.count : 0..<jobs.count
        guard let first = waiting.first else { return }
        let index = waiting.first { jobs[$0].kind == .refresh } ?? first
        let job = jobs.remove(at: index)
        drop(job, "too many wait")
    }

    private func drop(_ job: PendingJob, _ reason: String) {
        log.error(
            "Pending job dropped",
            metadata: [
                "kind": "\(job.kind.rawValue)", "subject": "\(job.subject)", "error": "\(reason)",
            ])
    }

    // MARK: Doing

    /// Runs the jobs in order, until none waits or one must be tried later.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        while !Task.isCancelled, let job = jobs.first {
            do {
                try await perform(job)
                log.info(
                    "Pending job done",
                    metadata: ["kind": "\(job.kind.rawValue)", "subject": "\(job.subject)"])
            } catch {
                if Task.isCancelled || error is CancellationError { return }
                if isToBeTriedAgain(job, error) { return }
                drop(job, "\(error)")
            }
            failures = 0
            jobs.removeFirst()
            save()
        }
    }

    private func isToBeTriedAgain(_ job: PendingJob, _ error: any Error) -> Bool {
        guard isTemporary(error) else { return false }
        // Only failures of the server itself are counted: a tunnel may be long.
        if case APIError.server = error {
            jobs[0].attempts += 1
            guard jobs[0].attempts < Self.mostAttempts else { return false }
            save()
        }
        failures += 1
        return true
    }

    /// Returns whether an error of the connection or the server is likely to pass.
    public static func isTemporary(_ error: any Error) -> Bool {
        switch error {
        case APIError.network, APIError.rateLimited, APIError.server: true
        case let failure as BundleUpdateFailure: [.network, .busy].contains(failure.kind)
        default: error is TransportError || error is URLError
        }
    }

    /// Runs the jobs whenever the server is reachable, until the task is canceled.
    public func follow(_ monitor: ConnectionMonitor) async {
        let (calls, call) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        followers[id] = call
        defer { followers[id] = nil }
        let states = monitor.states()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await state in states { await self.note(state) }
                call.finish()
            }
            for await _ in calls where isReachable {
                await run()
                guard !jobs.isEmpty, !isRetryPlanned else { continue }
                isRetryPlanned = true
                let pause = Self.pauses[min(failures, Self.pauses.count) - (failures > 0 ? 1 : 0)]
                group.addTask { await self.retry(after: pause) }
            }
            group.cancelAll()
        }
        isRetryPlanned = false
    }

    private func note(_ state: ConnectionMonitor.State) {
        isReachable = state == .reachable
        guard isReachable else { return }
        failures = 0
        for follower in followers.values { follower.yield() }
    }

    private func retry(after pause: Duration) async {
        do {
            try await clock.sleep(for: pause)
        } catch {
            // The clock stops waiting when the last follower has gone.
            return
        }
        isRetryPlanned = false
        for follower in followers.values { follower.yield() }
    }

    // MARK: The file

    private static func read(_ path: String, _ log: Logger) -> [PendingJob] {
        do {
            guard let bytes = try WholeFile.read(path, atMost: mostFileBytes) else { return [] }
            let file = try JSONDecoder().decode(PendingJobFile.self, from: Data(bytes))
            guard file.version == PendingJobFile.currentVersion else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "version \(file.version)"))
            }
            return file.jobs
        } catch {
            setAside(path, because: "\(error)", log: log)
            return []
        }
    }

    private static func setAside(_ path: String, because reason: String, log: Logger) {
        let place = path + ".damaged"
        do throws(SystemError) {
            try Files.rename(path, to: place)
            log.error(
                "Pending jobs set aside", metadata: ["file": "\(place)", "error": "\(reason)"])
        } catch {
            log.error(
                "Pending jobs cannot be read", metadata: ["file": "\(path)", "error": "\(reason)"])
        }
    }

    private func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try WholeFile.write(
            encoder.encode(PendingJobFile(jobs: jobs)), to: path, replacing: .anything)
    }

    /// Writes the remaining jobs. If that fails, a job is repeated after the next start.
    private func save() {
        do {
            try write()
        } catch {
            log.error("Pending jobs cannot be written", metadata: ["error": "\(error)"])
        }
    }
}

extension TransitClient {
    /// The jobs in order, under a name that nothing else shadows.
    public typealias Queue = PendingQueue
}

/// Something to do once the server is reachable: asking for what screens show, or fetching a
/// bundle.
///
/// There are no other jobs: a read-only API has no changes of the user to send.
public struct PendingJob: Codable, Hashable, Sendable {
    /// The work to do.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Ask questions again, so that their answers are available.
        case refresh
        /// Fetch a bundle.
        case download
    }

    /// The work to do.
    public var kind: Kind
    /// The subject of the job, in the app's terms: the id of a stop, the address of a manifest.
    public var subject: String
    /// The number of attempts made while the server was reachable.
    public internal(set) var attempts: Int

    /// Creates a job.
    public init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
        attempts = 0
    }

    /// Whether both have the same subject; ids are compared by their bytes.
    func isSame(as other: PendingJob) -> Bool {
        kind == other.kind && subject.utf8.elementsEqual(other.subject.utf8)
    }
}

struct PendingJobFile: Codable {
    static let currentVersion = 1

    var version = Self.currentVersion
    var jobs: [PendingJob]

    enum CodingKeys: String, CodingKey {
        case version, jobs
    }
}

extension TransitClient {
    /// A job that waits for the connection, under a name that nothing else shadows.
    public typealias Job = PendingJob
}
