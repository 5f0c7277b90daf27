import SystemLayer

/// Within ``DownloadBounds``, which hold for all requests and attempts of a run together.
final class Reception {
    private(set) var bytes = 0
    private let source: String
    private let clock: () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var throughput: Throughput

    init(_ update: BundleUpdate) {
        source = update.address.shown
        clock = update.settings.clock
        start = clock()
        throughput = Throughput(since: start)
    }

    var now: ContinuousClock.Instant { clock() }

    func begin() {
        throughput = Throughput(since: clock())
    }

    func take(_ count: Int) throws {
        bytes += count
        throughput.add(count)
        try checkTime(after: .zero)
        guard !throughput.isTooSlow(at: clock()) else {
            throw BundleSourceFailure(
                "the server sends less than \(DownloadBounds.leastBytesPerSecond) bytes a second",
                isPassing: true)
        }
    }

    func checkTime(after pause: Duration) throws(BundleUpdateError) {
        guard clock() - start + pause <= DownloadBounds.total else {
            let seconds = Int(DownloadBounds.total / .seconds(1))
            throw .network(
                source: source, reason: "the update takes longer than \(seconds) seconds")
        }
    }
}

/// A download that gets farther each time is not given up, as a telephone may lose its connection
/// again and again. But it must get farther by what a slow server sends: one that sends a byte and
/// hangs up would otherwise be asked forever.
struct Attempts {
    private let update: BundleUpdate
    private let reception: Reception
    private var failures = 0
    private var furthest: (bytes: Int, at: ContinuousClock.Instant)

    init(_ update: BundleUpdate, _ reception: Reception, progress: Int = 0) {
        self.update = update
        self.reception = reception
        furthest = (progress, reception.now)
    }

    func judge(_ reply: HTTPHead) throws(BundleSourceFailure) {
        guard RetryPolicy.mayPass(reply.status) else { return }
        throw BundleSourceFailure(
            "the server answered with status \(reply.status)", isPassing: true,
            retryAfterSeconds: reply.retryAfterSeconds)
    }

    mutating func wait(because failure: BundleSourceFailure, progress: Int = 0) throws {
        failures = isFarEnough(progress) ? 1 : failures + 1
        let retry = update.settings.retry
        func failed(_ reason: String) -> BundleUpdateError {
            .network(source: update.address.shown, reason: reason)
        }
        guard failure.isPassing else { throw failed(failure.reason) }
        guard failures <= retry.retries else {
            throw failed(
                failures == 1 ? failure.reason : "\(failure.reason) (tried \(failures) times)")
        }
        let asked = Duration.seconds(failure.retryAfterSeconds ?? 0)
        guard asked <= retry.longest else {
            throw failed(
                "\(failure.reason), and asks to retry in "
                    + Quantity.count(Int(asked.components.seconds), "second"))
        }
        let pause = max(asked, retry.delay(before: failures))
        try reception.checkTime(after: pause)
        try update.settings.pause(pause)
    }

    private mutating func isFarEnough(_ progress: Int) -> Bool {
        let now = reception.now
        let seconds = max(1, (now - furthest.at) / .seconds(1))
        let least = seconds * Double(DownloadBounds.leastBytesPerSecond)
        guard Double(progress - furthest.bytes) >= least else { return false }
        furthest = (progress, now)
        return true
    }
}
