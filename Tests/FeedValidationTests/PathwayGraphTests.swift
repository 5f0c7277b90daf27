import FeedCompiling
import GTFSSchedule
import TestSupport
import Testing

@testable import FeedValidation

@Suite("Graph of pathways") struct PathwayGraphTests {
    private struct Way: Hashable {
        let from: Int
        let to: Int
        let isBidirectional: Bool
    }

    private static func feed(_ kinds: [LocationType], _ ways: [Way]) -> LoadedFeed {
        let feed = LoadedFeed(
            options: ValidationOptions(date: ServiceDate(dayNumber: 20_000)))
        feed.stops.rows = kinds.enumerated().map { number, kind in
            var stop = Stop()
            stop.stopID = StopID("\(number)")
            stop.locationType = kind
            return stop
        }
        feed.pathways.rows = ways.map { way in
            var pathway = Pathway()
            pathway.fromStopID = StopID("\(way.from)")
            pathway.toStopID = StopID("\(way.to)")
            pathway.isBidirectional = way.isBidirectional ? .yes : .no
            return pathway
        }
        // It leads nowhere.
        feed.pathways.rows.append(Pathway())
        return feed
    }

    /// The places reached when nothing new is found any more, one pathway at a time.
    private static func reached(
        _ kinds: [LocationType], _ ways: [Way], backwards: Bool
    ) -> Set<Int> {
        var reached = Set(kinds.indices.filter { kinds[$0] == .entrance })
        var count = -1
        while count != reached.count {
            count = reached.count
            for way in ways {
                let (from, to) = backwards ? (way.to, way.from) : (way.from, way.to)
                if reached.contains(from) { reached.insert(to) }
                if way.isBidirectional, reached.contains(to) { reached.insert(from) }
            }
        }
        return reached
    }

    @Test("Places are reached and dead ends found as by hand", arguments: UInt64(1)...100)
    func byHand(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let kinds = (0..<7).map { _ in
            [LocationType.entrance, .genericNode, .genericNode, .stop].randomElement(
                using: &generator) ?? .stop
        }
        let ways = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
            Way(
                from: Int.random(in: 0...9, using: &generator),
                to: Int.random(in: 0...9, using: &generator),
                isBidirectional: Bool.random(using: &generator))
        }
        let graph = PathwayGraph(Self.feed(kinds, ways))
        func places(_ isWanted: [Bool]) -> Set<Int> {
            Set(isWanted.indices.filter { isWanted[$0] }.compactMap { Int(graph.ids.string($0)) })
        }
        #expect(
            places(graph.reach(.fromEntrances)) == Self.reached(kinds, ways, backwards: false))
        #expect(places(graph.reach(.toExits)) == Self.reached(kinds, ways, backwards: true))
        let deadEnds = (0...9).filter { place in
            Set(
                ways.flatMap { way in
                    (way.from == place ? [way.to] : []) + (way.to == place ? [way.from] : [])
                }
            ).count == 1
        }
        #expect(places(graph.deadEnds()) == Set(deadEnds))
        #expect(graph.endCount == Set(ways.flatMap { [$0.from, $0.to] }).count)
    }
}
