/// The usual rows of a chunk of `shapes.txt`, decoded ahead of the file's reader.
///
/// Rows have no number yet: only the reader of the file knows its lines.
package final class ShapePointsBlock: @unchecked Sendable {
    // Sendable: one thread fills a block and another reads it; `DecodingWork` keeps them apart.
    private(set) var runs: [ShapePointRun] = []
    /// The run to be read next.
    var nextRun = 0
    private var rows: UnsafeMutablePointer<ShapePointRow>
    private var capacity = 1 << 14

    init() {
        rows = .allocate(capacity: capacity)
    }

    deinit {
        rows.deallocate()
    }

    /// Empties the block.
    func clear() {
        runs.removeAll(keepingCapacity: true)
        nextRun = 0
    }

    func append(_ run: ShapePointRun) { runs.append(run) }

    /// Appends a row.
    @inline(__always)
    func put(_ row: ShapePointRow, at index: Int) {
        if index == capacity { grow() }
        (rows + index).initialize(to: row)
    }

    private func grow() {
        let larger = UnsafeMutablePointer<ShapePointRow>.allocate(capacity: 2 * capacity)
        larger.update(from: rows, count: capacity)
        rows.deallocate()
        rows = larger
        capacity *= 2
    }

    /// The rows of a run.
    func rows(_ run: ShapePointRun) -> UnsafeMutableBufferPointer<ShapePointRow> {
        UnsafeMutableBufferPointer(start: rows + run.first, count: run.count)
    }
}
