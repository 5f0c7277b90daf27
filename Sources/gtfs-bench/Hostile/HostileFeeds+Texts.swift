extension HostileFeeds {
    var texts: [HostileFeed] {
        [
            stops("quote-open") { [count = some(300_000)] text in
                text.add("S3,\"")
                for _ in 0..<count { text.add(String(repeating: "x", count: 1_000)) }
            },
            stops("newlines") { [count = some(300_000)] text in
                for _ in 0..<count { text.add(String(repeating: "\n", count: 1_000)) }
            },
            stops("commas") { [count = some(300_000)] text in
                for _ in 0..<count { text.add(String(repeating: ",", count: 1_000)) }
            },
            stops("bad-rows") { [count = some(100_000)] text in
                for _ in 0..<count { text.add(String(repeating: "x\n", count: 500)) }
            },
            stops("blank-rows") { [count = some(100_000)] text in
                for _ in 0..<count { text.add(String(repeating: ",,,\n", count: 250)) }
            },
            stops("quotes") { [count = some(240_000)] text in
                for _ in 0..<count { text.add(String(repeating: "\"", count: 1_000)) }
            },
            HostileFeed(
                "nul-file",
                [
                    "stops.txt": { [count = some(300_000)] text in
                        for _ in 0..<count { text.add(String(repeating: "\0", count: 1_000)) }
                    }
                ]),
            stops("overlong-row") { [count = some(200_000)] text in
                text.add("S3,Three,52.5,13.4")
                for cell in 0..<count { text.add(",x\(cell)") }
                text.line("")
            },
            HostileFeed("columns-1M", ["stops.txt": columns(some(1_000_000), rows: 0)]),
            HostileFeed(
                "columns-100k-rows", ["stops.txt": columns(some(100_000), rows: some(3_000))]),
            HostileFeed("ids-1MB", ["trips.txt": trips(textBytes: 1_000_000, some(500))]),
            HostileFeed(
                "headsign-text",
                [
                    "trips.txt": HostileFeed.lines(
                        "route_id,service_id,trip_id,trip_headsign", count: some(3_000)
                    ) { "R,C,T\($0),\(String(repeating: "x", count: 100_000))\($0)" }
                ]),
            HostileFeed(
                "unknown-columns-text",
                [
                    "stops.txt": HostileFeed.lines(
                        HostileFeed.stopsHeader + ",zz", count: some(100_000)
                    ) { "S\($0),One,52.5,13.4,\(String(repeating: "y", count: 1_000))" }
                ]),
            HostileFeed("extension-files", extensionFiles(some(1_000))),
            HostileFeed("extension-names", ["trips.txt": hostileNames(some(10_000))]),
            HostileFeed(
                "extension-text",
                trips(some(50_000)).merging(
                    [
                        "stop_times.txt": HostileFeed.lines(
                            HostileFeed.stopTimesHeader + ",note", count: some(300_000)
                        ) { "T\($0 % 50_000),08:00:00,08:00:00,S1,\($0),note \($0 &* 7_919)" }
                    ]) { $1 }),
            HostileFeed(
                "stop-name-text",
                [
                    "stops.txt": HostileFeed.lines(HostileFeed.stopsHeader, count: some(100_000)) {
                        "S\($0),\(String(repeating: "word ", count: 200)),52.5,13.4"
                    }
                ]),
        ]
    }

    private func stops(_ name: String, _ body: @escaping HostileFeed.Body) -> HostileFeed {
        HostileFeed(name, ["stops.txt": HostileFeed.longer("stops.txt", body)])
    }

    private func columns(_ count: Int, rows: Int) -> HostileFeed.Body {
        { text in
            text.add(HostileFeed.stopsHeader)
            for column in 0..<count { text.add(",c\(column)") }
            text.line("")
            text.line("S1,One,52.5,13.4")
            text.line("S2,Two,52.6,13.5")
            let blanks = String(repeating: ",", count: count)
            for row in 0..<rows { text.line("S\(row + 10),One,52.5,13.4" + blanks) }
        }
    }

    private func extensionFiles(_ count: Int) -> [String: HostileFeed.Body] {
        Dictionary(
            uniqueKeysWithValues: (0..<count).map { number in
                (
                    number % 2 == 0 ? "a b\(number).txt" : "A_B\(number - 1).CSV",
                    HostileFeed.lines("id,rowid,\"x\"\"; --\"", count: 100) { "\($0),x,y" }
                )
            })
    }

    private func hostileNames(_ count: Int) -> HostileFeed.Body {
        let names = [
            "rowid", "_ROWID_", "sqlite_x", "\"a\"\"b\"", "x; DROP TABLE trip; --", "n\0l",
            "select",
            "Trip_Id", "'",
        ]
        return { text in
            text.add("route_id,service_id,trip_id")
            for column in 0..<count {
                text.add(
                    "," + names[column % names.count] + (column < names.count ? "" : "\(column)"))
            }
            text.line("")
            // The one of stop_times.txt, and another.
            for trip in ["T", "T1"] {
                text.line("R,C,\(trip)" + String(repeating: ",v", count: count))
            }
        }
    }

    private func trips(textBytes: Int, _ count: Int) -> HostileFeed.Body {
        HostileFeed.lines("route_id,service_id,trip_id", count: count) {
            "R,C,\(String(repeating: "x", count: textBytes))\($0)"
        }
    }
}
