import FeedReading
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Hostile definitions", .blocking)
struct HostileDefinitionTests {
    private let files: DefinitionFolder

    init() throws {
        files = try DefinitionFolder()
    }

    /// A list of lists of lists, each ten times the one before by aliases.
    private static func laughs(_ levels: Int) -> String {
        (1...levels).reduce(into: "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n") { text, level in
            let before = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(before)]\n"
        }
    }

    private func failure(settings text: String) throws -> String? {
        let file = try files.write("settings.yaml", text)
        do throws(DefinitionError) {
            _ = try PolicyConfig.load(file)
            return nil
        } catch {
            #expect(error.exitCode == 64)
            return error.description.replacing(files.path + "/", with: "")
        }
    }

    @Test("Aliases that stand for billions of values take no time where values stand")
    func laughingValues() throws {
        let text = Self.laughs(30)
        #expect(try files.failure("source: a.zip\n" + text)?.contains("unknown key a0") == true)
        #expect(try failure(settings: text) == "settings.yaml:1: unknown key a0")
        let flow = text.split(separator: "\n").map { $0.drop { $0 != "&" } }.joined(separator: ", ")
        #expect(
            try files.failure("source: [\(flow)]")
                == "town.yaml:1: source: expected one value, not a list")
    }

    @Test(
        "A key that an alias stands for is refused before it is compared with others",
        arguments: [
            "? *a4\n: 1\n", "*a4 : 1\n", "[*a4]: 1\n", "{ *a4 : 1 }: 1\n",
            "b: { c: { ? *a4 : 1 } }\n",
        ])
    func laughingKeys(key: String) throws {
        // Enough to see that the guard is there. Thirty levels would take longer than the sun shines.
        let text = Self.laughs(4)
        let line = text.split(separator: "\n").count + 1
        #expect(try failure(settings: text + key) == "settings.yaml:\(line): a key must be a word")
        #expect(try files.failure(text + key) == "town.yaml:\(line): a key must be a word")
    }

    @Test("Asterisks in texts are texts, and aliases in their places are read")
    func asterisks() throws {
        let feed = try files.load(
            """
            source: [&here https://example.org/a*b.zip, *here]
            attribution: by the *Town*, "all * rights"
            query: { "*": "*", a*: 'x *b' }
            licence: |
              *here
            """)
        #expect(
            feed.sources.map(\.template.text)
                == Array(repeating: "https://example.org/a*b.zip", count: 2))
        #expect(feed.attribution == "by the *Town*, \"all * rights\"")
        #expect(Set(feed.query.map(\.name)) == ["*", "a*"])
        #expect(feed.licence == "*here")
    }

    @Test("A node within itself, or nested too deep, is not YAML")
    func nesting() throws {
        for text in ["source: &a [*a]", "source: &a { b: *a }"] {
            let reason = try files.failure(text)
            #expect(reason?.hasPrefix("town.yaml:1: is not YAML") == true, "\(reason ?? "read")")
        }
        for open in ["[", "{a: ", "- ", "? ", "&a [", "!x ["] {
            let text = "source: \n " + String(repeating: open, count: 100_000)
            #expect(try files.failure(text)?.contains("is not YAML") == true, "\(open)")
            #expect(try failure(settings: text)?.contains("is not YAML") == true, "\(open)")
        }
    }

    @Test("A file of more than a megabyte is read no further")
    func size() throws {
        let text = "source: a.zip\n" + String(repeating: "# and so on\n", count: 100_000)
        let words = "has more than the 1048576 bytes that such a file may have"
        #expect(try files.failure(text) == "town.yaml: " + words)
        #expect(try failure(settings: "fail_on: error\n" + text) == "settings.yaml: " + words)
    }

    @Test("A variable is looked up once, whatever is in it")
    func variables() throws {
        let server = try TestServer { _, _ in .status("404 No") }
        let feed = try files.load(
            """
            source: \(server.url("/${A}"))
            query: { q: "${A}${A}" }
            fetch: { retries: 0 }
            """)
        let bomb = "${A}${A}${B}"
        var options = UpdateOptions()
        options.environment = ["A": bomb, "B": bomb]
        let fetch = FeedFetch(feed, options)
        #expect(throws: FeedError.self) { try fetch.run() }
        let once = "%24%7BA%7D%24%7BA%7D%24%7BB%7D"
        let request = try #require(server.requests.first)
        #expect(request.text.hasPrefix("GET /\(once)?q=\(once)\(once) "))
    }

    @Test(
        "A named pipe or a device as settings, definition, baseline or feed is not read",
        arguments: ["pipe.yaml", "zero.yaml"])
    func notFiles(name: String) throws {
        try Folder.make(files.path)
        let path = files.path + "/" + name
        if name == "pipe.yaml" {
            #expect(mkfifo(path, 0o600) == 0)
        } else {
            try Files.makeLink(path, to: "/dev/zero")
        }
        var config = PolicyConfig()
        config.baselinePath = path
        func refusal(_ read: () throws -> Void) throws -> String? {
            do {
                try read()
                return nil
            } catch let error as DefinitionError {
                return error.description
            }
        }
        let refused = "\(path): cannot be read: it is not a file"
        #expect(try refusal { _ = try PolicyConfig.load(path) } == refused)
        #expect(try refusal { _ = try FeedDefinition.load(path) } == refused)
        #expect(try refusal { try config.loadBaseline() } == refused)
        let feed = try files.load("source: \(path)\n")
        #expect {
            try FeedFetch(feed, UpdateOptions()).run()
        } throws: {
            ($0 as? FeedError)?.description == "\(path): is not a file"
        }
    }

    // MARK: Baselines

    private func failure(baseline text: String, limit: Int = 1 << 20) throws -> String? {
        var config = PolicyConfig()
        config.baselineLimit = limit
        config.baselinePath = try files.write("report.json", text)
        do throws(DefinitionError) {
            try config.loadBaseline()
            return nil
        } catch {
            #expect(error.exitCode == 64)
            return error.description.replacing(files.path + "/", with: "")
        }
    }

    @Test("A baseline is read up to its limit, and no deeper than reports are")
    func baselines() throws {
        let report = "{\"summary\":{},\"notices\":[]}"
        #expect(try failure(baseline: report) == nil)
        #expect(
            try failure(baseline: report + String(repeating: " ", count: 1000), limit: 1000)
                == "report.json: has more than the 1000 bytes that such a file may have")
        for open in ["[", "{\"a\":"] {
            let deep = String(repeating: open, count: 100_000)
            #expect(
                try failure(baseline: "{\"notices\":" + deep)?.contains("is not a report.json")
                    == true)
        }
        for count in ["1e999", "-1", "99999999999999999999", "\"1\""] {
            _ = try failure(
                baseline:
                    "{\"notices\":[{\"code\":\"a\",\"totalNotices\":\(count),\"sampleNotices\":[]}]}"
            )
        }
    }
}
