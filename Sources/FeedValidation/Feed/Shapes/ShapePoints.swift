package import FeedCompiling

/// The points of a shape in the order of `shape_pt_sequence`, packed: feeds have millions.
///
/// Packing loses no digit. Most points take less than ten bytes.
package struct ShapePoints: Sendable {
    package let count: Int
    private let latitudes: PackedNumberList
    private let longitudes: PackedNumberList
    private let distances: PackedNumberList
    private let sequences: PackedNumberList
    private let rows: PackedNumberList
    /// The codes of the lists, in the order above.
    private let codes: [UInt8]
    private static let noCodes = [UInt8](repeating: 0, count: 8)

    /// No points.
    package init() {
        count = 0
        latitudes = PackedNumberList()
        longitudes = latitudes
        distances = latitudes
        sequences = latitudes
        rows = latitudes
        codes = Self.noCodes
    }

    /// - Parameters:
    ///   - points: in order, with NaN for a blank distance.
    ///   - packer: reused for the next shape.
    init(_ points: UnsafeBufferPointer<ShapePointRow>, _ packer: inout NumberPacker) {
        count = points.count
        packer.clear()
        latitudes = packer.pack(count, numbers: { points[$0].latitude })
        longitudes = packer.pack(count, numbers: { points[$0].longitude })
        distances = packer.pack(count, numbers: { points[$0].distance })
        sequences = packer.pack(count, integers: { Int64(points[$0].sequence) })
        rows = packer.pack(count, integers: { Int64(points[$0].row) })
        codes = Array(packer.codes)
    }

    /// Packs points.
    package init(_ points: [ShapePointRow]) {
        var packer = NumberPacker()
        self = points.withUnsafeBufferPointer { ShapePoints($0, &packer) }
    }

    /// How many bytes the points take.
    package var byteCount: Int { codes.count }
    package var isEmpty: Bool { count == 0 }
    /// Whether a point has a distance.
    package var hasDistances: Bool { distances.kind != .blanks }
    /// Whether the numbers of `shape_pt_sequence` grow by the same step from point to point.
    var hasEvenSequence: Bool { sequences.step > 0 }
    /// The points from first to last.
    package var indices: Range<Int> { 0..<count }

    /// The points, unpacked.
    package var unpacked: [ShapePointRow] {
        read { points in
            indices.map {
                ShapePointRow(
                    latitude: points.latitude($0), longitude: points.longitude($0),
                    sequence: points.sequence($0), row: points.row($0),
                    distance: points.distance($0))
            }
        }
    }

    /// The row in the file of a point.
    func row(_ point: Int) -> Int { Int(read { $0.row(point) }) }
    /// The distance of a point; NaN when blank.
    func distance(_ point: Int) -> Double { read { $0.distance(point) } }

    /// Calls `body` with a reader for the points.
    @inline(__always)
    func read<Result>(_ body: (Reader) throws -> Result) rethrows -> Result {
        try codes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { preconditionFailure("no codes") }
            return try body(Reader(self, start))
        }
    }

    /// Reads the points of a shape; valid while their codes stay in place.
    struct Reader {
        private let latitudes: NumberReader
        private let longitudes: NumberReader
        private let distances: NumberReader
        private let sequences: NumberReader
        private let rows: NumberReader

        @inline(__always)
        fileprivate init(_ points: ShapePoints, _ start: UnsafeRawPointer) {
            var place = start
            func reader(_ list: PackedNumberList) -> NumberReader {
                defer { place += list.byteCount(points.count) }
                return NumberReader(list, place)
            }
            latitudes = reader(points.latitudes)
            longitudes = reader(points.longitudes)
            distances = reader(points.distances)
            sequences = reader(points.sequences)
            rows = reader(points.rows)
        }

        @inline(__always)
        func latitude(_ point: Int) -> Double { latitudes.number(point) }
        @inline(__always)
        func longitude(_ point: Int) -> Double { longitudes.number(point) }
        /// NaN when blank.
        @inline(__always)
        func distance(_ point: Int) -> Double { distances.number(point) }
        @inline(__always)
        func sequence(_ point: Int) -> Int32 { Int32(truncatingIfNeeded: sequences.integer(point)) }
        /// The row in the file.
        @inline(__always)
        func row(_ point: Int) -> Int32 { Int32(truncatingIfNeeded: rows.integer(point)) }
    }
}
