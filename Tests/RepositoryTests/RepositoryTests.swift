import Foundation
import TestSupport
import Testing

@Suite struct RepositoryTests {
    private let root = URL(fileURLWithPath: PackageRoot.path)

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The command below `<!-- command: name -->`, as `.ci/run` takes it from the README.
    private func readmeCommand(_ name: String) throws -> [Substring] {
        let lines = try text("README.md").split(
            separator: "\n", omittingEmptySubsequences: false)
        let marker = try #require(lines.firstIndex(of: "<!-- command: \(name) -->"))
        try #require(lines[marker + 1] == "```sh")
        return Array(lines[(marker + 2)...].prefix { $0 != "```" })
    }

    @Test(
        "One command of the README does each part of the set-up",
        arguments: [
            (
                "build",
                [
                    "swift build -c release --product gtfs",
                    ".build/release/gtfs build feeds/sample -o sample.sqlite",
                ]
            ),
            ("test", ["swift test -c release --scratch-path .build/tests"]),
        ])
    func readmeCommands(
        name: String, parts: [String]
    ) throws {
        let command = try readmeCommand(name)
        #expect(command.count == 1, "not one line: \(command)")
        let packages = [
            "libsqlite3-dev", "zlib1g-dev", "libarchive-dev", "libssl-dev",
        ]
        for part in parts + packages {
            #expect(command.first?.contains(part) == true, "\(name) lacks \(part)")
        }
    }

    @Test("CI runs the commands of the README") func ciRunsReadme() throws {
        #expect(try text(".ci/run").contains("test=$(.ci/readme test)\n"))
        #expect(try text(".ci/nightly").contains("\"$(.ci/readme build)\""))
        for script in ["run", "nightly", "readme"] {
            #expect(try text(".ci/\(script)").contains("set -euo pipefail"))
        }
    }

    @Test("The top level has the agreed entries only") func topLevel() throws {
        let agreed: Set = [
            "Package.swift", "Sources", "Tests", "feeds", "schema", "README.md", "LICENSE",
            "CHANGELOG.md", "CONTRIBUTING.md",
        ]
        let entries = try files(below: "").map { String($0.prefix { $0 != "/" }) }
        #expect(Set(entries.filter { !$0.hasPrefix(".") }) == agreed)
    }

    @Test("No file names a path of a developer's machine") func machinePaths() throws {
        // In pieces, because this file is looked at as well.
        let prefixes = [["/ro", "ot/"], ["/ho", "me/"], ["/Us", "ers/"], ["/wo", "rk/"]]
        for file in try files(below: "") {
            let data = try Data(contentsOf: root.appendingPathComponent(file))
            let content = String(decoding: data, as: UTF8.self)
            for prefix in prefixes {
                #expect(!content.contains(prefix.joined()), "\(file) has \(prefix.joined())")
            }
        }
    }

    @Test("The licence is Apache 2.0") func licence() throws {
        let licence = try text("LICENSE")
        #expect(licence.contains("Apache License\n                           Version 2.0"))
        #expect(licence.contains("END OF TERMS AND CONDITIONS"))
        #expect(!licence.contains("Runtime Library Exception"))
    }

    private func files(below folder: String) throws -> [String] {
        let manager = FileManager.default
        let path = root.appendingPathComponent(folder).path
        return try manager.contentsOfDirectory(atPath: path).sorted().flatMap { name in
            let child = folder.isEmpty ? name : "\(folder)/\(name)"
            let isIgnored =
                name == ".git" || name.hasPrefix(".build") || name.hasSuffix(".sqlite")
                || [".DS_Store", "Package.resolved"].contains(name)
            var isFolder: ObjCBool = false
            let full = root.appendingPathComponent(child).path
            guard !isIgnored, manager.fileExists(atPath: full, isDirectory: &isFolder) else {
                return [String]()
            }
            return isFolder.boolValue ? try files(below: child) : [child]
        }
    }
}
