import Foundation
import TestSupport
import TransitAPI
import TransitBundle

extension StopEvent {
    /// As on a board in its own zone, which its row does not name.
    var onBoard: StopEvent {
        var event = self
        event.timeZoneName = ""
        return event
    }
}

/// The second opinion: `Tests/oracle/departures.py`, which reads a feed's text files.
enum Oracle {
    typealias Question = DepartureOracle.Question
    typealias Answer = DepartureOracle.Answer

    /// Answers as the oracle prints them, a line for each question.
    static func ask(feed: String, _ questions: [some Encodable & Sendable]) throws -> [Data] {
        try DepartureOracle.ask(feed: feed, questions)
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
        let json = try JSONEncoder().encode(
            departures.map { ModelDTO($0.onBoard) })
        return try JSONDecoder().decode([Answer].self, from: json)
    }

    private static func key(_ answer: Answer) -> String {
        "\(answer.departure) \(answer.tripID) \(answer.stopSequence)"
    }

    private static func inOrder(_ answers: [Answer]) -> [Answer] {
        answers.sorted {
            (key($0), $0.serviceDate, $0.startTime ?? "") < (
                key($1), $1.serviceDate, $1.startTime ?? ""
            )
        }
    }
}
