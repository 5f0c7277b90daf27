import GTFSSchedule
import Testing

@Suite("Route types")
struct RouteTypeTests {
    /// Every code that a list defines, by the means of transport it stands for.
    static let codesByMode: [Mode: [ClosedRange<Int>]] = [
        .tram: [0...0, 900...906],
        .metro: [1...1, 400...404, 500...500, 600...600],
        .rail: [2...2, 100...117, 300...300],
        .bus: [3...3, 700...716],
        .ferry: [4...4, 1000...1021, 1200...1200],
        .cableCar: [5...5],
        .gondola: [6...6, 1300...1307],
        .funicular: [7...7, 1400...1400],
        .trolleybus: [11...11, 800...800],
        .monorail: [12...12, 405...405],
        .coach: [200...209],
        .taxi: [717...717, 1500...1507],
        .air: [1100...1114],
        .other: [1700...1700, 1702...1702],
    ]

    @Test("Every defined code is known and has its mode", arguments: Mode.allCases)
    func definedCodes(mode: Mode) throws {
        for code in try #require(Self.codesByMode[mode]).joined() {
            #expect(RouteType(code: code).mode == mode)
            #expect(RouteType(code: code).isKnown)
            #expect(RouteType(code: code).isExtended == (code >= 100))
        }
    }

    @Test("No other code is known")
    func undefinedCodes() {
        let defined = Set(Self.codesByMode.values.joined().joined())
        for code in -10...2000 where !defined.contains(code) {
            #expect(!RouteType(code: code).isKnown)
        }
        #expect(Set(RouteType.known.map(\.code)) == defined)
    }

    @Test(
        "An undefined code of a hundred has the mode of that hundred",
        arguments: [
            (118, Mode.rail), (199, .rail), (210, .coach), (399, .rail), (406, .metro),
            (718, .bus), (801, .trolleybus), (907, .tram), (1022, .ferry), (1115, .air),
            (1299, .ferry), (1308, .gondola), (1401, .funicular), (1508, .taxi), (1701, .other),
        ])
    func families(code: Int, mode: Mode) {
        #expect(RouteType(code: code).mode == mode)
        #expect(!RouteType(code: code).isKnown)
    }

    @Test(
        "All the rest is other",
        arguments: [-1, 8, 9, 10, 13, 99, 1600, 1800, 100_000, .max, .min])
    func outside(code: Int) {
        #expect(RouteType(code: code).mode == .other)
        #expect(!RouteType(code: code).isKnown)
        #expect(RouteType(code: code).basicCode == nil)
    }

    @Test("The basic code of a basic type is its own", arguments: [0, 1, 2, 3, 4, 5, 6, 7, 11, 12])
    func basicCodes(code: Int) {
        #expect(RouteType(code: code).basicCode == code)
    }

    @Test(
        "The basic code of an extended type is the nearest one, if any",
        arguments: [
            (109, 2), (204, 3), (401, 1), (405, 12), (700, 3), (717, 3), (800, 11), (900, 0),
            (1000, 4), (1100, nil), (1300, 6), (1400, 7), (1501, 3), (1700, nil),
        ])
    func nearestBasicCodes(code: Int, basic: Int?) {
        #expect(RouteType(code: code).basicCode == basic)
    }

    @Test("The table ascends without overlap")
    func table() {
        for (row, next) in zip(RouteType.table, RouteType.table.dropFirst()) {
            #expect(row.codes.upperBound < next.codes.lowerBound)
        }
    }

    @Test("The names that bundles store never change")
    func storedNames() {
        #expect(
            Mode.allCases.map(\.rawValue) == [
                "tram", "metro", "rail", "bus", "ferry", "cable_car", "gondola", "funicular",
                "trolleybus", "monorail", "coach", "taxi", "air", "other",
            ])
    }

    @Test("Read from cells, any integer is kept")
    func cells() {
        #expect(RouteType(cellText: "1702")?.code == 1702)
        #expect(RouteType(cellText: "-4")?.code == -4)
        #expect(RouteType(cellText: "bus") == nil)
    }
}
