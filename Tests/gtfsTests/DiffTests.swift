import Foundation
import TestSupport
import Testing

@Suite("gtfs diff and gtfs patch")
struct DiffTests {
    private let place: Workplace
    private let other: String

    init() throws {
        place = try Workplace()
        try place.build()
        other = place.folder.path + "/bundles/rail.sqlite"
        let outcome = try Command.run(
            ["build", place.feed, "-o", other, "--route-type", "rail"], in: place.folder)
        #expect(outcome.code == 0)
    }

    @Test("Differences are data, and an exit code when asked for")
    func diff() throws {
        let plain = try place.run("diff", place.bundle, other)
        #expect(plain.code == 0)
        #expect(plain.output.contains("routes: 3 removed"))
        #expect(try place.run("diff", place.bundle, other, "--exit-code").code == 1)
        #expect(try place.run("diff", other, other, "--exit-code").code == 0)
        let json = try place.run("diff", place.bundle, other, "--json")
        #expect(try JSON.object(json.output)["trips"] != nil)
        let page = place.folder.path + "/diff.html"
        #expect(try place.run("diff", place.bundle, other, "--html", page).code == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("SEA,1"))
    }

    @Test("A delta leads from one bundle to the other")
    func patch() throws {
        let delta = place.folder.path + "/rail.delta"
        let result = place.folder.path + "/bundles/result.sqlite"
        #expect(try place.run("patch", "--make", place.bundle, other, "-o", delta).code == 0)
        #expect(try place.run("patch", place.bundle, delta, "-o", result).code == 0)
        let bytes = try [other, result].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        #expect(bytes[0] == bytes[1])
        #expect(try place.bundles() == ["rail.sqlite", "result.sqlite", "town.sqlite"])
    }

    @Test("Errors of patch are one line")
    func errors() throws {
        let delta = place.folder.path + "/rail.delta"
        let result = place.folder.path + "/bundles/result.sqlite"
        _ = try place.run("patch", "--make", place.bundle, other, "-o", delta)
        let cases: [(arguments: [String], code: Int32, text: String)] = [
            ([other, delta], 65, "is not the file that the delta was made from"),
            ([other, other], 65, "is not a delta"),
            ([other, delta + "x"], 66, "no such file"),
        ]
        for (arguments, code, text) in cases {
            let outcome = try Command.run(
                ["patch"] + arguments + ["-o", result], in: place.folder)
            #expect(outcome.code == code)
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains(text))
        }
        #expect(try place.bundles() == ["rail.sqlite", "town.sqlite"])
    }
}
