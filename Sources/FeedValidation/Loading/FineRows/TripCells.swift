import FeedReading
import GTFSSchedule

/// The values of a row of `trips.txt` that rules need: cells in the file's chunk, and codes.
struct TripCells: @unchecked Sendable {
    // Sendable: a chunk is not changed while it is read.
    let id: UnsafeRawBufferPointer
    let route: UnsafeRawBufferPointer
    let service: UnsafeRawBufferPointer
    let shape: UnsafeRawBufferPointer
    let block: UnsafeRawBufferPointer
    let headsign: UnsafeRawBufferPointer
    /// The code; -1 when blank, and the least number when it is no code.
    let bikes: Int8
    let hasCars: Bool
    let hasWheelchair: Bool

    /// Where the cells are in a row.
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

        /// - Parameter column: the column of a field of `trips.txt`.
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
