import BundleWriting
import FeedCompiling
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Random filters")
struct RandomFilterTests {
    @Test("Every reference of the reference has an effect of filters, and nothing else has one")
    func effects() {
        for table in Schedule.tables {
            for field in table.fields {
                let effect = FilterEffect.of(field, in: table)
                #expect((effect != nil) == !field.references.isEmpty, "\(table.name).\(field.name)")
            }
        }
    }

    @Test("Random feeds have a row with a value for every reference")
    func references() throws {
        let bundles = try (0..<4).map { try BuiltBundle(RandomFeed(seed: $0).feed) }
        for table in Schedule.tables {
            for field in table.fields
            where !field.references.isEmpty && field.name != "to_timeframe_group_id" {
                #expect(
                    try bundles.contains {
                        try $0.count(
                            "SELECT count(*) FROM \(table.name) WHERE \(field.name) NOT NULL") > 0
                    }, "\(table.name).\(field.name)")
            }
        }
    }

    @Test("Random feeds have rides with and without fares of both models")
    func fares() throws {
        let made = RandomFeed(seed: 1)
        let rides = try FareOracle(BuiltBundle(made.feed), hasPriority: made.hasPriority).rides()
        #expect(Set(rides.values.map(\.fares)).count > 1)
        #expect(Set(rides.values.flatMap(\.products.values)).count > 1)
    }

    private func build(_ feed: TestFeed, _ filter: FeedFilter) throws -> BuiltBundle {
        var options = BundleBuild.Options()
        options.filter = filter
        return try BuiltBundle(feed, options)
    }

    @Test(
        "What is left holds together, costs what it did, and is the same when filtered again",
        arguments: 0..<24)
    func filter(seed: Int) throws {
        let made = RandomFeed(seed: UInt64(seed))
        let whole = try BuiltBundle(made.feed)
        try #require(try ForeignKeys.dangling(in: whole) == [], "the feed is wrong")
        let part = try build(made.feed, made.filter)
        let files = Set(made.filter.without.flatMap(\.files))
        #expect(try ForeignKeys.dangling(in: part, ignoring: files) == [])
        #expect(try IntegerKeys.unresolved(in: part) == [])
        try compareFares(of: part, with: whole, made)
        let again = try build(text(of: part, like: made.feed), made.filter)
        for table in Schedule.tables {
            let query =
                "SELECT \(table.fields.map(\.name).joined(separator: ", ")) FROM \(table.name)"
            #expect(try again.lines(query).sorted() == part.lines(query).sorted(), "\(table.name)")
        }
    }

    @Test("A filter that keeps every trip keeps every row", arguments: 0..<10)
    func everything(seed: Int) throws {
        let feed = RandomFeed(seed: UInt64(seed)).feed
        let whole = try BuiltBundle(feed)
        var filter = FeedFilter()
        filter.routes = Set(try whole.lines("SELECT route_id FROM routes").map { RouteID($0) })
        filter.from = ServiceDate(yyyymmdd: 2026_01_01)
        let part = try build(feed, filter)
        for table in Schedule.tables {
            let query = "SELECT * FROM \(table.name)"
            #expect(try part.lines(query) == whole.lines(query), "\(table.name)")
        }
    }

    private func compareFares(
        of part: BuiltBundle, with whole: BuiltBundle, _ made: RandomFeed
    ) throws {
        let before = try FareOracle(whole, hasPriority: made.hasPriority)
        let after = try FareOracle(part, hasPriority: made.hasPriority)
        let all = before.rides()
        let first = made.filter.from?.dayNumber ?? 0
        var groups: Set<String> = []
        for (ride, fares) in after.rides(from: first) {
            guard let old = all[ride] else { continue }
            #expect(fares.fares == old.fares, "\(ride)")
            for (day, products) in fares.products {
                #expect(products == old.products[day], "\(ride) on \(day)")
            }
            groups.formUnion(fares.groups)
        }
        for from in groups {
            for to in groups {
                #expect(after.transfers(from, to) == before.transfers(from, to), "\(from) to \(to)")
            }
        }
    }

    private func text(of bundle: BuiltBundle, like feed: TestFeed) throws -> TestFeed {
        var files = TestFeed("")
        for table in Schedule.tables {
            let name = table.file.name
            guard name != "locations.geojson", let header = feed[name]?.split(separator: "\n").first
            else { continue }
            let columns = header.split(separator: ",")
            let rows = try bundle.lines(
                "SELECT \(columns.joined(separator: ", ")) FROM \(name.prefix { $0 != "." })")
            files[name] =
                ([String(header)] + rows.map { $0.replacing("|", with: ",") })
                .joined(separator: "\n") + "\n"
        }
        let features = try bundle.lines("SELECT id, geometry FROM locations").map { line in
            let parts = line.split(separator: "|", maxSplits: 1)
            return """
                {"type": "Feature", "id": "\(parts[0])", "properties": {}, "geometry": \(parts[1])}
                """
        }
        files["locations.geojson"] = """
            {"type": "FeatureCollection", "features": [\(features.joined(separator: ","))]}
            """
        return files
    }
}
