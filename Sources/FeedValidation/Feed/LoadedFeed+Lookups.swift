import FeedCompiling
import GTFSSchedule

extension LoadedFeed {
    /// Whether a file lacks a mandatory column of its key, so that no row can be found by it. Where
    /// the reference names no key, all columns together are the key. An empty file lacks all.
    /// Always false under `--compat canonical`, where such a file has errors.
    func lacksKeyColumn(of file: String) -> Bool {
        guard !options.isCanonical, let header = headers[file],
            let table = Schedule.table(file: file)
        else { return false }
        if case .empty = state(of: file) { return true }
        // A point is not one without its place either; several agencies need ids.
        let isWhole = table.file.primaryKey.isEmpty || table.file == ShapePoint.file
        let needsID = table.file == Agency.file && agency.count > 1
        return table.fields.contains { field in
            (isWhole || table.file.primaryKey.contains(field.name))
                && (needsID || field.presence == .required) && !header.has(field.name)
        }
    }

    func stopIndex(_ id: StopID?) -> Int? {
        guard var text = id?.text else { return nil }
        return text.withUTF8 { stopIndex(UnsafeRawBufferPointer($0)) }
    }

    func stopIndex(_ id: UnsafeRawBufferPointer) -> Int? {
        stopIDs.find(id).flatMap { stopRows.row($0) }
    }

    func stop(_ id: StopID?) -> Stop? { stopIndex(id).map { stops[$0] } }

    /// Nil when the stop's `location_type` could not be used: it is then unknown how the stop may
    /// be referred to.
    func clearStop(_ id: StopID?) -> Stop? {
        stopIndex(id).flatMap { stops.isBad($0, "location_type") ? nil : stops[$0] }
    }

    /// Directly or through a platform; nil when there is none within three steps, because parents
    /// may form a cycle.
    func stationIndex(_ id: StopID?) -> Int? { stopIndex(id).flatMap { stationIndex(ofRow: $0) } }

    func stationIndex(ofRow index: Int) -> Int? {
        var index = index
        for _ in 0..<3 {
            if stops[index].kind == .station { return index }
            guard let next = stopIndex(stops[index].parentStation) else { return nil }
            index = next
        }
        return nil
    }

    func routeIndex(_ id: RouteID?) -> Int? {
        id.flatMap { routeIDs.find($0.text) }.flatMap { routeRows.row($0) }
    }

    /// The values of a notice about a row of ``stops``.
    func stopFields(_ index: Int) -> NoticeFields {
        [
            "csvRowNumber": stops.rowNumbers[index], "stopId": stops[index].stopID,
            "stopName": stops[index].stopName ?? "",
        ]
    }

    /// `calendar_dates.txt` if there is no calendar.
    var calendarFile: String {
        calendar.count > 0 ? calendar.filename : CalendarDate.file.name
    }

    /// Either `trips.txt` has the trip or only `stop_times.txt`.
    func tripIndex(_ id: TripID?) -> Int? { id.flatMap { trips.ids.find($0.text) } }
}

extension [Int32] {
    /// Of the rows by number of an id, such as `LoadedFeed.stopRows`; nil when none defines the id.
    @inline(__always)
    func row(_ number: Int) -> Int? {
        number >= 0 && number < count && self[number] >= 0 ? Int(self[number]) : nil
    }
}

/// A field's values as text, for all rows of a file.
struct FieldText<Row: FeedRow>: Sendable {
    private let read: @Sendable (UnsafeRawPointer) -> String?
    let type: FieldType

    init(_ name: String) {
        let field = Row.fields[Row.table.index(name)]
        read = field.makeText()
        type = field.spec.type
    }

    /// Nil where the row is blank.
    @inline(__always)
    func callAsFunction(_ row: Row) -> String? {
        withUnsafePointer(to: row) { read(UnsafeRawPointer($0)) }
    }
}

extension Stop {
    var kind: LocationType { locationType ?? .stop }
}

struct ChildStops {
    private var rows: [StopID: [Int]] = [:]

    init(_ feed: LoadedFeed) {
        for (index, stop) in feed.stops.rows.enumerated() {
            if let parent = stop.parentStation { rows[parent, default: []].append(index) }
        }
    }

    subscript(parent: StopID) -> [Int] { rows[parent] ?? [] }
}

/// By number of a stop id: at their own coordinates or else at those of the place that they belong
/// to. A class, because it is asked for the points of many trips.
final class StopPoints: Sendable {
    let isKnown: [Bool]
    let latitude: [Double]
    let longitude: [Double]
    let point: [SpherePoint]

    /// Where the canonical validator puts stops whose place it does not know; nil without
    /// `--compat canonical`, where they are nowhere.
    let unknown: SpherePoint?

    init(_ feed: LoadedFeed) {
        let count = feed.stopIDs.count
        var isKnown = [Bool](repeating: false, count: count)
        var latitude = [Double](repeating: 0, count: count)
        var longitude = latitude
        let origin = SpherePoint(latitude: 0, longitude: 0)
        var point = Array(repeating: origin, count: count)
        unknown = feed.options.isCanonical ? origin : nil
        for number in 0..<count {
            guard let place = Self.coordinates(number, feed) else { continue }
            isKnown[number] = true
            latitude[number] = place.latitude
            longitude[number] = place.longitude
            point[number] = SpherePoint(latitude: place.latitude, longitude: place.longitude)
        }
        self.isKnown = isKnown
        self.latitude = latitude
        self.longitude = longitude
        self.point = point
    }

    /// Stops have no more levels, except in a cycle.
    private static func coordinates(
        _ number: Int, _ feed: LoadedFeed
    ) -> (latitude: Double, longitude: Double)? {
        var number = number
        for _ in 0..<3 {
            guard let row = feed.stopRows.row(number) else { return nil }
            if let latitude = feed.stops.rows[row].stopLat,
                let longitude = feed.stops.rows[row].stopLon
            {
                return (latitude, longitude)
            }
            guard let parent = feed.stops.rows[row].parentStation,
                let next = feed.stopIDs.find(parent.text)
            else { return nil }
            number = next
        }
        return nil
    }

    @inline(__always)
    func located(_ stop: Int32) -> Int? {
        let number = Int(stop)
        return number >= 0 && number < isKnown.count && isKnown[number] ? number : nil
    }

    /// Where the stop is; nil when it is nowhere.
    func location(_ stop: Int32) -> SpherePoint? { located(stop).map { point[$0] } ?? unknown }
}

/// The codes of the routes' types, without the rest of the rows.
///
/// Extended codes are mapped to the nearest of the reference.
package struct RouteTypes {
    private let codes: [Int32]
    private static let noRoute = Int32.min
    private static let noCode = Int32.min + 1

    init(_ feed: LoadedFeed) {
        codes = feed.routeRows.map { row in
            guard row >= 0 else { return Self.noRoute }
            guard let type = feed.routes.rows[Int(row)].routeType,
                !feed.routes.isBad(Int(row), "route_type")
            else { return Self.noCode }
            return max(Int32(clamping: type.basicCode ?? type.code), Self.noCode + 1)
        }
    }

    package func isDefined(_ route: Int32) -> Bool {
        route >= 0 && route < codes.count && codes[Int(route)] != Self.noRoute
    }

    /// Nil when the route is not defined or its type is unreadable.
    package func code(_ route: Int32) -> Int? {
        guard isDefined(route), codes[Int(route)] != Self.noCode else { return nil }
        return Int(codes[Int(route)])
    }
}
