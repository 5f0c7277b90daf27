import GTFSSchedule
import Testing

@Suite("Values and faults of cells")
struct CellVerdictTests {
    @Test(
        "Good cells become integers, reals, or stay text",
        arguments: [
            (FieldType.id, "007", CellVerdict.Value.text),
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
    func good(type: FieldType, text: String, value: CellVerdict.Value) {
        #expect(withCell(text) { type.judge($0) }.value == value)
    }

    @Test(
        "Bad cells have the fault of their type, and no value",
        arguments: [
            (FieldType.currencyAmount, "1,50", CellFault.invalidFloat),
            (.nonNegativeAmount, "free", .invalidFloat), (.color, "#FFFFF", .invalidColor),
            (.date, "20260230", .invalidDate), (.time, "7h", .invalidTime),
            (.localTime, "24", .invalidTime), (.latitude, "N47", .invalidFloat),
            (.longitude, "8,5", .invalidFloat), (.float, "nan", .invalidFloat),
            (.nonNegativeFloat, "x", .invalidFloat), (.positiveFloat, "x", .invalidFloat),
            (.integer, "1.0", .invalidInteger), (.nonNegativeInteger, "x", .invalidInteger),
            (.positiveInteger, "x", .invalidInteger), (.nonZeroInteger, "x", .invalidInteger),
            (.enumeration(values: 0...2), "yes", .invalidInteger),
            (.routeType, "bus", .invalidInteger),
        ])
    func bad(type: FieldType, text: String, fault: CellFault) {
        #expect(withCell(text) { type.judge($0) } == CellVerdict(none: fault))
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
        let verdict = withCell(text) { type.judge($0) }
        #expect(verdict.value != nil)
        #expect((verdict.fault == nil) == isInRange)
        if case .outOfRange = verdict.fault { return }
        #expect(isInRange)
    }

    @Test(
        "Codes that the reference does not know are values with a fault",
        arguments: [
            (FieldType.enumeration(values: 1...2), "1", true),
            (.enumeration(values: 1...2), "0", false), (.enumeration(values: 1...2), "3", false),
            (.routeType, "12", true), (.routeType, "1702", true), (.routeType, "8", false),
        ])
    func codes(type: FieldType, text: String, isKnown: Bool) {
        let verdict = withCell(text) { type.judge($0) }
        #expect(verdict.value != nil)
        #expect(verdict.fault == (isKnown ? nil : .unknownCode))
    }

    @Test("A time without seconds is one, and a fault")
    func shortTimes() {
        for type in [FieldType.time, .localTime] {
            #expect(
                withCell("7:05") { type.judge($0) }
                    == CellVerdict(.integer(25_500), .timeWithoutSeconds))
        }
    }

    @Test("An integer that takes more than 32 bits is none")
    func largeIntegers() {
        #expect(withCell("2147483647") { FieldType.integer.judge($0) }.fault == nil)
        #expect(
            withCell("2147483648") { FieldType.integer.judge($0) }
                == CellVerdict(none: .invalidInteger))
    }

    @Test("A field stores the type that its column and its struct declare")
    func columnTypes() {
        for field in Schedule.tables.flatMap(\.fields) {
            let verdict = withCell(field.type.goodCell) { field.type.judge($0) }
            switch verdict.value {
            case .text: #expect(field.type.sqlType == "TEXT")
            case .integer: #expect(field.type.sqlType == "INTEGER")
            case .real: #expect(field.type.sqlType == "REAL")
            case nil: Issue.record("\(field.name): \(verdict)")
            }
        }
    }
}
