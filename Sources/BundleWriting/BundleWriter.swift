import BundleCodec
import Dispatch
package import FeedCompiling
package import FeedReading
package import GTFSSchedule
import SQLiteLayer
import SystemLayer

/// Writes the compiled feed into a SQLite file, on a thread of its own.
///
/// The parsing thread collects rows in batches; the writer's queue inserts them. Only a few batches
/// are in transit at a time, so memory stays bounded. A failure of the writing thread is thrown by
/// the next call, or by `finish`.
package final class BundleWriter: FeedSink {
    private let queue = DispatchQueue(label: "gtfs.write", qos: .userInitiated)
    private var batch = RowBatch()
    private var shapes = ShapeBatch()
    private let permits = DispatchSemaphore(value: 0)
    private let state: WriterState
    private var numbers: [String: Int] = [:]
    private var present = (table: "", number: 0)
    private var complete: [Substring] = []
    /// Their rows and indexed columns stay.
    private var settled: [String] = []
    private var isBehind = true

    /// Batches of a quarter of a megabyte: this many may wait while trips are written and indexed.
    private static let batchesUnderWay = 64

    private let indexesAtEnd: Bool

    /// There must be no file at the path. `hasExactShapes` makes room for all digits of the
    /// coordinates of shapes.
    package init(
        path: String, indexesAtEnd: Bool, hasExactShapes: Bool, room: BundleRoom?
    ) throws {
        self.indexesAtEnd = indexesAtEnd
        for _ in 0..<Self.batchesUnderWay { permits.signal() }
        let statements = BundleInserts.all
        for (number, insert) in statements.enumerated() { numbers[insert.table] = number }
        state = try WriterState(
            path: path, statements, hasExactShapes: hasExactShapes, room: room)
        // On the writing thread, so that the files can be read meanwhile.
        try perform { state in try state.makeTables() }
    }

    /// When a build fails half-way, all work must end and the connection close before the file is
    /// removed.
    deinit {
        state.fail(BundleError.internalFailure(reason: "the writer is gone"))
        queue.sync { state.closeStatements() }
    }

    package func write(_ rejection: Rejection) throws {
        try begin("rejected")
        batch.append(text: rejection.file)
        batch.append(Int64(rejection.row))
        batch.append(text: rejection.field)
        batch.append(text: rejection.value)
        batch.append(text: rejection.code)
    }

    package func write(
        _ row: CheckedRow, of table: TableSpec, adding extra: [ExtraValue]
    ) throws {
        try begin(table.name)
        batch.append(row, of: table, adding: extra)
    }

    package func write(_ location: LocationFeature) throws {
        try begin("locations")
        batch.append(text: location.id)
        batch.append(text: location.name)
        batch.append(text: location.description)
        batch.append(text: location.geometry)
    }

    package func begin(_ table: PackedExtension) throws {
        try send()
        let insert = BundleInserts(
            table: table.table, columns: table.columns.map { "\"\($0.column)\"" })
        numbers[table.table] = numbers.count
        try perform { state in
            try state.makeTable("CREATE TABLE \(table.table) (\(table.declarations))", insert)
        }
    }

    package func write(_ cells: RowCells, of table: PackedExtension) throws {
        try begin(table.table)
        for column in table.columns.indices {
            let cell = cells[column]
            if cell.isEmpty { batch.append() } else { batch.append(text: cell) }
        }
    }

    private func begin(_ table: String) throws {
        if batch.isFull { try send() }
        if table != present.table {
            guard let number = numbers[table] else {
                throw BundleError.internalFailure(reason: "no table \(table)")
            }
            present = (table, number)
        }
        batch.begin(present.number)
    }

    private func send() throws {
        let full = batch
        batch = RowBatch()
        guard !full.isEmpty else { return }
        try perform { state in try state.insert(full) }
    }

    package func write(_ services: CompiledServices) throws {
        try send()
        try perform { state in
            try ServicesWriter.write(services, state.connection)
            services.dropDays()
        }
    }

    package func write(_ trips: CompiledTrips) throws {
        try send()
        try perform { [indexesAtEnd] state in
            let layout = TripLayout(trips)
            // Rules may be running by now, and need memory as well.
            trips.dropGrouping()
            try ExtensionWriter(state.connection).write(trips, layout)
            let calls = PatternStopIndex.looking(at: trips, layout)
            let packed = PackedTrips(trips, layout: layout, calls: calls)
            try TripsWriter(trips, layout: layout, connection: state.connection).write()
            trips.dropLists()
            try state.pack(PackedTrips.tables, indexes: indexesAtEnd ? [] : packed.indexes) {
                try packed.write($0, &$1)
            }
            state.trips = layout.definedTrips
            (state.stopTimes, state.lastDeparture) = (
                calls.value().stopTimes, calls.value().lastDeparture
            )
        }
        complete += BundleIndexes.tablesOfTrips
        isBehind = false
        try makeIndexes()
    }

    package func write(_ shape: CompiledShape) throws {
        shapes.append(shape)
        if shapes.isFull { try sendShapes() }
    }

    private func sendShapes() throws {
        let full = shapes
        shapes = ShapeBatch()
        guard !full.isEmpty else { return }
        try perform { state in
            let writer = try state.shapes()
            for shape in full.shapes { try writer.write(shape) }
        }
    }

    package func finish(table: String) throws {
        try send()
        try sendShapes()
        if table == ShapePoint.table.name {
            complete.append("shape")
            // Shapes that only trips name are still to come, into the other table.
            settled.append("shape_chunk")
        } else {
            complete.append(table[...])
            settled.append(table)
        }
        if !isBehind { try makeIndexes() }
    }

    package func begin(table: String) throws {
        // Rows of earlier files come faster than they are written, while trips are not written
        // until their stop times have been read. So indexes wait until then.
        guard isBehind, table == Trip.table.name else { return }
        isBehind = false
        try makeIndexes()
    }

    private func makeIndexes() throws {
        guard !indexesAtEnd else { return }
        try perform { [complete, settled] state in
            for table in complete { try state.indexes.make(for: table, state.connection) }
            for table in settled { try state.analyze(table) }
        }
        complete = []
        settled = []
    }

    /// Once the trips are written; for use inside `finish`.
    var lastDeparture: Int? { state.lastDeparture }

    /// Once the trips are written; for use inside `finish`.
    var trips: Int { state.trips }

    /// Once the trips are written; for use inside `finish`.
    var stopTimes: Int { state.stopTimes }

    func makeIndexes(_ connection: Connection) throws {
        try state.indexes.makeRemaining(connection)
    }

    func analyze(_ connection: Connection) throws {
        try IndexStatistics.analyze(
            connection, known: state.statistics, analyzed: state.analyzed)
    }

    /// In order; waits when too much is under way.
    private func perform(_ work: @escaping @Sendable (WriterState) throws -> Void) throws {
        permits.wait()
        if let failure = state.failure {
            permits.signal()
            throw failure
        }
        queue.async { [state, permits] in
            defer { permits.signal() }
            guard state.failure == nil else { return }
            do { try work(state) } catch { state.fail(error) }
        }
    }

    func finish<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try send()
        try sendShapes()
        return try queue.sync {
            if let failure = state.failure { throw failure }
            for insert in state.inserts.unused {
                try state.connection.execute(
                    SchemaScript.emptyView(insert.table, columns: insert.columns))
            }
            state.closeStatements()
            do { return try body(state.connection) } catch { throw state.explained(error) }
        }
    }
}

extension BundleWriter {
    func close() throws {
        try queue.sync { try state.connection.close() }
    }
}

/// Services keep the numbers under which `calendar` and `calendar_dates` were written.
enum ServicesWriter {
    static func write(_ services: CompiledServices, _ connection: Connection) throws {
        let insert = try Statement(connection, "INSERT INTO service VALUES (?, ?, ?, ?, ?)")
        for service in 0..<services.table.count {
            let days = services.table.days(service, within: services.window(of: service))
            try insert.run(
                Int64(service + 1), SQLBytes.text(services.table.ids[service]),
                days.map { Int64($0.first) }, days.map { Int64($0.last) }, days?.days)
        }
    }
}
