import Foundation

extension HostileFeeds {
    var zones: [HostileFeed] {
        [
            HostileFeed("polygon-star", ["locations.geojson": star]),
            zones("geojson-nest") { text in
                for _ in 0..<some(20_000) { text.add(String(repeating: "[", count: 1_000)) }
            },
            zones("geojson-big") { text in
                text.add("[")
                for _ in 0..<some(400_000) { text.add(String(repeating: "1,", count: 500)) }
                text.add("1]}")
            },
            zones("geojson-features") { text in
                text.add("[")
                for zone in 0..<some(2_000_000) {
                    text.add(
                        #"{"type":"Feature","id":"L\#(zone)","properties":{},"geometry":"#
                            + #"{"type":"Polygon","coordinates":[[[1,1],[1,2],[2,2],[1,1]]]}},"#)
                }
                text.add("{}]}")
            },
        ]
    }

    private func zones(_ name: String, _ features: @escaping HostileFeed.Body) -> HostileFeed {
        HostileFeed(
            name,
            [
                "locations.geojson": { text in
                    text.add(#"{"type":"FeatureCollection","features":"#)
                    features(&text)
                }
            ])
    }

    private var star: HostileFeed.Body {
        let count = some(300_000) | 1
        return { text in
            text.add(
                #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"L","#
                    + #""properties":{},"geometry":{"type":"Polygon","coordinates":[["#)
            for point in 0..<count {
                let angle = Double(point * (count / 2)) * 2 * .pi / Double(count)
                let x = 13_000_000 + Int((cos(angle) * 1e6).rounded())
                let y = 52_000_000 + Int((sin(angle) * 1e6).rounded())
                text.add("[\(Double(x) / 1e6),\(Double(y) / 1e6)],")
            }
            text.add("[14.0,52.0]]]}}]}")
        }
    }
}
