import GTFSSchedule
import Testing

@Suite("Decimals in cells")
struct CellDecimalTests {
    @Test(
        "A decimal has a sign, a fraction and an exponent if it likes",
        arguments: [
            ("0", 0), ("1", 1), ("-1.5", -1.5), ("+1.5", 1.5), (".5", 0.5), ("-.5", -0.5),
            ("5.", 5),
            ("007.50", 7.5), ("1e3", 1000), ("1E-3", 0.001), (".5e1", 5), ("5.e1", 50),
            ("-33.8688197", -33.8688197), ("1e-999", 0),
            ("0.00000000000000000000000000000001", 1e-32),
            ("123456789012345678901234567890", 1.2345678901234568e29),
        ])
    func decimals(text: String, value: Double) {
        #expect(withCell(text, CellText.decimal) == value)
    }

    @Test("The sign of zero is kept")
    func negativeZero() {
        #expect(withCell("-0.0", CellText.decimal)?.sign == .minus)
    }

    @Test(
        "Infinities, NaN and other notations are not decimals",
        arguments: [
            "", "-", ".", "-.", "e", "1e", "e5", "1e999", "-1e999", "inf", "Infinity", "nan",
            "0x10", "0x1p3", "1.5f", "1d", "1,5", "1.2.3", "1 5", "--1", "1-", "48°", "1e5.5",
        ])
    func notDecimals(text: String) {
        #expect(withCell(text, CellText.decimal) == nil)
    }

    @Test("Every decimal is the same Double, to the last bit, as Swift reads")
    func sameAsSwift() {
        var generator = RepeatableGenerator(seed: 2)
        var different: [String] = []
        for _ in 0..<100_000 {
            let text = randomDecimal(using: &generator)
            let value = withCell(text, CellText.decimal)
            if value?.bitPattern != Double(text)?.bitPattern { different.append(text) }
        }
        #expect(different.isEmpty)
    }

    @Test("Numbers of every length, with the point at every place, tell their fraction's digits")
    func fractions() {
        let digits = Array("9071825364908172635")
        for count in 1...16 {
            for point in 0...count {
                for sign in ["", "-", "+"] {
                    let plain = String(digits[..<count])
                    let text = sign + plain.prefix(point) + "." + plain.dropFirst(point)
                    let found = withCell(text) { CellText.plainDecimal($0)?.fraction }
                    #expect(found == (count < 16 ? count - point : nil), "\(text)")
                    #expect(withCell(text, CellText.decimal) == Double(text), "\(text)")
                }
            }
            // Sixteen digits need not fit a Double's mantissa.
            let whole = withCell(String(digits[..<count])) { CellText.plainDecimal($0)?.fraction }
            #expect(whole == (count < 16 ? 0 : nil))
        }
        for text in ["", ".", "-", "-.", "1..2", "1.2.3", "1e3", "12345678/", "1:345678.5"] {
            #expect(withCell(text) { CellText.plainDecimal($0) == nil }, "\(text)")
        }
    }

    @Test("Every Double reads back from its shortest description")
    func shortestDescriptions() {
        var generator = RepeatableGenerator(seed: 3)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            #expect(withCell("\(value)", CellText.decimal)?.bitPattern == value.bitPattern)
        }
    }

    /// Up to 21 digits with a point anywhere among them: coordinates and prices, and the lengths
    /// at which reading turns from exact arithmetic to the standard library.
    private func randomDecimal(using generator: inout RepeatableGenerator) -> String {
        let count = Int.random(in: 1...21, using: &generator)
        var text = (0..<count)
            .map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
        if Bool.random(using: &generator) {
            let place = Int.random(in: 0...count, using: &generator)
            text.insert(".", at: text.index(text.startIndex, offsetBy: place))
        }
        return Bool.random(using: &generator) ? "-" + text : text
    }
}
