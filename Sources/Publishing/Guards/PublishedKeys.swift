import BundleManifest
import BundleWriting
import SQLiteLayer

enum PublishedKeys {
    /// The bundle that knows all keys that its line has given out, also those of versions that were
    /// rolled back; nil when no bundle certainly does, so that a new line has to begin.
    ///
    /// It is the one with the highest keys: times tell a wrong order when the clock was set back. A
    /// bundle that is lost may have had higher ones, so all bundles of the line that the manifest
    /// still names have to be whole.
    static func bundle(_ manifest: Manifest, _ folder: PublishFolder) -> String? {
        let line = newest(manifest).line
        if let line, manifest.endedLines?.contains(line) == true { return nil }
        var all: [Marks] = []
        for version in manifest.versions where version.line == line {
            guard folder.hasBundle(version),
                let marks = Marks(path: folder.file(version.bundle.name))
            else { return nil }
            all.append(marks)
        }
        return all.first { one in all.allSatisfy { one.sid >= $0.sid && one.rid >= $0.rid } }?.path
    }

    /// The version whose line goes on. One that was rolled back may be newer than the current one,
    /// and belong to a line that began because the current one's had lost a bundle.
    private static func newest(_ manifest: Manifest) -> Manifest.Version {
        let withdrawn = manifest.previous.filter {
            manifest.withdrawn?.contains($0.contentHash) == true
        }
        return withdrawn.reduce(manifest.next ?? manifest.current) { newest, version in
            version.publishedAt > newest.publishedAt ? version : newest
        }
    }

    private struct Marks {
        let path: String
        let sid: Int
        let rid: Int

        /// Nil when the bundle cannot be read: it is as lost as a missing one.
        init?(path: String) {
            do {
                (sid, rid) = try PublishedBundle(path: path).read { connection in
                    (
                        try Self.highest(connection, of: "stop", in: "stops", column: "sid"),
                        try Self.highest(connection, of: "route", in: "routes", column: "rid")
                    )
                }
            } catch {
                return nil
            }
            self.path = path
        }

        /// Bundles of earlier tools do not record it, but have no other keys.
        private static func highest(
            _ connection: Connection, of kind: String, in table: String, column: String
        ) throws -> Int {
            try connection.integer(
                """
                SELECT max(value) FROM (
                  SELECT CAST(value AS INTEGER) AS value FROM metadata
                  WHERE key = 'highest_\(column)'
                  UNION ALL SELECT max(\(column)) FROM \(table)
                  UNION ALL SELECT max(key) FROM tombstones WHERE kind = '\(kind)')
                """) ?? 0
        }
    }
}
