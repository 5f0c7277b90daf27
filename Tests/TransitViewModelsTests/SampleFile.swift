import BundleWriting
import FeedReading
import Foundation
import TransitBundle

/// The bundle of `feeds/sample`, for screens to show.
enum SampleFile {
    /// Built once for all tests; the file is gone again as soon as it is open.
    static let bundle = Task { () throws -> TransitBundle in
        let path = newPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try build(at: path)
        return try TransitBundle(path: path)
    }

    /// Monday 23 November 2026, half past seven in the morning in Sydney.
    static let monday = Date(timeIntervalSince1970: 1_795_379_400)

    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func newPath() -> String {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("TransitViewModelsTests-\(UUID().uuidString).sqlite").path
    }

    static func build(at path: String) throws {
        try build(package.appendingPathComponent("feeds/sample").path, at: path)
    }

    private static func build(_ feed: String, at path: String) throws {
        let archive = try FeedArchive.open(feed)
        _ = try BundleBuild(BundleBuild.Options()).run(archive, to: path, progress: { _ in })
    }

    /// A bundle of two stops, A and B, and what else is given.
    private static func bundle(_ others: [String: String]) throws -> TransitBundle {
        let path = newPath()
        let folder = URL(fileURLWithPath: path + ".feed")
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            try? manager.removeItem(at: folder)
            try? manager.removeItem(atPath: path)
        }
        let days = "monday,tuesday,wednesday,thursday,friday,saturday,sunday"
        let files = [
            "agency": "agency_name,agency_url,agency_timezone\nFast,https://a.example,Etc/UTC",
            "stops": "stop_id,stop_name,stop_lat,stop_lon\nA,Quay,0,0\nB,Pier,0,1",
            "calendar": "service_id,\(days),start_date,end_date\nS,1,1,1,1,1,1,1,20240101,20491231",
        ]
        for (name, text) in files.merging(others, uniquingKeysWith: { _, other in other }) {
            try Data((text + "\n").utf8)
                .write(to: folder.appendingPathComponent(name + ".txt"))
        }
        try build(folder.path, at: path)
        return try TransitBundle(path: path)
    }
    /// A bundle with a departure from the stop A every two seconds, on any day.
    static func frequent() throws -> TransitBundle {
        try bundle([
            "routes": "route_id,route_short_name,route_type\nR,1,3",
            "trips": "route_id,service_id,trip_id\nR,S,T",
            "stop_times": """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T,00:00:00,00:00:00,A,1
            T,00:10:00,00:10:00,B,2
            """,
            "frequencies": """
            trip_id,start_time,end_time,headway_secs,exact_times
            T,00:00:00,24:00:00,2,1
            """,
        ])
    }

    /// A bundle with two routes T8, of these long names: one there, one back.
    static func twins(named first: String, _ second: String) throws -> TransitBundle {
        try bundle([
            "routes": """
            route_id,route_short_name,route_long_name,route_type,route_sort_order
            T8,T8,\(first),2,1
            T8-2,T8,\(second),2,2
            """,
            "trips": "route_id,service_id,trip_id\nT8,S,T\nT8-2,S,U",
            "stop_times": """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T,08:00:00,08:00:00,A,1
            T,08:10:00,08:10:00,B,2
            U,09:00:00,09:00:00,B,1
            U,09:10:00,09:10:00,A,2
            """,
        ])
    }

    /// The bundle of the sample, without live data.
    static func withoutLiveData() throws -> TransitBundle {
        try TransitBundle(
            path: package.appendingPathComponent("Sources/TransitSample/sample.sqlite").path)
    }
}
