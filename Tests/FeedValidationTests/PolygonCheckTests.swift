import FeedValidation
import Testing

@Suite("Validity of polygons") struct PolygonCheckTests {
    /// A ring through points with whole coordinates, two digits each.
    private static func ring(_ points: String) -> [(longitude: Double, latitude: Double)] {
        points.split(separator: " ").map { point in
            let digits = point.compactMap(\.wholeNumberValue)
            return (longitude: Double(digits[0]), latitude: Double(digits[1]))
        }
    }

    @Test(arguments: [
        ["00 90 99 09 00"],
        ["00 90 99 09 00", "11 12 22 21 11"],
        ["00 90 99 09 00", "11 12 22 21 11", "33 34 44 43 33"],
        // A hole that touches the outer ring once.
        ["00 90 99 09 00", "00 12 21 00"],
        // Holes that touch each other once.
        ["00 90 99 09 00", "11 13 33 31 11", "33 35 55 53 33"],
        // Repeated points.
        ["00 00 90 99 99 09 00"],
    ])
    func areFine(_ rings: [String]) {
        #expect(PolygonCheck.fault(rings.map(Self.ring)) == nil)
    }

    @Test(arguments: [
        ["00 90 99 09"],
        ["00"],
        ["00 90 00"],
        ["00 99 90 09 00"],
        // A spike.
        ["00 90 99 09 00 50 00"],
        // An outline that touches itself.
        ["00 40 44 84 80 40 04 00"],
        ["00 40 44 04 00", "66 67 77 76 66"],
        ["00 90 99 09 00", "11 18 88 81 11", "33 34 44 43 33"],
        ["00 50 55 05 00", "33 37 77 73 33"],
        // A hole that touches the outer ring twice.
        ["00 90 99 09 00", "05 50 95 05"],
        ["00 90 99 09 00", "00 90 99 09 00"],
    ])
    func areWrong(_ rings: [String]) {
        #expect(PolygonCheck.fault(rings.map(Self.ring)) != nil)
    }
}
