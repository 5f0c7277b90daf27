import FeedReading

/// Where a file is not sorted by shape, more points follow.
///
/// The first ones lie in a scratch file, column after column. Columns that say nothing are left
/// out: nearly always rows follow each other, and sequences grow by the same step.
struct FirstPoints {
    private struct Place {
        var start = 0
        var count = 0
        var sequence: Int32 = 0
        /// Nil when sequences are in the file.
        var step: Int32?
        var row: Int32 = 0
        var hasRows = false
        var hasDistances = false
    }

    private let file: SpillFile
    private var places: [Place] = []

    init(directory: String) {
        file = SpillFile(directory: directory, limit: 32_000_000_000, bufferSize: 1 << 20)
    }

    func has(_ shape: Int) -> Bool { shape < places.count && places[shape].count > 0 }

    /// The shape has none yet; there is at least one point, as it was read.
    mutating func append(_ shape: Int, _ points: [ShapePointRow]) throws(FeedError) {
        let first = points[0]
        let step = points.count > 1 ? points[1].sequence &- first.sequence : 0
        var place = Place(
            start: file.count, count: points.count, sequence: first.sequence, step: step,
            row: first.row)
        for (index, point) in points.enumerated() {
            let index = Int32(truncatingIfNeeded: index)
            if point.sequence != first.sequence &+ step &* index { place.step = nil }
            if point.row != first.row &+ index { place.hasRows = true }
            if !point.distance.isNaN { place.hasDistances = true }
        }
        try write(points, \.latitude)
        try write(points, \.longitude)
        if place.hasDistances { try write(points, \.distance) }
        if place.step == nil { try write(points, \.sequence) }
        if place.hasRows { try write(points, \.row) }
        if places.count <= shape {
            places += repeatElement(Place(), count: shape + 1 - places.count)
        }
        places[shape] = place
    }

    func points(of shape: Int) throws(FeedError) -> [ShapePointRow] {
        guard has(shape) else { return [] }
        let place = places[shape]
        var start = place.start
        let latitudes: [Double] = try read(&start, count: place.count, zero: 0)
        let longitudes: [Double] = try read(&start, count: place.count, zero: 0)
        let distances: [Double]? =
            place.hasDistances ? try read(&start, count: place.count, zero: 0) : nil
        let sequences: [Int32]? =
            place.step == nil ? try read(&start, count: place.count, zero: 0) : nil
        let rows: [Int32]? = place.hasRows ? try read(&start, count: place.count, zero: 0) : nil
        return (0..<place.count).map { index in
            let number = Int32(truncatingIfNeeded: index)
            return ShapePointRow(
                latitude: latitudes[index], longitude: longitudes[index],
                sequence: sequences?[index] ?? place.sequence &+ (place.step ?? 0) &* number,
                row: rows?[index] ?? place.row &+ number, distance: distances?[index] ?? .nan)
        }
    }

    @inline(__always)
    private func write<Value: BitwiseCopyable>(
        _ points: [ShapePointRow], _ value: (ShapePointRow) -> Value
    ) throws(FeedError) {
        try withUnsafeTemporaryAllocation(of: Value.self, capacity: points.count) {
            (column) throws(FeedError) in
            for index in points.indices {
                column.initializeElement(at: index, to: value(points[index]))
            }
            try file.append(UnsafeRawBufferPointer(column))
        }
    }

    private func read<Value: BitwiseCopyable>(
        _ start: inout Int, count: Int, zero: Value
    ) throws(FeedError) -> [Value] {
        var values = [Value](repeating: zero, count: count)
        try values.withUnsafeMutableBufferPointer { (values) throws(FeedError) in
            try file.read(at: start, into: UnsafeMutableRawBufferPointer(values))
        }
        start += count * MemoryLayout<Value>.stride
        return values
    }
}
