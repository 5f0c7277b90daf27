import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitClient
@testable import TransitServer

@Suite("The way through the pages of a list ends")
struct PageTurnsTests {
    /// A server that has a next page after each, which is the first one again.
    private struct EndlessAsker: QuestionAsker {
        let server: AnswererAsker

        func ask<Payload: WireForm>(
            _ question: Question, as payload: Payload.Type, _ manner: AskingManner
        ) async throws -> AskedAnswer<Payload> {
            let query = question.canonicalQuery(without: ["cursor"])
            let first = try RequestTarget(question.path() + "?" + query).question.get()
            var answer = try await server.ask(first, as: payload, manner)
            answer.meta.next = "onward"
            return answer
        }

        var source: ServerSource {
            ServerSource(
                asker: self,
                watch: VersionWatch(self, every: nil) { try await Task.sleep(for: $0) })
        }
    }

    @Test("a server that always leads to the same page is asked twice")
    func samePage() async throws {
        let bundle = try await BuiltBundle.sample.value.bundle
        let quay = try await bundle.stop(id: "QUAY")
        let box = BoundingBox(south: -90, west: -180, north: 90, east: 180)
        let place = Coordinate(latitude: quay.stopLat ?? 0, longitude: quay.stopLon ?? 0)
        let questions: [@Sendable (any TransitSource) async throws -> Void] = [
            { _ = try await $0.stops(matching: "a", limit: 10_000) },
            { _ = try await $0.stops(in: box, limit: 10_000, kinds: [.stop]) },
            {
                _ = try await $0.stops(
                    near: place, radius: 100_000, limit: 10_000, kinds: [.stop])
            },
            { _ = try await $0.fares(of: try await bundle.route(id: "T1")) },
            {
                // No event has this direction, which only the client knows.
                _ = try await $0.nextDepartures(
                    from: quay, at: Date(timeIntervalSince1970: 1_795_120_200), count: 1,
                    matching: BoardFilter(directionID: 7))
            },
        ]
        for question in questions {
            let server = AnswererAsker(bundle)
            await #expect(throws: PageTurns.endless) {
                try await question(EndlessAsker(server: server).source)
            }
            #expect(server.asked.count == 2)
        }
    }

    @Test("a server that always leads to another page is left after two thousand")
    func otherPages() throws {
        var turns = PageTurns()
        #expect(turns.cursor == nil)
        for number in 1..<2000 { #expect(try turns.turn(to: "\(number)")) }
        #expect(turns.cursor == "1999")
        #expect(throws: PageTurns.endless) { try turns.turn(to: "2000") }
        #expect(try !turns.turn(to: nil))
    }
}
