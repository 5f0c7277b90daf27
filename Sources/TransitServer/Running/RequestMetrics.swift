import SystemLayer

@available(iOS 17, macOS 14, *)
final class RequestMetrics: Sendable {
    private struct Kind: Hashable, Sendable {
        let endpoint: String
        let status: Int
    }

    private struct Totals: Sendable {
        var requests: [Kind: Int] = [:]
        /// By endpoint: how many answers took at most the seconds of each of `bounds`; the last
        /// entry counts all.
        var durations: [String: [Int]] = [:]
        var seconds: [String: Double] = [:]
    }

    private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]
    private let totals = Locked(Totals())

    func count(endpoint: String, status: Int, seconds: Double) {
        totals.withLock { totals in
            totals.requests[Kind(endpoint: endpoint, status: status), default: 0] += 1
            totals.seconds[endpoint, default: 0] += seconds
            let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
            totals.durations[
                endpoint, default: [Int](repeating: 0, count: Self.bounds.count + 1)][index] += 1
        }
    }

    func write(to text: inout MetricsText) {
        let totals = totals.withLock { $0 }
        text.begin(
            "gtfs_serve_requests_total", type: "counter", help: "Requests that were answered.")
        for (kind, count) in totals.requests.sorted(by: {
            ($0.key.endpoint, $0.key.status) < ($1.key.endpoint, $1.key.status)
        }) {
            text.add(
                ["endpoint": kind.endpoint, "status": "\(kind.status)"], Double(count))
        }
        let name = "gtfs_serve_request_seconds"
        text.begin(name, type: "histogram", help: "Seconds until the head of an answer was ready.")
        for (endpoint, counts) in totals.durations.sorted(by: { $0.key < $1.key }) {
            var sum = 0
            for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts) {
                sum += count
                text.add(["endpoint": endpoint, "le": bound], Double(sum), suffix: "_bucket")
            }
            text.add(["endpoint": endpoint], totals.seconds[endpoint] ?? 0, suffix: "_sum")
            text.add(["endpoint": endpoint], Double(sum), suffix: "_count")
        }
    }
}

@available(iOS 17, macOS 14, *)
extension MetricsText {
    mutating func gauge(_ name: String, _ value: Int, help: String) {
        begin("gtfs_serve_" + name, type: "gauge", help: help)
        add(Double(value))
    }

    mutating func counter(_ name: String, _ value: Int, help: String) {
        begin("gtfs_serve_" + name, type: "counter", help: help)
        add(Double(value))
    }
}
