import FeedReading
import Foundation
import RealtimeValidation
import TestSupport
import Testing

/// The example of each notice: the wrong message has the notice, and the right one beside it has not.
@Suite("Examples of notices about messages")
struct RealtimeExampleTests {
    private let town: ExampleTown

    init() throws {
        town = try ExampleTown()
    }

    /// Notices that the reference asks for in the wrong message, too.
    private static let others: [String: Set<String>] = [
        // M counts equal sequences for both.
        "E036": ["E002"],
        // The trip has no word at all.
        "rt_unscheduled_stop_alone": ["W009"],
        // A headway has no timetable.
        "rt_unscheduled_trip_alone": ["rt_scheduled_stop_of_headway_trip"],
    ]

    @Test(
        "The wrong message has the notice, and nothing else that the right one lacks",
        arguments: RealtimeCatalogue.all.map(\.code))
    func example(code: String) throws {
        let definition = try #require(RealtimeCatalogue.definition(code))
        let parts = ExampleMessage.parts(of: definition.messageExample ?? "")
        let (before, beside) = (parts["before"], parts["beside"])
        let wrong = try town.counts(
            try #require(parts["wrong"]), before: before, beside: beside)
        let right = try town.counts(
            try #require(parts["right"]), before: before, beside: beside)
        #expect(wrong[code] ?? 0 > 0, "\(wrong)")
        #expect(right[code] == nil, "\(right)")
        let more = wrong.filter { $0.value > right[$0.key] ?? 0 }.map(\.key)
        #expect(Set(more) == Self.others[code, default: []].union([code]))
    }

    @Test("The texts are of all notices, in the order of their codes") func order() throws {
        let path = PackageRoot.path + "/Sources/RealtimeValidation/Notices/RealtimeNotices.txt"
        let codes = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("# ") }.map { $0.dropFirst(2).prefix { $0 != " " } }
        #expect(codes.map(String.init) == MessageNotice.allCases.map(\.code).sorted())
        #expect(codes.map(String.init) == RealtimeCatalogue.all.map(\.code))
    }
}
