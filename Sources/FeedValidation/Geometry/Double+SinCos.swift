import CTrigonometry

extension Double {
    /// The sine and the cosine of an angle in radians, the same as `sin` and `cos` give.
    static func sinCos(_ angle: Double) -> (sine: Double, cosine: Double) {
        var both = (sine: 0.0, cosine: 0.0)
        gtfs_sine_and_cosine(angle, &both.sine, &both.cosine)
        return both
    }
}
