struct HostileFeeds {
    var divisor = 1

    var all: [HostileFeed] {
        [HostileFeed("base")] + services + trips + places + zones + tables + texts
    }

    func some(_ count: Int) -> Int { max(count / divisor, 2) }

    /// A file of many rows, which follow its header and, on request, its usual rows.
    func rows(
        _ file: String, _ columns: String = "", count: Int, afterUsual: Bool = false,
        _ row: @escaping (Int) -> String
    ) -> [String: HostileFeed.Body] {
        func write(_ text: inout FeedText) {
            for number in 0..<count { text.line(row(number)) }
        }
        return [
            file: afterUsual
                ? HostileFeed.longer(file, write)
                : { text in
                    text.header(file, columns)
                    write(&text)
                }
        ]
    }

    /// A feed with one such file.
    func feed(
        _ name: String, _ file: String, _ columns: String = "", count: Int,
        afterUsual: Bool = false, _ row: @escaping (Int) -> String
    ) -> HostileFeed {
        HostileFeed(name, rows(file, columns, count: count, afterUsual: afterUsual, row))
    }

    /// With two calls each, on request all in one block.
    func trips(
        _ count: Int, inBlock: Bool = false, service: @escaping (Int) -> String = { _ in "C" }
    ) -> [String: HostileFeed.Body] {
        let trips = rows("trips.txt", inBlock ? ",block_id" : "", count: count) {
            "R,\(service($0)),T\($0)" + (inBlock ? ",B" : "")
        }
        let calls = rows("stop_times.txt", count: count) {
            "T\($0),08:00:00,08:00:00,S1,1\nT\($0),08:10:00,08:10:00,S2,2"
        }
        return trips.merging(calls) { $1 }
    }
}
