import BundleCodec
package import FeedCompiling
package import FeedReading
import GTFSSchedule
import SQLiteLayer
package import SystemLayer

package struct BundleBuild {
    package struct Options {
        package var filter = FeedFilter()
        package var previous: String?
        package var maxSize: Int?
        package var replaceable = Replaceable.bundle
        package var temporaryDirectory = ArchiveOptions.systemTemporaryDirectory
        package var toolVersion = "0"
        /// The publisher of the bundle gives these; the feed itself has no field for them.
        package var terms = FeedTerms()
        package var allowsEmpty = true
        /// Whether the rules also judge what the filters leave out.
        package var validatesSource = false
        /// Nothing in a bundle depends on it.
        package var chunkSize = FeedPump.usualChunkSize
        package var pause: @Sendable (SharedReading.Moment) -> Void = { _ in }

        package init() {}
    }

    package let options: Options

    package init(_ options: Options) {
        self.options = options
    }

    /// On any failure the target stays as it was. The counts of a validation replace those of
    /// the build itself.
    package func run(
        _ archive: FeedArchive, to target: String, validation: BuildValidation? = nil,
        progress: @escaping (BuildStep) -> Void
    ) throws -> BundleReport {
        let previous = try options.previous.map(PreviousKeys.init(path:))
        let file = try NewFile(at: target, .database, replacing: options.replaceable)
        do {
            return try build(
                archive, into: file, target: target, previous: previous, validation: validation,
                progress: progress)
        } catch let failure as SQLiteFailure {
            throw BundleError.cannotWrite(path: target, reason: failure.description)
        }
    }

    private func build(
        _ archive: FeedArchive, into file: NewFile, target: String, previous: PreviousKeys?,
        validation: BuildValidation?, progress: @escaping (BuildStep) -> Void
    ) throws -> BundleReport {
        let findings = Findings()
        var compilerOptions = FeedCompiler.Options()
        compilerOptions.filter = options.filter
        if let previous {
            compilerOptions.stopKeys = previous.stops
            compilerOptions.routeKeys = previous.routes
        }
        compilerOptions.temporaryDirectory = options.temporaryDirectory
        compilerOptions.chunkSize = options.chunkSize
        compilerOptions.pause = options.pause
        let writer = try BundleWriter(
            path: file.temporaryPath, indexesAtEnd: options.filter.isSelective,
            hasExactShapes: options.filter.hasExactShapes,
            room: options.maxSize.map {
                BundleRoom(
                    limit: $0,
                    feedBytes: options.filter.isSelective ? archive.unpackedBytes : nil)
            })
        let compiler = FeedCompiler(
            archive, options: compilerOptions, sink: writer, findings: findings
        ) { progress(.reading(file: $0.file, rows: $0.rowsOfFile, bytes: $0.bytes)) }
        let seesCut = options.filter.leavesOut && !options.validatesSource
        if let validation, !seesCut {
            try compiler.run { validation.start($0, sharing: $1, cut: nil) }
        } else {
            try compiler.run()
        }
        if !options.allowsEmpty { try refuseEmpty(compiler) }
        progress(.finishing)
        file.startSynchronizing()
        let metadata = {
            try BundleMetadata(
                compiler: compiler, options: options, previous: previous,
                notices: validation?.totals()
            ).entries()
        }
        let finisher = BundleFinisher(
            compiler: compiler, writer: writer, metadata: metadata,
            onFiltered: { cut in
                guard seesCut else { return }
                validation?.start(FeedFiles(archive), sharing: nil, cut: cut)
            }, options: compilerOptions, allowsEmpty: options.allowsEmpty)
        try archive.cancellation.check()
        var report = try writer.finish { connection in
            var counts = Counts()
            try finisher.run(connection) {
                counts = try Counts(compiler, writer: writer, connection: $0)
                file.startSynchronizing()
            }
            return try summarize(archive, compiler: compiler, counts: counts, in: connection)
        }
        try writer.close()
        if let limit = options.maxSize, report.bundleBytes > limit {
            let sizes = try SizeReport(path: file.temporaryPath)
            throw BundleError.tooLarge(
                bytes: report.bundleBytes, limit: limit, isWhole: true, report: sizes)
        }
        report.validation = try validation?.report()
        try archive.cancellation.check()
        try file.publish()
        return report
    }

    private func refuseEmpty(_ compiler: FeedCompiler) throws {
        if let unusable = try compiler.unusableFeed() { throw unusable }
        if options.filter.isSelective, !compiler.keepsUsableTrip {
            throw BundleError.nothingLeft(unknown: compiler.unknownNames)
        }
    }

    private struct Counts {
        var tables: [BundleReport.TableCount] = []
        var patterns = 0
        var timings = 0
        var dangling = 0

        init() {}

        init(_ compiler: FeedCompiler, writer: BundleWriter, connection: Connection) throws {
            let counts = try RowCounts(connection)
            tables = try compiler.files.map { file in
                let table = String(file.name.prefix { $0 != "." })
                // The views of trips and stop times would have to visit every trip.
                let rows =
                    switch table {
                    case Trip.table.name: writer.trips
                    case StopTime.table.name: writer.stopTimes
                    case ShapePoint.table.name:
                        try connection.integer(BundleTables.count(table)) ?? 0
                    default: counts[table]
                    }
                return .init(file: file.name, feedRows: file.rows, bundleRows: rows)
            }
            patterns = counts["pattern"]
            timings = counts["timing"]
            try connection.readRows("SELECT kind, key, id FROM dangling") { row in
                let (kind, key) = (row.text(0) ?? "", row.integer(1) ?? 0)
                if !compiler.isLeftOut(kind: kind, key: key, id: row.text(2) ?? "") {
                    dangling += 1
                }
            }
        }
    }

    private func summarize(
        _ archive: FeedArchive, compiler: FeedCompiler, counts: Counts,
        in connection: Connection
    ) throws -> BundleReport {
        func pragma(_ name: String) throws -> Int {
            try connection.integer("PRAGMA \(name)") ?? 0
        }
        return BundleReport(
            files: compiler.files, unknownFiles: compiler.unknownFiles,
            extensions: compiler.extensionTables, unkept: compiler.unkept,
            rejectedRows: compiler.findings.rejectedRows,
            rejectedCells: compiler.findings.rejectedCells,
            notices: compiler.findings.notices.sorted,
            tables: counts.tables, patterns: counts.patterns, timings: counts.timings,
            danglingIDs: counts.dangling, interpolatedStopTimes: compiler.interpolatedStopTimes,
            bundleBytes: try pragma("page_count") * pragma("page_size"),
            archiveBytes: archive.archiveBytes, contentHash: compiler.contentHash,
            line: try PublishedBundle.metadata("line", connection) ?? "",
            startsBeforeWindow: compiler.startsBeforeWindow,
            unknownNames: compiler.unknownNames)
    }
}

/// As ANALYZE counted them: it looks at every row anyway.
struct RowCounts {
    private let counts: [String: Int]

    /// The bundle was analyzed and has not changed since.
    init(_ connection: Connection) throws {
        var counts: [String: Int] = [:]
        // The first number of a statistic counts the rows of the table or index. A partial index
        // has fewer rows; where all indexes are partial, there is a statistic of the table itself.
        try connection.readRows(
            "SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl"
        ) { row in
            if let table = row.text(0) { counts[table] = row.integer(1) }
        }
        self.counts = counts
    }

    subscript(table: String) -> Int { counts[table] ?? 0 }
}
