import GTFSSchedule
import SystemLayer

/// The names that versions were given today, in `.gtfs/versions.txt`.
///
/// A name must never stand for other bytes, or caches would serve the wrong ones: also when the same
/// content comes back later on a day, after its first version was dropped from the manifest.
struct VersionLog {
    private let path: String
    private let today: String
    private var names: [String]

    init(_ folder: PublishFolder, today: ServiceDate) throws {
        path = folder.stateFolder + "/versions.txt"
        self.today = "\(today.yyyymmdd)-"
        let text = String(decoding: try WholeFile.read(path) ?? [], as: UTF8.self)
        names = text.split(separator: "\n").map(String.init)
    }

    /// Gives a version a name that none has had, and remembers it.
    mutating func name(
        date: ServiceDate, contentHash: String, besides taken: [String]
    ) throws -> String {
        let name = VersionName(
            date: date, contentHash: contentHash, taken: Set(taken + names)
        ).description
        // Names of other days can not come again.
        names = names.filter { $0.hasPrefix(today) } + [name]
        try PublishFolder.write(Array((names.joined(separator: "\n") + "\n").utf8), to: path)
        return name
    }
}
