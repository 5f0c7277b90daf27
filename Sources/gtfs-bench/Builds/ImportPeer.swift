import Foundation

/// What most people do today: `sqlite3 .import` of every file, and the five indexes that an app
/// cannot do without.
struct ImportPeer {
    let feed: String
    let scratch: String

    private static let indexes = [
        ("stop_times", "trip_id"), ("stop_times", "stop_id"), ("trips", "route_id"),
        ("trips", "service_id"), ("shapes", "shape_id"),
    ]

    /// The seconds of unpacking, import and indexes, and the bytes of the database; nil when a
    /// program is missing or cannot read the feed.
    func run() throws -> (seconds: Double, bytes: Int)? {
        guard let unzip = ChildProcess.find("unzip"), let sqlite = ChildProcess.find("sqlite3")
        else { return nil }
        let folder = "\(scratch)/import"
        let database = "\(scratch)/import.sqlite"
        let files = FileManager.default
        for path in [folder, database] where files.fileExists(atPath: path) {
            try files.removeItem(atPath: path)
        }
        let unpacked = try ChildProcess(
            program: unzip, arguments: ["-q", "-o", "-j", feed, "-d", folder]
        ).run()
        guard unpacked.exitCode <= 1 else { return nil }
        let tables = try files.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }
            .map { String($0.dropLast(4)) }.sorted()
        let imports = tables.map { ".import --csv '\(folder)/\($0).txt' \($0)" }
        let indexes = Self.indexes.filter { tables.contains($0.0) }.map {
            "CREATE INDEX \($0.0)_\($0.1) ON \($0.0) (\($0.1))"
        }
        let loaded = try ChildProcess(
            program: sqlite, arguments: [database] + imports + indexes, isSilent: true
        ).run()
        let attributes = try files.attributesOfItem(atPath: database)
        try files.removeItem(atPath: folder)
        try files.removeItem(atPath: database)
        guard loaded.exitCode == 0 else { return nil }
        return (unpacked.wallSeconds + loaded.wallSeconds, attributes[.size] as? Int ?? 0)
    }
}
