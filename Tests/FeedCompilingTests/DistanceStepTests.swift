import FeedCompiling
import FeedReading
import Testing

@Suite("Steps of distances")
struct DistanceStepTests {
    @Test(
        "A distance becomes the nearest multiple, as the double of its decimals",
        arguments: [
            ("0.1", 0.901692722877, 0.9), ("0.1", 0.95, 1), ("0.1", 0.15000000000000002, 0.2),
            ("1", 12.5, 13), ("1", -12.5, -13), ("0.01", 0.511577, 0.51), ("25", 62.5, 75),
            ("0.25", 0.3, 0.25), ("0.3", 1, 0.9), ("1", -0.2, 0), ("0.1", 0.1 + 0.2, 0.3),
            ("0.1", 1e300, 1e300), ("0.000001", 1e12, 1e12), ("1", .leastNonzeroMagnitude, 0),
        ] as [(String, Double, Double)])
    func rounds(step: String, distance: Double, expected: Double) throws {
        let step = try DistanceStep(text: step)
        let rounded = step.rounded(distance)
        #expect(rounded.bitPattern == expected.bitPattern)
        #expect(step.rounded(rounded).bitPattern == expected.bitPattern)
    }

    @Test("A blank stays one")
    func blank() throws {
        #expect(try DistanceStep(text: "1").rounded(.nan).isNaN)
    }

    @Test(
        "One step has one text",
        arguments: [
            ("0.10", "0.1"), ("1.0", "1"), ("1", "1"), (".5", "0.5"), ("5.", "5"), ("025", "25"),
            ("0.000001", "0.000001"), ("1000000", "1000000"), ("12.050", "12.05"),
        ])
    func texts(text: String, expected: String) throws {
        #expect(try DistanceStep(text: text).description == expected)
        #expect(try DistanceStep(text: text) == DistanceStep(text: expected))
    }

    @Test(
        "An invalid step is refused",
        arguments: [
            "", "0", "0.0", "-1", "+1", "1e3", ".", "1.2.3", "1,5", "0.0000001", "1000001",
            "99999999999999999999", " 1", "nan", "٣",
        ])
    func refused(text: String) {
        #expect(throws: UnusableValue.self) { try DistanceStep(text: text) }
    }
}
