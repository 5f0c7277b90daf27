/// A program of others that is a package of PyPI.
struct PythonPeer {
    let name: String
    /// What it does with the feed, in a few words.
    let does: String
    let module: String
    /// What `pip install` calls it.
    let package: String
    /// What runs; it finds the feed and the file to make as its first two arguments.
    let script: String
    /// The end of the name of the file that it makes; nil when it makes none.
    var suffix: String?

    static let guru = PythonPeer(
        name: "gtfs-guru", does: "validates", module: "gtfs_guru", package: "gtfs-guru",
        script: """
            import gtfs_guru, sys
            gtfs_guru.validate(sys.argv[1])
            """)

    static let kit = PythonPeer(
        name: "gtfs-kit", does: "loads all files into pandas", module: "gtfs_kit",
        package: "gtfs-kit",
        script: """
            import gtfs_kit, sys
            gtfs_kit.read_feed(sys.argv[1], dist_units="km")
            """)

    static let pygtfs = PythonPeer(
        name: "pygtfs", does: "loads into SQLite", module: "pygtfs", package: "pygtfs",
        script: """
            import pygtfs, sys
            pygtfs.append_feed(pygtfs.Schedule(sys.argv[2]), sys.argv[1])
            """, suffix: "sqlite")

    /// DuckDB with the tables of an unpacked feed, and the indexes.
    static func duckDB(_ tables: [String], in folder: String) -> PythonPeer {
        let creations = tables.map {
            "CREATE TABLE \($0) AS SELECT * FROM read_csv('\(folder)/\($0).txt', header = true)"
        }
        let statements = (creations + ImportPeer.indexes(tables)).map { "d.execute(\"\($0)\")\n" }
        return PythonPeer(
            name: "DuckDB", does: "loads into DuckDB, 5 indexes", module: "duckdb",
            package: "duckdb",
            script: "import duckdb, sys\nd = duckdb.connect(sys.argv[2])\n"
                + statements.joined() + "d.close()\n",
            suffix: "duckdb")
    }
}
