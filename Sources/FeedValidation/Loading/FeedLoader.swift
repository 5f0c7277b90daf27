import FeedCompiling
import FeedReading
import GTFSSchedule
import SystemLayer

/// Every file is read once, in the order of their references to each other; a separate thread
/// decompresses ahead.
final class FeedLoader {
    let feed: LoadedFeed
    let rules: RuleBins
    /// Nil when this loader reads the largest files itself.
    private let sharing: SharedReading?
    private let cut: FeedCut

    init(feed: LoadedFeed, rules: RuleBins, sharing: SharedReading?, cut: FeedCut?) {
        self.feed = feed
        self.rules = rules
        self.sharing = sharing
        self.cut = cut ?? FeedCut()
    }

    /// Throws what the archive throws; faults of the feed itself are notices.
    func run(_ files: FeedFiles) throws {
        let known = Set(files.known.map(\.member.name.exact))
        feed.fileNames = files.archive.members.map(\.name)
        feed.unknownFiles = feed.fileNames.filter { !known.contains($0.exact) }
        feed.hasFilesInSubfolder = files.archive.hasGTFSFilesInSubfolder
        let kept = files.known.filter { !cut.leftOutFiles.contains($0.name) }
        files.archive.noteRepairs(of: kept, in: rules.loading)
        noteFiles(
            Set(files.known.map(\.name)).union(filesWithoutContent(files.archive)),
            isFolder: files.archive.isFolder)
        try files.eachFile { planned, source in
            guard !cut.leftOutFiles.contains(planned.name) else { return }
            let source = try cut.source(source, of: planned.name)
            try read(planned.name, as: planned.member.name, source, of: files.archive)
        }
    }

    private func filesWithoutContent(_ archive: FeedArchive) -> [String] {
        archive.namesWithoutContent.compactMap { name in
            feed.fileNames.append(name)
            guard let table = Schedule.table(file: name.lowercased()) else {
                feed.unknownFiles.append(name)
                return nil
            }
            if table.file == Location.file {
                feed.states[table.file.name] = .badRows
            } else {
                rules.loading.add(
                    .csvParsingFailed,
                    [
                        "filename": table.file.name, "charIndex": 0, "columnIndex": -1,
                        "lineIndex": -1, "message": "There is no such file in the archive.",
                        "parsedContent": "",
                    ])
                feed.states[table.file.name] = .badHeader
            }
            return table.file.name
        }
    }

    private func noteFiles(_ present: Set<String>, isFolder: Bool) {
        for name in feed.unknownFiles { rules.loading.add(.unknownFile, ["filename": name]) }
        for name in FileNeeds.required.sorted() where !present.contains(name) {
            rules.loading.add(.missingRequiredFile, ["filename": name])
        }
        if feed.hasFilesInSubfolder, !isFolder || !feed.options.isCanonical {
            rules.loading.add(.invalidInputFilesInSubfolder, [:])
        }
    }

    private func read(
        _ name: String, as filename: String, _ source: any ByteSource, of archive: FeedArchive
    ) throws {
        switch name {
        case "agency.txt": feed.agency = try rows(filename, source)
        case "stops.txt":
            feed.stops = try rows(filename, source)
            feed.stopRows = number(feed.stops.rows.map { $0.stopID?.text }, in: feed.stopIDs)
        case "routes.txt":
            feed.routes = try rows(filename, source)
            feed.routeRows = number(feed.routes.rows.map { $0.routeID?.text }, in: feed.routeIDs)
        case "calendar.txt":
            feed.calendar = try rows(filename, source)
            for row in feed.calendar.rows {
                if let id = row.serviceID { _ = feed.serviceIDs.intern(id.text) }
            }
            feed.definedServices = feed.serviceIDs.count
        case "calendar_dates.txt":
            var dates = CalendarDateColumns(feed.serviceIDs)
            dates.state = try loader(CalendarDate.self).read(filename, from: source) {
                dates.append($0, $1, isClear: $2.isEmpty)
                return true
            }.state
            feed.calendarDates = dates
            try feed.setRepeatedDatesAside()
            feed.definedServices = feed.serviceIDs.count
        case "fare_attributes.txt": feed.fareAttributes = try rows(filename, source)
        case "fare_rules.txt":
            var fares = FareRuleColumns()
            let read = try loader(FareRule.self).readKeyed(filename, from: source) {
                row, number, _ in
                fares.append(row, number)
            }
            (fares.state, fares.header, fares.repeats) = (read.state, read.header, read.repeats)
            feed.fareRules = fares
        case "timeframes.txt": feed.timeframes = try rows(filename, source)
        case "rider_categories.txt": feed.riderCategories = try rows(filename, source)
        case "fare_media.txt": feed.fareMedia = try rows(filename, source)
        case "fare_products.txt": feed.fareProducts = try rows(filename, source)
        case "fare_leg_rules.txt": feed.fareLegRules = try rows(filename, source)
        case "fare_leg_join_rules.txt": feed.fareLegJoinRules = try rows(filename, source)
        case "fare_transfer_rules.txt": feed.fareTransferRules = try rows(filename, source)
        case "areas.txt": feed.areas = try rows(filename, source)
        case "stop_areas.txt": feed.stopAreas = try rows(filename, source)
        case "networks.txt": feed.networks = try rows(filename, source)
        case "route_networks.txt": feed.routeNetworks = try rows(filename, source)
        case "frequencies.txt": feed.frequencies = try rows(filename, source)
        case "transfers.txt": feed.transfers = try rows(filename, source)
        case "pathways.txt": feed.pathways = try rows(filename, source)
        case "levels.txt": feed.levels = try rows(filename, source)
        case "location_groups.txt": feed.locationGroups = try rows(filename, source)
        case "location_group_stops.txt": feed.locationGroupStops = try rows(filename, source)
        case "booking_rules.txt": feed.bookingRules = try rows(filename, source)
        case "translations.txt": feed.translations = try rows(filename, source)
        case "feed_info.txt": feed.feedInfo = try rows(filename, source)
        case "attributions.txt": feed.attributions = try rows(filename, source)
        case "trips.txt":
            feed.trips.state = try check(
                filename, source, with: TripsChecker.self, through: sharing?.trips)
        case "stop_times.txt":
            feed.calls.state = try check(
                filename, source, with: StopTimesChecker.self, through: sharing?.stopTimes)
        case "locations.geojson":
            let geoJSON = try readLocations(source, of: archive)
            feed.locations = try LocationsLoader(feed, rules, without: cut.leftOutLocations).read(
                filename, from: geoJSON)
        case "shapes.txt":
            feed.shapes.state = try check(
                filename, source, with: ShapesChecker.self, through: sharing?.shapes)
        default: break
        }
    }

    /// If a bundle is built, its thread reads the file.
    private func check<Checker: FileChecker>(
        _ filename: String, _ source: any ByteSource, with checker: Checker.Type,
        through handover: SharedFile<Checker.Checks>?
    ) throws -> FileState {
        guard let handover else {
            let chunks = DecodedChunks<Checker.Decoder>(source)
            let reader = try CSVReader(chunks, dialect: dialect)
            let checker = Checker(filename, reader: reader, feed: feed, rules: rules)
            if checker.wantsRows { try checker.read(reader, chunks) }
            return checker.state
        }
        var checker: Checker?
        handover.offer { [feed, rules] reader in
            let made = Checker(filename, reader: reader, feed: feed, rules: rules)
            checker = made
            return made.checks
        }
        // The other thread reads these bytes, and need not wait for this one.
        try source.pass()
        try handover.waitUntilRead()
        return checker?.state ?? .missing
    }

    private func readLocations(
        _ source: any ByteSource, of archive: FeedArchive
    ) throws -> GeoJSONFile {
        guard let handover = sharing?.locations else {
            return try GeoJSONFile(source, of: archive)
        }
        try source.pass()
        guard let file = handover.value() else { throw FeedError.cancelled }
        return file
    }

    private var dialect: CSVDialect { feed.options.isCanonical ? .canonical : .forgiving }

    private func rows<Row: FeedRow>(
        _ filename: String, _ source: any ByteSource
    ) throws -> LoadedTable<Row> {
        try loader(Row.self).read(filename, from: source)
    }

    /// During a build there are threads enough: its own, which take longer with these files.
    private func loader<Row: FeedRow>(_ type: Row.Type) -> RowsLoader<Row> {
        RowsLoader(feed, rules, readsAhead: sharing == nil)
    }

    private func number(_ ids: [String?], in table: IDTable) -> [Int32] {
        var rows: [Int32] = []
        for (row, id) in ids.enumerated() {
            if let id, table.intern(id).isNew { rows.append(Int32(row)) }
        }
        return rows
    }
}

protocol FileChecker {
    associatedtype Checks
    associatedtype Decoder: ChunkDecoder

    init(_ filename: String, reader: CSVReader, feed: LoadedFeed, rules: RuleBins)

    var wantsRows: Bool { get }
    var checks: Checks { get }
    var state: FileState { get }

    func read(_ reader: CSVReader, _ chunks: DecodedChunks<Decoder>) throws
}
