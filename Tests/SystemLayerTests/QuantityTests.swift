import SystemLayer
import Testing

@Suite("Numbers in texts") struct QuantityTests {
    @Test(
        "A count agrees with its noun",
        arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1234, "1,234 rows")])
    func count(_ number: Int, _ text: String) {
        #expect(Quantity.count(number, "row") == text)
    }
}
