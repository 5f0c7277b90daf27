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

    /// The clock of the checks.
    static let now = Crosstown.at("08:05:10")

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

    /// The town with a stop without a time, and a shape that is missing.
    static let feed: TestFeed = {
        var feed = Crosstown.feed.with(
            """
            # feed_info.txt
            feed_publisher_name,feed_publisher_url,feed_lang,feed_version
            Crosstown,https://example.org,en,spring
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
            """)
        feed["routes.txt"]? += "M,X,5,2\n"
        feed["stop_times.txt"]? += "U1,10:00:00,10:00:00,A,1\nU1,,,B,2\nU1,10:20:00,10:20:00,D,3\n"
        return feed
    }()
}
