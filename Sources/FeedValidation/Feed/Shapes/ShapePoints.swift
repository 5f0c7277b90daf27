package import FeedCompiling
import FeedReading

/// The points of a shape in the order of `shape_pt_sequence`, packed: feeds have millions.
///
/// Packing loses no digit. Most points take less than ten bytes.
package struct ShapePoints {
    package let count: Int
    let lacksDistance: Bool
    private let latitudes: PackedNumberList
    private let longitudes: PackedNumberList
    private let distances: PackedNumberList
    private let sequences: PackedNumberList
    private let rows: PackedNumberList
    /// In the order above; nil when the lists have no codes.
    private let codes: SpilledBytes?
    private let place: Int

    package init() {
        count = 0
        lacksDistance = false
        latitudes = PackedNumberList()
        longitudes = latitudes
        distances = latitudes
        sequences = latitudes
        rows = latitudes
        codes = nil
        place = 0
    }

    /// The points are in order, with NaN for a blank distance.
    init(
        _ points: [ShapePointRow], _ packer: inout NumberPacker, in codes: SpilledBytes
    ) throws(FeedError) {
        count = points.count
        lacksDistance = points.contains { $0.distance.isNaN }
        packer.clear()
        latitudes = packer.pack(count, numbers: { points[$0].latitude })
        longitudes = packer.pack(count, numbers: { points[$0].longitude })
        distances = packer.pack(count, numbers: { points[$0].distance })
        sequences = packer.pack(count, integers: { Int64(points[$0].sequence) })
        rows = packer.pack(count, integers: { Int64(points[$0].row) })
        place = codes.count
        self.codes = codes
        try packer.write(to: codes)
    }

    var byteCount: Int {
        [latitudes, longitudes, distances, sequences, rows].reduce(0) { $0 + $1.byteCount(count) }
    }
    package var isEmpty: Bool { count == 0 }
    var hasDistances: Bool { distances.kind != .blanks }
    package var indices: Range<Int> { 0..<count }

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

    func row(_ point: Int) -> Int { Int(read { $0.row(point) }) }
    func distance(_ point: Int) -> Double { read { $0.distance(point) } }

    /// The reader is valid only during the call.
    func read<Result>(_ body: (Reader) throws -> Result) rethrows -> Result {
        let size = byteCount
        return try withUnsafeTemporaryAllocation(
            byteCount: size + NumberReader.margin, alignment: 1
        ) { memory in
            codes?.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<size]))
            UnsafeMutableRawBufferPointer(rebasing: memory[size...])
                .initializeMemory(as: UInt8.self, repeating: 0)
            return try body(Reader(self, UnsafeRawBufferPointer(memory)))
        }
    }

    struct Reader {
        private let latitudes: NumberReader
        private let longitudes: NumberReader
        private let distances: NumberReader
        private let sequences: NumberReader
        private let rows: NumberReader

        @inline(__always)
        fileprivate init(_ points: ShapePoints, _ codes: UnsafeRawBufferPointer) {
            guard var place = codes.baseAddress else { preconditionFailure("no codes") }
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
        @inline(__always)
        func distance(_ point: Int) -> Double { distances.number(point) }
        @inline(__always)
        func sequence(_ point: Int) -> Int32 { Int32(truncatingIfNeeded: sequences.integer(point)) }
        @inline(__always)
        func row(_ point: Int) -> Int32 { Int32(truncatingIfNeeded: rows.integer(point)) }
    }
}

/// The rows of `shapes.txt`, by shape.
///
/// Written by the loader alone, then only read: overlapping accesses are not checked at run time.
package final class ShapeColumns {
    /// The outcome of reading the file.
    package internal(set) var state = FileState.missing
    /// The number of rows in the file.
    package internal(set) var rowCount = 0
    /// By number of a shape id; empty for a shape that only other files name.
    @exclusivity(unchecked) package internal(set) var points: [ShapePoints] = []
    package internal(set) var hasDistances = false
    /// Shapes that may lack points or distances, because these could not be used.
    @exclusivity(unchecked) var incomplete: Set<Int> = []
    /// Points that repeat the sequence of an earlier one: a bundle leaves them out, so ``points`` does,
    /// too. Under `--compat canonical` they are among ``points``.
    @exclusivity(unchecked) var repeats: [RepeatedPoint] = []
    let codes: SpilledBytes

    init(temporaryDirectory: String) {
        codes = SpilledBytes(directory: temporaryDirectory, bufferSize: 4 << 20)
    }

    package subscript(shape: Int) -> ShapePoints {
        shape >= 0 && shape < points.count ? points[shape] : ShapePoints()
    }

    /// Otherwise it is not known what the shape lacks, or where it leads.
    func isWhole(_ shape: Int) -> Bool { incomplete.isEmpty || !incomplete.contains(shape) }

    package func isEmpty(_ shape: Int) -> Bool {
        shape < 0 || shape >= points.count || points[shape].isEmpty
    }
}

struct RepeatedPoint: BitwiseCopyable {
    let shape: Int
    let sequence: Int32
    let firstRow: Int32
    let row: Int32
}
