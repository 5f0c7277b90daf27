import Foundation
import TestSupport
import Testing

@Suite("SQL", .blocking)
struct SQLTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try Command.run(["build", Workplace.sample, "-o", place.bundle], in: place.folder)
    }

    private func sql(_ query: String, _ options: String...) throws -> Command.Outcome {
        try Command.run(["sql", place.bundle, query] + options, in: place.folder)
    }

    @Test("Rows come as CSV or as JSON, with numbers, texts, blanks and blobs")
    func rows() throws {
        let query = """
            SELECT 1 AS n, 0.1 AS r, 'a "b", c' AS t, NULL AS e, x'00ff' AS b, 9e999 AS i
            UNION ALL SELECT -2, 1.0, char(10), '', x'', 2
            """
        #expect(
            try sql(query, "--csv").output == """
                n,r,t,e,b,i
                1,0.1,"a ""b"", c",,00ff,inf
                -2,1.0,"\n",,,2

                """)
        #expect(try sql(query).output == sql(query, "--csv").output)
        #expect(
            try sql(query, "--json").output == """
                [
                {"n":1,"r":0.1,"t":"a \\"b\\", c","e":null,"b":"00ff","i":null},
                {"n":-2,"r":1.0,"t":"\\n","e":"","b":"","i":2}
                ]

                """)
        #expect(try sql("SELECT 1 AS n WHERE 0", "--json").output == "[\n]\n")
        #expect(try sql("SELECT 1 AS n WHERE 0").output == "n\n")
        #expect(try sql("SELECT count(*) AS n FROM stop_times; ").output.hasPrefix("n\n"))
        #expect(try sql("SELECT name FROM pragma_table_info('stops')").code == 0)
        #expect(try sql("SELECT rowid FROM stops_fts WHERE stops_fts MATCH 'quay*'").code == 0)
        #expect(try sql("SELECT sid FROM stops_rtree WHERE max_lat >= -33.866").code == 0)
        #expect(try sql("EXPLAIN QUERY PLAN SELECT * FROM stops").code == 0)
    }

    @Test(
        "64: anything but one SELECT that reads the bundle",
        arguments: [
            "DELETE FROM stops", "CREATE TABLE t (a)", "ATTACH 'other.sqlite' AS o",
            "VACUUM INTO 'copy.sqlite'", "PRAGMA user_version = 9", "PRAGMA journal_mode = WAL",
            "SELECT 1; DELETE FROM stops", "SELECT 1; SELECT 2", "DELETE FROM stops RETURNING sid",
            "SELECT nothing FROM stops", "",
            "SELEC 1", "BEGIN", "SELECT load_extension('x')", "REINDEX", "CREATE TEMP TABLE t (a)",
        ])
    func refused(query: String) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: place.bundle))
        let outcome = try sql(query)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.bundle)) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
        #expect(!names.contains("copy.sqlite") && !names.contains("other.sqlite"))
    }

    @Test("64: objects with two members of a name; 66: no bundle")
    func names() throws {
        #expect(try sql("SELECT 1 AS a, 2 AS a", "--json").code == 64)
        #expect(try sql("SELECT 1 AS a, 2 AS a").output == "a,a\n1,2\n")
        #expect(try sql("SELECT 1", "--json", "--csv").code == 64)
        #expect(try place.run("sql", "nothing.sqlite", "SELECT 1").code == 66)
        #expect(try place.run("sql", place.feed, "SELECT 1").code == 65)
    }
}
