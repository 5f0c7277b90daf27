import Foundation
import TestSupport
import Testing

@Suite("Realtime", .blocking)
struct RealtimeTests {
    private let place: Workplace
    private let bytes: [UInt8]
    private let path: String

    private static let lines = """
        {"id":"a","trip_update":{"trip":{"trip_id":"T1","schedule_relationship":"NEW"},"delay":-60}}
        {"id":"b","alert":{"header_text":{"translation":[{"text":"\\"Late\\""}]}}}

        """

    init() throws {
        place = try Workplace()
        bytes =
            WireMessage { message in
                message.message(1) { header in
                    header.text(1, "2.0")
                    header.number(3, 1_763_584_200)
                }
                message.message(2) { entity in
                    entity.text(1, "a")
                    entity.message(3) { update in
                        update.message(1) { trip in
                            trip.text(1, "T1")
                            trip.number(4, 8)
                        }
                        update.number(5, -60)
                    }
                }
                message.message(2) { entity in
                    entity.text(1, "b")
                    entity.message(5) {
                        $0.message(10) { $0.message(1) { $0.text(1, "\"Late\"") } }
                    }
                }
            }.bytes
        path = try place.folder.write("message.pb", bytes)
    }

    @Test("A message is shown as JSON, its entities on a line each")
    func show() throws {
        #expect(try place.run("realtime", "show", path, "--lines").output == Self.lines)
        let object = try JSON.object(try place.run("realtime", "show", path).output)
        let header = try #require(object["header"] as? [String: Any])
        #expect(header["gtfs_realtime_version"] as? String == "2.0")
        #expect(header["timestamp"] as? Int == 1_763_584_200)
        let entities = try #require(object["entity"] as? [[String: Any]])
        #expect(entities.map { $0["id"] as? String } == ["a", "b"])
    }

    @Test("It comes from standard input or a server, with a header, also packed")
    func sources() throws {
        let input = try place.run("realtime", "show", "-", "--lines", input: path)
        #expect(input.output == Self.lines)
        let packed = try ProcessRun.run(
            "/bin/sh", ["-c", "gzip -k '\(path)'"], folder: place.folder)
        try #require(packed.end == .exited(0))
        #expect(try place.run("realtime", "show", path + ".gz", "--lines").output == Self.lines)
        let body = bytes
        let server = try TestServer { _, _ in ServedReply(body: body) }
        let outcome = try place.run(
            "realtime", "show", server.url("/updates?key=s3cret"), "--lines", "--http-header",
            "X-Key: s3cret")
        #expect(outcome.output == Self.lines)
        #expect(server.requests.first?.text.contains("X-Key: s3cret\r\n") == true)
    }

    @Test("Keys are in a file or in the environment, and in no line")
    func keys() throws {
        let body = bytes
        let server = try TestServer { _, _ in ServedReply(body: body) }
        let file = try place.folder.write("headers", Array("X-Key: fr0mfile\n\n".utf8))
        let outcome = try Command.run(
            [
                "realtime", "show", server.url("/updates?key=${RT_KEY}"), "--lines",
                "--http-header", "X-Other: ${RT_KEY}", "--http-header-file", file,
            ], in: place.folder, environment: ["RT_KEY": "fr0menv"])
        #expect(outcome.output == Self.lines, "\(outcome.errors)")
        let request = try #require(server.requests.first)
        #expect(request.query == "key=fr0menv")
        #expect(request.text.contains("X-Key: fr0mfile\r\n"))
        #expect(request.text.contains("X-Other: fr0menv\r\n"))
        let unset = try place.run("realtime", "show", server.url("/${RT_UNSET}"))
        #expect(unset.code == 64 && unset.errors.contains("no variable RT_UNSET"))
        let device = try place.run(
            "realtime", "show", server.url("/updates"), "--http-header-file", "/dev/null")
        #expect(device.code == 64 && device.errors.contains("/dev/null: cannot be read: "))
    }

    @Test("A damaged message is exit code 65 and one line")
    func damaged() throws {
        func errors(_ bytes: [UInt8]) throws -> String {
            let path = try place.folder.write("damaged.pb", bytes)
            let outcome = try place.run("realtime", "show", path)
            #expect(outcome.code == 65)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errorLines.count == 1)
            return outcome.errors
        }
        let cut = try errors(Array(bytes.dropLast()))
        #expect(cut.contains("/damaged.pb: byte 39, in FeedMessage.entity: the message ends in"))
        #expect(try errors(Array("<html>".utf8)).contains("this is a page (HTML or XML)"))
        #expect(try errors([]).contains("FeedMessage.header: there are no bytes"))
        let large = [UInt8](repeating: 0, count: 64 << 20 + 1)
        #expect(try errors(large).contains("has more than 67,108,864 bytes, the most that"))
    }

    @Test("Other failures have the exit codes of other verbs")
    func failures() throws {
        let missing = try place.run("realtime", "show", place.folder.path + "/none.pb")
        #expect(missing.code == 66)
        #expect(missing.errors.hasSuffix("/none.pb: no such file or folder\n"))
        #expect(try place.run("realtime", "show", place.folder.path).code == 74)
        #expect(try place.run("realtime", "show", "").code == 64)
        let header = try place.run("realtime", "show", path, "--http-header", "A: b")
        #expect(header.code == 64)
        #expect(header.errors.contains("--http-header applies only to downloads"))
        let server = try TestServer { _, _ in .status("404 Not Found") }
        let url = server.url("/updates?key=s3cret")
        let refused = try place.run("realtime", "show", url)
        #expect(refused.code == 69)
        #expect(!refused.errors.contains("s3cret"))
    }
}
