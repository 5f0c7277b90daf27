import FeedCompiling
import FeedReading
import GTFSSchedule

/// Reads `trips.txt` into columns.
struct TripsLoader {
    private let feed: LoadedFeed
    private let rules: RuleBins

    init(_ feed: LoadedFeed, _ rules: RuleBins) {
        self.feed = feed
        self.rules = rules
    }

    func read(_ filename: String, _ source: any ByteSource) throws -> FileState {
        let table = Trip.table
        let file = try CheckedFile(table, filename, source, feed, rules)
        guard file.isReadable else { return file.finish(feed) }
        let id = table.index("trip_id")
        let route = table.index("route_id")
        let service = table.index("service_id")
        let shape = table.index("shape_id")
        let block = table.index("block_id")
        let headsign = table.index("trip_headsign")
        let direction = table.index("direction_id")
        let bikes = table.index("bikes_allowed")
        let cars = table.index("cars_allowed")
        let wheelchair = table.index("wheelchair_accessible")
        let trips = feed.trips
        while try file.next() != nil {
            let key = file.cell(id)
            guard !key.isEmpty || file.isEmptyText(id) else { continue }
            let row = Int32(clamping: file.reader.row)
            let (trip, isNew) = trips.ids.intern(key)
            let loaded = TripRow(
                trip: Int32(trip), row: row,
                route: reference(file, route, in: feed.routeIDs),
                service: reference(file, service, in: feed.serviceIDs),
                shape: reference(file, shape, in: feed.shapeIDs),
                block: number(file.cell(block), in: feed.blockIDs),
                headsign: number(file.cell(headsign), in: trips.headsigns),
                bikes: code(file.cell(bikes)))
            guard isNew else {
                trips.duplicates.append(loaded)
                continue
            }
            trips.row.append(row)
            trips.route.append(loaded.route)
            trips.service.append(loaded.service)
            trips.shape.append(loaded.shape)
            trips.block.append(loaded.block)
            trips.headsign.append(loaded.headsign)
            trips.bikes.append(loaded.bikes)
            trips.direction.append(code(file.cell(direction)))
            trips.cars.append(code(file.cell(cars)))
            trips.wheelchair.append(code(file.cell(wheelchair)))
        }
        trips.definedCount = trips.count
        return file.finish(feed)
    }

    /// The number of an id that refers to another file.
    private func reference(_ file: CheckedFile, _ field: Int, in table: IDTable) -> Int32 {
        let cell = file.cell(field)
        guard !cell.isEmpty || file.isEmptyText(field) else { return -1 }
        return Int32(table.intern(cell).index)
    }

    private func number(_ cell: UnsafeRawBufferPointer, in table: IDTable) -> Int32 {
        cell.isEmpty ? -1 : Int32(table.intern(cell).index)
    }

    private func code(_ cell: UnsafeRawBufferPointer) -> Int16 {
        CellText.integer(cell).flatMap(Int16.init(exactly:)) ?? -1
    }
}
