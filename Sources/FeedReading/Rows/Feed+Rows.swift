public import GTFSSchedule

/// A file of a feed.
public struct FeedFile: Sendable, Hashable {
    /// The name in the feed, perhaps in another case than in the reference.
    public let name: String
    /// The unpacked size in bytes, as declared.
    public let size: Int64?
    /// The file's description in the reference, with its fields; nil for a file that the reference
    /// does not know.
    public let table: TableSpec?
}

extension Feed {
    /// The files of the feed, in the order of the archive, or of their names in a folder.
    public var files: [FeedFile] {
        let tables = Dictionary(archive.readingPlan.map { ($0.member.path.exact, $0.name) }) {
            first, _ in first
        }
        return archive.members.map { member in
            FeedFile(
                name: member.name, size: member.size,
                table: tables[member.path.exact].flatMap { Schedule.table(file: $0) })
        }
    }

    /// Reads the names of a file's columns; none where the file is empty.
    ///
    /// Throws when the feed has no such file, or cannot be read.
    public func header(of file: String) throws(FeedError) -> [String] {
        let pump = pump(try member(file))
        defer { pump.stop() }
        return try CSVReader(pump.nextFile()).header
    }

    /// Returns the rows of a file of the reference, as values of its type.
    ///
    /// No row is left out for a fault: a cell that is not of its field's type is nil, and noted. An
    /// optional file that the feed lacks has no rows; a required one has none either, and is noted.
    /// Only a row of more than 16 MiB is passed over, and noted.
    ///
    /// ```swift
    /// for try await call in feed.rows(StopTime.self) {
    ///     if let trip = call.tripID { calls[trip, default: 0] += 1 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: the type of the rows, such as `Stop.self` for those of `stops.txt`.
    ///   - onProblem: called with every fault as it is read, before the row that has it. The codes
    ///     are those of `gtfs validate`.
    @inlinable
    public func rows<Row: FeedRow>(
        _ type: Row.Type = Row.self, onProblem: ((ValidationNotice) -> Void)? = nil
    ) -> FeedRows<LocatedRow<Row>> {
        FeedRows(onProblem) { [self] findings throws(FeedError) in
            if type == Location.self { return try features(type, findings) }
            guard let reader = try reader(type, findings) else {
                return { () throws(FeedError) in nil }
            }
            return { () throws(FeedError) in
                guard try reader.next() else { return nil }
                var row = Row()
                withUnsafeMutablePointer(to: &row) { reader.fill(UnsafeMutableRawPointer($0)) }
                return LocatedRow(
                    value: row, line: reader.line, unknownNames: reader.unknown,
                    unknownCells: reader.unknown.isEmpty ? [] : reader.unknownCells())
            }
        }
    }

    /// Nil when the feed lacks the file.
    @usableFromInline
    func reader<Row: FeedRow>(
        _ type: Row.Type, _ findings: Findings
    ) throws(FeedError) -> RowReader? {
        guard let pump = pump(type, findings) else { return nil }
        return try RowReader(type, pump, findings)
    }

    private func pump(_ type: any FeedRow.Type, _ findings: Findings) -> FeedPump? {
        if let member = archive.member(named: type.file.name) { return pump(member) }
        if type.file.presence == .required {
            findings.notices.add(.missingRequiredFile, ["filename": type.file.name])
        }
        return nil
    }

    /// Returns the rows of any file as texts.
    ///
    /// Rows of another length than the header are noted, and so are bytes that are not UTF-8, which
    /// are read as Windows-1252. The first call of ``FeedRows/next()`` throws when the feed has no
    /// such file.
    ///
    /// - Parameters:
    ///   - file: the file's name.
    ///   - onProblem: called with every fault as it is read, before the row that has it.
    public func records(
        of file: String, onProblem: ((ValidationNotice) -> Void)? = nil
    ) -> FeedRows<FeedRecord> {
        FeedRows(onProblem) { [self] findings throws(FeedError) in
            let pump = pump(try member(file))
            let reader = try TableReader(
                TableSpec(file: FileSpec(file, .optional), fields: []), source: pump.nextFile(),
                findings: findings)
            return { () throws(FeedError) in
                try withExtendedLifetime(pump) { () throws(FeedError) in try reader.nextRecord() }
            }
        }
    }

    private func member(_ file: String) throws(FeedError) -> FeedArchive.Member {
        guard let member = archive.member(named: file) else {
            throw .inputMissing(
                source: archive.sourceDescription, reason: "the feed has no file \(file)")
        }
        return member
    }

    private func pump(_ member: FeedArchive.Member) -> FeedPump {
        FeedPump(archive, plan: [member], isHashed: false)
    }

    /// The file is read whole, up to a limit of its own.
    @usableFromInline
    func features<Row: FeedRow>(
        _ type: Row.Type, _ findings: Findings
    ) throws(FeedError) -> FeedRows<LocatedRow<Row>>.Reader {
        guard let pump = pump(type, findings) else { return { () throws(FeedError) in nil } }
        let file = try GeoJSONFile(pump.nextFile(), of: archive)
        RepairNotices.note(file.encoding, file: Row.file.name, in: findings.notices)
        var features = try LocationFeatures(file, findings)
        return { () throws(FeedError) in
            guard let feature = features.next() else { return nil }
            var location = Location()
            location.id = LocationID(feature.id)
            location.stopName = feature.name
            location.stopDesc = feature.description
            location.geometry = feature.geometry
            guard let row = location as? Row else { return nil }
            return LocatedRow(
                value: row, line: features.row, unknownNames: [], unknownCells: [])
        }
    }
}

extension TableReader {
    fileprivate func nextRecord() throws(FeedError) -> FeedRecord? {
        guard try next() else { return nil }
        if reader.isRepaired {
            for column in 0..<reader.count where reader.traits(column).contains(.repaired) {
                let name = column < reader.header.count ? reader.header[column] : nil
                findings.note(
                    .invalidCharacter, file: table.file.name, row: row, field: name,
                    value: String(decoding: reader[column], as: UTF8.self))
            }
        }
        return FeedRecord(
            header: reader.header,
            cells: (0..<reader.count).map { String(decoding: reader[$0], as: UTF8.self) },
            line: row)
    }
}
