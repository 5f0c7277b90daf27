import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("gtfs-serve with live data", .blocking)
struct LiveProcessTests {
    private let place: ServedPlace
    private let bundle: String

    init() throws {
        place = try ServedPlace()
        bundle = try place.bundle("Old")
    }

    private static func message() -> [UInt8] {
        LiveMessage(at: Int(Date().timeIntervalSince1970)).canceled("T1").bytes
    }

    /// Waits for words in an answer.
    ///
    /// - Parameter file: is written anew, so that its message does not get old meanwhile.
    private func wait(
        for words: String, at path: String, of server: ServeProcess, renewing file: String
    ) async throws {
        while try !server.curl(path).body.contains(words) {
            try WholeFile.write(Self.message(), to: file, replacing: .anything)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("A file and a server with a key are read again; no answer, log or figure shows the key")
    func sources() async throws {
        let file = try place.folder.write("alerts.pb", Self.message())
        let keys = try place.folder.write("keys.txt", Array("X-Key: FILEKEY\n\n".utf8))
        let origin = try TestServer { request, number in
            request["x-key"] == "FILEKEY"
                ? ServedReply("200 OK", ["ETag: \"\(number)\""], body: Self.message())
                : .status("403 Forbidden")
        }
        let log = place.folder.path + "/access.log"
        let server = try await ServeProcess(
            [
                bundle, "--realtime", "file=file://\(file)", "--realtime",
                "web=\(origin.url("/trips.pb?key=URLKEY"))", "--realtime-every", "1s",
                "--realtime-every", "file=2s", "--realtime-header-file", "web=\(keys)",
                "--access-log", log,
            ], folder: place.folder)
        try await wait(
            for: #""name":"web","kinds":["trip_updates"],"state":"live""#, at: "/status",
            of: server, renewing: file)
        try await wait(
            for: #""name":"file","kinds":["trip_updates"],"state":"live""#, at: "/status",
            of: server, renewing: file)
        let board = try server.curl("/api/v1/stops/A/departures?at=2026-11-20T07:00:00").body
        #expect(board.contains(#""status":"canceled""#))
        while !origin.requests.contains(where: { $0["if-none-match"] != nil }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        let told = try ["/status", "/api/v1/realtime", "/explorer/"].map {
            try server.curl($0).body
        }
        let end = try server.stop()
        #expect(end.end == .exited(0))
        let written = try String(contentsOfFile: log, encoding: .utf8)
        for text in told + [end.standardError, written] {
            #expect(!text.contains("URLKEY") && !text.contains("FILEKEY"))
            #expect(!text.contains("trips.pb"))
        }
    }

    @Test(
        "Options that mean nothing are one line and exit code 64, without keys",
        arguments: [
            (["--realtime", "x"], "needs a name"),
            (["--realtime", "x=ftp://example.org/SECRET"], "https:, http: or file: URL"),
            (
                ["--realtime", "x=https://example.org/?k=${NO_SUCH_KEY_HERE}"],
                "no variable NO_SUCH_KEY_HERE"
            ),
            (["--realtime", "x=file:///a", "--realtime", "x=file:///b"], "names x twice"),
            (["--realtime-every", "5"], "must be a time from 1s to 1h"),
            (
                ["--realtime", "x=file:///a", "--realtime-every", "y=5s"],
                "no --realtime has the name y"
            ),
            (
                ["--realtime", "x=https://example.org/", "--realtime-header", "x=SECRET"],
                "needs headers such as"
            ),
            (
                // Ids may have a tilde, as those of Onestop have.
                [
                    "--realtime", "f-9q9-bart~x/trips~1=https://example.org/",
                    "--realtime-every", "f-9q9-bart~x/trips~1=5s",
                    "--realtime-header", "f-9q9-bart~x/trips~1=SECRET",
                ], "needs headers such as"
            ),
            (
                [
                    "--realtime", "x=https://example.org/", "--realtime-header-file",
                    "x=/dev/null",
                ], "/dev/null: cannot be read: "
            ),
            (["--realtime", "a b=https://example.org/SECRET"], "needs a name of letters, digits"),
            (["--realtime-header", "x=Key: SECRET"], "no --realtime has the name x"),
            (["--definition", "a.yaml"], "is read by gtfs serve"),
        ])
    func wrongOptions(options: [String], words: String) throws {
        let run = try ProcessRun.run(
            PackageRoot.executable("gtfs-serve"), [bundle] + options, folder: place.folder)
        #expect(run.end == .exited(64))
        let lines = run.standardError.split(separator: "\n")
        #expect(lines.first?.contains(words) == true, "\(run.standardError)")
        #expect(!run.standardError.contains("SECRET"))
    }

    @Test("Of several feeds a source names its own")
    func feeds() async throws {
        let folder = place.folder.path + "/feeds"
        for id in ["city", "town"] {
            try place.publish(
                "20261120-aaaaaaaa", "Old", id: id, at: "2026-11-20T03:00:00Z",
                in: folder + "/" + id)
        }
        let file = try place.folder.write("trips.pb", Self.message())
        let server = try await ServeProcess(
            [folder, "--realtime", "town/trips=file://\(file)"], folder: place.folder)
        try await wait(
            for: #""state":"live""#, at: "/api/v1/feeds/town/realtime", of: server,
            renewing: file)
        let other = try server.curl("/api/v1/feeds/city/stops/A/departures").body
        #expect(!other.contains("realtime"))
        _ = try server.stop()
        let wrong = try ProcessRun.run(
            PackageRoot.executable("gtfs-serve"),
            [folder, "--realtime", "trips=file://\(file)", "--port", "0"], folder: place.folder)
        #expect(wrong.end == .exited(64))
        #expect(wrong.standardError.contains("begin its name with one of city/, town/"))
    }
}
