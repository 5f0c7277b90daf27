import SystemLayer
import TestSupport
import Testing

@testable import FeedValidation

@Suite("Sine and cosine together") struct SinCosTests {
    /// Places of stops are compared with thresholds of another program: not one bit may differ.
    @Test("They are those apart") func apart() {
        var generator = SeededGenerator(seed: 20)
        var angles = [0, -0.0, .pi, -.pi, .pi / 2, .leastNonzeroMagnitude, 1e-9, 1e9]
        angles += (0..<20_000).map { _ in Double.random(in: -4...4, using: &generator) }
        for angle in angles {
            let both = Double.sinCos(angle)
            #expect(both.sine.bitPattern == Double.sin(angle).bitPattern)
            #expect(both.cosine.bitPattern == Double.cos(angle).bitPattern)
        }
        let nowhere = Double.sinCos(.infinity)
        #expect(nowhere.sine.isNaN && nowhere.cosine.isNaN)
    }
}
