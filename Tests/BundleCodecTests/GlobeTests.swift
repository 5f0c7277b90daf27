import BundleCodec
import Testing

@Suite("The globe")
struct GlobeTests {
    @Test("A degree of the equator has 111.195 km") func meters() {
        #expect(abs(Globe.meters(from: (0, 0), to: (0, 1)) - 111_195.08) < 0.1)
        #expect(abs(Globe.meters(from: (0, 0), to: (90, 77)) - 10_007_557) < 1)
        #expect(Globe.meters(from: (0, 1), to: (0, 1)) == 0)
        #expect(abs(Globe.meters(from: (0, 179.5), to: (0, -179.5)) - 111_195) < 1)
    }
}
