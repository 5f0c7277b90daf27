import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

/// The questions and answers of `schema/vectors`, which readers in other languages run too.
@Suite struct VectorTests {
    private struct File: Codable {
        var about: String
        var cases: [Case]
    }

    private struct Case: Codable {
        var question: JSON
        var answer: JSON
    }

    /// A row of a trip as `calls.json` has it.
    private static func row(_ call: Call) -> JSON {
        func text(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }
        return .object([
            "stop_id": text(call.stopID), "stop_sequence": .integer(call.stopSequence),
            "arrival_time": text(call.arrival?.description),
            "departure_time": text(call.departure?.description),
            "interpolated_time": text(call.interpolated?.description),
            "headsign": text(call.headsign), "pickup_type": .integer(call.pickup.code),
            "drop_off_type": .integer(call.dropOff.code),
            "shape_dist_traveled": call.shapeDistTraveled.map(JSON.number) ?? .null,
        ])
    }

    private static let folder = SampleBundle.package.appendingPathComponent("schema/vectors")
    private static let isRecording =
        ProcessInfo.processInfo.environment["RECORD_VECTORS"] == "1"

    private static func answer(
        _ kind: String, _ question: JSON, from bundle: TransitBundle
    ) async throws -> JSON {
        func text(_ key: String) throws -> String { try #require(question[key]?.text) }
        func number(_ key: String) throws -> Double { try #require(question[key]?.double) }
        switch kind {
        case "departures":
            let departures = try await bundle.departures(
                from: Lookup.stop(text("stop_id"), in: bundle), at: Lookup.instant(text("at")),
                for: number("for"))
            return try JSON(
                encoding: departures.map { ModelDTO($0.onBoard) })
        case "active_services":
            let date = try #require(ServiceDate(cellText: text("date")))
            return try JSON(encoding: await bundle.activeServices(on: date))
        case "calls":
            let calls = try await bundle.calls(of: bundle.trip(id: text("trip_id")))
            return try JSON(encoding: calls.map(row))
        case "nearby":
            let place = Coordinate(latitude: try number("lat"), longitude: try number("lon"))
            let stops = try await bundle.stops(near: place, count: Int(number("count")))
            return .array(
                stops.map { near in
                    .object([
                        "stop_id": .text(near.stop.stopID),
                        "distance_meters": .integer(Int(near.distanceMeters.rounded())),
                    ])
                })
        default:
            let stops = try await bundle.stops(matching: text("text"))
            return .array(stops.map { .text($0.stopID) })
        }
    }

    @Test(arguments: ["departures", "active_services", "calls", "nearby", "search"])
    func answersAreAsPublished(kind: String) async throws {
        let path = Self.folder.appendingPathComponent("\(kind).json")
        var file = try JSONDecoder().decode(File.self, from: Data(contentsOf: path))
        #expect(!file.cases.isEmpty)
        for index in file.cases.indices {
            let question = file.cases[index].question
            let answer = try await Self.answer(kind, question, from: sampleBundle())
            if !Self.isRecording {
                #expect(answer == file.cases[index].answer, "\(question)")
            }
            file.cases[index].answer = answer
        }
        guard Self.isRecording else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(file) + Data("\n".utf8)).write(to: path)
        Issue.record("\(kind).json was recorded anew")
    }

    @Test(
        "A release's bundle answers as it did, perhaps with more keys",
        arguments: EarlierRelease.all)
    func releases(release: EarlierRelease) async throws {
        let folder = try TestFolder()
        let bundle = try TransitBundle(
            path: folder.write(
                "bundle.sqlite", EarlierBundle.unpacked(release.path("sample.sqlite.gz"))))
        for kind in ["departures", "active_services", "calls", "nearby", "search"] {
            let file = try JSONDecoder().decode(
                File.self, from: Data(release.text("vectors/\(kind).json").utf8))
            #expect(!file.cases.isEmpty)
            for item in file.cases {
                let answer = try await Self.answer(kind, item.question, from: bundle)
                #expect(
                    answer.leaving(keysOf: item.answer) == item.answer, "\(kind): \(item.question)")
            }
        }
    }

    /// `departures.schema.json`, as far as it goes: names, presence, types and patterns.
    @Test func departuresFollowTheirSchema() throws {
        let url = SampleBundle.package.appendingPathComponent("schema/departures.schema.json")
        let schema = try JSONDecoder().decode(JSON.self, from: Data(contentsOf: url))
        let items = try #require(schema["items"])
        guard case .object(let properties)? = items["properties"] else {
            Issue.record("the schema has no properties")
            return
        }
        let required = (items["required"]?.elements ?? []).compactMap(\.text)
        let vectors = try JSONDecoder().decode(
            File.self, from: Data(contentsOf: Self.folder.appendingPathComponent("departures.json"))
        )
        var seen: Set<String> = []
        for departure in vectors.cases.flatMap(\.answer.elements) {
            guard case .object(let values) = departure else {
                Issue.record("\(departure) is no object")
                continue
            }
            #expect(Set(required).isSubset(of: values.keys))
            let repeated = ["start_time", "headway_secs", "exact_times"].filter {
                values[$0] != nil
            }
            #expect(repeated.isEmpty || repeated.count == 3)
            for (key, value) in values {
                seen.insert(key)
                let property = try #require(properties[key], "\(key) is not in the schema")
                let types =
                    property["type"]?.text.map { [$0] }
                    ?? (property["type"]?.elements ?? []).compactMap(\.text)
                #expect(types.contains(value.typeName), "\(key): \(value)")
                if let pattern = property["pattern"]?.text, let text = value.text {
                    #expect(try Regex(pattern).firstMatch(in: text) != nil, "\(key): \(text)")
                }
            }
        }
        // The sample's zones exist.
        #expect(
            seen.union(["realtime", "stop_timezone_assumed", "timezone_assumed"])
                == Set(properties.keys))
    }
}
