import BundleWriting
import FeedReading
import RealtimeValidation
import TestSupport
import TransitBundle

/// The town of the examples, on Wednesday, 4 March 2026, in Paris.
final class ExampleTown: Sendable {
    /// Keeps the bundle's file.
    private let folder: TestFolder
    let bundle: TransitBundle

    init(_ feed: TestFeed = ExampleTown.feed) throws {
        folder = try TestFolder()
        let path = folder.path + "/town.sqlite"
        let archive = try FeedArchive.open(try feed.write(to: folder, as: "town"))
        _ = try BundleBuild(.init()).run(archive, to: path, progress: { _ in })
        bundle = try TransitBundle(path: path)
    }

    /// Seconds since 1970 of a time of that day; `24:10` is in the night after it.
    static func at(_ clock: String) -> Int {
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        return 1_772_578_800 + parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
    }

    /// The clock of the checks.
    static let now = at("08:05:10")

    func counts(
        _ text: String, before: String? = nil, beside: String? = nil, isAlone: Bool = false
    ) throws -> [String: Int] {
        var bodies = [
            RealtimeCheck.Body(
                name: "a.pb", bytes: try ExampleMessage.bytes(of: text),
                before: try before.map(ExampleMessage.bytes))
        ]
        if let beside {
            bodies.append(.init(name: "b.pb", bytes: try ExampleMessage.bytes(of: beside)))
        }
        return try counts(bodies, isAlone: isAlone)
    }

    func counts(_ bodies: [RealtimeCheck.Body], isAlone: Bool = false) throws -> [String: Int] {
        let result = try RealtimeCheck(at: Self.now).run(
            bodies, beside: isAlone ? nil : bundle)
        return Dictionary(
            uniqueKeysWithValues: result.notices.map { ($0.definition.code, $0.count) })
    }

    /// A station in the middle, a loop, a trip after midnight, headways with and without exact times, a stop
    /// without a time, and a shape that is missing.
    static let feed: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Europe/Paris
        # feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_version
        Crosstown,https://example.org,en,spring
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
        M,X,5,2
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WED,0,0,1,0,0,0,0,20260101,20261231
        DAY,1,1,1,1,1,1,1,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id,direction_id,trip_headsign,shape_id,block_id
        R,WED,T1,0,Airport,P1,1
        R,WED,T2,1,Harbour,P2,1
        N,DAY,N1,0,Night,,
        L,WED,L1,0,Loop,,
        F,WED,F0,0,Often,,
        F,WED,F1,1,Exactly,,
        M,WED,U1,0,Airport,P1,
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        P1,48.0,2.0,1
        P1,48.0,2.4,2
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
        U1,10:00:00,10:00:00,A,1
        U1,,,B,2
        U1,10:20:00,10:20:00,D,3
        """
}
