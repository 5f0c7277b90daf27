import BundleCodec
import FeedReading
import GTFSSchedule

extension FeedCompiler {
    func readTrips(_ source: any ByteSource) throws {
        // A copy, because every access to a property that may change counts references.
        let trips = trips
        let reader = try TableReader(Trip.table, source: source, findings: findings)
        let row = CheckedRow(reader)
        let fields = TripFields()
        let unknown = keepUnknown(reader)
        tripColumns = unknown
        let runs = services.allRun(within: options.filter.daysToBegin)
        var checks = sharing?.trips.take(reader.reader)
        checks?.share(trips.ids)
        if checks?.wantsRows == false { checks = nil }
        while try reader.next() {
            if reader.rows & 0xFFFF == 0 { report(Trip.file.name, reader.rows) }
            let named = row.load() ? trips.ids.intern(row.text(fields.id)) : nil
            try checks?.take(named)
            guard let named else { continue }
            guard named.isNew else {
                row.rejectDuplicate()
                continue
            }
            trips.appendBlank()
            let trip = named.index
            fill(trip, of: trips, from: row, fields)
            unknown?.append(key: Int64(trip), reader.cells)
            if options.filter.isSelective {
                trips.columns.isKept[trip] = keeps(trip) && runs(Int(trips.service(trip)) - 1)
            }
        }
        trips.definedCount = trips.count
        checks?.finish()
        sharing?.trips.finish(isComplete: true)
        summarize(reader)
    }

    var tripTotals: TripTotals {
        var totals = TripTotals()
        totals.defined = trips.definedCount
        if trips.definedCount < trips.count {
            totals.firstUndefined = trips.ids.string(trips.definedCount)
        }
        totals.areCalling =
            leavesOutCalls || trips.columns.pattern.prefix(trips.definedCount).contains { $0 != 0 }
        totals.includeUsable = (0..<trips.definedCount).contains {
            trips.columns.isKept[$0] && trips.columns.pattern[$0] != 0
        }
        totals.startBeforeWindow = startBeforeWindow
        totals.areAllKept = !trips.columns.isKept.contains(false)
        return totals
    }

    private var leavesOutCalls: Bool {
        options.filter.isSelective
            && trips.columns.isKept.prefix(trips.definedCount).contains(false)
            && files.contains { $0.name == StopTime.file.name && $0.rows > 0 }
    }

    package var keepsAllTrips: Bool { totals.areAllKept }

    /// What the feed says of the filter's first day is known then, even if nothing runs on it.
    package var startsBeforeWindow: Bool { totals.startBeforeWindow }

    private var startBeforeWindow: Bool {
        guard let from = options.filter.from?.dayNumber else { return false }
        let kept = Set(
            (0..<trips.count).filter { trips.columns.isKept[$0] }.map { trips.service($0) })
        return kept.contains { number in
            number > 0 && services.days(Int(number) - 1).map { $0.first < from } == true
        }
    }

    private func fill(
        _ trip: Int, of trips: TripTable, from row: CheckedRow, _ fields: TripFields
    ) {
        trips.columns.route[trip] = routeKey(row, fields.route)
        let service = service(row, fields.service)
        trips.columns.direction[trip] = code(row, fields.direction)
        let shape = row.text(fields.shape)
        if !shape.isEmpty, !options.filter.without.contains(.shapes) {
            trips.columns.shape[trip] = Int32(shapeIDs.intern(shape).index) + 1
        }
        trips.columns.shortName[trip] = number(row.text(fields.shortName), in: trips.shortNames)
        trips.columns.block[trip] = number(row.text(fields.block), in: trips.blocks)
        var detail = TripDetailTable.Detail()
        detail.service = service
        detail.headsign = number(row.text(fields.headsign), in: trips.details.headsigns)
        detail.wheelchairAccessible = code(row, fields.wheelchair)
        detail.bikesAllowed = code(row, fields.bikes)
        detail.carsAllowed = code(row, fields.cars)
        detail.safeDurationFactor = row.real(fields.factor) ?? .nan
        detail.safeDurationOffset = row.real(fields.offset) ?? .nan
        trips.columns.detail[trip] = trips.details.intern(detail)
    }

    private func number(_ text: UnsafeRawBufferPointer, in table: IDTable) -> Int32 {
        text.isEmpty ? 0 : Int32(table.intern(text).index) + 1
    }

    private func code(_ row: CheckedRow, _ field: Int) -> Int16 {
        guard let value = row.integer(field) else { return StopTimeRow.noCode }
        if let code = StopTimeRow.code(value) { return code }
        findings.rejectCell(
            .unexpectedEnumValue, file: Trip.file.name, row: row.row,
            field: row.table.fields[field].name, value: "\(value)")
        return StopTimeRow.noCode
    }

    private func routeKey(_ row: CheckedRow, _ field: Int) -> Int32 {
        let id = row.text(field)
        guard !id.isEmpty else { return 0 }
        if let number = routes.ids.find(id, expecting: presentRoute) {
            presentRoute = number
            return routes.keys[number]
        }
        noteUndefined("route", row, field)
        return routes.danglingKey(id)
    }

    private func service(_ row: CheckedRow, _ field: Int) -> Int32 {
        let id = row.text(field)
        guard !id.isEmpty else { return 0 }
        let service = services.intern(id, defined: false)
        if !services.isDefined[service], services.leftOut.find(id) == nil {
            noteUndefined("service", row, field)
        }
        return Int32(service) + 1
    }

    private func noteUndefined(_ kind: String, _ row: CheckedRow, _ field: Int) {
        func id() -> String { String(decoding: row.text(field), as: UTF8.self) }
        guard !findings.leftOut.define(id(), kind: kind) else { return }
        findings.note(
            .foreignKeyViolation, file: Trip.file.name, row: row.row,
            field: row.table.fields[field].name, value: id())
    }

    /// Whether the filters on routes keep a trip. A trip of an undefined route stays only when none
    /// says which routes to keep.
    private func keeps(_ trip: Int) -> Bool {
        let filter = options.filter
        guard filter.limitsRoutes || filter.leavesOutRoutes else { return true }
        let key = trips.columns.route[trip]
        guard key > 0 else { return !filter.limitsRoutes }
        return keptRouteKeys.contains(key)
    }
}

struct TripTotals {
    var defined = 0
    /// A trip that only `stop_times.txt` names.
    var firstUndefined: String?
    /// Whether a trip of `trips.txt` has stop times, or filters may have left out those that have.
    var areCalling = false
    var includeUsable = false
    var startBeforeWindow = false
    var areAllKept = true
    var interpolatedStopTimes = 0
}

private struct TripFields {
    let id = Trip.table.index("trip_id")
    let route = Trip.table.index("route_id")
    let service = Trip.table.index("service_id")
    let headsign = Trip.table.index("trip_headsign")
    let shortName = Trip.table.index("trip_short_name")
    let direction = Trip.table.index("direction_id")
    let block = Trip.table.index("block_id")
    let shape = Trip.table.index("shape_id")
    let wheelchair = Trip.table.index("wheelchair_accessible")
    let bikes = Trip.table.index("bikes_allowed")
    let cars = Trip.table.index("cars_allowed")
    let factor = Trip.table.index("safe_duration_factor")
    let offset = Trip.table.index("safe_duration_offset")
}

extension ServiceTable {
    /// By service number; all run when no days are given.
    func allRun(within days: ClosedRange<Int>?) -> (Int) -> Bool {
        guard let days else { return { _ in true } }
        let runs = (0..<count).map { self.days($0, within: days) != nil }
        return { $0 >= 0 && $0 < runs.count && runs[$0] }
    }
}
