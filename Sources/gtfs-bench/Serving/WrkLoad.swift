import Foundation
import GTFSSchedule
import SystemLayer

struct WrkLoad {
    /// The path to request; `{at}` stands for a local time that differs each time.
    var path: String
    var headers: [String] = []
    var connections = 32
    var start: Int
    /// The seconds in which the times lie: more than a server keeps answers, so that it has
    /// forgotten one when its time comes again.
    var window = 43_200
    /// The number of milliseconds that each connection waits between an answer and the next
    /// request.
    var pause = 0

    static func start(on date: ServiceDate, hour: Int) -> Int {
        date.dayNumber * 86_400 + hour * 3600
    }

    func arguments(address: String, seconds: Int, script: String) -> [String] {
        ["-t", "\(min(2, connections))", "-c", "\(connections)", "-d", "\(seconds)s"]
            + headers.flatMap { ["-H", $0] } + ["-s", script, address, "--"]
            + ["\(start)", "\(window)", "\(pause)", path]
    }

    /// For `wrk`: requests that are always the same are built once; the result is one line.
    static let script = """
        local number = 0
        function setup(thread)
          thread:set("number", number)
          number = number + 1
        end
        function init(args)
          start, window, path = tonumber(args[1]), tonumber(args[2]), args[4]
          local pause = tonumber(args[3])
          if pause > 0 then delay = function() return pause end end
          fixed = not path:find("{at}", 1, true) and wrk.format("GET", path)
          count = math.floor(number * window / 2)
        end
        function request()
          count = count + 1
          if fixed then return fixed end
          local at = os.date("!%Y-%m-%dT%H:%M:%S", start + count % window)
          return wrk.format("GET", (path:gsub("{at}", at)))
        end
        function done(summary, latency)
          local e = summary.errors
          io.write(string.format("gtfs-bench %d %d %d %d %d %d\\n", summary.requests,
            summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
            e.status + e.connect + e.read + e.write + e.timeout))
        end
        """
}

struct WrkResult: Equatable {
    let requests: Double
    let seconds: Double
    let bytes: Double
    let p50Milliseconds: Double
    let p99Milliseconds: Double
    /// Answers with status 400 and above, and failed connections.
    let failures: Int

    var perSecond: Double { requests / seconds }

    init?(output: String) {
        let lines = output.split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { $0.hasPrefix("gtfs-bench ") }) else { return nil }
        let numbers = line.split(separator: " ").dropFirst().compactMap { Double($0) }
        guard numbers.count == 6, numbers[1] > 0 else { return nil }
        requests = numbers[0]
        seconds = numbers[1] / 1e6
        bytes = numbers[2]
        p50Milliseconds = numbers[3] / 1000
        p99Milliseconds = numbers[4] / 1000
        failures = Int(numbers[5])
    }
}

struct WrkRunner {
    let wrk: String
    let scratch: String
    /// That each load lasts.
    let seconds: Int

    private var script: String { scratch + "/load.lua" }

    init(_ wrk: String, scratch: String, seconds: Int) throws {
        self.wrk = wrk
        self.scratch = scratch
        self.seconds = seconds
        try WrkLoad.script.write(toFile: script, atomically: false, encoding: .utf8)
    }

    func run(_ load: WrkLoad, at address: String) throws -> WrkResult {
        let path = scratch + "/wrk.txt"
        try Data().write(to: URL(fileURLWithPath: path))
        let output = try Descriptor(writing: path)
        let child = try ChildProcess(
            [wrk] + load.arguments(address: address, seconds: seconds, script: script),
            environment: ProcessInfo.processInfo.environment, output: output.number,
            errors: output.number)
        // It waits two seconds for answers that do not come.
        _ = child.wait(atMost: seconds + 20)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard let result = WrkResult(output: text) else {
            throw BenchmarkError(
                "wrk failed: \(text.split(whereSeparator: \.isNewline).joined(separator: " "))")
        }
        return result
    }
}
