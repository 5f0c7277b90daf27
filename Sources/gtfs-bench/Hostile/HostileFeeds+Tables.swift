extension HostileFeeds {
    var tables: [HostileFeed] {
        [
            HostileFeed(
                "routes-same-name",
                [
                    "routes.txt": HostileFeed.longer("routes.txt") { [count = some(300_000)] text in
                        for route in 0..<count { text.line("R\(route),A,1,3") }
                    }
                ]),
            HostileFeed(
                "agencies",
                [
                    "agency.txt": HostileFeed.longer("agency.txt") { [count = some(300_000)] text in
                        for agency in 0..<count {
                            text.line("A\(agency),A,http://a.example,Europe/Berlin")
                        }
                    }
                ]),
            HostileFeed(
                "fare-rules",
                [
                    "fare_attributes.txt": HostileFeed.lines(
                        "fare_id,price,currency_type,payment_method,transfers", count: 1
                    ) { _ in "F,1,EUR,0,0" },
                    "fare_rules.txt": HostileFeed.lines(
                        "fare_id,route_id,origin_id,destination_id,contains_id",
                        count: some(1_000_000)
                    ) { "F,R,z\($0 % 1_000),z\($0 % 999)," },
                ]),
            HostileFeed(
                "translations",
                [
                    "translations.txt": HostileFeed.lines(
                        "table_name,field_name,language,translation,record_id,record_sub_id,"
                            + "field_value", count: some(1_000_000)
                    ) { _ in "stops,stop_name,de,x,S1,," }
                ]),
        ]
    }
}
