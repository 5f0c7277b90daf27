/// The usual rows of a chunk of `stop_times.txt`, decoded ahead of the file's reader.
///
/// Rows of a run have no number yet: only the reader of the file knows its lines.
package final class StopTimesBlock: @unchecked Sendable {
    // Sendable: one thread fills a block and another reads it; `DecodingWork` keeps them apart.
    private(set) var runs: [StopTimeRun] = []
    /// The run to be read next.
    var nextRun = 0
    private(set) var rows: UnsafeMutablePointer<StopTimeRow>
    /// The headsign's cell in the chunk, by row; meaningful only in runs with headsigns.
    private(set) var headsigns: UnsafeMutablePointer<UnsafeRawBufferPointer>
    private var capacity = 1 << 14

    init() {
        rows = .allocate(capacity: capacity)
        headsigns = .allocate(capacity: capacity)
    }

    deinit {
        rows.deallocate()
        headsigns.deallocate()
    }

    /// Empties the block.
    func clear() {
        runs.removeAll(keepingCapacity: true)
        nextRun = 0
    }

    func append(_ run: StopTimeRun) { runs.append(run) }

    /// Makes room for one more row.
    func grow(holding count: Int) {
        guard count == capacity else { return }
        capacity *= 2
        let moreRows = UnsafeMutablePointer<StopTimeRow>.allocate(capacity: capacity)
        moreRows.update(from: rows, count: count)
        rows.deallocate()
        rows = moreRows
        let moreHeadsigns = UnsafeMutablePointer<UnsafeRawBufferPointer>.allocate(
            capacity: capacity)
        moreHeadsigns.update(from: headsigns, count: count)
        headsigns.deallocate()
        headsigns = moreHeadsigns
    }

    /// The rows of a run.
    func rows(_ run: StopTimeRun) -> UnsafeMutableBufferPointer<StopTimeRow> {
        UnsafeMutableBufferPointer(start: rows + run.first, count: run.count)
    }
}
