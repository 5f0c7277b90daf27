import Foundation
import TestSupport
import Testing

@Suite("Privacy", .blocking)
struct PrivacyTests {
    private static let secrets = [
        "s3cret-key", "t0ken-query", "p4rt-path", "pa55word", "h3ader-cli",
    ]

    /// A server that gives the feed to who knows the secrets, and the feed.
    private func server(_ zip: [UInt8]) throws -> TestServer {
        let file = ServedFile(zip, etag: "\"1\"")
        return try TestServer { request, number in
            if request.path.hasSuffix("moved.zip") {
                return .redirect(to: "/plain/feed.zip?token=t0ken-query")
            }
            guard request.path.hasSuffix("feed.zip") else { return .status("401 No s3cret-key") }
            return file.reply(to: request)
        }
    }

    /// Where one of the secrets stands in a text or in the bytes of a file, packed or not.
    private func leak(_ bytes: Data) -> String? {
        Self.secrets.first { secret in
            bytes.range(of: Data(secret.utf8)) != nil
                || bytes.range(of: Data(Data(secret.utf8).base64EncodedString().dropLast(2).utf8))
                    != nil
        }
    }

    private func expectNoLeak(_ outcome: Command.Outcome, _ what: String) {
        let leaks = leak(Data((outcome.output + outcome.errors).utf8))
        #expect(leaks == nil, "\(what): \(outcome.output)\(outcome.errors)")
    }

    private func expectNoLeak(below path: String, except names: Set<String>) throws {
        let root = URL(fileURLWithPath: path)
        var count = 0
        for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
            let file = root.appendingPathComponent(name)
            guard !names.contains(file.lastPathComponent),
                try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            else { continue }
            count += 1
            #expect(leak(try Data(contentsOf: file)) == nil, "\(name)")
            guard name.hasSuffix(".gz") else { continue }
            let unpacked = try ProcessRun.run(
                "/bin/sh", ["-c", "gzip -dc \"$0\" | base64 -w 0", file.path],
                folder: TestFolder())
            let bytes = try #require(Data(base64Encoded: unpacked.standardOutput))
            #expect(bytes.count > 1000)
            #expect(leak(bytes) == nil, "\(name), unpacked")
        }
        #expect(count > 5)
    }

    @Test("Secrets of a definition are in no log, report, manifest, status or bundle")
    func nightly() throws {
        let server = try server(NightlyPlace.archive(NightlyPlace.feed()))
        let address = server.url("").replacing("http://", with: "http://user:pa55word@")
        let place = try NightlyPlace(
            source: address + "/${PART}/feed.zip?key=t0ken-query",
            settings: [
                "headers: { Authorization: \"apikey ${KEY}\" }", "query: { token: \"${TOKEN}\" }",
                "on_failure: 'env | grep GTFS_ > \"$HOOK\"'",
            ])
        let environment = [
            "KEY": "s3cret-key", "TOKEN": "t0ken-query", "PART": "p4rt-path",
            "HOOK": place.folder.path + "/hook.txt",
        ]
        let metrics = place.folder.path + "/published/metrics.prom"
        for arguments in [
            ["--log-format", "json", "--metrics", metrics],
            ["--force", "unchanged", "--metrics", metrics], [],
        ] {
            let outcome = try Command.run(
                [
                    "update", place.definition, "--temporary-directory",
                    place.folder.temporaryDirectory,
                ]
                    + arguments, in: place.folder, environment: environment)
            #expect(outcome.code == 0, "\(outcome.errors)")
            expectNoLeak(outcome, "update \(arguments)")
        }
        let request = try #require(server.requests.first)
        #expect(request["Authorization"] == "apikey s3cret-key")
        #expect(request.query.contains("token=t0ken-query"))
        #expect(request.path.contains("p4rt-path"))
        // And when it goes wrong: the server's own words may repeat what it was sent.
        for path in ["/${PART}/other.zip", "/${PART}/moved.zip"] {
            let text = try String(contentsOfFile: place.definition, encoding: .utf8)
            let other = try place.folder.write(
                "town.yaml", Array(text.replacing("/${PART}/feed.zip", with: path).utf8))
            for arguments in [["--log-format", "json"], ["--force", "unchanged"], []] {
                expectNoLeak(
                    try Command.run(
                        [
                            "update", other, "--metrics", metrics, "--temporary-directory",
                            place.folder.temporaryDirectory,
                        ] + arguments,
                        in: place.folder, environment: environment), "update of \(path)")
            }
        }
        for arguments in [["status", place.definition], ["status", place.definition, "--json"]] {
            expectNoLeak(
                try Command.run(arguments, in: place.folder, environment: environment),
                "\(arguments)")
        }
        let told = try String(contentsOfFile: place.folder.path + "/hook.txt", encoding: .utf8)
        #expect(told.contains("401"))
        // The definition has some of them: they would be found.
        #expect(leak(try Data(contentsOf: URL(fileURLWithPath: place.definition))) != nil)
        try expectNoLeak(below: place.folder.path, except: ["town.yaml"])
    }

    @Test(
        "A URL that cannot be read is in no message and no status with its password",
        arguments: [
            "http://alice:pa55word/x@127.0.0.1:1", "http://alice:pa55word?x@127.0.0.1:1/a",
            "http://alice:pa55word#x@127.0.0.1:1/a", "ftp://alice:pa55word@127.0.0.1/a.zip",
            " http://alice:pa55word@127.0.0.1:1/a.zip", "http:/alice:pa55word@127.0.0.1/a.zip",
            "ftp://alice:pa55word@127.0.0.1/a\n", "alice:pa55word@127.0.0.1:1/a.zip",
            " alice%3Apa55word%40127.0.0.1/a",
        ])
    func unreadable(url: String) throws {
        let place = try Workplace()
        let options = ["--temporary-directory", place.folder.temporaryDirectory]
        let log = ["--log-format", "json"]
        for command in [
            ["build", url, "-o", place.bundle] + options,
            ["build", url, "-o", place.bundle] + options + log,
            ["build", "-u", url, "-o", place.bundle] + options,
            ["build", place.feed, url, "-o", place.bundle] + options, ["validate", url] + options,
            ["fetch", url, "-o", place.bundle], ["fetch", url, "-o", place.bundle] + log,
            ["update", url], ["status", url], ["realtime", "show", url], ["inspect", url],
            ["diff", url, url], ["serve", url, "--port", "0"], ["query", "routes", url],
            ["explore", url], ["verify", url, place.bundle], ["doctor", url],
        ] {
            let outcome = try Command.run(command, in: place.folder)
            #expect(outcome.code != 0, "\(command)")
            expectNoLeak(outcome, "\(command)")
        }
        let source = url.replacing("\n", with: "\\n")
        let definition =
            "id: town\nsource: \"\(source)\"\npublish: published\nfetch: { retries: 0 }\n"
        let file = try place.folder.write("town.yaml", Array(definition.utf8))
        let outcome = try Command.run(["update", file] + options, in: place.folder)
        #expect(outcome.code != 0)
        expectNoLeak(outcome, "update")
        let status = place.folder.path + "/published/.gtfs/status.json"
        if let bytes = FileManager.default.contents(atPath: status) {
            #expect(leak(bytes) == nil)
        }
    }

    @Test("Secrets of a command line are in no output and no file")
    func commandLine() throws {
        let place = try Workplace()
        let server = try server(
            ArchiveBuilder.pack(TestFeed.town.files, as: .zip(options: "")))
        let address = server.url("").replacing("http://", with: "http://user:pa55word@")
        let header = [
            "--http-header", "X-Key: h3ader-cli", "--temporary-directory",
            place.folder.temporaryDirectory,
        ]
        for path in ["/p4rt-path/feed.zip", "/other.zip", "/moved.zip"] {
            // The path of an address is shown: only what is known to be secret is not.
            let url = address + path.replacing("p4rt-path", with: "plain") + "?token=t0ken-query"
            let commands = [
                ["build", url, "-o", place.bundle] + header,
                ["build", url, "-o", place.bundle, "--log-format", "json"] + header,
                ["validate", url, "-o", place.folder.path + "/report"] + header,
                ["validate", url, "--log-format", "json"] + header,
            ]
            for command in commands {
                expectNoLeak(try Command.run(command, in: place.folder), "\(command)")
            }
        }
        #expect(server.requests.contains { $0["X-Key"] == "h3ader-cli" })
        #expect(FileManager.default.fileExists(atPath: place.bundle))
        try expectNoLeak(below: place.folder.path, except: [])
    }
}
