import BundleDiffing
import GTFSSchedule
import TestSupport
import Testing

@Suite("Changes of files and columns that the reference does not know")
struct ExtensionDiffTests {
    private static let facilities = """
        facility_id,stop_id,kind
        F1,A,lift
        F2,B,escalator
        F2,B,stairs
        F3,C,lift

        """

    /// The base feed with a file that the reference does not know.
    private func feed(_ text: String, file: String = "facilities.txt") -> TestFeed {
        var feed = TestFeed.base
        feed[file] = text
        return feed
    }

    /// The base feed with a further column in one of its files: a value by the beginning of a line.
    private func feed(
        _ file: String, with column: String, _ values: [String: String], of base: TestFeed = .base
    ) -> TestFeed {
        var feed = base
        let lines = (base[file] ?? "").split(separator: "\n").enumerated().map { place, line in
            let value = values.first { line.hasPrefix($0.key) }?.value ?? ""
            return "\(line),\(place == 0 ? column : value)\n"
        }
        feed[file] = lines.joined()
        return feed
    }

    private func only(_ diff: BundleDiff) throws -> ExtensionChange {
        #expect(!diff.isEmpty && diff.rows.isEmpty && diff.trips.isEmpty)
        #expect(diff.extensions?.count == 1)
        return try #require(diff.extensions?.first)
    }

    @Test("A bundle has no difference from itself")
    func same() throws {
        let feed = feed("stop_times.txt", with: "note", ["T1": "x"], of: feed(Self.facilities))
        let diff = try Versions(feed, feed).diff
        #expect(diff.isEmpty && diff.extensions == nil && !diff.mayDifferElsewhere)
        #expect(try !diff.json().contains("extensions"))
    }

    @Test("A file and a column whose names only look the same are others")
    func canonicalEquivalents() throws {
        let old = feed(
            "stops.txt", with: "\u{E9}", ["A": "x"], of: feed("a\n1\n", file: "\u{E9}.txt"))
        let new = feed(
            "stops.txt", with: "e\u{301}", ["A": "x"], of: feed("a\n1\n", file: "e\u{301}.txt"))
        let changes = try Versions(old, new).diff.extensions ?? []
        #expect(changes.count == 3)
        let stops = try #require(changes.first)
        #expect(stops.columnsAdded.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
        #expect(stops.columnsRemoved.map { Array($0.utf8) } == [Array("\u{E9}".utf8)])
    }

    @Test("Rows of an unknown file are added, removed and changed, by its first column")
    func rows() throws {
        let other = Self.facilities.replacing("F1,A,lift\n", with: "F1,A,ramp\n")
            .replacing("F3,C,lift\n", with: "F4,C,lift\nF5,C,lift\n")
        let versions = try Versions(feed(Self.facilities), feed(other))
        let change = try only(versions.diff)
        #expect(change.file == "facilities.txt")
        #expect((change.rowsAdded, change.rowsRemoved, change.rowsChanged) == (2, 1, 1))
        let words = versions.diff.words(limit: nil)
        #expect(words.contains("files and columns beyond the reference: 1 changed\n"))
        #expect(
            words.contains("~ facilities.txt: 4 → 5 rows; 2 added, 1 removed, 1 changed\n"))
        #expect(words.contains("facilities.txt: facility_id F1: kind lift → ramp\n"))
        #expect(words.contains("facilities.txt: facility_id F4: added\n"))
        #expect(DiffPage(versions.diff).fields.contains("kind lift → ramp"))
    }

    @Test("Files and columns come and go, whatever the order of columns")
    func columns() throws {
        let other = "kind,facility_id,floor\nlift,F1,0\nescalator,F2,1\nstairs,F2,1\nlift,F3,0\n"
        let change = try only(Versions(feed(Self.facilities), feed(other)).diff)
        #expect(change.columnsAdded == ["floor"])
        #expect(change.columnsRemoved == ["stop_id"])
        #expect(change.rows.rows.isEmpty)
        let added = try Versions(.base, feed(Self.facilities)).diff
        #expect(
            added.words(limit: nil).contains(
                "+ facilities.txt: 4 rows\n      columns added: facility_id, stop_id, kind\n"))
        let removed = try Versions(feed("a,b\n1,2\n", file: "x.txt"), .base).diff
        #expect(removed.words(limit: nil).contains("- x.txt: 1 row\n      columns removed: a, b\n"))
    }

    @Test("Values of further columns change by the key of their file")
    func values() throws {
        let changes = [
            ("stops.txt", "A,", "stop_id A"), ("trips.txt", "R,WD,T1", "trip_id T1"),
            ("stop_times.txt", "T1,08:10:00", "trip_id T1, stop_sequence 2"),
        ]
        for (file, line, key) in changes {
            let old = feed(file, with: "note", [line: "first", "R,WD,T2": "same"])
            let new = feed(file, with: "note", [line: "second", "R,WD,T2": "same"])
            let diff = try Versions(old, new).diff
            let change = try only(diff)
            #expect((change.file, change.rowsChanged) == (file, 1))
            #expect(
                diff.words(limit: nil).contains("\(file): \(key): note first → second\n"), "\(file)"
            )
            // From blank, and to blank.
            let blank = feed(file, with: "note", ["R,WD,T2": "same"])
            #expect(
                try Versions(blank, new).diff.words(limit: nil)
                    .contains("\(key): note blank → second\n"), "\(file)")
            #expect(
                try Versions(old, blank).diff.words(limit: nil)
                    .contains("\(key): note first → blank\n"), "\(file)")
        }
    }

    @Test("Values of rows that come or go with the file are not a change of their own")
    func others() throws {
        let old = feed("stops.txt", with: "note", ["A,": "first"])
        var new = old
        new["stops.txt"]? += "N,New,48.0,2.0,fresh\n"
        let diff = try Versions(old, new).diff
        #expect(diff.stops.added.map(\.id) == ["N"])
        #expect(diff.extensions == nil)
        #expect(try Versions(new, old).diff.extensions == nil)
    }

    @Test("Markup and control characters of a header are text on the page and at a terminal")
    func hostile() throws {
        let name = "\"<script>\u{1B}[2J\""
        let old = feed("id,\(name)\n1,a\n")
        let new = feed("id,\(name)\n1,b\n")
        let diff = try Versions(old, new).diff
        let gone = try Versions(old, .base).diff
        for text in [diff.html, gone.html, diff.words(limit: nil), gone.words(limit: nil)] {
            #expect(!text.unicodeScalars.contains("\u{1B}"))
            #expect(text.contains("script"))
        }
        #expect(!diff.html.contains("<script>") && !gone.html.contains("<script>"))
    }
}
