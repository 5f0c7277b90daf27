import FeedReading
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Fetching a feed", .blocking)
struct FetchTests {
    private let files: DefinitionFolder
    private let zip: [UInt8]

    init() throws {
        files = try DefinitionFolder()
        zip = try ArchiveBuilder.pack(
            [("stops.txt", "stop_id\nA\n"), ("agency.txt", "agency_name\nMetro\n")],
            as: .zip(options: "compression=store"))
    }

    private func fetch(
        _ definition: String, _ environment: [String: String] = [:],
        remembering memory: FetchMemory? = nil
    ) throws -> FetchedFeed {
        let quick = "\nfetch: { retries: 1, retry_delay: 1ms }\n"
        var options = UpdateOptions()
        options.environment = environment
        options.temporaryDirectory = files.folder.temporaryDirectory
        return try FeedFetch(try files.load(definition + quick), options)
            .run(remembering: memory)
    }

    private func failure(
        _ definition: String, _ environment: [String: String] = [:]
    ) throws -> String {
        do {
            _ = try fetch(definition, environment)
            return "none"
        } catch let error as any DiagnosedError {
            return "\(error.exitCode) \(error)".replacing(files.path + "/", with: "")
        }
    }

    @Test("Secrets are sent, and shown nowhere")
    func secrets() throws {
        let zip = zip
        let server = try TestServer { request, _ in
            request.path.hasSuffix("feed.zip")
                ? ServedReply("200 OK", ["ETag: \"1\""], body: zip) : .status("401 No")
        }
        let values = ["KEY": "s3cret/1", "TOKEN": "t0ken&2", "PART": "p4rt 3"]
        func definition(_ path: String) -> String {
            """
            source: \(server.url("/${PART}/" + path))?a=1
            headers: { Authorization: "apikey ${KEY}" }
            query: { token: "${TOKEN}" }
            """
        }
        let fetched = try fetch(definition("feed.zip"), values)
        let archive = try #require(fetched.archive)
        let request = try #require(server.requests.first)
        #expect(request.path == "/p4rt%203/feed.zip")
        #expect(request.query == "a=1&token=t0ken%262")
        #expect(request["Authorization"] == "apikey s3cret/1")
        var told = "\(fetched) \(archive.sourceDescription) "
        dump(fetched, to: &told)
        dump(SecretText("s3cret/1"), to: &told)
        told += String(decoding: try JSONEncoder().encode(fetched.memory), as: UTF8.self)
        let failure = try failure(definition("other"), values)
        #expect(
            failure == "69 \(server.url("/${PART}/other")): the server answered with status 401: "
                + "check the variable KEY (header Authorization), TOKEN (query token), PART (source)"
        )
        for secret in ["s3cret", "t0ken", "p4rt"] {
            #expect(!(told + failure).contains(secret))
        }
        #expect(try files.folder.temporaryFiles().isEmpty)
    }

    @Test("A missing variable is named with its line, and nothing is sent")
    func missing() throws {
        let server = try TestServer { _, _ in .status("200 OK") }
        let definition = "source: \(server.url("/a"))\nheaders: { X: \"${KEY}\" }"
        let message = "64 town.yaml:2: the environment has no variable KEY, or it is empty"
        #expect(try failure(definition) == message)
        #expect(try failure(definition, ["KEY": ""]) == message)
        #expect(
            try failure(definition, ["KEY": "a\nb"])
                == "64 town.yaml:2: the value for the header X holds a line break")
        #expect(server.requests.isEmpty)
    }

    @Test("Validators of one source are not sent to another")
    func memory() throws {
        let file = ServedFile(zip, etag: "\"1\"")
        let server = try TestServer { request, _ in file.reply(to: request) }
        let one = "source: \(server.url("/one.zip"))"
        let memory = try #require(try fetch(one).memory)
        let again = try fetch(one, remembering: memory)
        #expect(again.archive == nil)
        #expect(again.memory == memory)
        #expect(again.source == server.url("/one.zip"))
        let two = "source: \(server.url("/two.zip"))"
        #expect(try fetch(two, remembering: memory).archive != nil)
        #expect(server.requests.last?["If-None-Match"] == nil)
        let data = try JSONEncoder().encode(memory)
        #expect(try JSONDecoder().decode(FetchMemory.self, from: data) == memory)
    }

    @Test("The next source is tried when one fails")
    func fallback() throws {
        let zip = zip
        let server = try TestServer { request, _ in
            switch request.path {
            case "/good.zip": ServedReply(body: zip)
            case "/page": ServedReply(body: Array("<!doctype html><p>Log in".utf8))
            default: .status("404 No")
            }
        }
        let base = server.url("")
        let fetched = try fetch(
            "source: [\(base)/none, \(base)/page, \(base)/good.zip, \(base)/unused]")
        #expect(fetched.source == "\(base)/good.zip")
        #expect(fetched.archive?.archiveBytes == Int64(zip.count))
        let asked = server.requests.map(\.path)
        #expect(asked.contains("/none") && asked.contains("/page"))
        #expect(!server.requests.contains { $0.path == "/unused" })
        // As from `gtfs build`.
        #expect(
            try failure("source: \(base)/page")
                == "65 \(base)/page: this is an HTML page, not a feed")
        let message = try failure("source: [\(base)/none, nothing.zip]")
        #expect(message.hasPrefix("69 no source delivered a feed (2 tried): \(base)/none: "))
        #expect(message.hasSuffix("nothing.zip: no such file or folder"))
    }

    @Test("A local feed is opened where it lies")
    func local() throws {
        try files.folder.write("feeds/local.zip", zip)
        let fetched = try fetch("source: local.zip")
        #expect(fetched.memory == nil)
        #expect(fetched.source == files.path + "/local.zip")
        #expect(fetched.archive?.sourceDescription == files.path + "/local.zip")
        let named = try fetch("source: ${PLACE}/local.zip", ["PLACE": files.path])
        #expect(named.archive?.members.count == 2)
        #expect(try failure("source: ${PLACE}", ["PLACE": "here"]).hasPrefix("66 "))
        #expect(try failure("source: none.zip").hasPrefix("66 "))
    }

    @Test("An archive that is cut short is fetched once more")
    func cut() throws {
        let zip = zip
        let server = try TestServer { request, number in
            let isCut = request.path == "/always" || number == 0
            return ServedReply(
                "200 OK", ["ETag: \"1\""], body: isCut ? Array(zip.dropLast(40)) : zip)
        }
        let old = FetchMemory(
            source: "x",
            validators: try #require(DownloadValidators(etag: "\"0\"", lastModified: nil)))
        let fetched = try fetch("source: \(server.url("/once"))", remembering: old)
        #expect(fetched.archive?.members.count == 2)
        #expect(server.requests.count == 2)
        #expect(try failure("source: \(server.url("/always"))").hasPrefix("65 "))
        #expect(server.requests.count == 4)
    }

    @Test("The settings of the definition reach the download")
    func settings() throws {
        let zip = zip
        let server = try TestServer { request, _ in
            request.path == "/loop" ? .redirect(to: "/loop") : ServedReply(body: zip)
        }
        var feed = try files.load("source: \(server.url("/feed.zip"))")
        feed.fetch.limits.maxBytes = 10
        let limited = FeedFetch(feed, UpdateOptions())
        #expect(throws: FeedError.self) { try limited.run() }
        feed = try files.load("source: \(server.url("/loop"))\nfetch: { max_redirects: 2 }")
        do {
            _ = try FeedFetch(feed, UpdateOptions()).run()
        } catch let error as FeedError {
            #expect(error.description.hasSuffix("redirects more than 2 times"))
        }
        #expect(server.requests.filter { $0.path == "/loop" }.count == 3)
    }
}
