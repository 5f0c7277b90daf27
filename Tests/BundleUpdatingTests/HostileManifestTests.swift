import BundleManifest
import BundleUpdating
import Foundation
import TestSupport
import Testing

@Suite("Hostile manifests")
struct HostileManifestTests {
    private let town: Town
    private let text: String

    init() throws {
        town = try Town()
        text = String(decoding: try town.publish("One").json, as: UTF8.self)
        try town.update()
    }

    /// Why an update by another text of the manifest is refused; nil when it is not.
    private func refusal(_ text: String) throws -> String? {
        try Data(text.utf8).write(to: URL(fileURLWithPath: town.published + "/manifest.json"))
        let before = try town.installed()
        var reason: String?
        do {
            try town.update()
        } catch let error as BundleUpdateError {
            reason = error.description
        }
        #expect(try town.installed() == before)
        return reason
    }

    /// The manifest with something else in the place of an empty list.
    private func replacing(_ old: String, _ new: String) throws -> String {
        try #require(text.contains(old))
        return text.replacing(old, with: new)
    }

    @Test("One that is too large is not even read: ten million versions would be gigabytes")
    func tooLarge() throws {
        // All is well with it but its size.
        let padded = text + String(repeating: " ", count: Manifest.sizeLimit)
        #expect(throws: Manifest.TooLarge.self) { try Manifest(json: Array(padded.utf8)) }
        #expect(try refusal(padded)?.contains("has more than 4194304 bytes") == true)
        let fitting = text + String(repeating: " ", count: Manifest.sizeLimit - text.utf8.count)
        #expect(throws: Never.self) { try Manifest(json: Array(fitting.utf8)) }
    }

    @Test("One that is nested too deep is none")
    func nesting() throws {
        for open in ["[", "{\"a\":"] {
            let deep = try replacing(
                "\"previous\" : [",
                "\"deep\" : \(String(repeating: open, count: 100_000)),\"previous\" : [")
            #expect(try refusal(deep)?.contains("cannot be read as one") == true)
        }
    }

    @Test(
        "Numbers as large as there are, and larger",
        arguments: [
            "9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e308", "1.5",
        ])
    func numbers(number: String) throws {
        let pattern = try Regex("\"bytes\" : [0-9]+")
        let reason = try refusal(text.replacing(pattern, with: "\"bytes\" : \(number)"))
        #expect(
            reason?.contains("more than the limit") == true
                || reason?.contains("cannot be read as one") == true, "\(reason ?? "none")")
    }

    @Test(
        "The same version twice, and a delta from itself to itself, end in the bundle that is there"
    )
    func twice() throws {
        var manifest = try Manifest(json: Array(text.utf8))
        manifest.counter = manifest.counter + 1
        manifest.previous = [manifest.current, manifest.current]
        let current = manifest.current
        manifest.current.deltas = [
            Manifest.Delta(
                from: current.version, name: current.gzip.name, bytes: current.gzip.bytes,
                sha256: current.gzip.sha256)
        ]
        try town.put(manifest)
        #expect(try town.update().outcome == .unchanged)
    }
}
