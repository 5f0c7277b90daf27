package import Foundation

package enum DepartureOracle {
    package struct Question: Codable, Sendable {
        package var stopID: String
        package var at: String
        package var duration: Int

        package enum CodingKeys: String, CodingKey {
            case stopID = "stop_id"
            case at
            case duration = "for"
        }

        package init(stopID: String, at: String, duration: Int) {
            self.stopID = stopID
            self.at = at
            self.duration = duration
        }
    }

    /// The answers of both: the keys of a departure that the oracle knows.
    package struct Answer: Codable, Hashable, Sendable {
        package var tripID: String
        package var routeID: String?
        package var stopID: String
        package var stopSequence: Int
        package var serviceDate: String
        package var departure: String
        package var headsign: String?
        package var interpolated: Bool
        package var pickupType: Int
        package var startTime: String?
        package var headwaySecs: Int?
        package var exactTimes: Int?

        package enum CodingKeys: String, CodingKey {
            case tripID = "trip_id"
            case routeID = "route_id"
            case stopID = "stop_id"
            case stopSequence = "stop_sequence"
            case serviceDate = "service_date"
            case departure
            case headsign
            case interpolated
            case pickupType = "pickup_type"
            case startTime = "start_time"
            case headwaySecs = "headway_secs"
            case exactTimes = "exact_times"
        }
    }

    package struct Failure: Error {
        package let status: Int32
    }

    /// Answers as the oracle prints them, a line for each question.
    package static func ask(feed: String, _ questions: [some Encodable & Sendable]) throws -> [Data]
    {
        let folder = try TestFolder()
        let input = URL(fileURLWithPath: folder.path + "/questions")
        let output = URL(fileURLWithPath: folder.path + "/answers")
        let encoder = JSONEncoder()
        let lines = try questions.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try (lines.joined(separator: "\n") + "\n").write(
            to: input, atomically: false, encoding: .utf8)
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", PackageRoot.path + "/Tests/oracle/departures.py", feed,
        ]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus)
        }
        return try Data(contentsOf: output).split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }
}
