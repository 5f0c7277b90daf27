import Foundation
import GRDB
import TestSupport

/// A folder with a feed in it, and short ways to build it and to look at what came out.
final class Workplace {
    let folder: TestFolder
    let feed: String
    let bundle: String

    static let sample = PackageRoot.path + "/feeds/sample"

    init(_ feed: TestFeed = .town) throws {
        folder = try TestFolder()
        self.feed = try feed.write(to: folder)
        bundle = folder.path + "/bundles/town.sqlite"
        try FileManager.default.createDirectory(
            atPath: folder.path + "/bundles", withIntermediateDirectories: true)
    }

    @discardableResult
    func build(_ arguments: String..., environment: [String: String] = [:]) throws
        -> Command.Outcome
    {
        try Command.run(
            ["build", feed, "-o", bundle] + arguments, in: folder, environment: environment)
    }

    func run(_ arguments: String..., input: String = "/dev/null") throws -> Command.Outcome {
        try Command.run(arguments, in: folder, input: input)
    }

    func query(_ sql: String, bundle: String? = nil) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: bundle ?? self.bundle, configuration: configuration)
        return try queue.read { try String.fetchAll($0, sql: sql) }
    }

    func routes() throws -> [String] {
        try query("SELECT route_id FROM routes ORDER BY route_id")
    }

    func bundles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/bundles").sorted()
    }
}

extension TestFeed {
    /// Two agencies, four routes of four modes, each in a place of its own, in two seasons.
    static let town: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Europe/Paris
        Y,Yellow Lines,https://example.com,Europe/Paris
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Harbour,48.0,-2.0
        B,Market,48.0,-2.1
        C,Museum,48.0,12.0
        D,Airport,48.0,12.1
        E,Quay,-48.0,179.9
        F,Isle,-48.0,-179.9
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        BUS,X,1,3
        TRAM,X,2,0
        RAIL,Y,3,100
        "SEA,1",Y,4,4
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        SPRING,1,1,1,1,1,1,1,20260301,20260531
        AUTUMN,1,1,1,1,1,1,1,20260901,20261130
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        S,48.0,-2.0,1
        S,48.0,-2.1,2
        # trips.txt
        route_id,service_id,trip_id,shape_id
        BUS,SPRING,bus,S
        TRAM,AUTUMN,tram,
        RAIL,SPRING,rail,
        "SEA,1",AUTUMN,sea,
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        bus,08:00:00,08:00:00,A,1
        bus,08:10:00,08:10:00,B,2
        tram,08:00:00,08:00:00,A,1
        tram,08:10:00,08:10:00,B,2
        rail,08:00:00,08:00:00,C,1
        rail,08:10:00,08:10:00,D,2
        sea,08:00:00,08:00:00,E,1
        sea,08:10:00,08:10:00,F,2
        """
}
