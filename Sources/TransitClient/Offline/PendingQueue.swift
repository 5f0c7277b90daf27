public import Foundation
public import Logging
import SystemLayer
import TransitAPI

/// What is to be done once there is a connection again: refreshes and downloads of bundles, in order and
/// one at a time. It lies in a file, so that it is there when the app is started anew.
///
/// ```swift
/// let queue = PendingQueue(file: url) { job in
///     switch job.kind {
///     case .refresh: _ = try await client.stop(id: job.subject)
///     case .download: try await updater.update()
///     }
/// }
/// try await queue.add(PendingJob(.refresh, "QUAY"))
/// await queue.follow(monitor)          // in a task of the app
/// ```
///
/// There is nothing else to queue, because the API is only read: no entry of a user's waits here. What
/// is done twice, because the app was ended in the middle, does no harm for the same reason.
public actor PendingQueue {
    /// How often a job is tried that the server itself fails at.
    static let mostAttempts = 5
    /// How long is waited after a failure while the connection is there: longer each time.
    static let pauses: [Duration] = [15, 60, 240, 900].map { .seconds($0) }

    /// What waits, the next first. What is being done is the first until it is done.
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
    /// Who follows a monitor, and is to look whether there is something to do.
    private var followers: [UUID: AsyncStream<Void>.Continuation] = [:]

    /// A queue, with what its file holds. A file that is damaged is set aside.
    ///
    /// - Parameters:
    ///   - file: where the queue lies; of this queue alone.
    ///   - limit: how many jobs may wait; the oldest refresh makes room for one more.
    ///   - log: where is told what was left out and why.
    ///   - clock: by which is waited after a failure.
    ///   - isTemporary: whether a job that fails with an error is to be tried again later.
    ///   - perform: does a job.
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

    /// Puts a job at the end. One that waits already waits where it is.
    ///
    /// - Throws: where the file cannot be written; the job waits all the same, until the app ends.
    public func add(_ job: PendingJob) throws {
        // What is being done now may have been asked for before there was a reason to do it again.
        guard !jobs.dropFirst(isRunning ? 1 : 0).contains(where: job.isSame) else { return }
        var job = job
        job.attempts = 0
        jobs.append(job)
        if jobs.count > limit { makeRoom() }
        for follower in followers.values { follower.yield() }
        try write()
    }

    /// Forgets all that waits, but for what is being done.
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

    /// Does what waits, in order, until nothing does or a job has to be tried later.
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

    /// Notes a failure; false where it is for good.
    private func isToBeTriedAgain(_ job: PendingJob, _ error: any Error) -> Bool {
        guard isTemporary(error) else { return false }
        // Only what the server itself fails at is counted: a tunnel may be long.
        if case APIError.server = error {
            jobs[0].attempts += 1
            guard jobs[0].attempts < Self.mostAttempts else { return false }
            save()
        }
        failures += 1
        return true
    }

    /// Whether an error is one of the connection or of the server, which pass.
    public static func isTemporary(_ error: any Error) -> Bool {
        switch error {
        case APIError.network, APIError.rateLimited, APIError.server: true
        case let failure as BundleUpdateFailure: [.network, .busy].contains(failure.kind)
        default: error is TransportError || error is URLError
        }
    }

    /// Does what waits whenever the server can be reached, until the task is cancelled.
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
            // The clock stops waiting when nobody follows any more.
            return
        }
        isRetryPlanned = false
        for follower in followers.values { follower.yield() }
    }

    // MARK: The file

    private static func read(_ path: String, _ log: Logger) -> [PendingJob] {
        do {
            guard let bytes = try WholeFile.read(path) else { return [] }
            let file = try JSONDecoder().decode(PendingJobFile.self, from: Data(bytes))
            guard file.version == PendingJobFile.currentVersion else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "version \(file.version)"))
            }
            return file.jobs
        } catch {
            setAside(path, "\(error)", log)
            return []
        }
    }

    private static func setAside(_ path: String, _ reason: String, _ log: Logger) {
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
        try WholeFile.write(encoder.encode(PendingJobFile(jobs: jobs)), to: path)
    }

    /// Writes what is left. Where that fails, a job is done once more after the next start.
    private func save() {
        do {
            try write()
        } catch {
            log.error("Pending jobs cannot be written", metadata: ["error": "\(error)"])
        }
    }
}

extension TransitClient {
    /// What waits, in its order, by a name that no other hides.
    public typealias Queue = PendingQueue
}
