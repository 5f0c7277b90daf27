import Foundation
import TestSupport
import Testing

@Suite("The example of README.md, with a server")
struct ReadmeExampleTests {
    @Test("is a part of the app of sixty lines") func same() throws {
        let readme = try String(contentsOfFile: PackageRoot.path + "/README.md", encoding: .utf8)
        let app = try String(
            contentsOfFile: PackageRoot.path + "/Tests/DepartureBoard/main.swift", encoding: .utf8)
        let start = try #require(readme.range(of: "<!-- example: client -->\n```swift\n"))
        let rest = readme[start.upperBound...]
        let end = try #require(rest.range(of: "```"))
        let shown = String(rest[..<end.lowerBound])
        #expect(shown.contains("OfflineFirst("))
        #expect(app.contains(shown))
    }
}
