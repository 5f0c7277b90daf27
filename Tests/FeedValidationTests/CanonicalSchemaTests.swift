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
            .union(CanonicalSchema.blankKeyParts.keys)
            .union(CanonicalSchema.keys.flatMap { file, key in key.map { file + "/" + $0 } })
        #expect(named.subtracting(known) == [])
    }

    @Test("Keys have the reference's fields in another order") func keys() {
        for (file, key) in CanonicalSchema.keys {
            let own = Schedule.table(file: file)?.key ?? []
            #expect(Set(key) == Set(own) && key.count == own.count && key != own, "\(file)")
        }
    }

    private static let tables: [TableSpec] = [
        Agency.table, BookingRule.table, FareAttribute.table, FareProduct.table,
        FareTransferRule.table, Frequency.table, Level.table, LocationGroup.table,
        FareNetwork.table, Pathway.table,
        Route.table, Stop.table, Timeframe.table, Transfer.table, Translation.table, Trip.table,
    ]
}
