import Foundation
import GTFSRealtime
import TestSupport
import TransitBundle
import TransitRealtime

/// The second opinion on alerts: `Tests/oracle/realtime_alerts.py`.
struct AlertOracle {
    private struct Line: Decodable {
        let at: Int?
        let kind: StopEvent.Kind?
        let stop: String?
        let rows: [Row]?
        let route: String?
        let trip: String?
        let date: String?
        let start: String?
        let feed: Bool?
        let alerts: [String]?
        let all: [String]?
        let texts: [String: [String: [String?]]]?
    }

    /// A row of a board with its alerts.
    private struct Row: Decodable, Hashable {
        let call: String
        let alerts: [String]

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            let names = [try list.decode(String.self), try list.decode(String.self)]
            _ = try list.decode(Int?.self)
            let places = [try list.decode(String?.self), try list.decode(String.self)]
            call = (names + places.map { $0 ?? "-" }).joined(separator: " ")
            alerts = try list.decode([String].self)
        }

        init(_ event: StopEvent) {
            call = [
                event.tripID, event.serviceDate.description, event.startTime?.description ?? "-",
                event.realtime?.stopID ?? event.stopID,
            ].joined(separator: " ")
            alerts = event.realtime?.alerts ?? []
        }
    }

    private let live: RealtimeSource
    private(set) var differences: [String] = []
    /// Lines with an alert on which both agree.
    private(set) var agreed = 0

    static func compare(
        feed: String, _ bundle: TransitBundle, messages: [String], part: RealtimeOracle.Part,
        languages: [String] = [], folder: TestFolder
    ) async throws -> AlertOracle {
        let answer = try RealtimeBindings.run(
            "realtime_alerts.py",
            [feed] + messages + ["--instants", "20", "--part", "\(part.number)/\(part.count)"]
                + (languages.isEmpty ? [] : ["--language"] + languages),
            folder: folder)
        guard answer.end == .exited(0) else {
            throw RealtimeOracle.Failure(text: answer.standardError)
        }
        let read = try messages.map {
            try FeedMessage([UInt8](Data(contentsOf: URL(fileURLWithPath: $0))))
        }
        let kept = RealtimeMessages(asOf: read)
        for (name, message) in zip(messages, read) { kept.receive(message, from: name) }
        var oracle = AlertOracle(live: RealtimeSource(over: bundle, messages: kept))
        for line in answer.standardOutput.utf8.split(separator: UInt8(ascii: "\n")) {
            try await oracle.compare(try JSONDecoder().decode(Line.self, from: Data(line)))
        }
        return oracle
    }

    private init(live: RealtimeSource) {
        self.live = live
    }

    private mutating func compare(_ line: Line) async throws {
        let moment = Date(timeIntervalSince1970: Double(line.at ?? 0))
        func ids(_ subject: AlertSubject) async throws -> [String] {
            try await live.alerts(about: subject, at: moment).map(\.id)
        }
        if let kind = line.kind, let id = line.stop {
            let stop = try await live.stop(id: id)
            let board = try await live.board(BoardQuestion(kind, at: stop, from: moment))
            note(board.alerts.map(\.id), line.alerts, of: "board of \(id), \(moment)")
            // Rows of one time may stand in another order where a message gives no numbers.
            let rows = Dictionary(grouping: board.events.map(Row.init), by: \.call)
            let others = Dictionary(grouping: line.rows ?? [], by: \.call)
            for call in Set(rows.keys).union(others.keys) {
                note(
                    (rows[call] ?? []).map { $0.alerts.joined(separator: " ") }.sorted(),
                    others[call]?.map { $0.alerts.joined(separator: " ") }.sorted(),
                    of: "row \(call) at \(id), \(moment)")
            }
        } else if let id = line.stop {
            note(try await ids(.stop(live.stop(id: id))), line.alerts, of: "stop \(id)")
        } else if let id = line.route {
            note(try await ids(.route(live.route(id: id))), line.alerts, of: "route \(id)")
        } else if let id = line.trip, let date = line.date.flatMap(ServiceDate.init) {
            var trip = try await live.trip(id: id)
            trip.tripID = id
            let start = line.start.flatMap { ServiceTime(cellText: $0) }
            let subject = AlertSubject.trip(trip, on: date, startTime: start)
            note(try await ids(subject), line.alerts, of: "trip \(id) \(date) \(line.start ?? "-")")
        } else if line.feed != nil {
            note(try await ids(.feed), line.alerts, of: "feed")
        } else if let all = line.all {
            note(try await live.alerts(about: .everything, at: nil).map(\.id), all, of: "all")
        }
        for (language, texts) in line.texts ?? [:] {
            let spoken = language.isEmpty ? live : try await live.speaking(language)
            for alert in try await spoken.alerts(about: .everything, at: nil) {
                note(
                    [alert.headerText, alert.descriptionText, alert.url].map { $0 ?? "-" },
                    texts[alert.id]?.map { $0 ?? "-" }, of: "texts of \(alert.id) in \(language)")
            }
        }
    }

    private mutating func note(
        _ found: [String], _ other: [String]?, of subject: String
    ) {
        guard found == other else {
            let other = other ?? ["no such line"]
            differences.append(
                "\(subject): missing \(other.filter { !found.contains($0) }.prefix(4)), "
                    + "too many \(found.filter { !other.contains($0) }.prefix(4))")
            return
        }
        if !found.isEmpty { agreed += 1 }
    }
}
