import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("gtfs-serve among enemies", .blocking, .enabled(if: Files.exist(at: "/usr/bin/curl")))
struct GuardedServerTests {
    private let place: ServedPlace
    private let bundle: String

    init() throws {
        place = try ServedPlace()
        bundle = place.folder.path + "/town.sqlite"
        try place.place("Harbour", at: bundle)
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = place.folder.path + "/" + name
        try WholeFile.write(Array(text.utf8), to: path, replacing: .anything)
        return path
    }

    private func serve(_ arguments: [String], port: Int = 0) async throws -> ServeProcess {
        try await ServeProcess([bundle] + arguments, folder: place.folder, port: port)
    }

    @Test("Idle connections cost little memory; IDLE_CONNECTIONS=10000 asks for that many")
    func idleConnections() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["IDLE_CONNECTIONS"].flatMap { Int($0) } ?? 200
        let server = try await serve([])
        #expect(try server.curl("/api/v1/stops/A").status == 200)
        // A client of its own, whose descriptors are not those of the tests.
        let script = """
            ulimit -n \(count + 100)
            for ((i = 0; i < \(count); i++)); do
                exec {fd}<> /dev/tcp/127.0.0.1/\(server.port) || exit 1
            done
            echo ready
            exec sleep 3600
            """
        let client = try ProcessRun("/bin/bash", ["-c", script], folder: place.folder)
        while try client.outputSoFar.isEmpty {
            guard try !client.hasEnded else {
                Issue.record("\(try client.wait().standardError)")
                return
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        // It still answers, which also says that it has taken those before.
        #expect(try server.curl("/api/v1/stops/A").status == 200)
        if let peak = try server.peakMemoryBytes {
            #expect(peak <= 300_000_000)
            print("\(count) idle connections: \(peak / 1_000_000) MB at most")
        }
        client.send(9)
        _ = try client.wait()
        #expect(try server.stop().end == .exited(0))
    }

    @Test("Heads of a hundred megabytes cost no memory")
    func longHeads() async throws {
        let server = try await serve([])
        #expect(try server.curl("/api/v1/stops/A").status == 200)
        let before = try server.peakMemoryBytes
        for _ in 0..<4 {
            let connection = try RawConnection(port: server.port)
            await connection.send("GET /api/ping HTTP/1.1\r\nX-Long: ")
            let piece = [UInt8](repeating: 120, count: 1 << 20)
            for _ in 0..<100 where await !connection.send(piece) { break }
        }
        #expect(try server.curl("/api/ping").status == 200)
        if let before, let after = try server.peakMemoryBytes {
            #expect(after - before < 50_000_000, "\(before) to \(after)")
        }
    }

    @Test("A killed server starts again at once, on the same port")
    func killed() async throws {
        let server = try await serve([])
        // A connection that the one before has left behind.
        let connection = try RawConnection(port: server.port)
        await connection.send("GET /api/ping HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = await connection.answer()
        #expect(try server.kill().end == .killed(9))
        let next = try await serve([], port: server.port)
        #expect(next.port == server.port)
        #expect(try next.curl("/api/v1/stops/A").status == 200)
    }

    @Test("Tokens by --token-file, read again at SIGHUP")
    func tokens() async throws {
        let tokens = try file("tokens", "old-token\n")
        let server = try await serve(["--token-file", tokens])
        func status(_ token: String) throws -> Int {
            try server.curl("/api/v1/stops/A", ["-H", "Authorization: Bearer \(token)"]).status
        }
        #expect(try server.curl("/api/v1/stops/A").status == 401)
        #expect(try server.curl("/healthz").status == 200)
        #expect(try status("old-token") == 200)
        _ = try file("tokens", "new-token\n")
        server.send(1)
        while try status("new-token") != 200 {}
        #expect(try status("old-token") == 401)
    }

    @Test("The client behind a trusted proxy is limited; headers of other peers do not count")
    func rateLimit() async throws {
        let server = try await serve([
            "--rate-limit", "3", "--trusted-proxy", "127.0.0.0/8",
        ])
        func status(_ client: String) throws -> Int {
            try server.curl("/api/v1/stops/A", ["-H", "X-Forwarded-For: \(client)"]).status
        }
        for _ in 0..<3 { #expect(try status("192.0.2.1") == 200) }
        #expect(try status("192.0.2.2") == 200)
        // Shares come back while a slow machine asks: one of many is one too many.
        var statuses: Set<Int> = []
        for _ in 0..<100 where !statuses.contains(429) { statuses.insert(try status("192.0.2.1")) }
        #expect(statuses.contains(429))
    }

    @Test(
        "A socket of systemd is taken over, and systemd is notified",
        .enabled(if: Files.exist(at: "/usr/bin/systemd-socket-activate")))
    func activation() async throws {
        let socket = place.folder.path + "/socket"
        let notes = try NoteSocket(place.folder.path + "/notes")
        let process = try ProcessRun(
            "/usr/bin/systemd-socket-activate",
            [
                "-l", socket, "-E", "NOTIFY_SOCKET=\(notes.path)",
                PackageRoot.executable("gtfs-serve"), bundle,
            ], folder: place.folder)
        while !Files.exist(at: socket) { try await Task.sleep(for: .milliseconds(5)) }
        let answer = try ProcessRun.run(
            "/usr/bin/curl", ["-sSi", "--unix-socket", socket, "http://x/api/v1/stops/A"],
            folder: place.folder
        ).standardOutput
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"), "\(answer)")
        let date = answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix("date: ") }
        let form = /(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT/
        #expect(try form.wholeMatch(in: date?.dropFirst(6) ?? "") != nil, "\(date ?? "")")
        #expect(await notes.note() == "READY=1")
        process.send(15)
        #expect(try process.wait().end == .exited(0))
    }

    @Test(
        "At a socket of systemd's, too, no more connections are taken than there may be",
        .enabled(if: Files.exist(at: "/usr/bin/systemd-socket-activate")))
    func activatedLimit() async throws {
        let port = Int.random(in: 20_000..<30_000)
        let process = try ProcessRun(
            "/usr/bin/systemd-socket-activate",
            [
                "-l", "127.0.0.1:\(port)", PackageRoot.executable("gtfs-serve"), bundle,
                "--max-connections", "2",
            ], folder: place.folder)
        let request = "GET /api/v1/stops/A HTTP/1.1\r\nHost: x\r\n\r\n"
        var taken: [RawConnection] = []
        while taken.count < 2, try !process.hasEnded {
            guard let connection = try? RawConnection(port: port) else {
                try await Task.sleep(for: .milliseconds(5))
                continue
            }
            await connection.send(request)
            #expect(await connection.answer().hasPrefix("HTTP/1.1 200 OK"))
            taken.append(connection)
        }
        let waiting = try RawConnection(port: port)
        await waiting.send(request)
        let isAnswered = Locked(false)
        let answer = Task {
            let answer = await waiting.answer()
            isAnswered.withLock { $0 = true }
            return answer
        }
        // Time for an answer that must not come before one of the two is closed: by the server itself,
        // as idle, if this machine is very slow.
        let closed = Locked(0)
        for connection in taken {
            Task {
                _ = await connection.receive()
                closed.withLock { $0 += 1 }
            }
        }
        try await Task.sleep(for: .milliseconds(300))
        if isAnswered.value {
            // Ten minutes and more, should it never be seen.
            for _ in 0..<150_000 where closed.value == 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(closed.value > 0)
        } else {
            try #require(taken.first).reset()
        }
        #expect(await answer.value.hasPrefix("HTTP/1.1 200 OK"))
        process.send(15)
        #expect(try process.wait().end == .exited(0))
    }

    @Test("A socket that systemd handed to another process is left alone")
    func socketOfAnother() async throws {
        let process = try ProcessRun(
            "/bin/sh",
            [
                "-c", "exec 3< /dev/null; LISTEN_PID=1 LISTEN_FDS=1 exec \"$0\" \"$@\"",
                PackageRoot.executable("gtfs-serve"), bundle, "--port", "0",
            ], folder: place.folder)
        var output = ""
        while !output.hasSuffix("\n"), try !process.hasEnded {
            output = try process.outputSoFar
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(output.hasPrefix("http://127.0.0.1:"))
        process.send(15)
        #expect(try process.wait().end == .exited(0))
    }

    @Test("Tokens are read again at SIGHUP")
    func rereadTokens() async throws {
        let server = try await serve(["--token-file", try file("tokens", "first\n")])
        func status(_ token: String) throws -> Int {
            try server.curl("/api/v1/stops/A", ["-H", "Authorization: Bearer \(token)"]).status
        }
        #expect(try status("first") == 200)
        _ = try file("tokens", "second\n")
        server.send(1)
        while try status("second") != 200 {}
        #expect(try status("first") == 401)
        #expect(try server.stop().end == .exited(0))
    }

    @Test("Files and numbers that cannot be used are one line")
    func unusable() throws {
        let empty = try file("empty", "# only a remark\n")
        let cases: [([String], Int32, String)] = [
            (["--token-file", "none"], 66, "none: there is no such file or folder"),
            (["--token-file", empty], 65, "\(empty): has no line with a secret"),
            (["--signing-key-file", empty], 65, "\(empty): has no line with a secret"),
            (
                ["--access-log", "/nowhere/log"], 65,
                "/nowhere/log: the access log cannot be written"
            ),
            (["--rate-limit", "0"], 64, "--rate-limit must be a number"),
            (["--max-connections", "0"], 64, "--max-connections must be a number"),
            (["--trusted-proxy", "host"], 64, "--trusted-proxy must be an address"),
        ]
        for (arguments, code, words) in cases {
            let result = try ProcessRun.run(
                PackageRoot.executable("gtfs-serve"), [bundle, "--port", "0"] + arguments,
                folder: place.folder)
            #expect(result.end == .exited(code), "\(arguments)")
            let error = result.standardError
            #expect(error.hasPrefix("gtfs-serve: \(words)"), "\(error)")
            #expect(error.split(separator: "\n").count == 1)
            #expect(result.standardOutput.isEmpty)
        }
    }

    // MARK: The log

    @Test("The access log has a line for each answer, and nothing of riders' places or of secrets")
    func accessLog() async throws {
        let log = place.folder.path + "/access.log"
        let tokens = try file("tokens", "s3cret-token\n")
        let server = try await serve(["--access-log", log, "--token-file", tokens])
        let token = ["-H", "Authorization: Bearer s3cret-token"]
        let paths = [
            "/api/v1/stops?near=-33.8688,151.2093&radius=500", "/api/v1/stops?q=whereami",
            "/api/v1/stops/secret-place", "/explorer/stops?near=-33.8688,151.2093",
            "/secret-place?near=-33.8688,151.2093", "/api/v1/stops?key=s3cret-key",
        ]
        for path in paths { _ = try server.curl(path, token) }
        _ = try server.curl(
            "/api/v1/stops", ["-H", "X-Request-Signature: s3cret-signature", "-I"])
        _ = try server.curl("/api/v1/stops", ["-H", "Authorization: Bearer s3cret-other"])
        let broken = try RawConnection(port: server.port)
        await broken.send("s3cret-method /secret-place HTTP/1.1\r\n\r\n")
        _ = await broken.answer()
        let ended = try server.stop()
        let text = try String(contentsOfFile: log, encoding: .utf8)
        for output in [text, ended.standardError, ended.standardOutput] {
            for word in ["33.86", "151.2", "whereami", "secret-place", "s3cret", "127.0.0.1\""] {
                #expect(!output.contains(word), "\(word) is in \(output)")
            }
        }
        let lines = text.split(separator: "\n")
        #expect(lines.count == paths.count + 3)
        var ids: Set<String> = []
        for line in lines {
            let entry = try JSONValue(json: line.utf8)
            let keys = Set(entry.object?.keys.map { $0 } ?? [])
            #expect(
                keys == ["time", "id", "method", "endpoint", "status", "bytes", "ms"], "\(line)")
            ids.insert(entry["id"]?.text ?? "")
        }
        #expect(ids.count == lines.count)
        #expect(lines[0].contains(#""method":"GET","endpoint":"stops","status":200,"bytes":"#))
        #expect(text.contains(#""method":"HEAD","endpoint":"unknown","status":401"#))
        #expect(text.contains(#""endpoint":"refused","status":400"#))
    }

    @Test("A file that the server reads, or one of others, never becomes an access log")
    func foreignLog() throws {
        let folder = place.folder.path
        let (many, published) = (folder + "/many", folder + "/many/town")
        try place.publish("20261120-00000001", "One", at: "2026-11-20T03:00:00Z", in: published)
        let tokens = try file("tokens", "secret\n")
        let headers = try file("headers", "X-Key: a\n")
        let message = try file("alerts.pb", "")
        let notes = try file("notes.jsonl", "{\"time\":\"2026-11-20T03:00:00Z\",\"level\":1}\n")
        let link = folder + "/link"
        try Files.makeLink(link, to: published)
        let (input, inside) = ("is an input of this command", "is in a publish folder")
        let live = [
            bundle, "--realtime", "file=file://\(message)", "--realtime", "web=http://127.0.0.1:9/",
            "--realtime-header-file", "web=\(headers)",
        ]
        let cases: [([String], log: String, String)] = [
            ([bundle], bundle, input),
            ([bundle, "--token-file", tokens], tokens, input),
            ([bundle, "--signing-key-file", tokens], tokens, input),
            (live, headers, input), (live, message, input),
            ([published], published + "/manifest.json", inside),
            ([published], published + "/new.log", inside),
            ([many], link + "/.gtfs.log", inside),
            ([bundle], notes, "already exists, and is not an access log"),
            ([bundle], published + "/manifest.json", "already exists, and is not an access log"),
        ]
        for (arguments, log, words) in cases {
            let before = try WholeFile.read(log, atMost: .max)
            let result = try ProcessRun.run(
                PackageRoot.executable("gtfs-serve"),
                arguments + ["--port", "0", "--access-log", log], folder: place.folder)
            #expect(result.end == .exited(73), "\(arguments)")
            let error = result.standardError
            #expect(error.hasPrefix("gtfs-serve: \(log): cannot be made: \(words)"), "\(error)")
            #expect(error.split(separator: "\n").count == 1)
            #expect(try WholeFile.read(log, atMost: .max) == before)
        }
    }

    @Test("A log of an earlier server goes on, whatever its first line")
    func earlierLog() async throws {
        for (number, line) in [
            #"{"time":"2026-11-20T03:00:00Z","id":"1-1","method":"GET","endpoint":"ping"}"#,
            #"{"time":"2026-11-20T03:00:00Z","dropped":7}"#,
        ].enumerated() {
            let log = try file("access-\(number).log", line + "\n")
            let server = try await serve(["--access-log", log])
            _ = try server.curl("/api/ping")
            _ = try server.stop()
            let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first == line[...])
        }
    }

    @Test("An answer names its line of the log, which goes to standard error for -")
    func requestID() async throws {
        let server = try await serve(["--access-log", "-"])
        let head = try server.curl("/api/ping", ["-i"]).body.lowercased()
        let id = try #require(head.split(separator: "x-request-id: ").last?.prefix { $0 != "\r\n" })
        let errors = try server.stop().standardError
        #expect(errors.contains(#""id":"\#(id)","method":"GET","endpoint":"ping","status":200"#))
    }

    @Test("A log that was moved away is begun anew")
    func movedLog() async throws {
        let log = place.folder.path + "/access.log"
        let server = try await serve(["--access-log", log])
        _ = try server.curl("/api/ping")
        while try WholeFile.read(log, atMost: .max)?.isEmpty ?? true {
            try await Task.sleep(for: .milliseconds(1))
        }
        try Files.rename(log, to: log + ".1")
        _ = try server.curl("/api/ping")
        _ = try server.stop()
        #expect(try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count == 1)
    }
}
