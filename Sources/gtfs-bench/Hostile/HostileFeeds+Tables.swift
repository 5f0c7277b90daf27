extension HostileFeeds {
    var tables: [HostileFeed] {
        [
            feed("routes-same-name", "routes.txt", count: some(300_000), afterUsual: true) {
                "R\($0),A,1,3"
            },
            feed("agencies", "agency.txt", count: some(300_000), afterUsual: true) {
                "A\($0),A,http://a.example,Europe/Berlin"
            },
            HostileFeed(
                "fare-rules", rows("fare_attributes.txt", count: 1) { _ in "F,1,EUR,0,0" },
                rows("fare_rules.txt", count: some(1_000_000)) {
                    "F,R,z\($0 % 1_000),z\($0 % 999),"
                }),
            feed("translations", "translations.txt", count: some(1_000_000)) { _ in
                "stops,stop_name,de,x,S1,,"
            },
        ]
    }
}
