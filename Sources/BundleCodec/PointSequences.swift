/// `shape_pt_sequence` of consecutive points of a shape: three columns of `shape_chunk`.
///
/// Mostly it grows by the same step from point to point, and only the step is stored. If steps
/// differ, each point has its number less the first, in four bytes, big-endian:
///
///     first_sequence   sequence_step   sequences                       shape_pt_sequence
///     1                1               NULL                            1 2 3 4 ...
///     500              10              NULL                            500 510 520 530 ...
///     7                NULL            00000000 00000002 00000009      7 9 16
///
/// Numbers ascend, and fit in 32 signed bits.
package struct PointSequences: Equatable, Sendable {
    package let first: Int
    package let step: Int?
    /// Less the first; empty when there is a step.
    package let codes: [UInt8]

    private static let width = 4

    package init(_ sequences: [Int32]) {
        let first = sequences.first.map(Int.init) ?? 0
        self.first = first
        let steps = Set(zip(sequences, sequences.dropFirst()).map { Int($1) - Int($0) })
        guard steps.count > 1 else {
            step = steps.first ?? 1
            codes = []
            return
        }
        step = nil
        codes = sequences.flatMap { sequence in
            let offset = UInt32(truncatingIfNeeded: Int(sequence) - first)
            return stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: offset >> UInt32($0))
            }
        }
    }

    package init(
        first: Int?, step: Int?, codes: [UInt8]?, count: Int
    ) throws(DamagedEncoding) {
        guard let first, Self.range ~= first else {
            throw Self.damage("the first is \(first.map { "\($0)" } ?? "missing")")
        }
        if let step {
            let (way, overflows) = step.multipliedReportingOverflow(by: max(count, 1) - 1)
            let (last, isTooFar) = first.addingReportingOverflow(way)
            guard !overflows, !isTooFar, Self.range ~= last else {
                throw Self.damage("\(count) points in steps of \(step)")
            }
            guard codes == nil else { throw Self.damage("they have a step, and numbers as well") }
        } else {
            let bytes = codes?.count ?? 0
            guard bytes % Self.width == 0, bytes / Self.width == count else {
                throw Self.damage("\(bytes) bytes for \(count) points")
            }
        }
        self.first = first
        self.step = step
        self.codes = codes ?? []
        for place in 0..<self.codes.count / Self.width where !(Self.range ~= self[place]) {
            throw Self.damage("one is \(self[place])", at: place)
        }
    }

    private static let range = Int(Int32.min)...Int(Int32.max)

    private static func damage(_ fault: String, at place: Int? = nil) -> DamagedEncoding {
        DamagedEncoding(.pointSequences, fault, at: place)
    }

    /// Counted from 0.
    package subscript(place: Int) -> Int {
        if let step { return first + step * place }
        let start = place * Self.width
        return codes[start..<start + Self.width].reduce(0) { $0 << 8 | Int($1) } + first
    }
}
