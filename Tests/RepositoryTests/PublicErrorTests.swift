import Foundation
import TestSupport
import Testing

/// Apps show errors of the libraries to riders, whatever type they have.
@Suite("Public errors") struct PublicErrorTests {
    /// Errors of a library without dependencies, which knows no riders: who shows them translates
    /// them. What builds and publishes has no riders.
    private static let untranslated = [
        "BundleSQLError", "RealtimeDamage", "RealtimeFailure", "BundleError", "DefinitionError",
        "PublishingError", "UnusableValue",
    ]

    @Test("Each has a message for riders")
    func messages() throws {
        let head =
            /(?:(public) (?:final )?(?:struct|enum|class|actor)|extension) ([\w.]+): ([^{]*)\{/
        var publics: Set<Substring> = []
        var protocols: [Substring: String] = [:]
        for file in PackageRoot.files(below: "Sources", suffix: ".swift") {
            for match in try String(contentsOfFile: file, encoding: .utf8).matches(of: head) {
                // A nested type is known by its last name.
                let name = match.2.split(separator: ".").last ?? match.2
                protocols[name, default: ""] += "\(match.3) "
                if match.1 != nil { publics.insert(name) }
            }
        }
        let errors = protocols.filter {
            publics.contains($0.key) && $0.value.contains(/Error\b/)
        }
        #expect(errors.count >= 9)
        for (type, protocols) in errors {
            let hasMessage = protocols.contains("UserFacingError")
            #expect(hasMessage != Self.untranslated.contains(String(type)), "\(type)")
        }
    }
}
