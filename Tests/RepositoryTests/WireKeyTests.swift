import Foundation
import TestSupport
import Testing

/// An object of the API names its keys in one list, which is read and written.
@Suite("Keys of the API's objects") struct WireKeyTests {
    /// An object of the API: its name, and the literals in its source that look like keys.
    private struct WireObject {
        let name: String
        let literals: [String]
    }

    /// The objects of a source, in its order.
    private static func objects(of source: String) -> [WireObject] {
        source.split(separator: #/\n(?:public struct|extension|protocol) /#).dropFirst().compactMap
        {
            part in
            guard part.prefix(while: { $0 != "{" }).contains(": WireObject") else { return nil }
            // Without comments; no key has a slash.
            let code = part.split(separator: "\n").compactMap { $0.split(separator: "//").first }
            return WireObject(
                name: String(part.prefix { $0.isLetter || $0 == "." }),
                literals: code.flatMap { $0.matches(of: #/"([a-z_]+)"/#).map { String($0.1) } })
        }
    }

    @Test("Each key stands once in the source of its object")
    func once() throws {
        let objects = try PackageRoot.files(below: "Sources/TransitAPI", suffix: ".swift")
            .flatMap { Self.objects(of: try String(contentsOfFile: $0, encoding: .utf8)) }
        #expect(objects.count > 50)
        #expect(objects.map(\.literals.count).reduce(0, +) > 300)
        for object in objects {
            let keys = Dictionary(grouping: object.literals) { $0 }
            let repeated = keys.filter { $0.value.count > 1 }.keys.sorted()
            #expect(repeated == [], "\(object.name)")
        }
    }

    @Test("A column of an event is spelled in few files")
    func spelled() throws {
        let targets = [
            "TransitModel", "TransitBundle", "TransitAPI", "TransitServer", "TransitExplorer",
        ]
        let spelling = #/"bikes_allowed"|\.bikes_allowed\b/#
        let files = try targets.flatMap {
            try PackageRoot.files(below: "Sources/" + $0, suffix: ".swift")
        }
        .filter { try String(contentsOfFile: $0, encoding: .utf8).contains(spelling) }
        #expect(2...5 ~= files.count, "\(files)")
    }

    @Test("A key that stands twice is found")
    func found() {
        let source = """
            /// Text.
            public struct OneDTO: WireObject {
                mutating func visit(_ wire: inout some Wire) {
                    wire.key("sid", &sid)  // "sid"
                    wire.optional("stop_id", &stopID)
                    wire.key("stop_id", &stopID)
                }
            }
            /// Text.
            extension Two.Three: WireObject {
                mutating func visit(_ wire: inout some Wire) {
                    wire.key("sid", &sid)
                }
            }
            public struct Four: Hashable { let text = "sid" }
            """
        let objects = Self.objects(of: "\n" + source)
        #expect(objects.map(\.name) == ["OneDTO", "Two.Three"])
        #expect(objects.map(\.literals) == [["sid", "stop_id", "stop_id"], ["sid"]])
    }
}
