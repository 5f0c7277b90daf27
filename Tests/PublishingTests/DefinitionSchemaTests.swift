import FeedReading
import Foundation
import GTFSSchedule
import Publishing
import TestSupport
import Testing
import Yams

@Suite("The schema of feed definitions")
struct DefinitionSchemaTests {
    private typealias Object = [String: Any]
    private let schema: Object

    init() throws {
        let url = URL(fileURLWithPath: PackageRoot.path + "/schema/feed.schema.json")
        schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? Object)
    }

    private func properties(_ object: Any?) -> Object {
        ((object as? Object)?["properties"] as? Object) ?? [:]
    }

    private var keys: [String: Object] {
        let parts = schema["$defs"] as? Object ?? [:]
        let drop = properties(parts["guards"])["max_drop_percent"] as? Object
        let choices = drop?["anyOf"] as? [Object] ?? []
        let vanished = properties(parts["guards"])["max_vanished_percent"] as? Object
        return [
            "": properties(schema),
            "build": properties(parts["build"]),
            "guards": properties(parts["guards"]),
            "guards.max_drop_percent": properties(choices.last),
            "guards.max_vanished_percent": properties((vanished?["anyOf"] as? [Object])?.last),
            "guards.realtime": properties(properties(parts["guards"])["realtime"]),
            "fetch": properties(parts["fetch"]),
            "realtime": properties(parts["live_source"]),
        ]
    }

    @Test("has the keys that are read")
    func sameKeys() throws {
        let files = try DefinitionFolder()
        for (mapping, properties) in keys {
            // The hint about an unknown key names those that are known.
            let unknown = "{ zzzzzzzzzzzz: 1 }"
            let parts = mapping.split(separator: ".").reversed()
            let text =
                mapping == "realtime"
                ? "{ realtime: [\(unknown)] }"
                : parts.reduce(unknown) { inner, key in "{ \(key): \(inner) }" }
            let message = try #require(
                try files.failure("{ source: a.zip, " + text.dropFirst(2)))
            let known = "(known are \(properties.keys.sorted().joined(separator: ", ")))"
            #expect(message.hasSuffix(known), "\(mapping)")
        }
        #expect(keys.count == 8)
    }

    @Test("names the same defaults")
    func defaults() throws {
        let files = try DefinitionFolder()
        // Downloads have functions, which are equal to nothing.
        let plain = try "\(files.load("source: a.zip"))"
        for (mapping, properties) in keys where !mapping.contains(".") && mapping != "realtime" {
            for (key, property) in properties {
                guard let value = (property as? Object)?["default"] else { continue }
                let line =
                    mapping.isEmpty ? "\(key): \(value)" : "\(mapping): { \(key): \(text(value)) }"
                let feed = try files.load("source: a.zip\n" + line)
                #expect("\(feed)" == plain, "\(line)")
            }
        }
        let least = keys["guards.realtime"]?["min_match_percent"] as? Object
        let percent = try #require(least?["default"] as? Double)
        let realtime = try files.load("source: a.zip\nguards: { realtime: { check: a.pb } }")
        #expect(realtime.guards.realtime?.minMatchPercent == percent)
        let every = keys["realtime"]?["every"] as? Object
        let time = try #require(every?["default"] as? String)
        let lines = ["", ", every: \(time)"].map {
            "source: a.zip\nrealtime: [{ url: \"https://example.org/a.pb\"\($0) }]"
        }
        #expect(try files.load(lines[0]).realtime.map(\.every) == [15])
        #expect(try files.load(lines[1]).realtime.map(\.every) == [15])
        #expect(try files.load(lines[0]).realtime.map(\.name) == ["1"])
    }

    /// JSONSerialization has numbers for true and false.
    private func text(_ value: Any) -> String {
        guard let data = try? JSONSerialization.data(withJSONObject: [value]) else { return "" }
        return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
    }

    @Test("names the same modes")
    func modes() throws {
        let files = try DefinitionFolder()
        let mode = (schema["$defs"] as? Object)?["mode"] as? Object
        let words = try #require(mode?["enum"] as? [String])
        let feed = try files.load(
            "source: a.zip\nguards: { required_modes: [\(words.joined(separator: ", "))] }")
        #expect(feed.guards.requiredModes.map(\.rawValue) == words)
        let message = try files.failure("source: a.zip\nguards: { required_modes: x }") ?? ""
        #expect(message.hasSuffix("expected some of " + words.joined(separator: ", ")))
    }

    @Test("Every definition of the repository is read, and is complete")
    func repository() throws {
        let loaded = try FeedDefinitions.load(PackageRoot.path + "/feeds")
        let feeds = try loaded.map { try $0.get() }
        #expect(feeds.count >= 10)
        #expect(feeds.contains { $0.id == "sydney" })
        let readme = try String(
            contentsOfFile: PackageRoot.path + "/feeds/README.md", encoding: .utf8)
        for feed in feeds {
            #expect(feed.file.hasSuffix("/\(feed.id).yaml"))
            #expect(feed.publishFolder == "/var/lib/gtfs/" + feed.id)
            #expect(feed.licence != nil && feed.attribution != nil, "\(feed.id)")
            #expect(feed.sources.allSatisfy { $0.shown.hasPrefix("http") })
            #expect(readme.contains("`\(feed.id).yaml`"))
            for variable in feed.headers.flatMap(\.value.variables) {
                #expect(readme.contains("`\(variable)`"))
            }
        }
    }
}
