import FeedReading
import GTFSSchedule

struct BuiltTrip {
    var trip = -1
    var isKept = false
    /// Earlier rows of the file have already made the trip.
    var isScattered = false
    var rows: [StopTimeRow] = []
    var hasHeadsigns = false
    var hasFlex = false
    var hasUntimed = false

    init() {}

    init(_ trip: Int, _ rows: [StopTimeRow]) {
        self.trip = trip
        self.rows = rows
        hasUntimed = rows.contains { !$0.isTimed }
        hasHeadsigns = rows.contains { $0.headsign != 0 }
        hasFlex = rows.contains { $0.flex != 0 }
    }
}

final class TripBuilder: StopTimesObserver {
    private let compiler: StopTimesCompiler
    private let table: TableReader
    private let cells: StopTimeCells
    private let headsigns: IDTable
    /// By the reader's number of a headsign: the bundle's, which has those of kept trips only.
    @exclusivity(unchecked) private var keptHeadsigns = NumberOfList()
    @exclusivity(unchecked) private var trip = BuiltTrip()
    @exclusivity(unchecked) private var isSorted = true
    /// Empty until rows are out of order: before that, the last row is enough.
    private var sequences: Set<Int32> = []

    init(
        _ table: TableReader, for compiler: StopTimesCompiler, cells: StopTimeCells,
        headsigns: IDTable
    ) {
        self.table = table
        self.compiler = compiler
        self.cells = cells
        self.headsigns = headsigns
    }

    func isPlain(id: UnsafeRawBufferPointer) -> Bool { true }
    func isPlain(text: UnsafeRawBufferPointer) -> Bool { true }

    func takeShape() -> RowVerdict {
        table.noteShape() ? .read : .passOver
    }

    func takeBlank(_ row: UnusualStopTime) { compiler.rejectBlankTrip(table) }

    func begin(_ id: UnsafeRawBufferPointer) -> Bool {
        trip.rows.removeAll(keepingCapacity: true)
        trip.hasHeadsigns = false
        trip.hasFlex = false
        trip.hasUntimed = false
        if !isSorted { sequences.removeAll() }
        isSorted = true
        compiler.start(id, &trip)
        return trip.isKept
    }

    func part(_ decoded: DecodedTrip) {
        guard trip.isKept else { return }
        trip.rows.append(contentsOf: decoded.rows)
        trip.hasUntimed = decoded.facts.hasUntimed
        if decoded.facts.hasHeadsigns { numberHeadsigns() }
    }

    func takesAhead(from sequence: Int32) -> Bool {
        !trip.isKept || trip.isScattered || isSorted && sequence > trip.rows.last?.sequence ?? .min
    }

    func take(_ row: StopTimeRow) {
        guard trip.isKept else { return }
        var row = row
        if row.headsign != 0 { row.headsign = number(ofHeadsign: row.headsign) }
        append(row)
    }

    func takeUnusual(_ row: UnusualStopTime) {
        guard trip.isKept,
            let row = compiler.unusualRow(row, cells: cells, in: table, of: &trip)
        else { return }
        append(row)
    }

    private func append(_ row: StopTimeRow) {
        guard trip.isScattered || admits(row.sequence) else {
            return compiler.rejectDuplicate(table)
        }
        if !row.isTimed { trip.hasUntimed = true }
        trip.rows.append(row)
    }

    private func admits(_ sequence: Int32) -> Bool {
        guard let last = trip.rows.last, !isSorted || sequence <= last.sequence else { return true }
        if isSorted {
            isSorted = false
            sequences = Set(trip.rows.map(\.sequence))
        }
        return sequences.insert(sequence).inserted
    }

    func finish(_ decoded: inout DecodedTrip) throws {
        guard trip.isKept else { return }
        if !decoded.hasParted {
            swap(&trip.rows, &decoded.rows)
            trip.hasUntimed = decoded.facts.hasUntimed
            if decoded.facts.hasHeadsigns { numberHeadsigns() }
        }
        if trip.isScattered { return try compiler.spill(trip) }
        if !isSorted { trip.rows.sort { $0.sequence < $1.sequence } }
        if trip.rows.count == 1 {
            try compiler.postpone(trip)
        } else {
            try compiler.build(&trip, decoded.lists)
        }
    }

    func finish(rows: Int, hasHeadsigns: Bool) throws {
        table.noteEnd()
        try compiler.buildScattered()
    }

    private func numberHeadsigns() {
        for index in trip.rows.indices where trip.rows[index].headsign != 0 {
            trip.rows[index].headsign = number(ofHeadsign: trip.rows[index].headsign)
        }
    }

    /// The bundle's number plus one, for the reader's number plus one.
    private func number(ofHeadsign number: Int32) -> Int32 {
        trip.hasHeadsigns = true
        if let kept = keptHeadsigns[number - 1] { return Int32(kept) }
        let kept = Int32(compiler.stopHeadsigns.intern(headsigns[Int(number) - 1]).index) + 1
        keptHeadsigns[number - 1] = Int(kept)
        return kept
    }
}
