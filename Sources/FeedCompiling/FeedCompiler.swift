package import FeedReading
import GTFSSchedule
import SystemLayer

/// Reads a whole feed, file by file in the order of their dependencies, and hands the compiled rows
/// to a sink.
///
/// Every file is read once (only `LateRejections` and `LateTimes` ask for one again) and none is
/// held in memory, which grows with ids, trips, patterns and timings.
package final class FeedCompiler {
    package struct Options {
        package var filter = FeedFilter()
        package var stopKeys = StableKeys()
        package var routeKeys = StableKeys()
        package var temporaryDirectory = "/tmp"
        package var chunkSize = FeedPump.usualChunkSize
        /// Called where the build and a validation beside it hand over or wait.
        package var pause: @Sendable (SharedReading.Moment) -> Void = { _ in }

        package init() {}
    }

    package struct FileSummary: Sendable, Hashable {
        package let name: String
        package let rows: Int
        package let columns: [String]
        package let unknownColumns: [String]
    }

    package struct Progress: Sendable {
        package let file: String
        package let rowsOfFile: Int
        package let bytes: Int
    }

    package let findings: Findings
    package let stops = StopTable()
    package let routes = RouteTable()
    package let services = ServiceTable()
    package let shapeIDs = IDTable(capacity: 256)
    package internal(set) var stopKeys: StableKeys
    package internal(set) var routeKeys: StableKeys
    package private(set) var files: [FileSummary] = []
    package private(set) var unknownFiles: [String] = []
    package internal(set) var extensions: [ExtensionContent] = []
    package internal(set) var unkept: [UnkeptExtension] = []
    var tripColumns: ExtensionContent?
    var unknownTables: [ExactText: ExtensionContent] = [:]
    var extensionNames = ExtensionNames()
    var extensionsOfFeed: [String] = []
    var chosenExtensions: Set<ExactText> = []
    /// By shape number: whether `shapes.txt` has it.
    package private(set) var definedShapes: [Bool] = []
    private var shapesLeftOut: Set<Int> = []
    /// The hash over the feed's files. It depends neither on their packing and order nor on what
    /// was left out.
    package private(set) var contentHash = ""

    /// What a blank `agency_id` refers to, as long as the feed has one agency.
    var onlyAgency: String?
    var filterNames: FilterNames
    var agencyCount = 0
    /// The number of the last trip's route; the next trip usually has the same.
    var presentRoute = 0

    let options: Options
    let sink: any FeedSink
    let archive: FeedArchive
    private let progress: (Progress) -> Void
    /// Empty once handed over: it takes a quarter of a run's memory, which its writer then
    /// releases.
    @exclusivity(unchecked) private(set) var trips = TripTable()
    private var stopTimes: StopTimesCompiler?
    private(set) var totals = TripTotals()
    private var pump: FeedPump?
    private(set) var sharing: SharedReading?
    /// Nil when nothing waits for the end of the trips' tables.
    private var hold: SharedReading.Hold?
    private var sinkFailure: (any Error)?
    private var placesInArea: FilterPlaces?
    private var placesLeftOut: FilterPlaces?
    var daysAround: DaysAroundWindow?
    /// With filters that leave out rows or files: the rows of small files, by file, in the order in
    /// which the sink got them.
    package internal(set) var rowNumbers: [String: [Int32]] = [:]
    package private(set) var locationIDs: [String] = []
    /// With a window: the days that are kept of each service.
    package internal(set) var keptDays: [ClosedRange<Int>] = []

    package init(
        _ archive: FeedArchive, options: Options, sink: any FeedSink, findings: Findings,
        progress: @escaping (Progress) -> Void = { _ in }
    ) {
        self.archive = archive
        self.options = options
        self.sink = sink
        self.findings = findings
        self.progress = progress
        stopKeys = options.stopKeys
        routeKeys = options.routeKeys
        filterNames = FilterNames(options.filter)
        placesInArea = options.filter.area.map(FilterPlaces.init)
        if !options.filter.leftOutStops.isEmpty {
            placesLeftOut = FilterPlaces(stops: options.filter.leftOutStops)
        }
        daysAround = options.filter.days.map(DaysAroundWindow.init)
        stopTimes = StopTimesCompiler(
            trips: trips, stops: stops, distanceStep: options.filter.distanceStep,
            findings: findings, temporaryDirectory: options.temporaryDirectory)
    }

    /// Reads the feed. Throws what the archive or the sink throws; a feed's own faults are notices.
    ///
    /// - Parameter companion: gets all files of the feed as well and reads them on another thread
    ///   at the same time, so that the archive is inflated once. The two largest files are read
    ///   here, with the checks that the companion hands over.
    package func run(companion: ((FeedFiles, SharedReading) -> Void)? = nil) throws {
        findings.onReject = { [weak self] in self?.pass($0) }
        defer { findings.onReject = { _ in } }
        var plan = archive.readingPlan
        let names = noteFiles(plan)
        let unknown = try planExtensions()
        let large = plan.firstIndex { Self.largeFiles.contains($0.name) } ?? plan.endIndex
        plan.insert(contentsOf: unknown, at: large)
        let pump = FeedPump(
            archive, plan: plan.map(\.member), chunkSize: options.chunkSize,
            isShared: companion != nil,
            passable: Set(unknown.map(\.name.exact)).subtracting(unknownTables.keys))
        self.pump = pump
        defer {
            pump.stop()
            // A validation beside it may need the memory of its chunks.
            self.pump = nil
        }
        let sharing = SharedReading(
            hasShapes: names.contains(ShapePoint.file.name),
            hasLocations: names.contains(Location.file.name), pause: options.pause)
        defer {
            sharing.giveUp()
            hold = nil
        }
        if let companion, let second = pump.second {
            self.sharing = sharing
            hold = sharing.hold()
            companion(FeedFiles(archive, plan: plan, reader: second), sharing)
        }
        let first = large + unknown.count
        for planned in plan[..<first] { try read(planned, names: names, through: pump) }
        // Written while the large files are read, as nothing else can be; but the days kept before
        // a window depend on those files.
        if options.filter.days == nil { try writeServices() }
        for planned in plan[first...] { try read(planned, names: names, through: pump) }
        try writeTrips()
        contentHash = pump.contentHash
    }

    private static let largeFiles: Set = [ShapePoint.file.name, StopTime.file.name]

    private func read(
        _ planned: FeedFiles.Planned, names: Set<String>, through pump: FeedPump
    ) throws {
        let source = pump.nextFile()
        // The content hash covers files that are left out, too.
        if planned.isUnknown {
            guard let content = unknownTables[planned.name.exact] else {
                return try pump.drain(source)
            }
            return try readUnknown(content, source)
        }
        guard names.contains(planned.name) else { return try pump.drain(source) }
        report(planned.name, 0)
        let table = String(planned.name.prefix { $0 != "." })
        try sink.begin(table: table)
        try read(planned.name, source)
        if let sinkFailure { throw sinkFailure }
        try sink.finish(table: table)
    }

    private func pass(_ rejection: Rejection) {
        guard sinkFailure == nil else { return }
        do { try sink.write(rejection) } catch { sinkFailure = error }
    }

    private func noteFiles(_ plan: [FeedFiles.Planned]) -> Set<String> {
        let wanted = Set(plan.map(\.name)).subtracting(options.filter.without.flatMap(\.files))
        archive.noteRepairs(of: plan.filter { wanted.contains($0.name) }, in: findings.notices)
        let known = Set(plan.map(\.member.name.exact))
        unknownFiles = archive.members.map(\.name).filter { !known.contains($0.exact) }
        for name in unknownFiles { findings.note(.unknownFile, file: name) }
        if archive.hasGTFSFilesInSubfolder {
            findings.note(.invalidInputFilesInSubfolder, file: archive.subfolder ?? "")
        }
        for table in Schedule.tables
        where table.file.presence == .required && archive.member(named: table.file.name) == nil {
            findings.note(.missingRequiredFile, file: table.file.name)
        }
        return wanted
    }

    private func read(_ name: String, _ source: any ByteSource) throws {
        switch name {
        case "agency.txt": try readAgencies(source)
        case "stops.txt": try readStops(source)
        case "routes.txt": try readRoutes(source)
        case "calendar.txt": try readCalendar(source)
        case "calendar_dates.txt": try readCalendarDates(source)
        case "trips.txt": try readTrips(source)
        case "stop_times.txt": try readStopTimes(source)
        case "shapes.txt": try readShapes(source)
        case "locations.geojson": try readLocations(source)
        case "location_group_stops.txt":
            try readRows(LocationGroupStop.table, source) { row in
                placesInArea?.add(row, stops: stops)
                placesLeftOut?.add(row, stops: stops)
                return []
            }
        case "booking_rules.txt":
            try readRows(BookingRule.table, source) { row in
                daysAround?.add(rule: row)
                return []
            }
        case "frequencies.txt":
            try readRows(Frequency.table, source) { row in
                daysAround?.add(frequency: row, trips: trips.ids)
                return []
            }
        default:
            guard let table = Schedule.table(file: name) else { return }
            try readRows(table, source) { _ in .some([]) }
        }
    }

    private func readStopTimes(_ source: any ByteSource) throws {
        guard let stopTimes else { return }
        let source = StopTimesReader.Source(source)
        let reader = try TableReader(StopTime.table, source: source, findings: findings)
        stopTimes.unknown = keepUnknown(reader)
        try StopTimesReader(
            reader, source, for: stopTimes, checks: sharing?.stopTimes.take(reader.reader)
        ).read { report(StopTime.file.name, $0) }
        if options.filter.without.contains(.flex) { try stopTimes.leaveOutFlexible() }
        sharing?.stopTimes.finish(isComplete: true)
        try note(stopTimes.late, of: StopTime.file.name)
        if !stopTimes.lateTimes.isEmpty {
            try readAgain(StopTime.file.name) { reader in
                try stopTimes.lateTimes.note(
                    reader, trips: trips.ids, source: archive.sourceDescription, in: findings)
            }
        }
        summarize(reader)
    }

    private func note(_ late: LateRejections, of name: String) throws {
        guard !late.isEmpty else { return }
        try readAgain(name) { reader in
            try late.note(reader, source: archive.sourceDescription, in: findings)
        }
    }

    private func readAgain(_ name: String, _ body: (CSVReader) throws -> Void) throws {
        guard let member = archive.member(named: name) else { return }
        let pump = FeedPump(
            archive, plan: [member], slots: 2, chunkSize: options.chunkSize, isHashed: false)
        defer { pump.stop() }
        try body(CSVReader(pump.nextFile()))
    }

    /// Reads a file whose rows the bundle keeps as they are.
    func readRows(
        _ table: TableSpec, _ source: any ByteSource,
        extra: (CheckedRow) throws -> [ExtraValue]?
    ) throws {
        let reader = try TableReader(table, source: source, findings: findings)
        let row = CheckedRow(reader)
        let keys = RowKeys(table)
        let unknown = keepUnknown(reader)
        let notesRows = options.filter.leavesOut
        var kept: Int64 = 0
        while try reader.next() {
            if reader.rows & 0xFFFF == 0 { report(table.file.name, reader.rows) }
            guard row.load() else { continue }
            guard keys.insert(row) else {
                row.rejectDuplicate()
                continue
            }
            if let values = try extra(row) {
                try sink.write(row, of: table, adding: values)
                if notesRows { rowNumbers[table.file.name, default: []].append(Int32(row.row)) }
                if let unknown {
                    kept += 1
                    // Stops and routes have keys of their own.
                    let key: Int64? =
                        table == Stop.table || table == Route.table ? values.first?.integer : nil
                    unknown.append(key: key ?? kept, reader.cells)
                }
            }
            if let sinkFailure { throw sinkFailure }
        }
        summarize(reader)
    }

    package var unknownNames: [UnknownName] {
        filterNames.unknown(amongRoutes: routes.ids, stops: stops.ids) + unknownExtensions
    }

    package func isLeftOut(kind: String, key: Int, id: String) -> Bool {
        if findings.leftOut.define(id, kind: kind) { return true }
        return switch kind {
        case "service": services.leftOut.find(services.ids[key - 1]) != nil
        case "shape": shapesLeftOut.contains(key - 1)
        default: false
        }
    }

    package var interpolatedStopTimes: Int { totals.interpolatedStopTimes }

    lazy var keptRouteKeys = Set(
        routes.keys.indices.filter { routes.isKept[$0] }.map { routes.keys[$0] })

    func summarize(_ reader: TableReader) {
        let present = zip(reader.table.fields, reader.columns.columns).filter { $0.1 != nil }
        files.append(
            FileSummary(
                name: reader.table.file.name, rows: reader.rows, columns: present.map(\.0.name),
                unknownColumns: reader.columns.unknown))
    }

    func report(_ file: String, _ rows: Int) {
        progress(Progress(file: file, rowsOfFile: rows, bytes: pump?.bytesRead ?? 0))
    }

    private func readLocations(_ source: any ByteSource) throws {
        let geoJSON = try GeoJSONFile(source, of: archive)
        sharing?.locations?.keep(geoJSON)
        RepairNotices.note(geoJSON.encoding, file: Location.file.name, in: findings.notices)
        let features = try LocationFeatures(geoJSON, findings)
        for feature in features {
            placesInArea?.add(feature)
            if options.filter.leavesOut { locationIDs.append(feature.id) }
            try sink.write(feature)
        }
        files.append(
            FileSummary(
                name: "locations.geojson", rows: features.count,
                columns: Location.table.fields.map(\.name), unknownColumns: []))
    }

    private func writeServices() throws {
        try sink.write(
            CompiledServices(table: services, window: options.filter.days, keptDays: keptDays))
    }

    private func writeTrips() throws {
        guard let stopTimes else { return }
        leaveOutUndefinedTrips()
        applyPlaces(stopTimes)
        if options.filter.days != nil {
            try applyWindow(stopTimes)
            try writeServices()
        }
        totals = tripTotals
        totals.interpolatedStopTimes = stopTimes.interpolatedRows
        let compiled = CompiledTrips(
            trips: trips, stopTimes: stopTimes, stops: stops, routes: routes, services: services,
            filter: options.filter, unknown: tripColumns, hold: hold)
        hold = nil
        trips = TripTable()
        self.stopTimes = nil
        try sink.write(compiled)
    }

    private func leaveOutUndefinedTrips() {
        guard options.filter.limitsRoutes || options.filter.days != nil else { return }
        for trip in trips.definedCount..<trips.count { trips.columns.isKept[trip] = false }
    }

    private func applyPlaces(_ stopTimes: StopTimesCompiler) {
        for (places, keeps) in [(placesInArea, true), (placesLeftOut, false)] {
            guard let places else { continue }
            let held = (0..<stops.count).filter { places.contains($0, of: stops) }
            let keys = Set(held.map { stops.keys[$0] })
            let isInside = (0..<stopTimes.patterns.count).map { pattern -> Bool in
                var isInside = false
                stopTimes.patterns.forEachCall(pattern) { call in
                    isInside = isInside || keys.contains(call.stop)
                }
                return isInside
            }
            let isReached = (0..<stopTimes.flexLists.count).map { list in
                stopTimes.flexLists[list].contains {
                    places.contains(stopTimes.flexRows[Int($0.value)], stopTimes.flexRows.texts)
                }
            }
            for trip in 0..<trips.count where trips.columns.isKept[trip] {
                let pattern = Int(trips.columns.pattern[trip]) - 1
                let flex = Int(trips.details[trips.columns.detail[trip]].flex) - 1
                let isThere = pattern >= 0 && isInside[pattern] || flex >= 0 && isReached[flex]
                trips.columns.isKept[trip] = isThere == keeps
            }
        }
    }

    private func readShapes(_ source: any ByteSource) throws {
        var isWanted: [Bool]?
        // A filter that keeps all trips keeps shapes of none, too.
        if trips.columns.isKept.contains(false) {
            var wanted = [Bool](repeating: false, count: shapeIDs.count)
            for trip in 0..<trips.count
            where trips.columns.isKept[trip] && trips.columns.shape[trip] != 0 {
                wanted[Int(trips.columns.shape[trip]) - 1] = true
            }
            isWanted = wanted
        }
        let source = ShapesReader.Source(source)
        let reader = try TableReader(ShapePoint.table, source: source, findings: findings)
        let compiler = ShapesCompiler(
            reader, ids: shapeIDs, isWanted: isWanted, filter: options.filter,
            temporaryDirectory: options.temporaryDirectory
        ) { [sink] in try sink.write($0) }
        compiler.unknown = keepUnknown(reader)
        let checks = sharing?.shapes?.take(reader.reader)
        try ShapesReader(reader, source, for: compiler, checks: checks).read {
            report(ShapePoint.file.name, $0)
        }
        sharing?.shapes?.finish(isComplete: true)
        try note(compiler.late, of: ShapePoint.file.name)
        summarize(reader)
        definedShapes = (0..<shapeIDs.count).map { compiler.isDefined($0) }
        shapesLeftOut = compiler.shapesLeftOut
    }
}
