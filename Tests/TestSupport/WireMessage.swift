/// A protobuf message, written field by field as a test wants it.
package struct WireMessage {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package init(_ build: (inout WireMessage) -> Void) {
        build(&self)
    }

    /// A field that is a number; negative ones have ten bytes.
    package mutating func number(_ field: Int, _ value: Int64) {
        tag(field, 0)
        varint(UInt64(bitPattern: value))
    }

    package mutating func text(_ field: Int, _ text: String) {
        raw(field, Array(text.utf8))
    }

    package mutating func message(_ field: Int, _ build: (inout WireMessage) -> Void) {
        raw(field, WireMessage(build).bytes)
    }

    package mutating func raw(_ field: Int, _ bytes: [UInt8]) {
        tag(field, 2)
        varint(UInt64(bytes.count))
        self.bytes += bytes
    }

    /// A field of 32 bits.
    package mutating func float(_ field: Int, _ value: Float) {
        tag(field, 5)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
    }

    /// A field of 64 bits.
    package mutating func double(_ field: Int, _ value: Double) {
        tag(field, 1)
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
    }

    package mutating func group(_ field: Int, _ build: (inout WireMessage) -> Void) {
        tag(field, 3)
        build(&self)
        tag(field, 4)
    }

    /// The number and the form of a field.
    package mutating func tag(_ field: Int, _ form: UInt64) {
        varint(UInt64(field) << 3 | form)
    }

    /// Seven bits a byte, from the lowest on.
    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
