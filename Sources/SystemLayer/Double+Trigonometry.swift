public import Foundation

// The functions of the C library, under the names of Swift Numerics. They are inlined: a call costs
// what a call of the C function costs.
extension Double {
    @inlinable @inline(__always)
    package static func sin(_ angle: Double) -> Double { Foundation.sin(angle) }

    @inlinable @inline(__always)
    package static func cos(_ angle: Double) -> Double { Foundation.cos(angle) }

    /// The angle, from -pi/2 to pi/2, with a given sine.
    @inlinable @inline(__always)
    package static func asin(_ sine: Double) -> Double { Foundation.asin(sine) }

    /// The angle, from -pi to pi, between the x axis and the direction to a point.
    @inlinable @inline(__always)
    package static func atan2(y: Double, x: Double) -> Double { Foundation.atan2(y, x) }
}
