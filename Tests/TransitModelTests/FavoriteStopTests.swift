import Foundation
import Testing
import TransitModel

@Suite("Favorites")
struct FavoriteStopTests {
    private static let place = Coordinate(latitude: 45, longitude: 7)

    private static func stop(
        _ sid: Int64, id: String, name: String, north meters: Double = 0, code: String? = nil,
        platform: String? = nil, station: String? = nil
    ) -> Stop {
        Stop(
            sid: sid, stopID: id, stopCode: code, stopName: name,
            stopLat: place.latitude + meters / 111_195, stopLon: place.longitude,
            parentStation: station, platformCode: platform)
    }

    private static func source(line: String? = nil, _ stops: Stop...) -> StopList {
        StopList(line: line, all: stops)
    }

    /// The favorite of the first stop of a source.
    private static func favorite(in source: StopList) async throws -> FavoriteStop {
        let stop = try #require(source.all.first)
        return try await FavoriteStop(stop, in: source)
    }

    @Test("The spelling of saved favorites stays, and unknown keys are ignored")
    func encoding() throws {
        let favorite = FavoriteStop(
            sid: 7, stopID: "A", line: BundleLine(rawValue: "42"), name: "Quay",
            place: Self.place, kind: .stop, stopCode: "100", platformCode: "2",
            stationName: "Harbor",
            namesakes: [
                .init(
                    stopID: "B", name: "Quay", place: Self.place, stopCode: "101",
                    platformCode: "1")
            ],
            headings: [.init(route: "T8", degrees: 90)])
        let json = """
            {"headings":[{"degrees":90,"route":"T8"}],"line":"42","location_type":0,\
            "namesakes":[{"place":{"latitude":45,"longitude":7},"platform_code":"1",\
            "stop_code":"101","stop_id":"B","stop_name":"Quay"}],\
            "place":{"latitude":45,"longitude":7},"platform_code":"2","sid":7,\
            "station_name":"Harbor","stop_code":"100","stop_id":"A","stop_name":"Quay"}
            """
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(favorite), as: UTF8.self) == json)
        let later = #"{"added_later":[1],"# + json.dropFirst()
        let decoder = JSONDecoder()
        #expect(try decoder.decode(FavoriteStop.self, from: Data(later.utf8)) == favorite)
        let least = #"{"sid":7,"stop_id":"A","stop_name":"Quay","location_type":0}"#
        #expect(
            try decoder.decode(FavoriteStop.self, from: Data(least.utf8))
                == FavoriteStop(sid: 7, stopID: "A", line: nil, name: "Quay", place: nil))
        #expect(favorite.id == "42/7")
    }

    @Test("A key is trusted in its own line only, else the id is")
    func keyAndID() async throws {
        let old = Self.source(line: "1", Self.stop(1, id: "A", name: "Quay"))
        let favorite = try await Self.favorite(in: old)
        #expect(favorite.line == BundleLine(rawValue: "1"))
        let moved = Self.stop(1, id: "A", name: "Quay", north: 30)
        #expect(
            try await favorite.resolve(in: Self.source(line: "1", moved)) == .found(moved, by: .key)
        )
        // Another line: the key is another stop's.
        let other = Self.stop(1, id: "B", name: "Town Hall", north: 10)
        let same = Self.stop(2, id: "A", name: "Quay")
        for line in ["2", nil] {
            #expect(
                try await favorite.resolve(in: Self.source(line: line, other, same))
                    == .found(same, by: .id))
        }
        // No line at all: two bundles that do not say need not share keys.
        let lineless = try await Self.favorite(in: Self.source(Self.stop(1, id: "A", name: "Quay")))
        #expect(
            try await lineless.resolve(in: Self.source(other, same)) == .found(same, by: .id))
        #expect(try await favorite.resolve(in: Self.source(line: "2", other)) == .missing)
    }

    @Test("A reused id is not believed when name and place disagree")
    func reusedID() async throws {
        let old = Self.source(line: "1", Self.stop(1, id: "A", name: "Quay"))
        let favorite = try await Self.favorite(in: old)
        let reused = Self.stop(1, id: "A", name: "Airport", north: 9000)
        #expect(try await favorite.resolve(in: Self.source(line: "1", reused)) == .missing)
        #expect(try await favorite.resolve(in: Self.source(line: "2", reused)) == .missing)
        let own = Self.stop(2, id: "Z", name: "Quay", north: 20)
        let found = try await favorite.resolve(in: Self.source(line: "1", reused, own))
        #expect(found.stop == own)
        // A new name at the same place is the same stop, as long as no other one has the old name.
        let renamed = Self.stop(1, id: "A", name: "Opera House", north: 20)
        #expect(
            try await favorite.resolve(in: Self.source(line: "1", renamed))
                == .found(renamed, by: .key))
        let doubtful = try await favorite.resolve(in: Self.source(line: "1", renamed, own))
        #expect(doubtful.stop == nil)
        #expect(doubtful.candidates.map(\.stop) == [own, renamed])
        // Words in another order are a weak sign; with the id they are enough.
        let turned = Self.stop(1, id: "A", name: "RIVER LINE - QUAY", north: 200)
        let reordered = try await favorite.resolve(in: Self.source(line: "1", turned))
        #expect(reordered == .found(turned, by: .key))
        // The same name far away may be a village's.
        let far = Self.stop(1, id: "A", name: "Quay", north: 5000)
        let distant = try await favorite.resolve(in: Self.source(line: "1", far))
        #expect(distant.candidates.map(\.stop) == [far])
    }

    @Test(
        "Names are found in shortened forms",
        arguments: [
            ("Saint John Street", "St. John St", 0.95), ("Grand Boulevard", "Grand Blvd.", 0.95),
            ("Northbound Avenue", "NB Ave", 0.95), ("5th Avenue", "5 Ave", 0.95),
            ("Hauptbahnhof", "Hbf", 0.95), ("Crow's Nest", "CROWS NEST", 1),
            ("Café Orléans", "Cafe Orleans", 1), ("Main Street & Mill Road", "Main & Mill", 0.8),
        ])
    func abbreviations(name: String, short: String, certainty: Double) async throws {
        let favorite = try await Self.favorite(in: Self.source(Self.stop(1, id: "A", name: name)))
        let renamed = Self.stop(1, id: "Z", name: short)
        #expect(
            try await favorite.resolve(in: Self.source(renamed))
                == .found(renamed, by: .nameAndPlace(certainty: certainty)))
    }

    @Test(
        "Names of other stops are not taken for shortened ones",
        arguments: [
            ("1 Street", "11 Street"), ("Main Street North", "Main Street South"),
            ("Platform 1", "Platform 2"), ("Gate 5", "Gate 5A"), ("Mill Road", "Hill Road"),
            ("Quay", ""),
        ])
    func otherNames(name: String, other: String) async throws {
        let favorite = try await Self.favorite(in: Self.source(Self.stop(1, id: "A", name: name)))
        let neighbor = Self.stop(1, id: "Z", name: other, north: 20)
        #expect(try await favorite.resolve(in: Self.source(neighbor)) == .missing)
    }

    @Test("Of two stops of one name near each other none is taken, but both are offered")
    func twins() async throws {
        let old = Self.source(
            Self.stop(1, id: "A", name: "Quay"), Self.stop(2, id: "B", name: "Quay", north: 20))
        let favorite = try await Self.favorite(in: old)
        #expect(favorite.namesakes?.map(\.stopID) == ["B"])
        let own = Self.stop(1, id: "Y", name: "Quay", north: 30)
        let twin = Self.stop(2, id: "Z", name: "Quay", north: 10)
        let both = try await favorite.resolve(in: Self.source(own, twin))
        #expect(Set(both.candidates.map(\.stop)) == [own, twin])
        // The other one has kept its id, so this one is the favorite.
        let kept = Self.stop(2, id: "B", name: "Quay", north: 10)
        #expect(try await favorite.resolve(in: Self.source(own, kept)).stop == own)
        // Only one is left, and it may be the other one.
        #expect(try await favorite.resolve(in: Self.source(twin)).candidates.map(\.stop) == [twin])
        #expect(try await favorite.resolve(in: Self.source(kept)) == .missing)
    }

    @Test("Signs tell platforms of one name apart")
    func platforms() async throws {
        let station = Stop(
            sid: 9, stopID: "S", stopName: "Central", stopLat: 45, stopLon: 7, locationType: 1)
        let old = Self.source(
            Self.stop(1, id: "A", name: "Central", platform: "1", station: "S"),
            Self.stop(2, id: "B", name: "Central", platform: "2", station: "S"), station)
        let favorite = try await Self.favorite(in: old)
        #expect(favorite.stationName == "Central")
        let platforms = ["1", "2"].map { code in
            Self.stop(
                code == "1" ? 4 : 3, id: "P" + code, name: "Central", north: 25, platform: code,
                station: "S")
        }
        let new = Self.source(platforms[1], platforms[0], station)
        #expect(try await favorite.resolve(in: new).stop == platforms[0])
        #expect(try await favorite.resolve(in: Self.source(platforms[1], station)).stop == nil)
        // A feed without stations has only their platforms left, and the other way round.
        let whole = try await FavoriteStop(station, in: old)
        let parts = try await whole.resolve(in: Self.source(platforms[1], platforms[0]))
        #expect(parts.candidates.map(\.stop) == [platforms[1], platforms[0]])
        #expect(
            try await favorite.resolve(in: Self.source(station)).candidates.map(\.stop) == [station]
        )
        // The id has gone over to the other platform.
        let swapped = Self.stop(
            1, id: "A", name: "Central", north: 25, platform: "2", station: "S")
        let both = try await favorite.resolve(in: Self.source(swapped, platforms[0], station))
        #expect(both.candidates.map(\.stop) == [platforms[0], swapped])
        // The platform of another station has the sign, but not the name of the station.
        let elsewhere = Self.source(
            Self.stop(1, id: "X", name: "Central", north: 90, platform: "1", station: "T"),
            Stop(sid: 8, stopID: "T", stopName: "Harbor", stopLat: 45, stopLon: 7, locationType: 1))
        #expect(try await favorite.resolve(in: elsewhere) == .missing)
    }

    @Test("Without its surroundings a favorite is not certain of name and place")
    func withoutSurroundings() async throws {
        let favorite = FavoriteStop(
            sid: 1, stopID: "A", line: nil, name: "Quay", place: Self.place)
        let near = Self.stop(1, id: "Z", name: "Quay", north: 10)
        let found = try await favorite.resolve(in: Self.source(near))
        #expect(found.candidates.map(\.stop) == [near])
        let candidate = try #require(found.candidates.first)
        #expect(abs(candidate.certainty - 0.495) < 0.001)
        #expect(abs((candidate.distanceMeters ?? 0) - 10) < 0.1)
    }

    @Test("A failing source and a cancelled task do not mean that the stop is missing")
    func errors() async throws {
        struct Broken: Error {}
        let old = Self.source(line: "1", Self.stop(1, id: "A", name: "Quay"))
        let favorite = try await Self.favorite(in: old)
        var source = Self.source(line: "2")
        #expect(try await favorite.resolve(in: source) == .missing)
        source.failure = Broken()
        let broken = source
        await #expect(throws: Broken.self) { try await favorite.resolve(in: broken) }
        source.failure = nil
        source.isSilent = true
        let slow = source
        let task = Task { try await favorite.resolve(in: slow) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: TransitSourceError.notFound(kind: "stop", id: "A")) {
            try await FavoriteStop(Self.stop(1, id: "A", name: "Quay"), in: Self.source())
        }
    }

    @Test("An id that looks like a key is an id")
    func idLikeKey() async throws {
        let old = Self.source(Self.stop(1, id: "sid:2", name: "Quay"))
        let favorite = try await Self.favorite(in: old)
        #expect(favorite.stopID == "sid:2")
        #expect(
            try await favorite.resolve(in: Self.source(Self.stop(2, id: "B", name: "Market")))
                == .missing)
    }
}
