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

    init(_ feed: TestFeed = Town.feed) throws {
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

    /// Seconds since 1970 of a time of that day; `24:10` is in the night after it.
    static func at(_ clock: String) -> Int {
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        return 1_772_578_800 + parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
    }

    static func date(_ clock: String) -> Date { Date(timeIntervalSince1970: Double(at(clock))) }

    static func clock(_ date: Date?) -> String {
        guard let date else { return "-" }
        let seconds = Int(date.timeIntervalSince1970) - at("00:00")
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
        return seconds % 60 == 0 ? text : text + ":\(two(seconds % 60))"
    }

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
        return try await source.events(
            kind, at: [stop], from: date(start), for: hours * 3600, matching: filter
        ).map(row)
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

    static let feed: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Europe/Paris
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
        A,Harbour,48.0,2.0,,,
        B,Market,48.0,2.1,,,
        C,Museum,48.0,2.2,,,
        D,Airport,48.0,2.4,,,
        S,Central,48.0,2.3,1,,
        S1,Central,48.0,2.3,,S,1
        S2,Central,48.0,2.3,,S,2
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,X,1,3
        N,X,2,3
        L,X,3,3
        F,X,4,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WED,0,0,1,0,0,0,0,20260101,20261231
        DAY,1,1,1,1,1,1,1,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id,direction_id,trip_headsign
        R,WED,T1,0,Airport
        R,WED,T2,1,Harbour
        N,DAY,N1,0,Night
        L,WED,L1,0,Loop
        F,WED,F0,0,Often
        F,WED,F1,1,Exactly
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs,exact_times
        F0,12:00:00,13:00:00,600,0
        F1,14:00:00,15:00:00,600,1
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,5
        T1,08:10:00,08:11:00,B,10
        T1,08:20:00,08:21:00,S1,20
        T1,08:30:00,08:30:00,D,30
        T2,09:00:00,09:00:00,D,1
        T2,09:10:00,09:10:00,S2,2
        T2,09:20:00,09:20:00,A,3
        N1,24:06:00,24:06:00,A,1
        N1,24:16:00,24:16:00,B,2
        N1,24:26:00,24:26:00,D,3
        L1,10:00:00,10:00:00,A,1
        L1,10:10:00,10:10:00,B,2
        L1,10:20:00,10:20:00,C,3
        L1,10:30:00,10:30:00,A,4
        L1,10:40:00,10:40:00,D,5
        F0,00:00:00,00:00:00,C,1
        F0,00:05:00,00:05:00,D,2
        F1,00:00:00,00:00:00,C,1
        F1,00:05:00,00:05:00,D,2
        """
}
