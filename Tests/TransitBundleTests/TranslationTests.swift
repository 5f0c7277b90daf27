import Foundation
import Testing
import TransitBundle

@Suite("Translations")
struct TranslationTests {
    private func names(_ language: String, _ ids: [String]) async throws -> [String] {
        let bundle = try await sampleBundle()
        var stops: [Stop] = []
        for id in ids { stops.append(try await bundle.stop(id: id)) }
        return try await bundle.translations(for: language).translated(stops).map(\.stopName)
    }

    @Test("stops by their id and by their text; the rest stays")
    func stops() async throws {
        let ids = ["QP", "QUAY", "QUAY_P1", "LP", "BJ"]
        #expect(
            try await names("zh-Hans", ids) == [
                "码头广场", "环形码头", "环形码头", "Lavender Point", "Beach Junction",
            ])
        #expect(
            try await names("fr", ids) == [
                "Quayside Plaza", "Quayside", "Quayside", "Pointe Lavande", "Beach Junction",
            ])
    }

    @Test("searches find stops and routes by their names in the language, and as published")
    func search() async throws {
        let bundle = try await sampleBundle()
        let arabic = try await bundle.speaking("ar")
        for text in ["رصيف الميناء", "الميناء", "الم رص", "QUAYSIDE", "200"] {
            #expect(
                try await arabic.stops(matching: text, limit: 1).map(\.stopName)
                    == ["رصيف الميناء"], "\(text)")
        }
        #expect(try await arabic.routes(matching: "خط", limit: 9).map(\.routeID) == ["T1"])
        #expect(try await arabic.routes(matching: "north shelf", limit: 1).map(\.routeID) == ["T1"])
        #expect(try await arabic.stops(matching: "環形碼頭", limit: 9) == [])
        let chinese = try await bundle.speaking("zh-CN")
        // Part of a word, in writing without spaces; the stop that begins with it comes first.
        #expect(try await chinese.stops(matching: "码头", limit: 9).map(\.stopName).first == "码头广场")
        #expect(try await chinese.stops(matching: "形码", limit: 1).map(\.stopID) == ["QUAY"])
        #expect(try await chinese.routes(matching: "北岸线", limit: 9).map(\.routeID) == ["T1"])
        #expect(try await bundle.stops(matching: "رصيف الميناء") == [])
        #expect(try await bundle.stops(matching: "码") == [])
        try await chinese.prepareSearch()
    }

    @Test("searches find the name that is shown: of the best language, of the row before the text")
    func searchOrder() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_code,stop_lat,stop_lon
                    a,Main,7,1,1
                    b,Main,8,1,1
                    c,Łódź,,1,1

                    """,
                routes: "route_id,route_short_name,route_type\nr,Loop,3\nq,Red,3\n",
                others: [
                    "translations.txt": """
                    table_name,field_name,language,translation,record_id,record_sub_id,field_value
                    stops,stop_name,de,Haupt,,,Main
                    stops,stop_name,de,Mitte,b,,
                    stops,stop_name,de-CH,Zmitte,,,Main
                    stops,stop_code,de,Sieben,,,7
                    stops,stop_name,fr,Lodz d'Or,c,,
                    routes,route_short_name,de,Ring,,,Loop
                    routes,route_short_name,de,Ringbahn,q,,

                    """
                ]))
        let german = try await bundle.speaking("de")
        func found(_ text: String) async throws -> [String] {
            try await german.stops(matching: text, limit: 9).map(\.stopID)
        }
        #expect(try await found("haupt") == ["a"])
        #expect(try await found("mitte") == ["b"])
        #expect(try await found("zmitte") == [])
        #expect(try await found("mitte 8") == ["b"])
        #expect(try await found("sieben") == ["a"])
        #expect(try await found("or") == [])
        #expect(try await german.routes(matching: "ring", limit: 9).map(\.routeID) == ["r", "q"])
        let swiss = try await bundle.speaking("de-CH")
        #expect(try await swiss.stops(matching: "zm", limit: 9).map(\.stopID) == ["a", "b"])
        // Letters of a short text are remembered for each language.
        #expect(try await german.stops(matching: "zm", limit: 9) == [])
        let french = try await bundle.speaking("fr")
        #expect(try await french.stops(matching: "dor", limit: 9).map(\.stopID) == ["c"])
        #expect(try await french.stops(matching: "łódź", limit: 9).map(\.stopID) == ["c"])
    }

    @Test(
        "languages fall back to shorter tags and other variants, never to another script",
        arguments: [
            ("fr-CA", "Pointe Lavande"), ("fr_CA", "Pointe Lavande"), ("FR", "Pointe Lavande"),
            ("de", "Lavender Point"), ("en-AU", "Lavender Point"), ("", "Lavender Point"),
            ("f", "Lavender Point"),
        ])
    func fallback(language: String, name: String) async throws {
        #expect(try await names(language, ["LP"]) == [name])
    }

    @Test(
        "scripts are kept apart",
        arguments: [
            ("zh-Hans-CN", "码头广场"), ("zh", "码头广场"), ("zh-Hant", "Quayside Plaza"),
            ("zh-Hant-TW", "Quayside Plaza"),
        ])
    func scripts(language: String, name: String) async throws {
        #expect(try await names(language, ["QP"]) == [name])
    }

    @Test("other stop fields are translated as well")
    func urls() async throws {
        let bundle = try await sampleBundle()
        let quay = try await bundle.stop(id: "QUAY")
        let chinese = try await bundle.translations(for: "zh-Hans").translated(quay)
        #expect(chinese.stopURL == "https://transit.example.org/zh/stops/quayside")
        #expect(chinese.sid == quay.sid)
        #expect(chinese.stopDesc == quay.stopDesc)
    }

    @Test("routes, agencies, levels, signposts, the publisher and organisations")
    func others() async throws {
        let bundle = try await sampleBundle()
        let chinese = try await bundle.translations(for: "zh-Hans")
        let arabic = try await bundle.translations(for: "ar")
        let t1 = try await bundle.route(id: "T1")
        #expect(try await chinese.translated(t1).routeLongName == "北岸线")
        #expect(try await arabic.translated(t1).routeLongName == "خط نورث شيلف")
        #expect(try await chinese.translated(t1).routeShortName == "T1")
        let groups = try await chinese.translated(try await bundle.routeGroups())
        #expect(groups.first?.routes.first?.routeLongName == "北岸线")
        let feed = try await chinese.translated(try await bundle.feed())
        #expect(feed.info?.feedPublisherName == "流明港公共交通")
        #expect(feed.agencies.first?.agencyName == "流明港公共交通")
        #expect(feed.agencies.last?.agencyName == "Harbour Ferries of Port Lumen")
        #expect(feed.attributions.first?.organizationName == "流明港地图工作室")
        let quay = try await bundle.details(of: try await bundle.stop(id: "QUAY"))
        #expect(try await chinese.translated(quay).levels.map(\.levelName).contains("地铁层"))
        let exit = try await arabic.translated(quay).pathways.first { $0.pathwayID == "PW04" }
        #expect(exit?.signpostedAs == "مخرج")
        let near = try await chinese.translated(
            try await bundle.stops(
                near: Coordinate(latitude: -33.8615, longitude: 151.2107), count: 1))
        #expect(near.first?.stop.stopName == "环形码头")
    }

    @Test("headsigns of trips and of stop times")
    func headsigns() async throws {
        let bundle = try await sampleBundle()
        let chinese = try await bundle.translations(for: "zh-Hans")
        let arabic = try await bundle.translations(for: "ar")
        func shown(
            _ translations: BundleTranslations, text: String, trip: String, sequence: Int
        )
            async throws -> String
        {
            try await translations.translated(headsign: text, tripID: trip, stopSequence: sequence)
        }
        let via = "North Shelf via Quayside"
        #expect(try await shown(chinese, text: "South Beach", trip: "333-E1", sequence: 1) == "南滩")
        #expect(try await shown(chinese, text: via, trip: "T1-WD-N1", sequence: 1) == "北岸（经环形码头）")
        // Another call and another trip have no translation of their own.
        #expect(try await shown(chinese, text: via, trip: "T1-WD-N1", sequence: 2) == via)
        #expect(try await shown(chinese, text: via, trip: "T1-WD-N2", sequence: 1) == via)
        #expect(
            try await shown(arabic, text: via, trip: "T1-WD-N2", sequence: 1)
                == "نورث شيلف عبر رصيف الميناء")
        let trip = try await bundle.read { try Trip.fetchAll($0) }.first { $0.tripID == "333-E1" }
        let translated = try await chinese.translated(try #require(trip))
        #expect(translated.tripHeadsign == "南滩")
    }

    @Test("departures show translated stops, routes and headsigns")
    func departures() async throws {
        let bundle = try await sampleBundle()
        let stop = try await bundle.stop(id: "CJ_P1")
        // Monday 23 November 2026, 05:00 in Sydney.
        let departures = try await bundle.departures(
            from: stop, at: Date(timeIntervalSince1970: 1_795_370_400))
        let shown = try await bundle.translations(for: "zh").translated(departures)
        let first = try #require(shown.first)
        #expect(first.tripID == "T1-WD-N1")
        #expect(first.stop.stopName == "中央枢纽")
        #expect(first.route?.routeLongName == "北岸线")
        #expect(first.headsign == "北岸（经环形码头）")
        #expect(first.tripShortName == "Run 102")
    }

    @Test("a row's own translation counts before one of its text, a better language before both")
    func precedence() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(others: [
                "feed_info.txt": """
                feed_publisher_name,feed_publisher_url,feed_lang
                P,https://p.example.org/,en-AU

                """,
                "translations.txt": """
                table_name,field_name,language,translation,record_id,record_sub_id,field_value
                stops,stop_name,fr,par texte,,,A
                stops,stop_name,fr,par numéro,a,,
                stops,stop_name,fr-CA,québécois,,,A
                stops,stop_name,en-GB,British,,,A
                stops,stop_name,en-AU,Australian,,,B

                """,
            ]))
        func name(_ language: String, _ id: String = "a") async throws -> String {
            let translations = try await bundle.translations(for: language)
            return try await translations.translated(try await bundle.stop(id: id)).stopName
        }
        #expect(try await name("fr") == "par numéro")
        #expect(try await name("fr-FR") == "par numéro")
        #expect(try await name("fr-CA") == "québécois")
        // The feed speaks a variant of English itself: another variant is no better.
        #expect(try await name("en-US") == "A")
        #expect(try await name("en-GB") == "British")
        #expect(try await name("en-AU", "b") == "Australian")
        #expect(try await bundle.languages() == ["en-AU", "en-GB", "fr", "fr-CA"])
    }

    @Test("the call of a translation is a number: 01 is stop_sequence 1")
    func callsByNumber() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time,stop_headsign
                    t,a,1,08:00:00,08:00:00,North
                    t,b,10,08:10:00,08:10:00,South

                    """,
                others: [
                    "translations.txt": """
                    table_name,field_name,language,translation,record_id,record_sub_id,field_value
                    stop_times,stop_headsign,fr,Nord,t,01,
                    stop_times,stop_headsign,fr,Sud,t,010,

                    """
                ]))
        let french = try await bundle.speaking("fr")
        let calls = try await french.calls(of: try await french.trip(id: "t"))
        #expect(calls.map(\.headsign) == ["Nord", "Sud"])
    }

    @Test("ids that look the same but have different bytes have translations of their own")
    func canonicalEquivalents() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\n\u{E9},A,1,1\ne\u{301},B,1,1\n",
                others: [
                    "translations.txt": """
                    table_name,field_name,language,translation,record_id
                    stops,stop_name,en,one,\u{E9}
                    stops,stop_name,en,two,e\u{301}

                    """
                ]))
        let stops = try await bundle.stops(ids: ["\u{E9}", "e\u{301}"]).compactMap { $0 }
        let english = try await bundle.translations(for: "en").translated(stops)
        #expect(english.map(\.stopName) == ["one", "two"])
        for stop in stops {
            #expect(try await bundle.stops(matching: stop.stopID, limit: 1).first?.sid == stop.sid)
        }
    }

    @Test(
        "the likely script of a language and region decides",
        arguments: [
            ("zh-CN", "zh-Hans"), ("zh_CN", "zh-Hans"), ("zh", "zh-Hans"), ("ZH-sg", "zh-Hans"),
            ("zh-MY", "zh-Hans"), ("zh_TW", "zh-Hant"), ("zh-HK", "zh-Hant"),
            ("zh-MO", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh-Hant-CN", "zh-Hant"),
            ("yue", "zh-Hant"), ("zh-yue-HK", "zh-Hant"), ("cmn-TW", "zh-Hant"),
            ("zh-TW-x-private", "zh-Hant"), ("zh-TW-u-co-pinyin", "zh-Hant"),
            ("zh-Latn-pinyin", nil), ("sr", "sr-Cyrl"), ("sr-RS", "sr-Cyrl"), ("sr_BA", "sr-Cyrl"),
            ("sr-ME", "sr-Latn"), ("sr-Latn-RS", "sr-Latn"), ("sr-RS-x-latn", "sr-Cyrl"),
            ("uz", "uz-Latn"), ("uz-AF", nil), ("az-IR", "az-Arab"), ("az-AZ", nil),
            ("pa-PK", "pa-Arab"), ("pa-IN", nil), ("mn", nil), ("mn-CN", "mn-Mong"),
            ("ru", nil), ("ja", nil), ("ko", "ko-Hang"), ("de", "de-Latn"), ("*", nil), ("", nil),
        ] as [(String, String?)])
    func scripts(wish: String, fit: String?) {
        let tags = [
            "zh-Hans", "zh-Hant", "sr-Cyrl", "sr-Latn", "uz-Latn", "az-Arab", "pa-Arab", "mn-Mong",
            "ru-Latn", "ja-Hrkt", "ko-Hang", "de-Latn",
        ]
        let ranks = LanguageMatch(wish).ranks(of: tags, own: nil)
        #expect(ranks.levels.joined().map(\.text) == [fit].compactMap { $0 })
    }

    @Test("a region's names come before those of its script, which come before other regions'")
    func ranksWithinScript() {
        func order(_ wish: String, _ tags: [String]) -> [String] {
            LanguageMatch(wish).ranks(of: tags, own: nil).levels.joined().map(\.text)
        }
        #expect(
            order("zh-TW", ["zh", "zh-HK", "zh-Hant", "zh-Hant-TW", "zh-Hans-TW", "zh-TW"])
                == ["zh-TW", "zh-Hant-TW", "zh-Hant", "zh-HK"])
        #expect(order("zh-Hant-TW", ["zh-CN", "zh-Hant", "zh-TW"]) == ["zh-TW", "zh-Hant"])
        #expect(order("sr-RS", ["sr-Latn", "sr", "sr-Cyrl", "sr-ME"]) == ["sr", "sr-Cyrl"])
        #expect(order("sr-ME", ["sr-Latn-RS", "sr", "sr-Latn"]) == ["sr-Latn", "sr-Latn-RS"])
        #expect(order("de-CH", ["de-AT", "de", "de-CH", "en"]) == ["de-CH", "de", "de-AT"])
        #expect(order("yue", ["zh-yue", "zh-Hant", "zh"]) == ["zh-yue", "zh-Hant"])
    }

    @Test("a feed in another script of the language is not the rider's own")
    func ownInOtherScript() {
        let match = LanguageMatch("sr-Latn")
        #expect(match.ranks(of: ["sr-Latn"], own: "sr").levels == [["sr-Latn"]])
        #expect(LanguageMatch("sr-RS").ranks(of: ["sr-Latn"], own: "sr") == .none)
    }

    @Test("Languages for which the same tags fit in the same order have equal ranks, and no others")
    func equalRanks() {
        func ranks(_ wish: String, _ tags: [String]) -> LanguageRanks {
            LanguageMatch(wish).ranks(of: tags, own: nil)
        }
        let tags = ["en", "zh-CN", "zh-Hans", "zh-SG", "zh-Hant"]
        #expect(ranks("zh-MY", tags) == ranks("zh-Hans", tags))
        #expect(ranks("zh-SG", tags) != ranks("zh-CN", tags))
        #expect(ranks("zh-CN", tags) != ranks("zh-Hans", tags))
        #expect(ranks("fr", tags) == ranks("ar", tags))
        // Tags that look the same are two.
        let lookalikes = ["fr-\u{E9}", "fr-e\u{301}"]
        #expect(ranks("fr", lookalikes).levels.joined().count == 2)
    }

    @Test("a feed without translations shows everything as published")
    func none() async throws {
        let bundle = try bundle(of: TinyFeed.files())
        let translations = try await bundle.translations(for: "fr")
        #expect(translations.isEmpty)
        let stop = try await bundle.stop(id: "a")
        #expect(try await translations.translated(stop) == stop)
        #expect(try await bundle.languages() == [])
    }
}
