import FeedReading
import FeedValidation
import GTFSSchedule
import Testing

@Suite("Fields that the canonical validator describes otherwise") struct CanonicalSchemaTests {
    @Test("Every entry names a field") func fields() {
        let known = Set(
            CanonicalSchemaTests.tables.flatMap { table in
                table.fields.map { table.file.name + "/" + $0.name }
            })
        let named =
            Set(CanonicalSchema.presences.keys).union(CanonicalSchema.types.keys)
            .union(CanonicalSchema.requiredColumns).union(CanonicalSchema.mixedCaseFields)
        #expect(named.subtracting(known) == [])
    }

    private static let tables: [TableSpec] = [
        Agency.table, BookingRule.table, FareAttribute.table, FareTransferRule.table,
        Frequency.table, Level.table, LocationGroup.table, FareNetwork.table, Pathway.table,
        Route.table, Stop.table, Timeframe.table, Transfer.table, Translation.table, Trip.table,
    ]
}
