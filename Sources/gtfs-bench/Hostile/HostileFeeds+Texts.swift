extension HostileFeeds {
    var texts: [HostileFeed] {
        let repeated = [
            ("quote-open", "S3,\"", "x", times: 1_000, count: some(300_000)),
            ("newlines", "", "\n", times: 1_000, count: some(300_000)),
            ("commas", "", ",", times: 1_000, count: some(300_000)),
            ("bad-rows", "", "x\n", times: 500, count: some(100_000)),
            ("blank-rows", "", ",,,\n", times: 250, count: some(100_000)),
            ("quotes", "", "\"", times: 1_000, count: some(240_000)),
        ].map { name, start, piece, times, count in
            HostileFeed(
                name,
                [
                    "stops.txt": HostileFeed.longer("stops.txt") { text in
                        text.add(start)
                        for _ in 0..<count { text.add(String(repeating: piece, count: times)) }
                    }
                ])
        }
        let cells = some(200_000)
        return repeated + [
            HostileFeed(
                "nul-file",
                [
                    "stops.txt": { [count = some(300_000)] text in
                        for _ in 0..<count { text.add(String(repeating: "\0", count: 1_000)) }
                    }
                ]),
            feed("overlong-row", "stops.txt", count: 1, afterUsual: true) { _ in
                "S3,Three,52.5,13.4" + (0..<cells).map { ",x\($0)" }.joined()
            },
            HostileFeed("columns-1M", columns(some(1_000_000), rows: 0)),
            HostileFeed("columns-100k-rows", columns(some(100_000), rows: some(3_000))),
            feed("ids-1MB", "trips.txt", count: some(500)) {
                "R,C,\(String(repeating: "x", count: 1_000_000))\($0)"
            },
            feed("headsign-text", "trips.txt", ",trip_headsign", count: some(3_000)) {
                "R,C,T\($0),\(String(repeating: "x", count: 100_000))\($0)"
            },
            feed("unknown-columns-text", "stops.txt", ",zz", count: some(100_000)) {
                "S\($0),One,52.5,13.4,\(String(repeating: "y", count: 1_000))"
            },
            HostileFeed("extension-files", extensionFiles(some(1_000))),
            HostileFeed("extension-names", hostileNames(some(10_000))),
            HostileFeed(
                "extension-text", trips(some(50_000)),
                rows("stop_times.txt", ",note", count: some(300_000)) {
                    "T\($0 % 50_000),08:00:00,08:00:00,S1,\($0),note \($0 &* 7_919)"
                }),
            feed("stop-name-text", "stops.txt", count: some(100_000)) {
                "S\($0),\(String(repeating: "word ", count: 200)),52.5,13.4"
            },
        ]
    }

    private func columns(_ count: Int, rows: Int) -> [String: HostileFeed.Body] {
        [
            "stops.txt": { text in
                text.header("stops.txt", (0..<count).map { ",c\($0)" }.joined())
                text.line("S1,One,52.5,13.4")
                text.line("S2,Two,52.6,13.5")
                let blanks = String(repeating: ",", count: count)
                for row in 0..<rows { text.line("S\(row + 10),One,52.5,13.4" + blanks) }
            }
        ]
    }

    private func extensionFiles(_ count: Int) -> [String: HostileFeed.Body] {
        (0..<count).map { number in
            let file = number % 2 == 0 ? "a b\(number).txt" : "A_B\(number - 1).CSV"
            return rows(file, "id,rowid,\"x\"\"; --\"", count: 100) { "\($0),x,y" }
        }.reduce([:]) { all, file in all.merging(file) { $1 } }
    }

    private func hostileNames(_ count: Int) -> [String: HostileFeed.Body] {
        let names = [
            "rowid", "_ROWID_", "sqlite_x", "\"a\"\"b\"", "x; DROP TABLE trip; --", "n\0l",
            "select",
            "Trip_Id", "'",
        ]
        let columns = (0..<count).map { column in
            "," + names[column % names.count] + (column < names.count ? "" : "\(column)")
        }.joined()
        // The one of stop_times.txt, and another.
        return rows("trips.txt", columns, count: 2) {
            "R,C,\(["T", "T1"][$0])" + String(repeating: ",v", count: count)
        }
    }
}
