import GTFSSchedule

extension HostileFeeds {
    var services: [HostileFeed] {
        let own = { (number: Int) in "X\(number)" }
        let farApart = rows("calendar_dates.txt", count: some(100_000)) {
            "X\($0),00010101,1\nX\($0),99991231,1"
        }
        return [
            HostileFeed("days", farApart),
            HostileFeed("days-used", trips(some(100_000), service: own), farApart),
            feed("days-desc", "calendar_dates.txt", count: some(1_000_000)) {
                "C,\(HostileFeed.day(Self.lastDay - $0)),1"
            },
            HostileFeed("calendar-centuries", centuries(some(100_000))),
            HostileFeed(
                "calendar-centuries-used", trips(some(20_000), service: own),
                centuries(some(20_000))),
            HostileFeed(
                "overlap-block", trips(some(10_000), inBlock: true, service: own),
                calendar(some(10_000), "20260101,20261231")),
            HostileFeed("block-100k", trips(some(100_000), inBlock: true)),
            HostileFeed(
                "block-100k-services", trips(some(100_000), inBlock: true, service: own),
                rows("calendar_dates.txt", count: some(100_000)) {
                    "X\($0),\(HostileFeed.day($0)),1"
                }),
            feed("freq-century", "frequencies.txt", count: 1) { _ in "T,00:00:00,876000:00:00,1" },
            feed("freq-many", "frequencies.txt", count: some(200_000)) {
                "T,\(ServiceTime(seconds: $0)),99:00:00,1"
            },
            feed("timeframes", "timeframes.txt", count: some(100_000)) {
                let start = ServiceTime(seconds: $0 % 86_000)
                return "G,\(start),\(start.adding(seconds: 1)),C"
            },
        ]
    }

    /// December 31st of the year 9999.
    private static let lastDay = 3_652_058

    private func centuries(_ count: Int) -> [String: HostileFeed.Body] {
        let removed = rows("calendar_dates.txt", count: count) { "X\($0),99991230,2" }
        return calendar(count, "00010101,99991231").merging(removed) { $1 }
    }

    private func calendar(_ count: Int, _ period: String) -> [String: HostileFeed.Body] {
        rows("calendar.txt", count: count, afterUsual: true) { "X\($0),1,1,1,1,1,1,1,\(period)" }
    }
}
