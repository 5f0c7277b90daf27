extension HostileFeeds {
    var places: [HostileFeed] {
        [
            HostileFeed(
                "stops-same-point",
                [
                    "stops.txt": HostileFeed.lines(HostileFeed.stopsHeader, count: some(300_000)) {
                        "S\($0),One,52.5,13.4"
                    }
                ]),
            HostileFeed("parents-chain", ["stops.txt": parents]),
            HostileFeed(
                "desc-shape",
                [
                    "shapes.txt": HostileFeed.lines(
                        HostileFeed.shapesHeader, count: some(1_000_000)
                    ) {
                        "H,52.5,13.4,\(1_000_000 - $0)"
                    }
                ]),
            HostileFeed(
                "scattered-shapes",
                [
                    "shapes.txt": HostileFeed.lines(
                        HostileFeed.shapesHeader, count: some(100_000) * 10
                    ) { [count = some(100_000)] in
                        "H\($0 % count),52.5,13.\(4 + $0 / count % 2),\($0 / count)"
                    }
                ]),
            HostileFeed(
                "transfers",
                [
                    "transfers.txt": HostileFeed.lines(
                        "from_stop_id,to_stop_id,transfer_type,min_transfer_time",
                        count: some(1_000_000)
                    ) { _ in "S1,S2,0," }
                ]),
            HostileFeed("pathways-chain", chain),
            HostileFeed("pathways-dense", dense),
        ]
    }

    private static let stopsInStations = HostileFeed.stopsHeader + ",location_type,parent_station"
    private static let pathways =
        "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional"

    private var parents: HostileFeed.Body {
        let count = some(200_000)
        return { text in
            text.line(Self.stopsInStations)
            text.line("S1,a,52.5,13.4,0,")
            text.line("S2,a,52.6,13.4,0,")
            for stop in 0..<count {
                text.line("P\(stop),One,52.5,13.4,1,P\((stop + 1) % count)")
            }
        }
    }

    private var chain: [String: HostileFeed.Body] {
        let count = some(300_000)
        return [
            "pathways.txt": HostileFeed.lines(Self.pathways, count: count) {
                "P\($0),N\($0),N\($0 + 1),1,1"
            },
            "stops.txt": { text in
                text.line(Self.stopsInStations)
                text.line("S1,a,52.5,13.4,0,ST")
                text.line("S2,a,52.6,13.4,0,ST")
                text.line("ST,st,52.5,13.4,1,")
                text.line("EN,e,52.5,13.4,2,ST")
                for node in 0...count { text.line("N\(node),n,52.5,13.4,3,ST") }
            },
        ]
    }

    private var dense: [String: HostileFeed.Body] {
        let count = some(3_000)
        return [
            "pathways.txt": HostileFeed.lines(Self.pathways, count: count * 100) {
                "P\($0),E\($0 % count),Q\($0 / 100),1,1"
            },
            "stops.txt": { text in
                text.line(Self.stopsInStations)
                text.line("S1,a,52.5,13.4,0,ST")
                text.line("S2,a,52.6,13.4,0,ST")
                text.line("ST,st,52.5,13.4,1,")
                for place in 0..<count {
                    text.line("E\(place),n,52.5,13.4,2,ST")
                    text.line("Q\(place),q,52.5,13.4,0,ST")
                }
            },
        ]
    }
}
