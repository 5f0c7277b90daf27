import FeedCompiling
import FeedReading
import GTFSSchedule

/// Checks the rows of `trips.txt` and keeps them in columns.
final class TripsChecker: TripChecks {
    private let feed: LoadedFeed
    private let trips: TripColumns
    /// Those of the feed and of `trips`; looking for them there would count references in each row.
    private let routeIDs: IDTable
    private let serviceIDs: IDTable
    private let shapeIDs: IDTable
    private let blockIDs: IDTable
    private let headsigns: IDTable
    private let file: CheckedFile
    private let fields = Fields(Trip.table)

    private struct Fields {
        let id: Int
        let route: Int
        let service: Int
        let shape: Int
        let block: Int
        let headsign: Int
        let bikes: Int
        let cars: Int
        let wheelchair: Int

        init(_ table: TableSpec) {
            id = table.index("trip_id")
            route = table.index("route_id")
            service = table.index("service_id")
            shape = table.index("shape_id")
            block = table.index("block_id")
            headsign = table.index("trip_headsign")
            bikes = table.index("bikes_allowed")
            cars = table.index("cars_allowed")
            wheelchair = table.index("wheelchair_accessible")
        }
    }

    /// - Parameter reader: stands at its header.
    init(_ filename: String, _ reader: CSVReader, _ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        trips = feed.trips
        routeIDs = feed.routeIDs
        serviceIDs = feed.serviceIDs
        shapeIDs = feed.shapeIDs
        blockIDs = feed.blockIDs
        headsigns = feed.trips.headsigns
        file = CheckedFile(Trip.table, filename, reader, feed, rules)
    }

    var wantsRows: Bool { file.isReadable }
    /// How the reading ended, which the feed is told.
    var state: FileState { file.finish(feed) }

    /// Reads the file for rules alone.
    func read() throws {
        guard wantsRows else { return }
        while try file.next() != nil {
            let id = file.cell(fields.id)
            guard !id.isEmpty || file.isEmptyText(fields.id) else { continue }
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
        let row = TripRow(
            trip: Int32(trip.index), row: Int32(clamping: file.reader.row),
            route: reference(fields.route, in: routeIDs),
            service: reference(fields.service, in: serviceIDs),
            shape: reference(fields.shape, in: shapeIDs),
            block: number(file.cell(fields.block), in: blockIDs),
            headsign: number(file.cell(fields.headsign), in: headsigns),
            bikes: code(file.cell(fields.bikes)))
        guard trip.isNew else {
            trips.duplicates.append(row)
            return
        }
        trips.columns.append(row)
        if code(file.cell(fields.cars)) >= 0 { trips.columns.hasCars = true }
        if code(file.cell(fields.wheelchair)) >= 0 { trips.columns.hasWheelchair = true }
    }

    /// The number of an id that refers to another file.
    private func reference(_ field: Int, in table: IDTable) -> Int32 {
        let cell = file.cell(field)
        guard !cell.isEmpty || file.isEmptyText(field) else { return -1 }
        return Int32(table.intern(cell).index)
    }

    private func number(_ cell: UnsafeRawBufferPointer, in table: IDTable) -> Int32 {
        cell.isEmpty ? -1 : Int32(table.intern(cell).index)
    }

    private func code(_ cell: UnsafeRawBufferPointer) -> Int8 {
        CellText.integer(cell).map { Int8(clamping: $0) } ?? -1
    }
}
