import Foundation
import GTFSSchedule
import Testing

@Suite("Amounts of money")
struct CurrencyAmountTests {
    @Test(
        "The text stays as written", arguments: ["2.50", "0", "-1.00", "+3", ".5", "5.", "007.10"])
    func text(text: String) {
        #expect(CurrencyAmount(text)?.text == text)
        #expect(CurrencyAmount(text)?.description == text)
    }

    @Test(
        "Anything but a decimal is refused",
        arguments: ["", ".", "-", "1,50", "1.5.0", "€2", "2 ", "1e2", "--1", "1-", "nan"])
    func notAmounts(text: String) {
        #expect(CurrencyAmount(text) == nil)
    }

    @Test(
        "Digits of the fraction, as written",
        arguments: [("2.50", 2), ("2.5", 1), ("2.", 0), ("2", 0), (".125", 3)])
    func fractionDigits(text: String, digits: Int) {
        #expect(CurrencyAmount(text)?.fractionDigits == digits)
    }

    @Test(
        "Scaled to units of the currency",
        arguments: [
            ("2.50", 2, 250), ("2.5", 2, 250), ("2.500", 2, 250), ("-0.05", 2, -5), ("300", 0, 300),
            ("1.234", 3, 1234), (".5", 1, 5), ("0", 2, 0), ("-0", 2, 0),
            ("92233720368547758.07", 2, Int64.max),
        ])
    func scaled(text: String, digits: Int, units: Int64) {
        #expect(CurrencyAmount(text)?.scaled(fractionDigits: digits) == units)
    }

    @Test(
        "No unit is lost in scaling",
        arguments: [("2.505", 2), ("0.1", 0), ("92233720368547758.08", 2), ("1", 40), ("1", -1)])
    func notScaled(text: String, digits: Int) throws {
        let amount = try #require(CurrencyAmount(text))
        #expect(amount.scaled(fractionDigits: digits) == nil)
    }

    @Test(
        "Equal by value",
        arguments: [
            ("2.5", "2.50"), ("2", "2."), ("2", "+2.00"), ("0", "-0.00"), (".5", "00.5"),
            ("1000000000000000000000000", "1000000000000000000000000.0"),
        ])
    func equal(left: String, right: String) throws {
        let left = try #require(CurrencyAmount(left))
        let right = try #require(CurrencyAmount(right))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(!(left < right) && !(right < left))
    }

    @Test("Ordered by value")
    func order() {
        let ascending = [
            "-10000000000000000000000.01", "-10.1", "-10", "-9.99", "-0.01", "0", "0.001", "0.01",
            "0.1", "2.49", "2.5", "2.51", "10", "10000000000000000000000",
        ].compactMap { CurrencyAmount($0) }
        for (index, left) in ascending.enumerated() {
            for (other, right) in ascending.enumerated() {
                #expect((left < right) == (index < other))
                #expect((left == right) == (index == other))
            }
        }
    }

    @Test("Encoded as written")
    func coding() throws {
        let amounts = [try #require(CurrencyAmount("2.50"))]
        let data = try JSONEncoder().encode(amounts)
        #expect(String(decoding: data, as: UTF8.self) == #"["2.50"]"#)
        #expect(try JSONDecoder().decode([CurrencyAmount].self, from: data).map(\.text) == ["2.50"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CurrencyAmount].self, from: Data(#"["free"]"#.utf8))
        }
    }
}
