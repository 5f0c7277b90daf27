import Foundation
import TestSupport

/// A feed behind a server, its definition, and the folder where `gtfs update` publishes it.
final class NightlyPlace {
    let folder: TestFolder
    let definition: String

    /// - Parameter source: a URL, or a path beside the definition.
    init(source: String = "feed.zip", settings: [String] = []) throws {
        folder = try TestFolder()
        let text =
            ([
                "id: town", "source: \"\(source)\"", "publish: published",
                // A server is waited for as long as a test holds it up.
                "fetch: { retries: 1, retry_delay: 1ms, timeout: 1h, total_timeout: 1h }",
            ]
            + settings).joined(separator: "\n")
        definition = try folder.write("town.yaml", Array(text.utf8))
        try serve(Self.feed())
    }

    /// A feed that is valid today, with a name by which versions are told apart.
    ///
    /// - Parameter days: how many days of it are left.
    static func feed(
        _ name: String = "Harbour", trips: Int = 20, days: Int = 200
    ) -> TestFeed {
        func day(_ offset: Int) -> String {
            let formatter = DateFormatter()
            formatter.dateFormat = "yyyyMMdd"
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            return formatter.string(from: Date(timeIntervalSinceNow: Double(offset) * 86_400))
        }
        var feed = TestFeed.base
        feed["stops.txt"] = feed["stops.txt"]?.replacing("Harbour", with: name)
        feed["calendar.txt"] =
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
            + "end_date\nWD,1,1,1,1,1,1,1,\(day(-30)),\(day(days))\n"
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n" + (0..<trips).map { "R,WD,T\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + (0..<trips).map { trip in
                "T\(trip),08:\(10 + trip % 50):00,08:\(10 + trip % 50):00,A,1\n"
                    + "T\(trip),09:00:00,09:\(10 + trip % 50):00,B,2\n"
            }.joined()
        return feed
    }

    static func archive(_ feed: TestFeed) throws -> [UInt8] {
        try ArchiveBuilder.pack(feed.files, as: .zip(options: ""))
    }

    func serve(_ feed: TestFeed) throws {
        let new = try folder.write("new.zip", try Self.archive(feed))
        guard rename(new, folder.path + "/feed.zip") == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    var publishFolder: String { folder.path + "/published" }

    /// The published files, and litter, but not the files that each run writes.
    func files() throws -> [String] {
        guard FileManager.default.fileExists(atPath: publishFolder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: publishFolder)
            .filter { $0 != ".gtfs" }.sorted()
    }

    func hiddenFiles() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: publishFolder + "/.gtfs"))
    }

    func manifest() throws -> [String: Any] {
        try JSON.object(String(contentsOfFile: publishFolder + "/manifest.json", encoding: .utf8))
    }

    func version() throws -> String? {
        guard FileManager.default.fileExists(atPath: publishFolder + "/manifest.json") else {
            return nil
        }
        return (try manifest()["current"] as? [String: Any])?["version"] as? String
    }

    func start(_ arguments: String...) throws -> Command {
        try Command(
            ["update", definition, "--temporary-directory", folder.temporaryDirectory] + arguments,
            folder: folder)
    }

    @discardableResult
    func update(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> Command.Outcome {
        try Command.run(
            ["update", definition, "--temporary-directory", folder.temporaryDirectory] + arguments,
            in: folder, environment: environment)
    }

    /// Whether everything that the manifest names is there as it says.
    func isWhole() throws -> Bool {
        let outcome = try Command.run(
            ["status", definition, "--verify", "--json"], in: folder)
        let states = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        // A run that failed needs attention, but what is published may be whole all the same.
        return (states as? [[String: Any]])?.first?["problems"] as? [String] == []
    }

    func publishedNames() throws -> [String] {
        let manifest = try manifest()
        var versions = (manifest["previous"] as? [[String: Any]]) ?? []
        for key in ["current", "next"] {
            if let version = manifest[key] as? [String: Any] { versions.append(version) }
        }
        var names = ["manifest.json", "latest.sqlite"]
        for version in versions {
            for value in version.values {
                if let file = value as? [String: Any], let name = file["name"] as? String {
                    names.append(name)
                }
            }
            for delta in (version["deltas"] as? [[String: Any]]) ?? [] {
                if let name = delta["name"] as? String { names.append(name) }
            }
        }
        return names
    }
}
