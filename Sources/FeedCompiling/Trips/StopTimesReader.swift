package import FeedReading
import GTFSSchedule

/// Reads `stop_times.txt`, each record once, for a bundle, for the rules of a validation, or for both.
///
/// Other threads decode rows with nothing special chunk by chunk; this type reads what they leave
/// out, record by record. Memory holds the rows of one trip. When the trip's id changes, they go to
/// the rules, which keep the trip's lists, and to the compiler, which makes pattern, timing and
/// distances of each list once.
package final class StopTimesReader {
    package typealias Source = DecodedChunks<StopTimesDecoder>

    private let csv: CSVReader
    private let source: Source
    private let cells: StopTimeCells
    private let columnCount: Int
    private let observers: [any StopTimesObserver]
    private let stops: KnownStops
    @exclusivity(unchecked) private var successors = Successors()
    private let headsigns: IDTable
    /// By number: no observer sees anything special in the headsign.
    @exclusivity(unchecked) private var plainHeadsigns: [Bool] = []
    @exclusivity(unchecked) private var lastHeadsign = -1

    convenience init(
        _ table: TableReader, _ source: Source, for compiler: StopTimesCompiler,
        checks: (any StopTimeChecks)?
    ) {
        let checks = checks.flatMap { $0.wantsRows ? $0 : nil }
        var columns = StopTimeColumns(table.reader.header)
        columns.unknown = compiler.unknown?.places ?? []
        let headsigns = IDTable()
        let cells = StopTimeCells(columns)
        let builder = TripBuilder(table, for: compiler, cells: cells, headsigns: headsigns)
        var observers: [any StopTimesObserver] = [builder]
        if let checks { observers.insert(checks, at: 0) }
        let stops = KnownStops(compiler.stops.ids) { number, id in
            KnownStops.Facts(
                key: compiler.stops.keys[number],
                number: checks?.stopNumber(id) ?? Int32(number),
                isPlain: checks?.isPlain(id: id) ?? true)
        }
        self.init(
            table.reader, source, cells: cells, stops: stops, headsigns: headsigns, for: observers)
    }

    /// `stopIDs` are the numbers by which rules know stops.
    package convenience init(
        _ csv: CSVReader, _ source: Source, stopIDs: IDTable, checks: any StopTimeChecks
    ) {
        let stops = KnownStops(stopIDs) { number, id in
            KnownStops.Facts(key: 0, number: Int32(number), isPlain: checks.isPlain(id: id))
        }
        self.init(
            csv, source, cells: StopTimeCells(StopTimeColumns(csv.header)), stops: stops,
            headsigns: IDTable(), for: [checks])
    }

    private init(
        _ csv: CSVReader, _ source: Source, cells: StopTimeCells, stops: KnownStops,
        headsigns: IDTable, for observers: [any StopTimesObserver]
    ) {
        self.csv = csv
        self.source = source
        self.cells = cells
        columnCount = csv.header.count
        self.stops = stops
        self.headsigns = headsigns
        self.observers = observers
    }

    package func read(progress: (Int) -> Void) throws {
        var trip = DecodedTrip()
        let rows = try source.readRows(
            csv, with: StopTimesDecoder(cells: cells, columnCount: columnCount, stops: stops),
            progress: progress, takeRun: { try take($0, of: $1, into: &trip) },
            takeRecord: { try takeRecord(&trip) })
        try finish(&trip)
        for observer in observers {
            try observer.finish(rows: rows, hasHeadsigns: !plainHeadsigns.isEmpty)
        }
    }

    private func take(
        _ run: StopTimeRun, of block: RowBlock<StopTimeRow, StopTimeFacts>,
        into trip: inout DecodedTrip
    ) throws -> Bool {
        if !trip.present.equals(run.id) { try start(run.id, &trip) }
        guard trip.isWanted else { return true }
        guard trip.hasPlainID else { return false }
        let rows = block.rows(run, of: csv)
        if run.facts.hasHeadsigns {
            let headsigns = block.texts(run)
            for index in rows.indices where !readHeadsign(headsigns[index], into: &rows[index]) {
                return false
            }
        }
        if let first = rows.first?.sequence, !trip.admits(first) {
            part(&trip)
            guard observers.allSatisfy({ $0.takesAhead(from: first) }) else { return false }
            for row in rows { for observer in observers { observer.take(row) } }
        } else {
            trip.append(rows, run.facts)
        }
        trip.lastStop = Int(run.facts.lastStop)
        return true
    }

    /// False when the file cannot be read beyond the record.
    private func takeRecord(_ trip: inout DecodedTrip) throws -> Bool {
        let cells = RowCells(csv)
        let hasUsualShape = cells.hasUsualShape(columnCount: columnCount)
        if !hasUsualShape {
            for observer in observers {
                if case .end = try observer.takeShape() { return false }
            }
            if csv.isCut { return true }
        }
        let id = cells[self.cells.columns.trip]
        guard !id.isEmpty else {
            part(&trip)
            let row = read(cells)
            for observer in observers { try observer.takeBlank(row) }
            return true
        }
        if !trip.present.equals(id) { try start(id, &trip) }
        guard trip.isWanted else { return true }
        let row = read(cells)
        var usual = row.row
        if hasUsualShape, trip.hasPlainID, row.kinds.isEmpty,
            stops.read(
                cells[self.cells.columns.stop], into: &usual, last: &trip.lastStop,
                successors: &successors),
            readHeadsign(cells[self.cells.columns.headsign], into: &usual)
        {
            if trip.admits(usual.sequence) {
                trip.append(usual)
            } else {
                part(&trip)
                for observer in observers { observer.take(usual) }
            }
        } else {
            part(&trip)
            for observer in observers { try observer.takeUnusual(row) }
        }
        return true
    }

    private func read(_ cells: RowCells) -> UnusualStopTime {
        var row = StopTimeRow()
        row.row = Int32(clamping: cells.row)
        let kinds = self.cells.read(cells, into: &row)
        return UnusualStopTime(cells: cells, row: row, kinds: kinds)
    }

    private func start(_ id: UnsafeRawBufferPointer, _ trip: inout DecodedTrip) throws {
        try finish(&trip)
        trip.start(id)
        for observer in observers {
            if observer.begin(id) { trip.isWanted = true }
            if !observer.isPlain(id: id) { trip.hasPlainID = false }
        }
    }

    /// From now on bundle and rules may see different rows.
    private func part(_ trip: inout DecodedTrip) {
        guard !trip.hasParted, trip.present.isKnown else { return }
        for observer in observers { observer.part(trip) }
        trip.part()
    }

    private func finish(_ trip: inout DecodedTrip) throws {
        guard trip.present.isKnown else { return }
        for observer in observers { try observer.finish(&trip) }
    }

    /// False when an observer sees something special in the headsign.
    @inline(__always)
    private func readHeadsign(
        _ text: UnsafeRawBufferPointer, into row: inout StopTimeRow
    ) -> Bool {
        text.isEmpty || internHeadsign(text, into: &row)
    }

    private func internHeadsign(
        _ text: UnsafeRawBufferPointer, into row: inout StopTimeRow
    ) -> Bool {
        let number = headsigns.intern(text, expecting: lastHeadsign)
        lastHeadsign = number
        row.headsign = Int32(number) + 1
        while plainHeadsigns.count <= number {
            let next = headsigns[plainHeadsigns.count]
            plainHeadsigns.append(observers.allSatisfy { $0.isPlain(text: next) })
        }
        return plainHeadsigns[number]
    }
}
