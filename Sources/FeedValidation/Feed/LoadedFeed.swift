package import FeedCompiling
import FeedReading
public import GTFSSchedule

/// A feed as the rules see it: small files as structs, trips and their calls in columns.
///
/// It is filled by `FeedLoader`, file by file; feed rules get it when it is complete.
public final class LoadedFeed {
    public let options: ValidationOptions
    /// Ends the reading and the rules.
    let cancellation: Cancellation

    public internal(set) var agency = LoadedTable<Agency>()
    public internal(set) var stops = LoadedTable<Stop>()
    public internal(set) var routes = LoadedTable<Route>()
    public internal(set) var calendar = LoadedTable<ServiceCalendar>()
    public internal(set) var calendarDates = LoadedTable<CalendarDate>()
    public internal(set) var fareAttributes = LoadedTable<FareAttribute>()
    public internal(set) var fareRules = LoadedTable<FareRule>()
    public internal(set) var timeframes = LoadedTable<Timeframe>()
    public internal(set) var riderCategories = LoadedTable<RiderCategory>()
    public internal(set) var fareMedia = LoadedTable<FareMedium>()
    public internal(set) var fareProducts = LoadedTable<FareProduct>()
    public internal(set) var fareLegRules = LoadedTable<FareLegRule>()
    public internal(set) var fareLegJoinRules = LoadedTable<FareLegJoinRule>()
    public internal(set) var fareTransferRules = LoadedTable<FareTransferRule>()
    public internal(set) var areas = LoadedTable<GTFSSchedule.Area>()
    public internal(set) var stopAreas = LoadedTable<StopArea>()
    public internal(set) var networks = LoadedTable<FareNetwork>()
    public internal(set) var routeNetworks = LoadedTable<RouteNetwork>()
    public internal(set) var frequencies = LoadedTable<Frequency>()
    public internal(set) var transfers = LoadedTable<Transfer>()
    public internal(set) var pathways = LoadedTable<Pathway>()
    public internal(set) var levels = LoadedTable<Level>()
    public internal(set) var locationGroups = LoadedTable<LocationGroup>()
    public internal(set) var locationGroupStops = LoadedTable<LocationGroupStop>()
    public internal(set) var bookingRules = LoadedTable<BookingRule>()
    public internal(set) var translations = LoadedTable<Translation>()
    public internal(set) var feedInfo = LoadedTable<FeedInfo>()
    public internal(set) var attributions = LoadedTable<Attribution>()

    /// `trips.txt` and, by trip, `stop_times.txt`.
    public let trips: TripColumns
    public let calls = CallColumns()
    /// `shapes.txt`.
    public let shapes = ShapeColumns()
    /// `locations.geojson`.
    public internal(set) var locations = LoadedLocations()

    /// Names of the archive's files, as they are spelled there.
    public internal(set) var fileNames: [String] = []
    /// Names of files that the reference does not know.
    public internal(set) var unknownFiles: [String] = []
    public internal(set) var hasFilesInSubfolder = false
    /// By file name: how its reading ended; no entry for a missing file.
    var states: [String: FileState] = [:]
    /// By file name: its columns.
    var headers: [String: HeaderColumns] = [:]

    /// Numbers of ids, whichever file names them first. Those of a defining file come first, for it
    /// is read before the files that refer to it.
    package let stopIDs = IDTable()
    package let routeIDs = IDTable()
    package let serviceIDs = IDTable()
    /// How many of the services `calendar.txt` or `calendar_dates.txt` define: the first ones.
    package internal(set) var definedServices = 0
    package let shapeIDs = IDTable()
    package let blockIDs = IDTable()
    /// By number of a stop id: its index in ``stops``, -1 when that file does not have it. Of equal
    /// ids the first counts.
    package internal(set) var stopRows: [Int32] = []
    /// By number of a route id: its index in ``routes``, or -1.
    package internal(set) var routeRows: [Int32] = []

    /// Where the stops are.
    package private(set) lazy var stopPoints = StopPoints(self)
    /// The days of the services, by number of a service id.
    package private(set) lazy var servicePeriods = ServicePeriods(self)
    /// The codes of the routes' types, by number of a route id.
    package private(set) lazy var routeTypes = RouteTypes(self)

    init(options: ValidationOptions, cancellation: Cancellation = Cancellation()) {
        self.options = options
        self.cancellation = cancellation
        trips = TripColumns(cancellation)
    }

    /// Throws when nobody wants the report any more. A rule that may run for more than some
    /// milliseconds asks now and then; between rules and between trips the validator does.
    @inline(__always)
    public func checkCancellation() throws {
        try cancellation.check()
    }

    /// Makes what rules share, before several threads ask for it.
    func prepareForRules() {
        _ = (stopPoints, servicePeriods, routeTypes)
    }

    /// How the reading of a file ended.
    public func state(of file: String) -> FileState { states[file] ?? .missing }

    /// The trips of ``trips``, each with its calls.
    public func trip(_ index: Int) -> TripView { TripView(self, index) }

    /// The stop with a number in `stopIDs`; nil when `stops.txt` does not have it.
    package func stop(_ number: Int) -> Stop? {
        guard number >= 0, number < stopRows.count, stopRows[number] >= 0 else { return nil }
        return stops[Int(stopRows[number])]
    }

    /// The route with a number in `routeIDs`; nil when `routes.txt` does not have it.
    package func route(_ number: Int) -> Route? {
        guard number >= 0, number < routeRows.count, routeRows[number] >= 0 else { return nil }
        return routes[Int(routeRows[number])]
    }

    /// The columns of a file; none when it is missing.
    public func header(of file: String) -> HeaderColumns { headers[file] ?? HeaderColumns([]) }
}

/// How the reading of a file ended.
public enum FileState: Sendable, Hashable {
    /// The feed does not have it.
    case missing
    /// It has not even a header.
    case empty
    /// Its header has errors.
    case badHeader
    /// Some of its rows have errors.
    case badRows
    case fine
}

/// The rows of a file as structs, with their places in the file.
///
/// A cell that could not be read is nil here, and a notice told so; the row is there all the same.
public struct LoadedTable<Row: FeedRow>: Sendable {
    public internal(set) var state = FileState.missing
    public internal(set) var header = HeaderColumns([])
    public internal(set) var rows: [Row] = []
    /// By index of `rows`: the row in the file, the header being row 1.
    public internal(set) var rowNumbers: [Int] = []

    public var isMissing: Bool { state == .missing }
    public var count: Int { rows.count }
    public subscript(index: Int) -> Row { rows[index] }

    /// The file's name in the feed.
    public var filename: String { Row.file.name }
}

/// The rows of `shapes.txt`, by shape and in the order of `shape_pt_sequence`.
public final class ShapeColumns {
    public internal(set) var state = FileState.missing
    public internal(set) var rowCount = 0
    /// By number of a shape id: where its points are in the columns; empty when it has none.
    package internal(set) var points: [Range<Int>] = []
    package internal(set) var latitude: [Double] = []
    package internal(set) var longitude: [Double] = []
    /// NaN when blank; empty when no row has a distance.
    package internal(set) var distance: [Double] = []
    package internal(set) var sequence: [Int32] = []
    /// The row in the file.
    package internal(set) var row: [Int32] = []

    /// The points of a shape.
    package func range(_ shape: Int) -> Range<Int> {
        shape >= 0 && shape < points.count ? points[shape] : 0..<0
    }
}

/// The points of an outline; the last is the first.
public typealias Ring = [(longitude: Double, latitude: Double)]
/// An outer ring, and rings of holes.
public typealias Polygon = [Ring]

/// The features of `locations.geojson`.
public struct LoadedLocations: Sendable {
    public internal(set) var state = FileState.missing
    public internal(set) var features: [LoadedFeature] = []

    /// The ids of all features.
    package var ids: IDTable {
        let ids = IDTable()
        for feature in features { _ = ids.intern(feature.id) }
        return ids
    }
}

/// One feature of `locations.geojson`.
public struct LoadedFeature: Sendable {
    /// Its place in the file, from 0 on.
    public let index: Int
    public let id: String
    public let stopName: String?
    public let stopDesc: String?
    /// The polygons, each a list of rings, each a list of (longitude, latitude).
    public let polygons: [Polygon]
}
