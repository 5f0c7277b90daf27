package import FeedCompiling
import FeedReading
public import GTFSSchedule

/// A feed as the rules see it: small files as structs, trips and their calls in columns.
///
/// `FeedLoader` fills it file by file; feed rules get it when it is complete.
public final class LoadedFeed {
    /// How the feed is validated.
    public let options: ValidationOptions
    let cancellation: Cancellation
    let temporaryDirectory: String

    /// `agency.txt`.
    public internal(set) var agency = LoadedTable<Agency>()
    /// `stops.txt`.
    public internal(set) var stops = LoadedTable<Stop>()
    /// `routes.txt`.
    public internal(set) var routes = LoadedTable<Route>()
    /// `calendar.txt`.
    public internal(set) var calendar = LoadedTable<ServiceCalendar>()
    /// `calendar_dates.txt`.
    public internal(set) var calendarDates = CalendarDateColumns()
    /// `fare_attributes.txt`.
    public internal(set) var fareAttributes = LoadedTable<FareAttribute>()
    /// `fare_rules.txt`.
    public internal(set) var fareRules = FareRuleColumns()
    /// `timeframes.txt`.
    public internal(set) var timeframes = LoadedTable<Timeframe>()
    /// `rider_categories.txt`.
    public internal(set) var riderCategories = LoadedTable<RiderCategory>()
    /// `fare_media.txt`.
    public internal(set) var fareMedia = LoadedTable<FareMedium>()
    /// `fare_products.txt`.
    public internal(set) var fareProducts = LoadedTable<FareProduct>()
    /// `fare_leg_rules.txt`.
    public internal(set) var fareLegRules = LoadedTable<FareLegRule>()
    /// `fare_leg_join_rules.txt`.
    public internal(set) var fareLegJoinRules = LoadedTable<FareLegJoinRule>()
    /// `fare_transfer_rules.txt`.
    public internal(set) var fareTransferRules = LoadedTable<FareTransferRule>()
    /// `areas.txt`.
    public internal(set) var areas = LoadedTable<Area>()
    /// `stop_areas.txt`.
    public internal(set) var stopAreas = LoadedTable<StopArea>()
    /// `networks.txt`.
    public internal(set) var networks = LoadedTable<FareNetwork>()
    /// `route_networks.txt`.
    public internal(set) var routeNetworks = LoadedTable<RouteNetwork>()
    /// `frequencies.txt`.
    public internal(set) var frequencies = LoadedTable<Frequency>()
    /// `transfers.txt`.
    public internal(set) var transfers = LoadedTable<Transfer>()
    /// `pathways.txt`.
    public internal(set) var pathways = LoadedTable<Pathway>()
    /// `levels.txt`.
    public internal(set) var levels = LoadedTable<Level>()
    /// `location_groups.txt`.
    public internal(set) var locationGroups = LoadedTable<LocationGroup>()
    /// `location_group_stops.txt`.
    public internal(set) var locationGroupStops = LoadedTable<LocationGroupStop>()
    /// `booking_rules.txt`.
    public internal(set) var bookingRules = LoadedTable<BookingRule>()
    /// `translations.txt`.
    public internal(set) var translations = LoadedTable<Translation>()
    /// `feed_info.txt`.
    public internal(set) var feedInfo = LoadedTable<FeedInfo>()
    /// `attributions.txt`.
    public internal(set) var attributions = LoadedTable<Attribution>()

    /// `trips.txt` and, by trip, `stop_times.txt`.
    package let trips: TripColumns
    /// The calls of `stop_times.txt`, by trip.
    package let calls: CallColumns
    /// `shapes.txt`.
    package let shapes: ShapeColumns
    /// `locations.geojson`.
    package internal(set) var locations = LoadedLocations()

    /// Names of the archive's files, in the archive's spelling.
    package internal(set) var fileNames: [String] = []
    /// Names of files that the reference does not know.
    package internal(set) var unknownFiles: [String] = []
    /// Whether files that belong in the root are in a folder of the archive.
    package internal(set) var hasFilesInSubfolder = false
    /// By file name; no entry for a missing file.
    var states: [String: FileState] = [:]
    var headers: [String: HeaderColumns] = [:]
    /// By file name, of tables: all rows, usable or not.
    var rowCounts: [String: Int] = [:]
    let leftOut = LeftOutRows()

    /// Numbers of ids, whichever file names them first. Those of a defining file come first,
    /// because it is read before the files that refer to it. Whatever is looked up for each trip is
    /// written by the loader alone, then only read: overlapping accesses are not checked at run
    /// time.
    let stopIDs = IDTable()
    let routeIDs = IDTable()
    let serviceIDs = IDTable()
    /// Services that `calendar.txt` or `calendar_dates.txt` defines are the first ones.
    @exclusivity(unchecked) package internal(set) var definedServices = 0
    let shapeIDs = IDTable()
    let blockIDs = IDTable()
    /// By number of a stop id: the index in ``stops``, or -1 when that file does not have it. Of
    /// equal ids, the first counts.
    @exclusivity(unchecked) package internal(set) var stopRows: [Int32] = []
    @exclusivity(unchecked) package internal(set) var routeRows: [Int32] = []

    private(set) lazy var stopPoints = StopPoints(self)
    private(set) lazy var servicePeriods = ServicePeriods(self)
    /// As some rules see the days of services, under `--compat canonical` differently; nil where the
    /// canonical validator fails on it.
    private(set) lazy var serviceIntervals =
        options.isCanonical ? try? ServicePeriods(canonical: self, for: "") : servicePeriods
    package private(set) lazy var routeTypes = RouteTypes(self)

    init(
        options: ValidationOptions, cancellation: Cancellation = Cancellation(),
        temporaryDirectory: String = ArchiveOptions.systemTemporaryDirectory
    ) {
        self.options = options
        self.cancellation = cancellation
        self.temporaryDirectory = temporaryDirectory
        trips = TripColumns(cancellation)
        trips.countsDuplicates = options.isCanonical
        calls = CallColumns(temporaryDirectory: temporaryDirectory)
        shapes = ShapeColumns(temporaryDirectory: temporaryDirectory)
    }

    /// Throws when the report is no longer wanted. A rule that may run for more than a few
    /// milliseconds should call this now and then; the validator does so between rules and between
    /// trips.
    @inline(__always)
    public func checkCancellation() throws {
        try cancellation.check()
    }

    func prepareForEarlyRules() {
        _ = (stopPoints, routeTypes)
    }

    func prepareForRules() {
        prepareForEarlyRules()
        _ = (servicePeriods, serviceIntervals)
    }

    func serviceIntervals(for validator: String) throws -> ServicePeriods {
        if let serviceIntervals { return serviceIntervals }
        return try ServicePeriods(canonical: self, for: validator)
    }

    /// Returns the outcome of reading a file.
    package func state(of file: String) -> FileState { states[file] ?? .missing }

    /// Returns a trip of ``trips`` with its calls.
    public func trip(_ index: Int) -> TripView { TripView(self, index) }

    package func stop(_ number: Int) -> Stop? { stopRows.row(number).map { stops[$0] } }

    package func route(_ number: Int) -> Route? { routeRows.row(number).map { routes[$0] } }

    /// Returns the columns of a file; none when it is missing.
    public func header(of file: String) -> HeaderColumns { headers[file] ?? HeaderColumns([]) }
}

/// The outcome of reading a file.
package enum FileState: Sendable, Hashable {
    /// The feed does not have the file.
    case missing
    /// The file does not even have a header.
    case empty
    /// The header has errors.
    case badHeader
    /// Some of the rows have errors.
    case badRows
    /// The file has a header and no errors in its rows.
    case fine
}

/// The rows of a file as structs, with their positions in the file.
///
/// A cell that could not be read is nil here and has a notice; its row is present nevertheless.
public struct LoadedTable<Row: FeedRow>: KeyedRows, Sendable {
    /// The outcome of reading the file.
    package internal(set) var state = FileState.missing
    /// The columns of the file.
    public internal(set) var header = HeaderColumns([])
    /// The rows, in the order of the file.
    public internal(set) var rows: [Row] = []
    /// By index of `rows`: the row in the file, the header being row 1.
    public internal(set) var rowNumbers = RowNumbers()
    var repeats: [(first: Int, row: Row, number: Int)] = []
    var badCells = BadCells()

    /// Whether a cell could not be used, or is a code that the reference does not know: it is
    /// neither blank nor worth another notice.
    ///
    /// - Parameters:
    ///   - index: the row, from 0.
    ///   - fields: names of fields; one bad field is enough.
    func isBad(_ index: Int, _ fields: String...) -> Bool {
        let bad = badCells[index]
        return !bad.isEmpty && !bad.isDisjoint(with: FieldSet(fields, of: Row.table))
    }

    /// Whether the feed lacks the file.
    package var isMissing: Bool { state == .missing }
    /// The number of rows in the file.
    public var count: Int { rows.count }
    /// A row, by its index from 0.
    public subscript(index: Int) -> Row {
        // Otherwise reading one of its values would copy the whole row.
        @inline(__always) get { rows[index] }
    }

    /// The file's name in the feed.
    package var filename: String { Row.file.name }
}

/// Where the rows of a table are in their file: nearly always each follows the previous one.
public struct RowNumbers: Sendable {
    private struct Start {
        let index: Int
        let row: Int
    }

    private var starts: [Start] = []
    private var count = 0
    private var countOfFirst = 0
    private var first = 0

    mutating func append(_ row: Int) {
        if starts.last.map({ $0.row + count - $0.index }) != row {
            if starts.isEmpty { first = row }
            starts.append(Start(index: count, row: row))
        }
        count += 1
        if starts.count == 1 { countOfFirst = count }
    }

    /// The row in the file of a row of the table, the header being row 1.
    public subscript(index: Int) -> Int {
        @inline(__always)
        get {
            index >= 0 && index < countOfFirst ? first + index : find(index)
        }
    }

    private func find(_ index: Int) -> Int {
        precondition(index >= 0 && index < count, "no such row")
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle].index <= index { low = middle } else { high = middle }
        }
        return starts[low].row + index - starts[low].index
    }
}

/// The points of an outline; the last is the first.
package typealias Ring = [(longitude: Double, latitude: Double)]
/// An outer ring, and rings of holes.
package typealias Polygon = [Ring]

/// The features of `locations.geojson`.
package struct LoadedLocations: Sendable {
    /// The outcome of reading the file.
    package internal(set) var state = FileState.missing
    /// The features in the order of the file.
    package internal(set) var features: [LoadedFeature] = []

    var idsLeftOut: [String] = []
    var isUnreadable = false

    /// Includes those that were left out with a notice.
    package var ids: IDTable {
        let ids = IDTable()
        for id in features.map(\.id) + idsLeftOut { _ = ids.intern(id) }
        return ids
    }
}

/// One feature of `locations.geojson`.
package struct LoadedFeature: Sendable {
    /// The position of the feature in the file, from 0.
    package let index: Int
    /// The `id` of the feature, which `stop_times.location_id` names.
    package let id: String
    /// The property `stop_name`; nil when there is none.
    package let stopName: String?
    /// The property `stop_desc`; nil when there is none.
    package let stopDesc: String?
    /// The polygons, each a list of rings, each a list of (longitude, latitude).
    package let polygons: [Polygon]
}
