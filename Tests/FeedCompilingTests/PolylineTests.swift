import FeedCompiling
import TestSupport
import Testing

@Suite("Encoded polylines")
struct PolylineTests {
    /// Decodes as the format's description says.
    private func decode(_ text: [UInt8]) -> [(Int, Int)] {
        var numbers: [Int] = []
        var value = 0
        var shift = 0
        for byte in text {
            let part = Int(byte) - 63
            value |= (part & 0x1F) << shift
            shift += 5
            guard part < 0x20 else { continue }
            numbers.append(value & 1 == 1 ? ~(value >> 1) : value >> 1)
            (value, shift) = (0, 0)
        }
        var points: [(Int, Int)] = []
        for index in stride(from: 0, to: numbers.count, by: 2) {
            let last = points.last ?? (0, 0)
            points.append((last.0 + numbers[index], last.1 + numbers[index + 1]))
        }
        return points
    }

    @Test("The example of the format's description")
    func example() {
        let points: [(Int32, Int32)] = [
            (38_500_000, -120_200_000), (40_700_000, -120_950_000), (43_252_000, -126_453_000),
        ]
        let text = Polyline.encode(points.map { (latitude: $0.0, longitude: $0.1) })
        #expect(String(decoding: text, as: UTF8.self) == "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
    }

    @Test("Random points, near and across the world, come back exactly")
    func random() {
        var generator = SeededGenerator(seed: 3)
        for range: ClosedRange<Int32> in [-20...20, -180_000_000...180_000_000, -(.max)...(.max)] {
            let points = (0..<500).map { _ in
                (
                    latitude: Int32.random(in: range, using: &generator),
                    longitude: Int32.random(in: range, using: &generator)
                )
            }
            let text = Polyline.encode(points)
            #expect(text.allSatisfy { 63...126 ~= $0 })
            let found = decode(text)
            #expect(found.map { $0.0 } == points.map { Int($0.latitude) })
            #expect(found.map { $0.1 } == points.map { Int($0.longitude) })
        }
    }
}
