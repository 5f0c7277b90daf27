package enum BundleTables {
    /// Views that do not show a file are computed from these, as those of extensions are.
    package static let names = """
        SELECT name FROM sqlite_master
        WHERE (name LIKE 'x\\_%' ESCAPE '\\' AND type = 'table')
          OR (name NOT LIKE 'x\\_%' ESCAPE '\\'
            AND type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND name NOT LIKE '%\\_fts%' ESCAPE '\\' AND name NOT LIKE '%\\_rtree%' ESCAPE '\\'
            AND name NOT IN ('board', 'calls', 'departures', 'runs', 'service_dates'))
        ORDER BY name
        """

    /// For views that decode rows one by one it adds up counts from the tables below, which takes
    /// milliseconds instead of seconds.
    package static func count(_ name: String) -> String {
        switch name {
        case "trips":
            "SELECT count(*) FROM trip WHERE trip > 0"
        case "stop_times":
            """
            SELECT coalesce(sum(stops), 0)
            FROM trip JOIN trip_group USING (trip_group) JOIN pattern USING (pattern)
            """
        case "shapes":
            "SELECT coalesce(sum(points), 0) FROM shape"
        default:
            "SELECT count(*) FROM \(name)"
        }
    }

    /// To join `pattern p` with its calls, under a name: `pattern_stops` has no index by pattern.
    package static func calls(_ name: String) -> String {
        "pattern_stops \(name) ON \(name).call BETWEEN p.first_call AND \(lastCall)"
    }

    /// Of `pattern p`: before its first call when it has none.
    package static let lastCall = "p.first_call + p.stops - 1"

    /// The call at a position in `pattern p`, counted from 0.
    package static func call(at position: String) -> String { "p.first_call + \(position)" }

    /// The position of a call in `pattern p`, counted from 0.
    package static func position(_ name: String) -> String { "\(name).call - p.first_call" }

    /// To join `shape s` with its chunks. `shape_chunk c` does not name its shape.
    package static let chunks =
        "shape s CROSS JOIN shape_chunk c ON c.chunk BETWEEN s.first_chunk AND s.last_chunk"

    /// The columns of `call_codes` after its key.
    package static let codes = [
        "pickup_type", "drop_off_type", "continuous_pickup", "continuous_drop_off", "timepoint",
    ]

    /// The columns of `flex_stop_times` after its keys.
    package static let flex = [
        "location_group_id", "location_id", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window", "pickup_booking_rule_id", "drop_off_booking_rule_id",
    ]

    /// Has a row when SQLite was compiled with the table `dbstat`, which ``sizes`` reads.
    package static let knowsSizes = "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'"

    /// A query for the name of each table and index, the table that it belongs to, and the bytes of
    /// its pages, the largest first. SQLite reads every page for it.
    package static let sizes = """
        SELECT s.name, coalesce(m.tbl_name, s.name), sum(s.pgsize) AS bytes
        FROM dbstat s LEFT JOIN sqlite_master m ON m.name = s.name
        WHERE s.aggregate = 1
        GROUP BY s.name ORDER BY bytes DESC, s.name
        """

    /// The table whose rows a table of ``sizes`` indexes, for search or for places: `stops` for
    /// `stops_fts_data`. All others own themselves.
    package static func owner(_ table: String) -> String {
        guard !isOfExtension(table) else { return table }
        let words = table.split(separator: "_", omittingEmptySubsequences: false)
        guard let kind = words.firstIndex(where: { $0 == "fts" || $0 == "rtree" }), kind > 0 else {
            return table
        }
        return words[..<kind].joined(separator: "_")
    }

    package static func isOfExtension(_ table: String) -> Bool { table.hasPrefix("x_") }
}
