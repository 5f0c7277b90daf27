import SQLiteLayer
import SystemLayer

struct BenchmarkQuery: Sendable {
    let name: String
    let targetMilliseconds: Double
    let sql: String
    let arguments: @Sendable (inout SampleArguments, Database) throws -> Parameters?

    static let all = [
        BenchmarkQuery(
            name: "stop times of a trip", targetMilliseconds: 1,
            sql: "SELECT * FROM stop_times WHERE trip_id = :trip_id"
        ) { arguments, _ in arguments.trip() },
        BenchmarkQuery(
            name: "departures in an hour, any stop", targetMilliseconds: 1, sql: departures
        ) { try $0.hourAtStop($1) },
        BenchmarkQuery(
            name: "departures in an hour, busiest stop", targetMilliseconds: 5, sql: departures
        ) { arguments, _ in arguments.hourAtBusiestStop() },
        BenchmarkQuery(
            name: "stops nearby", targetMilliseconds: 2,
            sql: """
                SELECT s.stop_id, s.stop_name FROM stops_rtree r JOIN stops s ON s.sid = r.sid
                WHERE r.max_lat >= :south AND r.min_lat <= :north
                  AND r.max_lon >= :west AND r.min_lon <= :east
                ORDER BY (r.min_lat - :lat) * (r.min_lat - :lat)
                  + (r.min_lon - :lon) * (r.min_lon - :lon)
                LIMIT 20
                """
        ) { arguments, _ in arguments.square() },
        BenchmarkQuery(
            name: "stops by name", targetMilliseconds: 2,
            sql: """
                SELECT s.stop_id, s.stop_name FROM stops_fts f JOIN stops s ON s.sid = f.rowid
                WHERE stops_fts MATCH :match LIMIT 20
                """
        ) { arguments, _ in arguments.prefix() },
        BenchmarkQuery(
            name: "points of a shape", targetMilliseconds: 20,
            sql: "SELECT * FROM shapes WHERE shape_id = :shape_id"
        ) { arguments, _ in arguments.shape() },
    ]

    private static let departures = """
        SELECT departure_time, route_short_name, headsign, trip_id FROM departures
        JOIN service_dates USING (service)
        WHERE stop_id = :stop_id AND date = :date
          AND origin BETWEEN :from - latest AND :to - earliest
          AND departure_timestamp >= :from AND departure_timestamp < :to AND pickup_type IS NOT 1
        ORDER BY departure_timestamp, trip_id
        """

    func measure(
        _ db: Database, samples: Int, _ source: inout SampleArguments
    ) throws -> QueryResult? {
        var milliseconds: [Double] = []
        var preparing: [Double] = []
        var rows = 0
        // The first run reads pages and compiles the views' text, which is not measured here.
        for sample in -1..<samples {
            guard let values = try arguments(&source, db) else { return nil }
            let start = ContinuousClock.now
            let statement = try Statement(db.connection, sql)
            let prepared = ContinuousClock.now
            try statement.bind(values)
            var count = 0
            while try statement.next() { count += 1 }
            let end = ContinuousClock.now
            guard sample >= 0 else { continue }
            rows += count
            milliseconds.append((end - prepared).seconds * 1000)
            preparing.append((prepared - start).seconds * 1000)
        }
        return QueryResult(
            name: name, rows: Double(rows) / Double(samples),
            milliseconds: Latencies(milliseconds), prepareP50: Latencies(preparing).p50,
            target: targetMilliseconds, fullScans: try QueryResult.fullScans(db, sql))
    }
}
