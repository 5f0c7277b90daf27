import FeedReading
import Foundation
import TestSupport
import Testing

@Suite("Help", .blocking)
struct HelpTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func help(of verb: String) throws -> [String] {
        let verbs = [[verb]] + (try self.verbs(below: [verb]).map { [verb, $0] })
        return try verbs.map { path in
            let help = try Command.run(path + ["--help"], in: folder)
            #expect(help.code == 0)
            return help.output
        }
    }

    private func options(of verb: String) throws -> Set<String> {
        let help = try help(of: verb).joined(separator: "\n")
        let words = help.split(separator: "\n").compactMap { line in
            // "  -o, --output <file>   Where ..." and "  --quiet   Say ..."
            line.hasPrefix("  -") ? line.split(separator: " ").first { $0.hasPrefix("--") } : nil
        }
        // Of "-o, --output, --output-base <folder>" the first.
        let names = words.map { String($0.prefix { $0 != "," }) }
        return Set(names).subtracting(["--help", "--version"])
    }

    private func verbs(below path: [String] = []) throws -> [String] {
        let help = try Command.run(path + ["--help"], in: folder).output
        guard let list = help.split(separator: "SUBCOMMANDS:").dropFirst().last else { return [] }
        // "  build   Compile ..."; deeper lines go on with what is above them.
        return list.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap { line in
            let name = line.dropFirst(2).prefix { $0 != " " }
            return name.first?.isLowercase == true ? String(name) : nil
        }
    }

    /// Where a verb is described: from its heading to the next one of the same rank.
    private func section(of verb: String) throws -> [String] {
        let lines = try MarkdownDocument("schema/command.md").lines
        let start = try #require(
            lines.firstIndex(of: "## gtfs \(verb)"), "schema/command.md has no gtfs \(verb)")
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    @Test("schema/command.md has every option of every verb, and no other")
    func reference() throws {
        let verbs = try verbs()
        #expect(verbs.contains("build"))
        #expect(verbs.contains("inspect"))
        let build = try section(of: "build").joined(separator: "\n")
        for verb in verbs {
            let text = try section(of: verb).joined(separator: "\n")
            #expect(text.contains("`gtfs \(verb)"))
            for option in try options(of: verb) {
                // The whole word: --route is not there because --route-type is.
                func isThere(in text: String) -> Bool {
                    text.split(separator: option, omittingEmptySubsequences: false)
                        .dropFirst().contains {
                            !($0.first.map { $0.isLetter || $0 == "-" } ?? false)
                        }
                }
                // Others take options of build; their sections say so.
                let isInherited = text.contains("`build`") && isThere(in: build)
                #expect(isThere(in: text) || isInherited, "\(verb) \(option)")
            }
        }
        // The searched words are really found in the help.
        let some: Set = ["--bbox", "--output", "--http-header", "--max-unpacked-size", "--quiet"]
        #expect(try options(of: "build").isSuperset(of: some))
        #expect(try options(of: "query").isSuperset(of: ["--limit", "--at", "--start"]))
    }

    @Test("Each key under `build` of a definition is an option of gtfs build")
    func buildKeys() throws {
        let url = URL(fileURLWithPath: PackageRoot.path + "/schema/feed.schema.json")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        let build = (schema["$defs"] as? [String: Any])?["build"] as? [String: Any]
        let keys = try #require(build?["properties"] as? [String: Any]).keys
        #expect(keys.contains("max_size"))
        let options = try options(of: "build")
        for key in keys { #expect(options.contains("--" + key.replacing("_", with: "-"))) }
    }

    @Test("No table of schema/command.md has an option that its verb lacks")
    func tables() throws {
        for verb in try verbs() {
            let help = try help(of: verb).joined()
            for row in try section(of: verb) where row.hasPrefix("| `-") {
                let cell = row.split(separator: " | ").first ?? ""
                let names = cell.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("--") }
                for name in names { #expect(help.contains(name), "\(verb) \(name)") }
            }
        }
    }

    @Test("No help names an option that its verb refuses")
    func foreign() throws {
        for verb in try verbs() {
            for help in try help(of: verb) {
                var own: Set<String> = []
                for line in help.split(separator: "\n") where line.hasPrefix("  -") {
                    let names = line.dropFirst(2).prefix { $0 != "<" }.components(separatedBy: "  ")
                    own.formUnion((names.first ?? "").matches(of: #/--[a-z-]+/#).map { "\($0.0)" })
                }
                // Another verb may be named with its own.
                let words = help.split { $0.isWhitespace }.joined(separator: " ")
                    .replacing(#/gtfs [a-z]+ --[a-z-]+/#, with: "").replacing("_", with: "-")
                for name in words.matches(of: #/--[a-z][a-z-]*/#).map({ "\($0.0)" }) {
                    #expect(own.contains(name), "\(verb): \(name)")
                }
            }
        }
    }

    @Test("Options of questions mean what the API's parameters mean, with the command's defaults")
    func parameters() throws {
        for (question, words) in [
            ("departures", "For how long; 1h."), ("stops", "How many at most; 20."),
            ("vehicles", "The vehicles in a part of the map."),
        ] {
            let help = try Command.run(["query", question, "--help"], in: folder).output
            #expect(help.contains(words), "\(help)")
        }
    }

    @Test("Limits in the help of build, and in schema/command.md, are those of the code")
    func limits() throws {
        let limits = ArchiveLimits.standard
        let rows = try section(of: "build")
        let help = try help(of: "build").joined()
        for (option, value) in [
            ("--max-unpacked-size", "\(limits.totalBytes / 1_000_000_000)GB"),
            ("--max-ratio", "\(limits.ratio)"), ("--max-members", "\(limits.memberCount)"),
            ("--max-geojson-size", "\(limits.geoJSONBytes / 1_000_000)MB"),
        ] {
            #expect(help.contains("(\(value))"))
            let isThere = rows.contains {
                $0.hasPrefix("| `\(option) ") && $0.hasSuffix("; \(value) |")
            }
            #expect(isThere, "\(option) \(value)")
        }
        let floor = "of files above \(ArchiveLimits.ratioFloorBytes / 1_000_000) MB"
        #expect(rows.contains { $0.contains(floor) })
    }

    @Test("Help, version or a script for completion that does not arrive is exit code 74")
    func fullDisk() throws {
        let disk = open("/dev/full", O_WRONLY)
        // Other systems have no such device.
        guard disk >= 0 else { return }
        defer { close(disk) }
        for arguments in [
            ["--version"], ["--help"], ["build", "--help"], ["help", "build"],
            ["--generate-completion-script", "bash"],
        ] {
            let outcome = try Command(arguments, folder: folder, output: disk).wait()
            #expect(outcome.code == 74, "\(arguments)")
            #expect(
                outcome.errors.hasPrefix("gtfs: standard output: cannot be written: "),
                "\(outcome.errors)")
            #expect(outcome.errorLines.count == 1)
        }
    }

    @Test("The same of gtfs-serve", arguments: ["--help", "--version"])
    func fullDiskOfServer(option: String) throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let result = try ProcessRun.run(
            "/bin/bash",
            ["-c", "exec \"$0\" \(option) >/dev/full", PackageRoot.executable("gtfs-serve")],
            folder: folder)
        #expect(result.end == .exited(74))
        let words = "gtfs-serve: standard output: cannot be written: "
        #expect(result.standardError.hasPrefix(words), "\(result.standardError)")
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
