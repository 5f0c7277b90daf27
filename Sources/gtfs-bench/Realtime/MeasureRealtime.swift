import ArgumentParser
import Foundation
import GTFSRealtime

struct MeasureRealtime: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realtime",
        abstract: "Measures reading of GTFS Realtime messages, beside the Python bindings.",
        discussion: """
            Checks a message, goes over all stop updates and their events, and writes JSON; what \
            counts is the fastest of the runs. The bindings do the first two where \
            GTFS_REALTIME_BINDINGS names the folder of gtfs-realtime-bindings.
            """)

    @Argument(help: "Files with messages.")
    var messages: [String]

    @Option(help: "Runs.")
    var runs = 7

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs must be 1 or more") }
    }

    func run() throws {
        var rows = [
            [
                "message", "MB", "trip updates", "stop updates", "check, MB/s",
                "check and read, MB/s", "trip updates/s", "JSON, MB/s", "bindings, MB/s",
            ]
        ]
        for path in messages {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            var trial = MessageTrial()
            for _ in 0..<runs { try trial.run(bytes) }
            let size = Double(bytes.count) / 1e6
            let bindings = try Self.bindingsSeconds(path, runs: runs)
            rows.append([
                URL(fileURLWithPath: path).lastPathComponent, Printing.number(size, 2),
                "\(trial.tripUpdates)", "\(trial.stopUpdates)",
                Printing.number(size / trial.check, 0),
                Printing.number(size / (trial.check + trial.read), 0),
                Printing.number(Double(trial.tripUpdates) / (trial.check + trial.read), 0),
                Printing.number(size / trial.json, 0),
                Printing.number(bindings.map { size / $0 }, 0),
            ])
        }
        print(Printing.markdown(rows))
    }

    private static func bindingsSeconds(_ path: String, runs: Int) throws -> Double? {
        guard let folder = ProcessInfo.processInfo.environment["GTFS_REALTIME_BINDINGS"] else {
            return nil
        }
        let scratch = try ScratchPlace()
        defer { scratch.remove() }
        let output = scratch.path + "/seconds"
        let python = MeasuredProgram(
            program: "/usr/bin/env",
            arguments: ["PYTHONPATH=\(folder)", "python3", "-c", script, path, "\(runs)"])
        _ = try python.run(writing: output)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static let script = """
        import sys, time
        from google.transit import gtfs_realtime_pb2
        data, least = open(sys.argv[1], "rb").read(), float("inf")
        for _ in range(int(sys.argv[2])):
            start, total = time.perf_counter(), 0
            message = gtfs_realtime_pb2.FeedMessage()
            message.ParseFromString(data)
            for entity in message.entity:
                for stop in entity.trip_update.stop_time_update:
                    total += stop.arrival.time + stop.departure.time + stop.departure.delay + len(stop.stop_id)
            least = min(least, time.perf_counter() - start)
        print(least)
        """
}

struct MessageTrial {
    private(set) var check = Double.infinity
    private(set) var read = Double.infinity
    private(set) var json = Double.infinity
    private(set) var tripUpdates = 0
    private(set) var stopUpdates = 0
    /// Keeps values from being left out because nothing uses them.
    private var total: Int64 = 0

    mutating func run(_ bytes: [UInt8]) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let message = try FeedMessage(bytes)
        let checked = clock.now
        tripUpdates = 0
        stopUpdates = 0
        for update in message.entities.lazy.compactMap(\.tripUpdate) {
            tripUpdates += 1
            for stop in update.stopTimeUpdates {
                stopUpdates += 1
                total &+= stop.arrival?.time ?? 0
                total &+= stop.departure?.time ?? Int64(stop.departure?.delay ?? 0)
                total &+= Int64(stop.stopID?.utf8.count ?? 0)
            }
        }
        let done = clock.now
        try message.writeJSON(.lines) { total &+= Int64($0.utf8.count) }
        check = min(check, (checked - start).seconds)
        read = min(read, (done - checked).seconds)
        json = min(json, (clock.now - done).seconds)
    }
}
