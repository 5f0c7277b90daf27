import Foundation
import TestSupport
import Testing

@Suite("Help")
struct HelpTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// The options that a verb's help shows.
    private func options(of verb: String) throws -> Set<String> {
        let help = try Command.run([verb, "--help"], in: folder)
        #expect(help.code == 0)
        let words = help.output.split(separator: "\n").compactMap { line in
            // "  -o, --output <file>   Where ..." and "  --quiet   Say ..."
            line.hasPrefix("  -") ? line.split(separator: " ").first { $0.hasPrefix("--") } : nil
        }
        // Of "-o, --output, --output-base <folder>" the first.
        let names = words.map { String($0.prefix { $0 != "," }) }
        return Set(names).subtracting(["--help", "--version"])
    }

    private func verbs() throws -> [String] {
        let help = try Command.run(["--help"], in: folder).output
        let list = try #require(help.split(separator: "SUBCOMMANDS:").last)
        // "  build   Compile ..."; deeper lines go on with what is above them.
        return list.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap { line in
            let name = line.dropFirst(2).prefix { $0 != " " }
            return name.first?.isLowercase == true ? String(name) : nil
        }
    }

    @Test("README.md has every option of every verb")
    func readme() throws {
        let readme = try String(contentsOfFile: PackageRoot.path + "/README.md", encoding: .utf8)
        let verbs = try verbs()
        #expect(verbs.contains("build"))
        #expect(verbs.contains("inspect"))
        for verb in verbs {
            #expect(readme.contains("gtfs \(verb)"))
            let options = try options(of: verb)
            for option in options {
                // The whole word: --route is not there because --route-type is.
                let isThere = readme.split(separator: option, omittingEmptySubsequences: false)
                    .dropFirst().contains { !($0.first.map { $0.isLetter || $0 == "-" } ?? false) }
                #expect(isThere, "\(verb) \(option)")
            }
        }
        // What the help is searched for is really found in it.
        let some: Set = ["--bbox", "--output", "--http-header", "--max-unpacked-size", "--quiet"]
        #expect(try options(of: "build").isSuperset(of: some))
    }

    @Test("Help and version are data")
    func output() throws {
        for arguments in [["--version"], ["--help"], ["build", "--help"], ["help", "build"], []] {
            let outcome = try Command.run(arguments, in: folder)
            #expect(outcome.code == 0)
            #expect(!outcome.output.isEmpty)
            #expect(outcome.errors.isEmpty)
        }
    }
}
