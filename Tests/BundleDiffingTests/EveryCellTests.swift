import BundleDiffing
import BundleWriting
import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

/// No cell of a feed can change without a difference: there are no exceptions.
@Suite("Compared cells")
struct EveryCellTests {
    private struct Sample {
        let feed: TestFeed
        let folder: TestFolder
        let bundle: String

        init() throws {
            let path = PackageRoot.path + "/feeds/sample"
            var feed = TestFeed("")
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                guard Schedule.table(file: name) != nil else { continue }
                feed[name] = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
            }
            self.feed = feed
            folder = try TestFolder()
            bundle = folder.path + "/sample.sqlite"
            try Self.build(path, to: bundle)
        }

        static func build(_ feed: String, to bundle: String) throws {
            let archive = try FeedArchive.open(feed)
            _ = try BundleBuild(BundleBuild.Options()).run(archive, to: bundle) { _ in }
        }

        func diff(to other: TestFeed, as name: String) throws -> BundleDiff {
            let new = "\(folder.path)/\(name).sqlite"
            try Self.build(other.write(to: folder, as: name), to: new)
            return try BundleDiff(old: bundle, new: new)
        }
    }

    private let sample: Sample

    init() throws { sample = try Sample() }

    @Test("A difference in the last digit of a number is named, with all digits")
    func lastDigit() throws {
        let table = "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length\n"
        var old = sample.feed
        old["pathways.txt"] = "\(table)P,QUAY_E1,QUAY_N1,1,1,1.123456789012341\n"
        let bundle = "\(sample.folder.path)/old.sqlite"
        try Sample.build(old.write(to: sample.folder, as: "before"), to: bundle)
        old["pathways.txt"] = "\(table)P,QUAY_E1,QUAY_N1,1,1,1.123456789012343\n"
        let new = "\(sample.folder.path)/new.sqlite"
        try Sample.build(old.write(to: sample.folder, as: "after"), to: new)
        let change = try #require(
            try BundleDiff(old: bundle, new: new).rows.first { $0.file == "pathways.txt" })
        let field = try #require(change.rows.rows.first?.fields.first)
        #expect(field.field == "length")
        #expect(field.old == "1.123456789012341")
        #expect(field.new == "1.123456789012343")
    }

    /// Files whose changes would hide one another in what is compared of trips.
    private static let onTheirOwn = [["stop_times.txt"], ["trips.txt", "shapes.txt"]]

    @Test(
        "A cell of any column of any file of the sample is a difference, where it is",
        arguments: 0..<(Schedule.tables.map(\.fields.count).max() ?? 0))
    func columns(number: Int) throws {
        let alone = Self.onTheirOwn.flatMap { $0 }
        let others = Schedule.tables.map(\.file.name).filter { !alone.contains($0) }
        for files in Self.onTheirOwn + [others] {
            let tables = Schedule.tables.filter {
                files.contains($0.file.name) && number < $0.fields.count
            }
            guard !tables.isEmpty else { continue }
            var feed = sample.feed
            for table in tables {
                let text = try #require(feed[table.file.name])
                feed[table.file.name] =
                    table.file == Location.file
                    ? Self.changed(text, ofLocation: table.fields[number].name)
                    : Self.changed(text, table.fields[number])
                #expect(feed[table.file.name] != text, "\(table.fields[number].name)")
            }
            let diff = try sample.diff(to: feed, as: files[0])
            #expect(!diff.isEmpty)
            for table in tables {
                #expect(
                    Self.shows(diff, table.fields[number].name, of: table.file.name),
                    "\(table.file.name), \(table.fields[number].name)")
            }
        }
    }

    private static func shows(_ diff: BundleDiff, _ field: String, of file: String) -> Bool {
        func shows(_ changes: Changes) -> Bool {
            !changes.added.isEmpty || !changes.rekeyed.isEmpty
                || changes.changed.contains { $0.fields.contains { $0.field == field } }
        }
        let rows = Set(diff.rows.map(\.file))
        return switch file {
        case "agency.txt": shows(diff.agencies)
        case "routes.txt": shows(diff.routes)
        case "stops.txt": shows(diff.stops) || !diff.moved.isEmpty
        case "trips.txt", "stop_times.txt": !diff.trips.isEmpty || rows.contains(file)
        default: rows.contains(file)
        }
    }

    // MARK: Other cells

    /// A file with another cell in its first row; the column is added if it lacks it.
    private static func changed(_ text: String, _ field: FieldSpec) -> String {
        var lines = text.split(separator: "\n").map(cells)
        if let column = lines[0].firstIndex(of: field.name) {
            lines[1][column] = other(than: lines[1][column], field.type)
        } else {
            for line in lines.indices { lines[line].append("") }
            lines[0][lines[0].count - 1] = field.name
            lines[1][lines[1].count - 1] = other(than: "", field.type)
        }
        return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    private static func cells(_ line: Substring) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return cells
    }

    /// A value of a type that a cell does not have.
    private static func other(than cell: String, _ type: FieldType) -> String {
        let values: [String] =
            switch type {
            case .id, .text: ["OTHER", "ANOTHER"]
            case .url: ["https://other.example.org/", "https://another.example.org/"]
            case .email: ["other@example.org", "another@example.org"]
            case .phoneNumber: ["+61 2 5550 9998", "+61 2 5550 9999"]
            case .languageCode: ["fr", "de"]
            case .timezone: ["Europe/Paris", "Europe/Rome"]
            case .currencyCode: ["EUR", "USD"]
            case .color: ["123456", "654321"]
            case .date: ["20260901", "20260902"]
            case .time, .localTime: ["09:00:00", "09:00:01"]
            case .enumeration(let codes): ["\(codes.upperBound)", "\(codes.lowerBound)"]
            case .routeType: ["3", "0"]
            case .keyword: ["stops", "routes"]
            case .currencyAmount, .nonNegativeAmount, .latitude, .longitude, .float,
                .nonNegativeFloat, .positiveFloat, .integer, .nonNegativeInteger, .positiveInteger,
                .nonZeroInteger:
                ["2", "3"]
            }
        return cell == values[0] ? values[1] : values[0]
    }

    /// `locations.geojson` with another value in a feature.
    private static func changed(_ text: String, ofLocation field: String) -> String {
        switch field {
        case "id": text.replacing("\"zone_ridge\"", with: "\"OTHER\"")
        case "stop_name": text.replacing("Ridge Estate", with: "Other Estate")
        case "stop_desc": text.replacing("Any address", with: "Other addresses")
        default: text.replacing("[151.226,", with: "[151.225,")
        }
    }

    // MARK: What is no difference

    /// The sample with the rows of all its files in reverse.
    private static func reversed(_ feed: TestFeed) -> TestFeed {
        var result = feed
        for file in feed.files where file.name.hasSuffix(".txt") {
            let lines = file.text.split(separator: "\n")
            result[file.name] = ([lines[0]] + lines.dropFirst().reversed())
                .joined(separator: "\n")
        }
        return result
    }

    @Test("The order of rows is not a difference, but is mentioned")
    func order() throws {
        let diff = try sample.diff(to: Self.reversed(sample.feed), as: "other")
        #expect(diff.isEmpty)
        #expect(!diff.mayDifferElsewhere)
        #expect(
            diff.words(limit: nil)
                == "sample.sqlite → other.sqlite: no difference; the files of the feeds differ "
                + "in the order or formatting of rows, or in data that bundles leave out\n")
    }

    @Test("The packing of a feed is not a difference")
    func packing() throws {
        let zip = try sample.feed.pack(as: .zip(options: ""), to: sample.folder, as: "feed.zip")
        let bundle = sample.folder.path + "/zip.sqlite"
        try Sample.build(zip, to: bundle)
        #expect(
            try BundleDiff(old: sample.bundle, new: bundle).words(limit: nil)
                == "sample.sqlite → zip.sqlite: no difference\n")
    }
}
