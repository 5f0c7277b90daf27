#if canImport(Darwin)
    public import Darwin
#elseif canImport(Glibc)
    public import Glibc
#elseif canImport(Musl)
    public import Musl
#endif

// The functions of the C library, under the names of Swift Numerics. They are inlined: a call costs
// what a call of the C function costs.
extension Double {
    @inlinable @inline(__always)
    package static func sin(_ angle: Double) -> Double { sine(angle) }

    @inlinable @inline(__always)
    package static func cos(_ angle: Double) -> Double { cosine(angle) }

    /// The angle, from -pi/2 to pi/2, with a given sine.
    @inlinable @inline(__always)
    package static func asin(_ sine: Double) -> Double { arcSine(sine) }

    /// The angle, from -pi to pi, between the x axis and the direction to a point.
    @inlinable @inline(__always)
    package static func atan2(y: Double, x: Double) -> Double { arcTangent(y, x) }
}

// The C functions, which the methods above shadow.

@inlinable @inline(__always)
func sine(_ angle: Double) -> Double { sin(angle) }

@inlinable @inline(__always)
func cosine(_ angle: Double) -> Double { cos(angle) }

@inlinable @inline(__always)
func arcSine(_ sine: Double) -> Double { asin(sine) }

@inlinable @inline(__always)
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
