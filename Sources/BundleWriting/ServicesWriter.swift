import BundleCodec
import FeedCompiling
import SQLiteLayer

/// Inserts the days of the services. They keep the numbers under which `calendar` and
/// `calendar_dates` were written.
enum ServicesWriter {
    static func write(_ services: CompiledServices, _ connection: Connection) throws {
        let insert = try Statement(connection, "INSERT INTO service VALUES (?, ?, ?, ?, ?)")
        for service in 0..<services.table.count {
            let days = services.table.days(service, within: services.window)
            try insert.bind(1, Int64(service + 1))
            try insert.bind(2, text: services.table.ids[service])
            try insert.bind(3, days.map { Int64($0.first) })
            try insert.bind(4, days.map { Int64($0.last) })
            try insert.bind(5, text: days?.days)
            try insert.run()
        }
    }
}
