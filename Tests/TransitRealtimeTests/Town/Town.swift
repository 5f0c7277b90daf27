import BundleWriting
import FeedReading
import Foundation
import GTFSRealtime
import TestSupport
import TransitBundle
import TransitModel
import TransitRealtime

/// A town with a few trips, as a bundle, on Wednesday, 4 March 2026, in Paris.
final class Town: Sendable {
    let folder: TestFolder
    let bundle: TransitBundle

    init(_ feed: TestFeed = Crosstown.feed) throws {
        folder = try TestFolder()
        bundle = try TransitBundle(path: try Self.build(feed, in: folder, as: "town"))
    }

    /// Writes a bundle; returns its path.
    static func build(_ feed: TestFeed, in folder: TestFolder, as name: String) throws -> String {
        let path = folder.path + "/\(name).sqlite"
        let archive = try FeedArchive.open(try feed.write(to: folder, as: name))
        _ = try BundleBuild(.init()).run(archive, to: path, progress: { _ in })
        return path
    }

    static let day = ServiceDate(dayNumber: 20_516)

    static func at(_ clock: String) -> Int { Crosstown.at(clock) }

    static func date(_ clock: String) -> Date { Date(timeIntervalSince1970: Double(at(clock))) }

    static func clock(_ date: Date?) -> String {
        guard let date else { return "-" }
        let seconds = Int(date.timeIntervalSince1970) - at("00:00")
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
        return seconds % 60 == 0 ? text : text + ":\(two(seconds % 60))"
    }

    static func clock(_ instant: LocalInstant?) -> String { clock(instant?.date) }

    func live(_ updates: MadeUpdate..., header: String = "08:00") throws -> RealtimeSource {
        try live([MadeUpdate.message(updates, header: header)])
    }

    func live(_ messages: [[UInt8]]) throws -> RealtimeSource {
        let read = try messages.map { try FeedMessage($0) }
        let kept = RealtimeMessages(asOf: read)
        for (number, message) in read.enumerated() { kept.receive(message, from: "\(number)") }
        return RealtimeSource(over: bundle, messages: kept)
    }

    /// The rows of a day's board: trip, planned and expected time, status, and another platform.
    func board(
        _ stop: String, _ updates: MadeUpdate..., header: String = "08:00",
        kind: StopEvent.Kind = .departure
    ) async throws -> [String] {
        try await Self.board(
            of: live([MadeUpdate.message(updates, header: header)]), stop, kind: kind)
    }

    static func board(
        of source: some TransitSource, _ stop: String, kind: StopEvent.Kind = .departure,
        from start: String = "02:00", hours: Double = 24, matching filter: BoardFilter = .all
    ) async throws -> [String] {
        let stop = try await source.stop(id: stop)
        let question = BoardQuestion(
            kind, at: stop, from: date(start), .window(hours * 3600), matching: filter,
            eventsOnly: true)
        return try await source.board(question).events.map(row)
    }

    static func row(_ event: StopEvent) -> String {
        let news = event.realtime
        let expected = event.kind == .departure ? news?.departure : news?.arrival
        let isPlanned = news?.isScheduled != false || expected == nil || news?.delaySeconds != nil
        let times = isPlanned ? "\(event.tripID) \(clock(event.time))" : "\(event.tripID) -"
        guard let news else { return times }
        let words = [times, clock(expected), news.status.rawValue, news.stopID]
        return words.compactMap { $0 }.joined(separator: " ")
    }

    func outcomes(_ updates: MadeUpdate..., header: String = "08:00") async throws -> [String: Int]
    {
        let source = try live([MadeUpdate.message(updates, header: header)])
        let counts = try await source.matchReport()?.counts ?? [:]
        return Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }
}
