import BundleWriting
import FeedCompiling
import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Promises of the sources")
struct SchemaTests {
    @Test("Every table and view of the schema is explained")
    func comments() throws {
        let lines = try SchemaDocument.lines()
        let small = Set(Schedule.tables.map(\.name))
        var explained = 0
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ")
            guard words.first == "CREATE", words.count > 2,
                ["TABLE", "VIEW", "VIRTUAL"].contains(words[1])
            else { continue }
            let name = words[1] == "VIRTUAL" ? words[3] : words[2]
            let before = lines[index - 1]
            let follows = before.hasPrefix("CREATE") || before.hasPrefix(") ") || before == ");"
            // The reference explains its own files; a bundle's own tables need a word.
            if before.hasPrefix("--"), !before.hasPrefix("-----") {
                explained += 1
            } else {
                #expect(
                    small.contains(String(name)) || follows,
                    "\(name) has no comment")
            }
        }
        #expect(explained >= 15)
    }

    @Test("The schema lists each key of the metadata, and which of them are always there")
    func metadata() throws {
        func keys(_ lines: some Sequence<String>) -> Set<String> {
            Set(
                lines.compactMap { $0.prefixMatch(of: /--   ([a-z_]+(, [a-z_]+)*)(   |$)/)?.1 }
                    .flatMap { $0.components(separatedBy: ", ") })
        }
        let lines = try SchemaDocument.lines().drop { !$0.contains("Keys that are always there:") }
        let always = keys(lines.prefix { !$0.contains("Keys that are there when") })
        let all = keys(lines.prefix { !$0.hasPrefix("CREATE") })

        let first = try BuiltBundle.sample()
        var options = BundleBuild.Options()
        options.previous = first.path
        // A Tuesday, in which the bus of Monday's night still runs.
        options.filter.from = ServiceDate(yyyymmdd: 2026_11_24)
        options.terms = FeedTerms(licence: "CC0-1.0", licenceURL: "a URL", attribution: "us")
        var feed = try TestFeed.sample().with(
            """
            # notes.csv
            note
            1
            # read me.md
            Hello
            """)
        for file in ["stops.txt", "routes.txt"] {
            let rows = try #require(feed[file]).split(separator: "\n")
            feed[file] = ([rows[0]] + rows.dropFirst().reversed()).joined(separator: "\n") + "\n"
        }
        let query = "SELECT key FROM metadata"
        #expect(try Set(BuiltBundle(feed, options).lines(query)) == all)
        feed = .base
        for file in feed.files { feed[file.name] = file.text.prefix { $0 != "\n" } + "\n" }
        #expect(try Set(BuiltBundle(feed).lines(query)) == always)
    }

    /// Every table and view of two bundles was read with SQLite 3.31.1.
    @Test("Views use functions that SQLite 3.31 has, and those with JSON are named")
    func oldSQLite() throws {
        let lines = try SchemaDocument.lines()
        let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("--") }
        let functions = Set(
            code.flatMap { $0.matches(of: /([A-Za-z_]+)\(/).map { String($0.1) } })
        #expect(
            functions == [
                "CAST", "coalesce", "count", "group_concat", "hex", "instr", "json_each", "length",
                "likelihood", "max", "min", "nullif", "printf", "step", "substr", "time", "unicode",
            ])
        let views = code.joined(separator: "\n").components(separatedBy: ";").compactMap {
            $0.contains("json_each") ? $0.firstMatch(of: /CREATE VIEW ([a-z_]+)/)?.1 : nil
        }
        let last = try #require(views.last)
        let named = views.dropLast().joined(separator: ", ") + " and \(last) need its JSON"
        #expect(lines.prefix(8).joined().contains(named))
    }

    @Test("Every notice of reading is given somewhere")
    func notices() throws {
        let sources =
            try PackageRoot.files(below: "Sources", suffix: ".swift").filter {
                !$0.contains("/NoticeDefinition+")
            }.reduce(into: Data()) { try $0 += Data(contentsOf: URL(fileURLWithPath: $1)) } + [0]
        // Of C, as a text of six megabytes is long for the unoptimized code of tests.
        func sourcesHave(_ text: String) -> Bool {
            sources.withUnsafeBytes {
                $0.bindMemory(to: CChar.self).baseAddress.flatMap { strstr($0, text) } != nil
            }
        }
        let types = "= NoticeDefinition(\n        \""
        let names = try PackageRoot.files(below: "Sources/FeedReading/Notices", suffix: ".swift")
            .flatMap { path in
                try String(contentsOfFile: path, encoding: .utf8)
                    .components(separatedBy: "static let ").dropFirst()
                    .filter { $0.contains(types) }
                    .map { declaration in
                        let code = declaration.components(separatedBy: types).last ?? ""
                        return (declaration.prefix { $0 != " " }, code.prefix { $0 != "\"" })
                    }
            }
        #expect(names.count == NoticeDefinition.ofReading.count + 2)
        for (name, code) in names {
            #expect(sourcesHave(".\(name)") || sourcesHave("\"\(code)\")"), "\(name)")
        }
    }
}
