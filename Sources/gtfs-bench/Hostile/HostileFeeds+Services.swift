extension HostileFeeds {
    var services: [HostileFeed] {
        [
            HostileFeed("days", ["calendar_dates.txt": farApart]),
            HostileFeed("days-used", used(some(100_000), ["calendar_dates.txt": farApart])),
            HostileFeed(
                "days-desc",
                [
                    "calendar_dates.txt": HostileFeed.lines(
                        HostileFeed.datesHeader, count: some(1_000_000)
                    ) { "C,\(HostileFeed.day(Self.lastDay - $0)),1" }
                ]),
            HostileFeed("calendar-centuries", centuries(some(100_000))),
            HostileFeed(
                "calendar-centuries-used", used(some(20_000), centuries(some(20_000)))),
            HostileFeed(
                "overlap-block",
                trips(some(10_000), columns: ",block_id", service: { "X\($0)" }, more: ",B")
                    .merging(years(some(10_000))) { $1 }),
            HostileFeed(
                "block-100k", trips(some(100_000), columns: ",block_id", more: ",B")),
            HostileFeed(
                "block-100k-services",
                trips(some(100_000), columns: ",block_id", service: { "X\($0)" }, more: ",B")
                    .merging([
                        "calendar_dates.txt": HostileFeed.lines(
                            HostileFeed.datesHeader, count: some(100_000)
                        ) { "X\($0),\(HostileFeed.day($0)),1" }
                    ]) { $1 }),
            HostileFeed(
                "freq-century",
                [
                    "frequencies.txt": HostileFeed.lines(Self.frequencies, count: 1) { _ in
                        "T,00:00:00,876000:00:00,1"
                    }
                ]),
            HostileFeed(
                "freq-many",
                [
                    "frequencies.txt": HostileFeed.lines(Self.frequencies, count: some(200_000)) {
                        "T,\(HostileFeed.clock($0)),99:00:00,1"
                    }
                ]),
            HostileFeed(
                "timeframes",
                [
                    "timeframes.txt": HostileFeed.lines(
                        "timeframe_group_id,start_time,end_time,service_id", count: some(100_000)
                    ) {
                        "G,\(HostileFeed.clock($0 % 86_000)),\(HostileFeed.clock($0 % 86_000 + 1)),C"
                    }
                ]),
        ]
    }

    /// December 31st of the year 9999.
    private static let lastDay = 3_652_058
    private static let frequencies = "trip_id,start_time,end_time,headway_secs"

    private var farApart: HostileFeed.Body {
        let count = some(100_000)
        return { text in
            text.line(HostileFeed.datesHeader)
            for service in 0..<count {
                text.line("X\(service),00010101,1")
                text.line("X\(service),99991231,1")
            }
        }
    }

    private func centuries(_ count: Int) -> [String: HostileFeed.Body] {
        [
            "calendar.txt": HostileFeed.longer("calendar.txt") { text in
                for service in 0..<count {
                    text.line("X\(service),1,1,1,1,1,1,1,00010101,99991231")
                }
            },
            "calendar_dates.txt": HostileFeed.lines(HostileFeed.datesHeader, count: count) {
                "X\($0),99991230,2"
            },
        ]
    }

    private func years(_ count: Int) -> [String: HostileFeed.Body] {
        [
            "calendar.txt": HostileFeed.longer("calendar.txt") { text in
                for service in 0..<count {
                    text.line("X\(service),1,1,1,1,1,1,1,20260101,20261231")
                }
            }
        ]
    }

    private func used(
        _ count: Int, _ files: [String: HostileFeed.Body]
    ) -> [String: HostileFeed.Body] {
        trips(count, service: { "X\($0)" }).merging(files) { $1 }
    }
}
