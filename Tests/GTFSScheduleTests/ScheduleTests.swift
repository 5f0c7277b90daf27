import Foundation
import GTFSSchedule
import Testing

@Suite("The catalogue of files and fields")
struct ScheduleTests {
    /// `Fixtures/reference.tsv`: every field of the reference, a line each.
    ///
    /// A presence of `if` is conditionally required, `unless` conditionally forbidden. To follow a
    /// new reference, change this file first and the row structs until the tests pass.
    static func reference() throws -> [String] {
        let url = try #require(
            Bundle.module.url(
                forResource: "reference", withExtension: "tsv", subdirectory: "Fixtures"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
            .map(String.init)
    }

    static var catalogue: [String] {
        Schedule.tables.flatMap { table in
            table.fields.map { field in
                [table.file.name, field.name, field.type.shorthand, field.presence.shorthand]
                    .joined(separator: "\t")
            }
        }
    }

    @Test("Nothing of the reference is missing")
    func nothingMissing() throws {
        #expect(Set(try Self.reference()).subtracting(Self.catalogue).sorted() == [])
    }

    @Test("Nothing is there that is not in the reference")
    func nothingExtra() throws {
        #expect(Set(Self.catalogue).subtracting(try Self.reference()).sorted() == [])
    }

    @Test("Files and fields keep the order of the reference, each once")
    func order() throws {
        #expect(Self.catalogue == (try Self.reference()))
        #expect(Schedule.tables.count == 32)
    }

    @Test("Files are found by name")
    func lookup() {
        #expect(Schedule.table(file: "stops.txt") == Stop.table)
        #expect(Schedule.table(file: "locations.geojson")?.name == "locations")
        #expect(Schedule.table(file: "fare_media.txt")?.name == "fare_media")
        #expect(Schedule.table(file: "STOPS.TXT") == nil)
        #expect(Schedule.table(file: "timetable.txt") == nil)
    }

    @Test("Primary keys and references name fields that exist", arguments: Schedule.tables)
    func namesExist(table: TableSpec) {
        let names = Set(table.fields.map(\.name))
        #expect(names.isSuperset(of: table.file.primaryKey))
        for reference in table.fields.flatMap(\.references) {
            let target = Schedule.table(file: reference.file)
            #expect(target?.fields.contains { $0.name == reference.field } == true)
        }
    }

    @Test("The files that every feed must have")
    func requiredFiles() {
        let required = Schedule.tables.filter { $0.file.presence == .required }
        #expect(
            required.map(\.name) == ["agency", "routes", "trips", "stop_times"])
    }

    @Test("A foreign ID that may be in several files names them all")
    func severalReferences() {
        let service = Trip.table.fields.first { $0.name == "service_id" }
        #expect(service?.references.map(\.file) == ["calendar.txt", "calendar_dates.txt"])
        let network = FareLegRule.table.fields.first { $0.name == "network_id" }
        #expect(network?.references.map(\.file) == ["routes.txt", "networks.txt"])
    }
}
