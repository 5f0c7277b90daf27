import FeedCompiling
import FeedReading
import GTFSSchedule

final class TripsChecker: FileChecker, TripChecks {
    private let feed: LoadedFeed
    private let trips: TripColumns
    /// The tables of the feed and of `trips`; looking them up there would count references in each
    /// row.
    private let routeIDs: IDTable
    private let serviceIDs: IDTable
    private let shapeIDs: IDTable
    private let blockIDs: IDTable
    private let headsigns: IDTable
    private let file: CheckedFile
    private let columns: TripCells.Columns
    /// The canonical validator may take them for empty text, see `isEmptyText`.
    private let idField = Trip.table.index("trip_id")
    private let routeField = Trip.table.index("route_id")
    private let serviceField = Trip.table.index("service_id")
    private let shapeField = Trip.table.index("shape_id")

    init(_ filename: String, reader: CSVReader, feed: LoadedFeed, rules: RuleBins) {
        self.feed = feed
        trips = feed.trips
        routeIDs = feed.routeIDs
        serviceIDs = feed.serviceIDs
        shapeIDs = feed.shapeIDs
        blockIDs = feed.blockIDs
        headsigns = feed.trips.headsigns
        let file = CheckedFile(
            Trip.table, filename: filename, reader: reader, feed: feed, rules: rules)
        self.file = file
        columns = TripCells.Columns { file.columns[Trip.table.index($0)] }
    }

    var wantsRows: Bool { file.isReadable }
    var checks: any TripChecks { self }
    var state: FileState { file.finish(feed) }

    func read(_ reader: CSVReader, _ chunks: DecodedChunks<FineRowsDecoder>) throws {
        file.decodeAhead(chunks) { [columns] in
            { cells in
                // A file without the column gives no notice of a row.
                cells[columns.id].isEmpty ? nil : TripCells(cells, columns)
            }
        }
        defer { chunks.stop() }
        while true {
            try file.takeFineRows(chunks) { (cells: TripCells, row) in
                keep(trips.ids.intern(cells.id), cells: cells, row: row) { _ in false }
            }
            guard try file.next() else { break }
            let id = file.cell(idField)
            guard !id.isEmpty || file.isEmptyText(idField) else { continue }
            keep(trips.ids.intern(id))
        }
        trips.definedCount = trips.count
    }

    // MARK: Read for a bundle as well

    func share(_ ids: IDTable) { trips.ids = ids }

    func take(_ trip: (index: Int, isNew: Bool)?) throws {
        guard try file.checkPresentRow(), let trip else { return }
        keep(trip)
    }

    func finish() {
        trips.definedCount = trips.count
        file.noteEnd()
    }

    // MARK: Columns

    private func keep(_ trip: (index: Int, isNew: Bool)) {
        keep(
            trip, cells: TripCells(RowCells(file.reader), columns), row: file.reader.row,
            isEmptyText: file.isEmptyText)
    }

    private func keep(
        _ trip: (index: Int, isNew: Bool), cells: TripCells, row number: Int,
        isEmptyText: (Int) -> Bool
    ) {
        func reference(
            _ cell: UnsafeRawBufferPointer, _ field: Int, in table: IDTable
        ) -> Int32 {
            guard !cell.isEmpty || isEmptyText(field) else { return -1 }
            return Int32(table.intern(cell).index)
        }
        let row = TripRow(
            trip: Int32(trip.index), row: Int32(clamping: number),
            route: reference(cells.route, routeField, in: routeIDs),
            service: reference(cells.service, serviceField, in: serviceIDs),
            shape: reference(cells.shape, shapeField, in: shapeIDs),
            block: self.number(cells.block, in: blockIDs),
            headsign: self.number(cells.headsign, in: headsigns), bikes: cells.bikes)
        guard trip.isNew else {
            trips.duplicates.append(row)
            return
        }
        trips.columns.append(row)
        if cells.hasCars { trips.columns.hasCars = true }
        if cells.hasWheelchair { trips.columns.hasWheelchair = true }
    }

    private func number(_ cell: UnsafeRawBufferPointer, in table: IDTable) -> Int32 {
        cell.isEmpty ? -1 : Int32(table.intern(cell).index)
    }
}

struct TripCells: @unchecked Sendable {
    // Sendable: a chunk is not changed while it is read.
    let id: UnsafeRawBufferPointer
    let route: UnsafeRawBufferPointer
    let service: UnsafeRawBufferPointer
    let shape: UnsafeRawBufferPointer
    let block: UnsafeRawBufferPointer
    let headsign: UnsafeRawBufferPointer
    /// -1 when blank, and the least number when the cell is not a code.
    let bikes: Int8
    let hasCars: Bool
    let hasWheelchair: Bool

    struct Columns: Sendable {
        let id: Int
        let route: Int
        let service: Int
        let shape: Int
        let block: Int
        let headsign: Int
        let bikes: Int
        let cars: Int
        let wheelchair: Int

        init(_ column: (String) -> Int) {
            id = column("trip_id")
            route = column("route_id")
            service = column("service_id")
            shape = column("shape_id")
            block = column("block_id")
            headsign = column("trip_headsign")
            bikes = column("bikes_allowed")
            cars = column("cars_allowed")
            wheelchair = column("wheelchair_accessible")
        }
    }

    init(_ cells: RowCells, _ columns: Columns) {
        id = cells[columns.id]
        route = cells[columns.route]
        service = cells[columns.service]
        shape = cells[columns.shape]
        block = cells[columns.block]
        headsign = cells[columns.headsign]
        bikes = Self.code(cells[columns.bikes])
        hasCars = Self.code(cells[columns.cars]) >= 0
        hasWheelchair = Self.code(cells[columns.wheelchair]) >= 0
    }

    private static func code(_ cell: UnsafeRawBufferPointer) -> Int8 {
        if cell.isEmpty { return -1 }
        return CellText.integer(cell).map { Int8(clamping: $0) } ?? .min
    }
}
