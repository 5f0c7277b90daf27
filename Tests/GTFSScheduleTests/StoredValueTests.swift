import GTFSSchedule
import Testing

@Suite("Cells as the bundle stores them")
struct StoredValueTests {
    @Test(
        "Good cells become integers, reals, or stay text",
        arguments: [
            (FieldType.id, "007", StoredValue.text),
            (.text, "x", .text), (.url, "not a url", .text), (.email, "x", .text),
            (.phoneNumber, "x", .text), (.languageCode, "x", .text), (.timezone, "x", .text),
            (.currencyCode, "x", .text), (.keyword, "stops", .text),
            (.currencyAmount, "-2.50", .text), (.nonNegativeAmount, "2.50", .text),
            (.color, "00a1fc", .text),
            (.date, "20261121", .integer(20_261_121)),
            (.time, "25:00:00", .integer(90_000)), (.localTime, "7:05", .integer(25_500)),
            (.latitude, "-33.5", .real(-33.5)), (.longitude, "151", .real(151)),
            (.float, "1e3", .real(1000)), (.nonNegativeFloat, "0", .real(0)),
            (.positiveFloat, "0.5", .real(0.5)),
            (.integer, "-5", .integer(-5)), (.nonNegativeInteger, "0", .integer(0)),
            (.positiveInteger, "1", .integer(1)), (.nonZeroInteger, "-1", .integer(-1)),
            (.enumeration(values: 0...2), "9", .integer(9)), (.routeType, "700", .integer(700)),
        ])
    func good(type: FieldType, text: String, stored: StoredValue) {
        #expect(withCell(text, type.store) == stored)
    }

    @Test(
        "Bad cells give the notice of their type",
        arguments: [
            (FieldType.currencyAmount, "1,50", "invalid_float"),
            (.nonNegativeAmount, "free", "invalid_float"), (.color, "#FFFFF", "invalid_color"),
            (.date, "20260230", "invalid_date"), (.time, "7h", "invalid_time"),
            (.localTime, "24", "invalid_time"), (.latitude, "N47", "invalid_float"),
            (.longitude, "8,5", "invalid_float"), (.float, "nan", "invalid_float"),
            (.nonNegativeFloat, "x", "invalid_float"), (.positiveFloat, "x", "invalid_float"),
            (.integer, "1.0", "invalid_integer"), (.nonNegativeInteger, "x", "invalid_integer"),
            (.positiveInteger, "x", "invalid_integer"), (.nonZeroInteger, "x", "invalid_integer"),
            (.enumeration(values: 0...2), "yes", "invalid_integer"),
            (.routeType, "bus", "invalid_integer"),
        ])
    func bad(type: FieldType, text: String, notice: String) {
        #expect(withCell(text, type.store) == .bad(notice))
    }

    @Test(
        "Bounds include their ends",
        arguments: [
            (FieldType.latitude, "90", true), (.latitude, "-90.0001", false),
            (.longitude, "-180", true), (.longitude, "180.0001", false),
            (.nonNegativeFloat, "0", true), (.nonNegativeFloat, "-0.1", false),
            (.positiveFloat, "0.1", true), (.positiveFloat, "0", false),
            (.nonNegativeInteger, "0", true), (.nonNegativeInteger, "-1", false),
            (.positiveInteger, "1", true), (.positiveInteger, "0", false),
            (.nonZeroInteger, "-1", true), (.nonZeroInteger, "0", false),
            (.nonNegativeAmount, "-0.00", true), (.nonNegativeAmount, "-0.01", false),
            (.currencyAmount, "-0.01", true), (.integer, "-1", true), (.float, "-1", true),
        ])
    func bounds(type: FieldType, text: String, isInRange: Bool) {
        #expect(withCell(text) { type.isInRange(type.store($0), cell: $0) } == isInRange)
        #expect(type.outOfRangeNotice == "number_out_of_range")
    }

    @Test(
        "Codes that the reference does not know are out of range",
        arguments: [
            (FieldType.enumeration(values: 1...2), "1", true),
            (.enumeration(values: 1...2), "0", false), (.enumeration(values: 1...2), "3", false),
            (.routeType, "12", true), (.routeType, "1702", true), (.routeType, "8", false),
        ])
    func codes(type: FieldType, text: String, isInRange: Bool) {
        #expect(withCell(text) { type.isInRange(type.store($0), cell: $0) } == isInRange)
        #expect(type.outOfRangeNotice == "unexpected_enum_value")
    }

    @Test("A field stores the type that its column and its struct declare")
    func columnTypes() {
        for field in Schedule.tables.flatMap(\.fields) {
            let stored = withCell(field.type.goodCell, field.type.store)
            switch stored {
            case .text: #expect(field.type.sqlType == "TEXT")
            case .integer: #expect(field.type.sqlType == "INTEGER")
            case .real: #expect(field.type.sqlType == "REAL")
            case .bad(let notice): Issue.record("\(field.name): \(notice)")
            }
        }
    }
}
