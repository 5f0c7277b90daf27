import Foundation
import TestSupport
import Testing

/// Apps show errors of the libraries to riders, whatever type they have.
@Suite("Public errors") struct PublicErrorTests {
    /// Errors of a library without dependencies, which knows no riders: who shows them translates them.
    private static let untranslated = ["BundleSQLError", "RealtimeDamage", "RealtimeFailure"]
    private static let kinds = ["struct", "enum", "final class", "class", "actor"]

    /// The types that a source declares as public, or extends, and what it says that they conform to.
    private static func types(
        in source: String
    ) -> [(name: String, isPublic: Bool, protocols: Set<Substring>)] {
        let heads = kinds.map { "public " + $0 + " " } + ["extension "]
        let lines = source.split(separator: "\n")
        return lines.indices.compactMap { number in
            let line = lines[number].drop { $0 == " " }
            guard let head = heads.first(where: line.hasPrefix) else { return nil }
            // A declaration may go on in further lines, up to its brace.
            let rest = lines[(number + 1)...].prefix(5).joined(separator: " ")
            let text = (line.dropFirst(head.count) + " " + rest).prefix { $0 != "{" }
            let parts = text.split(separator: ":", maxSplits: 1)
            // A nested type is known by its last name.
            let name = parts[0].split { $0 == "." || $0 == " " }.last.map(String.init) ?? ""
            let protocols = parts.count > 1 ? parts[1].split { !$0.isLetter } : []
            return (name, head != "extension ", Set(protocols))
        }
    }

    private static func errors(in sources: [String]) -> [String: Bool] {
        let types = sources.flatMap(types(in:))
        let isPublic = Set(types.filter(\.isPublic).map(\.name))
        var errors: [String: Bool] = [:]
        for type in types where isPublic.contains(type.name) {
            guard type.protocols.contains(where: { $0.hasSuffix("Error") }) else { continue }
            errors[type.name] =
                errors[type.name] == true || type.protocols.contains("UserFacingError")
        }
        return errors
    }

    @Test("Each has a message for riders")
    func messages() throws {
        let errors = Self.errors(
            in: try PackageRoot.files(below: "Sources", suffix: ".swift").map {
                try String(contentsOfFile: $0, encoding: .utf8)
            })
        #expect(errors.count >= 9)
        #expect(errors["TransitBundleError"] == true && errors["Unreadable"] == true)
        for (type, hasMessage) in errors {
            #expect(hasMessage != Self.untranslated.contains(type), "\(type)")
        }
    }
}
