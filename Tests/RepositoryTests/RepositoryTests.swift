import Foundation
import TestSupport
import Testing

@Suite struct RepositoryTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: PackageRoot.path + "/" + path, encoding: .utf8)
    }

    /// `.ci/run` and `.ci/nightly` run the line below `<!-- command: name -->` in the README.
    @Test(
        "One command of the README does each part of the set-up",
        arguments: [
            ("build", "swift build -c release --product gtfs", "nightly"),
            ("build", ".build/release/gtfs build feeds/sample -o sample.sqlite", "nightly"),
            ("test", "swift test -c release --scratch-path .build/tests", "run"),
        ])
    func readmeCommands(name: String, part: String, script: String) throws {
        let marker = "<!-- command: \(name) -->\n```sh\n"
        let start = try #require(try text("README.md").components(separatedBy: marker).last)
        let command = start.components(separatedBy: "\n```")[0]
        #expect(!command.contains("\n"), "not one line: \(command)")
        for part in [part, "libsqlite3-dev", "zlib1g-dev", "libarchive-dev", "libssl-dev"] {
            #expect(command.contains(part), "\(name) lacks \(part)")
        }
        #expect(try text(".ci/\(script)").contains("$(.ci/readme \(name))"))
    }

    @Test("No file names a path of a developer's machine") func machinePaths() throws {
        // In pieces, because this file is looked at as well.
        let prefixes = [["/ro", "ot/"], ["/ho", "me/"], ["/Us", "ers/"], ["/wo", "rk/"]]
            .map { $0.joined() }
        let files = try #require(FileManager.default.enumerator(atPath: PackageRoot.path))
        for case let name as String in files {
            if name == ".git" || name.hasPrefix(".build") { files.skipDescendants() }
            guard name != ".git", !name.hasPrefix(".git/"), !name.hasPrefix(".build"),
                !name.hasSuffix(".sqlite"), name != "Package.resolved",
                let data = FileManager.default.contents(atPath: PackageRoot.path + "/" + name)
            else { continue }
            let content = String(decoding: data, as: UTF8.self)
            for prefix in prefixes where content.contains(prefix) {
                Issue.record("\(name) has \(prefix)")
            }
        }
    }
}
