import Foundation
import TestSupport
import Testing

/// What users of the libraries see of the declarations.
@Suite("Documentation") struct DocumentationTests {
    private static let libraries = [
        "BundleDelta", "FeedReading", "FeedValidation", "GTFSRealtime", "GTFSSchedule",
        "TransitAPI", "TransitBundle", "TransitClient", "TransitModel", "TransitRealtime",
        "TransitSample", "TransitViewModels",
    ]
    /// Requirements of the standard library and Foundation, which mean the same everywhere.
    private static let known: Set<String> = [
        "id", "description", "debugDescription", "errorDescription", "hash", "encode", "rawValue",
        "init(from", "init(rawValue", "init(stringLiteral", "init(dictionaryLiteral", "CodingKeys",
        "Element", "Failure", "makeAsyncIterator", "==", "<",
    ]

    private static let keywords: Set<Substring> = [
        "func", "var", "let", "struct", "class", "enum", "protocol", "actor", "typealias",
        "associatedtype",
    ]

    /// The name that a line of code declares, of initializers with the first label.
    private static func declaration(_ code: Substring) -> (name: String, isPublic: Bool)? {
        var isPublic = false
        var words = code.split(separator: " ")[...]
        while let word = words.popFirst() {
            if word.hasPrefix("init"), let start = word.firstIndex(of: "(") {
                return ("init" + word[start...].prefix { $0.isLetter || $0 == "(" }, isPublic)
            }
            if keywords.contains(word), let next = words.first, !keywords.contains(next) {
                let name = next.prefix { !"(:<".contains($0) }
                return (name.isEmpty ? "<" : String(name), isPublic)
            }
            let isModifier = word.allSatisfy { $0.isLowercase || "()".contains($0) }
            guard word.first == "@" || isModifier && word != "import" else { return nil }
            isPublic = isPublic || word == "public"
        }
        return nil
    }

    @Test(
        "Every public declaration is documented, or the requirement of a protocol that it fulfils")
    func documented() throws {
        var requirements = Self.known
        var undocumented: [(name: String, place: String)] = []
        for file in Self.libraries
            .flatMap({ PackageRoot.files(below: "Sources/\($0)", suffix: ".swift") })
        {
            var isDocumented = false
            var isInProtocol = false
            for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
                let code = line.drop { $0 == " " }
                if code.hasPrefix("///") { isDocumented = true }
                if code.first == "/" || code.first == "#" { continue }
                if line.first == "}" { isInProtocol = false }
                if let (name, isPublic) = Self.declaration(code) {
                    if isInProtocol, isDocumented { requirements.insert(name) }
                    if isPublic, !isDocumented { undocumented.append((name, "\(file): \(code)")) }
                } else if code.first == "@" {
                    continue
                }
                if line.hasPrefix("public protocol") { isInProtocol = true }
                isDocumented = false
            }
        }
        #expect(requirements.count > 80)
        #expect(undocumented.filter { !requirements.contains($0.name) }.map(\.place) == [])
    }

    /// `TransitBundle.Thing` means a member of the class, not of the module, where both have one name:
    /// an app that has a `Thing` of its own could not say that of such a module.
    @Test(
        "No public name can be hidden for good",
        arguments: ["BundleDelta", "TransitBundle", "TransitClient"])
    func qualified(module: String) throws {
        for file in PackageRoot.files(below: "Sources/\(module)", suffix: ".swift") {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            for type in text.matches(
                of: /(?m)^(?:@\w+ )*public (?:final )?(?:struct|class|enum|protocol|actor) (\w+)/)
            where !type.1.contains("Bundle") && type.1 != module {
                #expect(
                    text.contains("extension \(module) {") && text.contains("public typealias "),
                    "\(module) has \(type.1)")
            }
        }
    }
}
