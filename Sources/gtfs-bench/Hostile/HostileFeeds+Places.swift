extension HostileFeeds {
    var places: [HostileFeed] {
        let shapes = some(100_000)
        return [
            feed("stops-same-point", "stops.txt", count: some(300_000)) { "S\($0),One,52.5,13.4" },
            HostileFeed("parents-chain", parents(some(200_000))),
            feed("desc-shape", "shapes.txt", count: some(1_000_000)) {
                "H,52.5,13.4,\(1_000_000 - $0)"
            },
            feed("scattered-shapes", "shapes.txt", count: shapes * 10) {
                "H\($0 % shapes),52.5,13.\(4 + $0 / shapes % 2),\($0 / shapes)"
            },
            feed("transfers", "transfers.txt", count: some(1_000_000)) { _ in "S1,S2,0," },
            chain(some(300_000)),
            dense(some(3_000)),
        ]
    }

    /// After the two stops that trips call at, a place a row.
    private func stations(
        _ fixed: [String], count: Int, _ row: @escaping (Int) -> String
    ) -> [String: HostileFeed.Body] {
        rows("stops.txt", ",location_type,parent_station", count: fixed.count + count) {
            $0 < fixed.count ? fixed[$0] : row($0 - fixed.count)
        }
    }

    private func parents(_ count: Int) -> [String: HostileFeed.Body] {
        stations(["S1,a,52.5,13.4,0,", "S2,a,52.6,13.4,0,"], count: count) {
            "P\($0),One,52.5,13.4,1,P\(($0 + 1) % count)"
        }
    }

    private static let station = [
        "S1,a,52.5,13.4,0,ST", "S2,a,52.6,13.4,0,ST", "ST,st,52.5,13.4,1,",
    ]

    private func chain(_ count: Int) -> HostileFeed {
        HostileFeed(
            "pathways-chain",
            rows("pathways.txt", count: count) { "P\($0),N\($0),N\($0 + 1),1,1" },
            stations(Self.station + ["EN,e,52.5,13.4,2,ST"], count: count + 1) {
                "N\($0),n,52.5,13.4,3,ST"
            })
    }

    private func dense(_ count: Int) -> HostileFeed {
        HostileFeed(
            "pathways-dense",
            rows("pathways.txt", count: count * 100) {
                "P\($0),E\($0 % count),Q\($0 / 100),1,1"
            },
            stations(Self.station, count: count) {
                "E\($0),n,52.5,13.4,2,ST\nQ\($0),q,52.5,13.4,0,ST"
            })
    }
}
