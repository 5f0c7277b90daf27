import Foundation

/// Programs of others that the machine may have: loaders of all tables, and a validator.
struct ReachPeers {
    let feed: String
    let scratch: String

    private var folder: String { "\(scratch)/unpacked" }

    var all: [ReachSubject] {
        get throws {
            // Unpacked once to find its tables.
            guard let unzip = MeasuredProgram.find("unzip") else {
                return try [guru].compactMap { $0 }
            }
            let unpacking = MeasuredProgram(
                program: unzip, arguments: ["-q", "-o", "-j", feed, "-d", folder], isSilent: true)
            let isUnpacked = try unpacking.run().exitCode <= 1
            let tables = isUnpacked ? try ImportPeer.tables(of: folder) : []
            let loaders = try [sqlite(tables, unpacking), duckDB(tables, unpacking)]
            return try (isUnpacked ? loaders : []).compactMap { $0 } + [guru].compactMap { $0 }
        }
    }

    /// `sqlite3 .import` of every file, and the indexes.
    private func sqlite(_ tables: [String], _ unpacking: MeasuredProgram) -> ReachSubject? {
        MeasuredProgram.find("sqlite3").map { sqlite in
            let database = "\(scratch)/peer.sqlite"
            let program = MeasuredProgram(
                program: sqlite, arguments: [database] + ImportPeer.commands(tables, in: folder),
                isSilent: true)
            return ReachSubject(
                name: "sqlite3 .import", programs: [unpacking, program],
                makesAnew: [folder, database], lastGoodCode: 1, isPeer: true)
        }
    }

    /// The same in DuckDB.
    private func duckDB(
        _ tables: [String], _ unpacking: MeasuredProgram
    ) throws -> ReachSubject? {
        try python(with: "duckdb").map { python in
            let database = "\(scratch)/peer.duckdb"
            let creations = tables.map {
                "CREATE TABLE \($0) AS SELECT * FROM read_csv('\(folder)/\($0).txt', header = true)"
            }
            let script =
                "import duckdb\nd = duckdb.connect('\(database)')\n"
                + (creations + ImportPeer.indexes(tables)).map { "d.execute(\"\($0)\")\n" }
                .joined() + "d.close()\n"
            let program = MeasuredProgram(
                program: python, arguments: ["-c", script], isSilent: true)
            return ReachSubject(
                name: "DuckDB", programs: [unpacking, program], makesAnew: [folder, database],
                lastGoodCode: 1, isPeer: true)
        }
    }

    /// The validator gtfs-guru, with all its rules.
    private var guru: ReachSubject? {
        get throws {
            guard let python = try python(with: "gtfs_guru") else { return nil }
            let script = "import gtfs_guru, sys\ngtfs_guru.validate(sys.argv[1])\n"
            let program = MeasuredProgram(
                program: python, arguments: ["-c", script, feed], isSilent: true)
            return ReachSubject(name: "gtfs-guru", programs: [program], isPeer: true)
        }
    }

    /// The Python of the machine, if it has a module.
    private func python(with module: String) throws -> String? {
        guard let python = MeasuredProgram.find("python3") else { return nil }
        let trial = MeasuredProgram(
            program: python, arguments: ["-c", "import \(module)"], isSilent: true)
        return try trial.run().exitCode == 0 ? python : nil
    }
}
