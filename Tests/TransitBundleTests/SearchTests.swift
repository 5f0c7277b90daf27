import Foundation
import Testing
import TransitBundle

@Suite("Search as the user types")
struct SearchTests {
    private func stopIDs(_ text: String, limit: Int = 50) async throws -> [String] {
        try await sampleBundle().stops(matching: text, limit: limit).map(\.stopID)
    }

    private func routeIDs(_ text: String) async throws -> [String] {
        try await sampleBundle().routes(matching: text).map(\.routeID)
    }

    @Test("the beginning of a word is enough", arguments: ["guild", "GUILDHALL", "g"])
    func prefix(text: String) async throws {
        let found = try await stopIDs(text)
        #expect(Set(found).isSuperset(of: ["GH", "GH_LR", "GH_RB"]))
    }

    @Test("words come in any order, and all of them count")
    func words() async throws {
        #expect(try await stopIDs("street george") == ["GH_LR"])
        #expect(try await stopIDs("geo guild") == ["GH_LR"])
        #expect(try await stopIDs("george dockyard") == [])
    }

    @Test(
        "diacritics and apostrophes do not matter",
        arguments: [
            "cafe orleans", "CAFÉ", "Cafe\u{301} Orl", "Crow's", "crow s rest",
        ])
    func diacritics(text: String) async throws {
        #expect(try await stopIDs(text) == ["CO"])
    }

    /// A feed of stops with these names, `N1` and on.
    private func bundleOfStops(_ names: [String]) throws -> TransitBundle {
        let rows = names.enumerated().map { number, name in
            "N\(number + 1),\"\(name.replacing("\"", with: "\"\""))\",1,1\n"
        }
        return try bundle(
            of: TinyFeed.files(stops: "stop_id,stop_name,stop_lat,stop_lon\n" + rows.joined()))
    }

    @Test(
        "letters that SQLite does not fold, apostrophes and writing without spaces are found",
        arguments: [
            ("Łódź Fabryczna", ["lodz", "LODZ fab", "łódź", "ŁÓDŹ"]),
            ("Lodz Fabryczna", ["łódź", "łódź fabryczna"]),
            ("Đông Hà", ["dong ha", "đông", "ĐÔNG HÀ", "đo"]),
            ("Straße des Gartens", ["strasse", "STRASSE", "straße", "STRAẞE", "stras"]),
            ("Hauptstrasse", ["hauptstraße"]),
            ("Tønder Ærø", ["tonder aero", "aer", "TØNDER"]),
            ("Iğdır", ["igdir", "IĞDIR", "ığdır"]), ("İstiklal", ["istiklal", "ISTIKLAL"]),
            ("Αθήνα", ["αθηνα", "ΑΘΗΝΑ", "αθή"]), ("Щёлковская", ["щелк", "щёлк"]),
            ("St. Jude's Well", ["st judes", "st jude's", "st. jude’s", "jude s", "judes' well"]),
            ("L Hopital", ["l'hôpital"]), ("L’Hôpital", ["lhopital", "l hopital", "l'hop", "hop"]),
            ("U.S. Embassy", ["us embassy", "u.s.", "u s"]), ("Zürich HB", ["zu\u{308}rich"]),
            ("東新橋", ["新橋", "東", "橋", "新", "東新", "東新橋"]),
            ("JR新橋駅", ["新橋", "jr新橋", "新橋駅", "ＪＲ新橋", "jr 駅"]),
            ("Grünbach", ["gruenbach", "GRUENB", "grunbach", "gru\u{308}nbach"]),
            ("Gruenbach", ["grünbach", "gru\u{308}nb"]), ("Königin", ["koenigin", "konigin"]),
            ("Tromsø", ["tromsoe", "tromso", "TROMSØ"]), ("Tromsoe", ["tromsø"]),
            ("Århus", ["aarhus", "arhus"]), ("Würmstraße", ["wuermstrasse"]),
            ("Co-op Store", ["coop", "co-op", "co op", "coop store"]), ("Coop", ["co-op"]),
            ("U\u{2011}Bahn 1", ["ubahn", "u-bahn 1"]), ("US-1 & A", ["us1", "us 1"]),
            ("ナゴヤドーム", ["なごや", "ナゴヤ", "ﾅｺﾞﾔ", "ごや", "や"]),
            ("東さくら", ["サクラ", "さくら", "東サ"]),
            ("St. James' Park", ["st james", "st. james’", "saint james", "SAINT JAMES PARK"]),
            ("Saint James", ["st james", "st. james"]), ("Sankt Pölten", ["st. poelten"]),
            ("Main St.", ["main street", "main str"]), ("Main Street", ["main st", "main str"]),
            ("Bahnhofstr.", ["bahnhofstraße", "bahnhofstrasse", "bahnhofstr"]),
            ("Rote Straße", ["rote str.", "rote strasse"]), ("Rote Str.", ["rote straße"]),
            ("ガード下", ["がーど", "ｶﾞｰﾄﾞ", "カ\u{3099}ート\u{3099}", "下"]),
            ("서울역", ["서울", "역", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"]),
            ("สถานีกลาง", ["กลาง", "สถานี", "สถ"]), ("Ｔｏｋｙｏ", ["tokyo", "ｔｏｋ"]),
            ("محطّة أحمد", ["محطة", "احمد", "محطه"]), ("צה\"ל", ["צהל", "צה\"ל"]),
        ])
    func folded(name: String, texts: [String]) async throws {
        let bundle = try bundleOfStops([name, "Elsewhere 1"])
        for text in texts {
            let found = try await bundle.stops(matching: text)
            #expect(found.map(\.stopID) == ["N1"], "\(text)")
        }
    }

    @Test("characters that are not neighbors are not found, nor ü for u where ue is typed")
    func notFolded() async throws {
        let bundle = try bundleOfStops([
            "東新橋", "ガード下", "Bluff", "Station", "12-14", "George Street",
        ])
        for text in ["橋新", "東橋", "かーと", "新橋駅", "blue", "saint", "1214", "saint george"] {
            #expect(try await bundle.stops(matching: text) == [], "\(text)")
        }
    }

    @Test("exact names come first, then those that begin with the text")
    func foldedRanking() async throws {
        let bundle = try bundleOfStops(["東新橋", "新橋駅", "新橋", "Lodz B", "Łódź"])
        #expect(try await bundle.stops(matching: "新橋").map(\.stopID) == ["N3", "N2", "N1"])
        #expect(try await bundle.stops(matching: "lodz").map(\.stopID) == ["N5", "N4"])
    }

    @Test("the other form of a word comes last, the whole name first among those")
    func otherForms() async throws {
        let names = [
            "Main St. South", "Main Street North", "Main St.", "Grünbach Süd", "Grünbach",
            "東ナゴヤ", "ナゴヤ城",
        ]
        let bundle = try bundleOfStops(names)
        for (text, ids) in [
            ("main street", ["N2", "N3", "N1"]), ("main st", ["N3", "N1", "N2"]),
            ("gruenbach", ["N5", "N4"]), ("なごや", ["N7", "N6"]),
        ] {
            let found = try await bundle.stops(matching: text)
            #expect(found.map(\.stopID) == ids, "\(text)")
        }
        #expect(try await bundle.stops(matching: "main street", limit: 1).map(\.stopID) == ["N2"])
    }

    @Test("routes are found by the other form of a word, after the rest")
    func otherFormsOfRoutes() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                routes: """
                    route_id,route_short_name,route_long_name,route_type
                    r1,1,Main St.,3
                    r2,2,Main Street,3
                    r3,N-90,Grünbach,3

                    """))
        for (text, ids) in [
            ("main street", ["r2", "r1"]), ("n90", ["r3"]), ("gruenbach", ["r3"]),
        ] {
            let found = try await bundle.routes(matching: text)
            #expect(found.map(\.routeID) == ids, "\(text)")
        }
    }

    @Test("an id is found whatever its case, as typed first")
    func idsInAnyCase() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon
                    de:Bus:12,One,1,1
                    DE:BUS:12,Two,1,1
                    DE:BUS:1,Three,1,1
                    dE:buS:120,Four,1,1
                    N02,Five,1,1
                    Ñu,Six,1,1

                    """,
                routes: "route_id,route_short_name,route_type\nRe-7,Express,3\n"))
        func found(_ text: String) async throws -> [String] {
            try await bundle.stops(matching: text).map(\.stopName)
        }
        #expect(try await found("n02") == ["Five"])
        #expect(try await found("N02") == ["Five"])
        #expect(try await found("n0") == [])
        #expect(try await found("ñU") == ["Six"])
        #expect(try await found("de:Bus:12") == ["One", "Two"])
        #expect(try await found("DE:BUS:12") == ["Two", "One"])
        #expect(try await Set(found("de:bus:12")) == ["One", "Two"])
        #expect(try await found("DE:bus:120") == ["Four"])
        #expect(try await bundle.routes(matching: "re-7").map(\.routeID) == ["Re-7"])
    }

    @Test("a station stands for its platforms of the same name, its entrances and nodes")
    func folding() async throws {
        let found = try await stopIDs("quayside")
        #expect(found.first == "QUAY")
        #expect(Set(found) == ["QUAY", "QUAY_W4", "QP", "QB"])
        #expect(try await stopIDs("alfred street") == ["QUAY"])
        #expect(try await stopIDs("concourse") == ["QUAY"])
        #expect(try await stopIDs("step free boarding") == ["QUAY"])
        #expect(try await stopIDs("central junction").first == "CJ")
    }

    @Test("a code or id that is typed in full comes first, whatever it is of")
    func codes() async throws {
        #expect(try await stopIDs("2001").first == "QUAY_P1")
        #expect(try await stopIDs("2005").first == "QUAY_E1")
        #expect(try await stopIDs("QUAY_N2").first == "QUAY_N2")
        // 200 is the code of the station, and the beginning of those of its places.
        #expect(try await stopIDs("200").first == "QUAY")
        #expect(try await stopIDs(" 210\n") == ["DK"])
    }

    @Test("more served stops come first")
    func ranking() async throws {
        let one = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                    a,Market A,1,1,,
                    b,Market B,1,1,,
                    s,Market S,1,1,1,
                    p,Market S,1,1,,s
                    q,Market S,1,1,,s
                    x,Market X,1,1,,

                    """,
                stopTimes: one + """
                    t1,b,1,08:00:00,08:00:00
                    t1,p,2,08:10:00,08:10:00
                    t2,b,1,08:00:00,08:00:00
                    t2,q,2,08:10:00,08:10:00
                    t2,p,3,08:20:00,08:20:00
                    t3,a,1,08:00:00,08:00:00
                    t3,q,2,08:10:00,08:10:00

                    """))
        #expect(try await bundle.stops(matching: "market").map(\.stopID) == ["s", "b", "a", "x"])
        #expect(try await bundle.stops(matching: "market", limit: 2).map(\.stopID) == ["s", "b"])
        #expect(try await bundle.stops(matching: "q").map(\.stopID) == ["q"])
        #expect(try await bundle.stops(matching: "market", limit: 0) == [])
    }

    @Test(
        "any text is safe",
        arguments: [
            "", " ", "\"", "\"\"", "'", "quay\"side", "a AND b", "NOT", "NEAR(a b)",
            "stop_name:quay",
            "*", "a*", "(", "^a", "-", "a - b", "{a}", ";DROP TABLE stops", "\0", "a\0b", "🚋",
            "🚋 a",
            "é", "\u{301}", "中央", "عربي", "\u{FFFF}", "\u{1F1E6}", "%", "_", "\\", "a\\", "²", "ﬁ",
            "Ⅷ",
            "ǅ", "İ", "ß", "\u{200D}", "\u{10FFFF}", "𞤀a", "a\u{20DD}b",
            String(repeating: "a", count: 10_240),
            String(repeating: "a ", count: 5_120), String(repeating: "\"", count: 10_240),
            (0..<3_000).map(String.init).joined(separator: " "),
        ])
    func anyText(text: String) async throws {
        let bundle = try await sampleBundle()
        _ = try await bundle.stops(matching: text)
        _ = try await bundle.routes(matching: text)
    }

    @Test("every character of Unicode is safe")
    func everyCharacter() async throws {
        let bundle = try await sampleBundle()
        var scalars = String.UnicodeScalarView()
        for value in UInt32(1)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            scalars.append("a")
            scalars.append(scalar)
            scalars.append(contentsOf: "b ".unicodeScalars)
            if scalars.count > 16 * 4 {
                _ = try await bundle.stops(matching: String(scalars))
                scalars.removeAll()
            }
        }
    }

    @Test("texts without letters and digits find nothing", arguments: ["", "  ", "\"", "🚋", "*"])
    func nothing(text: String) async throws {
        #expect(try await stopIDs(text) == [])
        #expect(try await routeIDs(text) == [])
    }

    @Test("routes are found by name, number and id")
    func routes() async throws {
        #expect(try await routeIDs("333") == ["B333"])
        #expect(try await routeIDs("north line") == ["T1", "RB1"])
        #expect(try await routeIDs("B333") == ["B333"])
        #expect(try await routeIDs("t1") == ["T1"])
        #expect(try await routeIDs("beach south") == ["B333", "N90"])
    }

    @Test("routes are found as stops are", arguments: ["łódź", "lodz krakow", "LODZ", "ŁÓDŹ – K"])
    func foldedRoutes(text: String) async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                routes: """
                    route_id,route_short_name,route_long_name,route_type
                    r1,1,Łódź – Kraków,3
                    r2,2,Far,3

                    """))
        #expect(try await bundle.routes(matching: text).map(\.routeID) == ["r1"])
    }

    @Test("a route's own number comes first, then longer ones in their order")
    func routeRanking() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                routes: """
                    route_id,route_short_name,route_long_name,route_type
                    r1,330,Far,3
                    r2,33,Near,3
                    r3,7,Line 33 of old,3
                    r4,33a,Night,3

                    """))
        #expect(try await bundle.routes(matching: "33").map(\.routeID) == ["r2", "r4", "r1", "r3"])
        #expect(try await bundle.routes(matching: "33", limit: 1).map(\.routeID) == ["r2"])
    }
}
