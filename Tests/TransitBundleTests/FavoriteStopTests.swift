import BundleWriting
import Foundation
import TestSupport
import Testing
import TransitBundle

/// Favorites of one bundle in the next one.
@Suite("Favorites in later bundles")
struct FavoriteStopTests {
    /// The favorites of a whole town, by the numbers of its places, saved and read again.
    private struct Saved {
        let town = FavoriteTown()
        let path: String
        private(set) var favorites: [Int: FavoriteStop] = [:]

        init() async throws {
            path = try bundlePath(of: town.files)
            let bundle = try TransitBundle(path: path)
            for place in town.places {
                let stop = try await bundle.stop(id: place.id)
                let json = try JSONEncoder().encode(try await FavoriteStop(stop, in: bundle))
                favorites[place.number] = try JSONDecoder().decode(FavoriteStop.self, from: json)
            }
        }
    }

    private static let saved = Task { try await Saved() }

    /// The favorites of a town in a later version of it.
    private struct Tally {
        var found = 0
        var uncertain = 0
        var missing = 0
        var wrong: [String] = []
        var evidence: [FavoriteStop.Evidence] = []

        init(
            _ saved: Saved, in town: FavoriteTown, _ source: any TransitSource
        ) async throws {
            let ids = Dictionary(uniqueKeysWithValues: town.places.map { ($0.number, $0.id) })
            for (number, favorite) in saved.favorites.sorted(by: { $0.key < $1.key }) {
                let id = ids[number]
                switch try await favorite.resolve(in: source) {
                case .found(let stop, let evidence):
                    if stop.stopID == id {
                        found += 1
                    } else {
                        wrong.append("\(favorite.stopID) \(favorite.name): \(stop.stopID)")
                    }
                    self.evidence.append(evidence)
                    if case .nameAndPlace(let certainty) = evidence {
                        #expect(0.7...1 ~= certainty)
                    }
                case .uncertain(let candidates):
                    #expect(!candidates.isEmpty)
                    #expect(candidates.allSatisfy { $0.certainty <= 0.5 })
                    uncertain += 1
                case .missing: missing += 1
                }
            }
        }
    }

    private func later(
        _ town: FavoriteTown, after previous: String? = nil
    ) throws -> TransitBundle {
        var options = BundleBuild.Options()
        options.previous = previous
        return try bundle(of: town.files, options)
    }

    @Test(
        "A third of the ids are new, names abbreviated, places moved: 95 % are found, none wrong",
        arguments: [1, 2, 3], [true, false])
    func renewed(seed: UInt64, isLineKept: Bool) async throws {
        let saved = try await Self.saved.value
        var random = SeededGenerator(seed: seed)
        var town = saved.town
        town.renumber(&random)
        town.abbreviate()
        town.move(&random)
        let bundle = try later(town, after: isLineKept ? saved.path : nil)
        let tally = try await Tally(saved, in: town, bundle)
        #expect(tally.wrong == [])
        #expect(Double(tally.found) >= Double(saved.favorites.count) * 0.95)
        #expect(tally.missing == 0)
        let key = isLineKept ? FavoriteStop.Evidence.key : .id
        #expect(tally.evidence.count { $0 == key } >= saved.favorites.count * 2 / 3)
        #expect(!tally.evidence.contains(isLineKept ? .id : .key))
    }

    @Test("No stop that was given up is found", arguments: [1, 2, 3])
    func givenUp(seed: UInt64) async throws {
        let saved = try await Self.saved.value
        var random = SeededGenerator(seed: seed)
        var town = saved.town
        town.giveUpStops(&random)
        town.renumber(&random)
        town.abbreviate()
        town.move(&random)
        let tally = try await Tally(saved, in: town, try later(town))
        #expect(tally.wrong == [])
        #expect(Double(tally.found) >= Double(town.places.count) * 0.85)
    }

    @Test("Ids that went over to other stops are not believed", arguments: [1, 2, 4, 5])
    func shifted(count: Int) async throws {
        let saved = try await Self.saved.value
        var town = saved.town
        town.shiftIDs(by: count)
        let tally = try await Tally(saved, in: town, try later(town, after: saved.path))
        #expect(tally.wrong == [])
    }

    @Test("In the same feed each is found by its key")
    func unchanged() async throws {
        let saved = try await Self.saved.value
        let bundle = try TransitBundle(path: saved.path)
        let tally = try await Tally(saved, in: saved.town, bundle)
        #expect(tally.evidence.allSatisfy { $0 == .key })
        #expect(tally.found == saved.favorites.count)
    }

    @Test("A refreshed favorite has the stop's key, id, name and place of today")
    func refreshed() async throws {
        let saved = try await Self.saved.value
        var town = saved.town
        var random = SeededGenerator(seed: 1)
        town.renumber(&random)
        town.abbreviate()
        town.move(&random)
        let bundle = try later(town)
        let place = try #require(town.places.first { $0.id.hasPrefix("N") })
        let favorite = try #require(saved.favorites[place.number])
        let stop = try #require(try await favorite.resolve(in: bundle).stop)
        let fresh = try await favorite.refreshed(as: stop, in: bundle)
        #expect(fresh.sid == stop.sid)
        #expect(fresh.line == (try await bundle.line))
        #expect(fresh.stopID == place.id)
        #expect(fresh.name == place.name)
        #expect(fresh.place == stop.coordinate)
        #expect(try await fresh.resolve(in: bundle) == .found(stop, by: .key))
    }
}
