import GTFSSchedule

/// Compares the rows of files, so that nothing in them is passed over.
struct RowComparison {
    let old: BundleReading
    let new: BundleReading
    /// What the digests of trips leave out.
    let oldTrips: TripRemainder
    let newTrips: TripRemainder
    /// Whether `shape_dist_traveled` counts.
    let comparesDistances: Bool

    /// The files with other rows.
    ///
    /// - Parameter parts: the files that have a part of the difference to themselves, and whether
    ///   that part is empty; only then can their rows say more.
    func changes(besides parts: [String: Bool]) throws -> [BundleDiff.RowChange] {
        let rejecting = try filesRejectingOthers()
        return try Schedule.tables.compactMap { table in
            let file = table.file.name
            let part = parts[file]
            if part == false { return nil }
            if part == nil {
                let counts = try change(of: table, hasOtherContent: false)
                if counts.old != counts.new { return counts }
            }
            guard try rejecting.contains(file) || differs(table) else { return nil }
            return try change(of: table, hasOtherContent: true)
        }
    }

    private func change(
        of table: TableSpec, hasOtherContent: Bool
    ) throws -> BundleDiff.RowChange {
        BundleDiff.RowChange(
            file: table.file.name, old: try old.count(table), new: try new.count(table),
            hasOtherContent: hasOtherContent)
    }

    private func differs(_ table: TableSpec) throws -> Bool {
        switch table.name {
        case "trips": oldTrips.trips != newTrips.trips
        case "stop_times": oldTrips.calls != newTrips.calls
        default: try digest(table, old) != digest(table, new)
        }
    }

    private func digest(_ table: TableSpec, _ bundle: BundleReading) throws -> Int {
        try bundle.read { connection in
            try table.name == "shapes"
                ? FileDigest.shapes(connection, comparesDistances: comparesDistances)
                : FileDigest.rows(of: table, connection)
        }
    }

    /// The files of which other cells and rows were rejected.
    private func filesRejectingOthers() throws -> Set<String> {
        let before = try old.read { try FileDigest.rejected($0) }
        let after = try new.read { try FileDigest.rejected($0) }
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    }
}
