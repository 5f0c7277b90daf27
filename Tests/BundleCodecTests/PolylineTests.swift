import BundleCodec
import TestSupport
import Testing

@Suite("Encoded polylines")
struct PolylineTests {
    private typealias Point = (latitude: Int32, longitude: Int32)

    private func decode(_ text: [UInt8], count: Int) throws -> [Polyline.Place] {
        try text.withUnsafeBytes { try Polyline.decode($0, count: count) }
    }

    private func expectSame(_ points: [Point]) throws {
        let text = Polyline.encode(points)
        #expect(text.allSatisfy { 63...126 ~= $0 })
        let found = try decode(text, count: points.count)
        let isSame = found.elementsEqual(points) {
            $0.latitude == Int($1.latitude) && $0.longitude == Int($1.longitude)
        }
        #expect(isSame, "\(points.prefix(4))")
    }

    @Test("The example of the format's description, there and back")
    func example() throws {
        let points: [Point] = [
            (38_500_000, -120_200_000), (40_700_000, -120_950_000), (43_252_000, -126_453_000),
        ]
        let text = Polyline.encode(points)
        #expect(String(decoding: text, as: UTF8.self) == "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
        try expectSame(points)
    }

    @Test("Random points, near and across the world, come back exactly")
    func random() throws {
        var generator = SeededGenerator(seed: 3)
        for range: ClosedRange<Int32> in [-20...20, -180_000_000...180_000_000, .min ... .max] {
            try expectSame(
                (0..<500).map { _ in
                    (
                        latitude: Int32.random(in: range, using: &generator),
                        longitude: Int32.random(in: range, using: &generator)
                    )
                })
        }
    }

    @Test("So do the differences around every change of length, and the widest")
    func edges() throws {
        var edges: [Int32] = [0, 1, .max, .min + 1]
        for shift: Int32 in 1..<31 {
            let power: Int32 = 1 << shift
            edges += [power - 1, power, power + 1]
        }
        for edge in edges {
            try expectSame([(edge, -edge), (0, 0), (-edge, edge)])
            try expectSame([(.min, .max), (edge, edge), (.max, .min), (.min, .max)])
        }
        try expectSame([])
    }

    @Test(
        "A polyline of another number of points is refused",
        arguments: [
            ("", 1), ("?", 1), ("??", 0), ("????", 1), ("??", 2), ("_", 1), ("?_", 1),
            ("?>", 1), ("?\u{7F}", 1), ("? ", 1), ("é?", 1), ("", .max),
            // A coordinate of eight characters; one of seven beyond what 32 bits hold.
            ("________??", 1), ("~~~~~~^?", 1), ("~~~~~~]?", 1),
        ])
    func damage(text: String, count: Int) {
        #expect(throws: DamagedEncoding.self) {
            try decode(Array(text.utf8), count: count)
        }
    }

    @Test("The error has the points before the damage, and its place")
    func place() {
        var longitudes: [Int] = []
        let text = Array("?@?@?!".utf8)
        let error = #expect(throws: DamagedEncoding.self) {
            try text.withUnsafeBytes { bytes in
                var decoder = PolylineDecoder(bytes, count: 3)
                while let place = try decoder.next() { longitudes.append(place.longitude) }
            }
        }
        #expect(longitudes == [-1, -2])
        #expect(error?.place == 2)
    }

    @Test("Any bytes are points or refused")
    func anyBytes() {
        var generator = SeededGenerator(seed: 21)
        var read = 0
        for _ in 0..<20_000 {
            let bytes = (0..<8).map { _ in UInt8.random(in: 60...127, using: &generator) }
            let count = Int.random(in: 1...4, using: &generator)
            guard let places = try? decode(bytes, count: count) else { continue }
            read += 1
            #expect(places.count == count)
        }
        #expect(read > 100)
    }
}
