import ArgumentParser
import Foundation
import GTFSRealtime
import SystemLayer

struct MeasureRealtime: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realtime",
        abstract: "Measures reading of GTFS Realtime messages.",
        discussion: """
            Checks a message, goes over all stop updates and their events, and writes JSON; what \
            counts is the fastest of the runs.
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
                "check and read, MB/s", "trip updates/s", "JSON, MB/s",
            ]
        ]
        for path in messages {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            var trial = MessageTrial()
            for _ in 0..<runs { try trial.run(bytes) }
            let size = Double(bytes.count) / 1e6
            rows.append([
                URL(fileURLWithPath: path).lastPathComponent, Printing.number(size, 2),
                "\(trial.tripUpdates)", "\(trial.stopUpdates)",
                Printing.number(size / trial.check, 0),
                Printing.number(size / (trial.check + trial.read), 0),
                Printing.number(Double(trial.tripUpdates) / (trial.check + trial.read), 0),
                Printing.number(size / trial.json, 0),
            ])
        }
        print(Printing.markdown(rows))
    }
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
