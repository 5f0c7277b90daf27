import Foundation
import TransitBundle

/// The second opinion: `Tests/oracle/departures.py`, which reads a feed's text files.
enum Oracle {
    /// What leaves a stop in a window.
    struct Question: Codable, Sendable {
        var stopID: String
        /// RFC 3339.
        var at: String
        /// Seconds.
        var duration: Int

        enum CodingKeys: String, CodingKey {
            case stopID = "stop_id"
            case at
            case duration = "for"
        }
    }

    /// What both answer with: the part of `DepartureJSON` that the oracle knows.
    struct Answer: Codable, Hashable {
        var tripID: String
        var routeID: String?
        var stopID: String
        var stopSequence: Int
        var serviceDate: String
        var departure: String
        var headsign: String?
        var interpolated: Bool
        var pickupType: Int
        var startTime: String?
        var headwaySecs: Int?
        var exactTimes: Int?

        enum CodingKeys: String, CodingKey {
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

    struct Failure: Error {
        let status: Int32
    }

    /// Answers as the oracle prints them, a line for each question.
    static func ask(feed: String, _ questions: [some Encodable & Sendable]) throws -> [Data] {
        let folder = try SampleBundle.newFolder()
        let input = folder.appendingPathComponent("questions")
        let output = folder.appendingPathComponent("answers")
        let encoder = JSONEncoder()
        let lines = try questions.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try (lines.joined(separator: "\n") + "\n").write(
            to: input, atomically: false, encoding: .utf8)
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3",
            SampleBundle.package.appendingPathComponent("Tests/oracle/departures.py").path,
            feed,
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

    /// The questions that the bundle and the oracle answer differently, and how many departures
    /// they agree on.
    static func compare(
        _ bundle: TransitBundle, feed: String, _ questions: [Question]
    ) async throws -> (differences: [String], agreed: Int) {
        let answers = try ask(feed: feed, questions)
        guard answers.count == questions.count else {
            return (["\(answers.count) answers to \(questions.count) questions"], 0)
        }
        var differences: [String] = []
        var agreed = 0
        for (question, line) in zip(questions, answers) {
            let theirs = try JSONDecoder().decode([Answer].self, from: line)
            let ours = try await answer(bundle, question)
            if inOrder(ours) == inOrder(theirs), ours.map(key) == theirs.map(key) {
                agreed += ours.count
            } else {
                let (missing, extra) = (
                    Set(theirs).subtracting(ours), Set(ours).subtracting(theirs)
                )
                differences.append(
                    """
                    \(question): \(ours.count) against \(theirs.count); \
                    missing \(missing.prefix(2)), too many \(extra.prefix(2))
                    """)
            }
        }
        return (differences, agreed)
    }

    private static func answer(
        _ bundle: TransitBundle, _ question: Question
    ) async throws -> [Answer] {
        let departures = try await bundle.departures(
            from: Lookup.stop(question.stopID, in: bundle), at: Lookup.instant(question.at),
            for: Double(question.duration))
        let json = try JSONEncoder().encode(departures.map(DepartureJSON.init))
        return try JSONDecoder().decode([Answer].self, from: json)
    }

    /// What departures are ordered by.
    private static func key(_ answer: Answer) -> String {
        "\(answer.departure) \(answer.tripID) \(answer.stopSequence)"
    }

    /// Departures with the same key in an order of their own.
    private static func inOrder(_ answers: [Answer]) -> [Answer] {
        answers.sorted {
            (key($0), $0.serviceDate, $0.startTime ?? "") < (
                key($1), $1.serviceDate, $1.startTime ?? ""
            )
        }
    }
}
