import BundleManifest
import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitServer

@Suite("The API from end to end")
struct APIIntegrationTests {
    private let place: ServedPlace
    private var published: String { place.folder.path + "/published" }

    init() throws {
        place = try ServedPlace()
    }

    /// Settings that end no connection of a client that is slow.
    private var settings: ServerSettings {
        var settings = ServerSettings()
        settings.limits = .patient
        return settings
    }

    /// Versions with an even number have Harbour for their stop A, the others Haven.
    private func name(_ number: Int) -> String { number.isMultiple(of: 2) ? "Harbour" : "Haven" }

    private func version(_ number: Int) -> String {
        "20261120-" + String(repeating: "0", count: 8 - "\(number)".count) + "\(number)"
    }

    private func publish(_ number: Int) throws {
        let time = Date(timeIntervalSince1970: 1_795_000_000 + Double(number)).formatted(.iso8601)
        try place.publish(version(number), name(number), at: time, in: published) {
            guard number > 0 else { return }
            $0.previous = [
                try place.version(version(number - 1), name(number - 1), id: "town", in: published)
            ]
        }
        if number > 2 { Files.remove(published + "/town-\(version(number - 3)).sqlite") }
    }

    @Test("A thousand swaps under load: no request fails, and no answer mixes two versions")
    func swaps() async throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        try publish(0)
        let catalog = try await FeedCatalog(path: published)
        let server = APIServer(ServerCore(catalog, settings))
        let last = version(1000)
        let place = place
        let answered = Locked(0)
        let swaps = Locked(0)
        try await server.run { port in
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var count = 0
                        var seen = ""
                        var isWhole = false
                        // After a failure no client waits for more.
                        defer { if !isWhole { answered.withLock { $0 = .max / 2 } } }
                        let connection = try RawConnection(port: port)
                        repeat {
                            await connection.send(
                                "GET /api/v1/stops/A HTTP/1.1\r\nHost: x\r\n\r\n")
                            let response = await connection.answer()
                            try #require(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
                            let body = try #require(
                                response.components(separatedBy: "\r\n\r\n").last)
                            let answer = try Envelope<StopDetailsDTO>.decoded(
                                from: Data(body.utf8))
                            let version = answer.meta.bundle ?? ""
                            #expect(version >= seen, "an older version came back")
                            let isEven = version.last?.wholeNumberValue?.isMultiple(of: 2)
                            #expect(
                                answer.data.stop.stopName == (isEven == true ? "Harbour" : "Haven"))
                            seen = version
                            count += 1
                            answered.withLock { $0 += 1 }
                            // Two answers to each client for a swap: more would find nothing else.
                            while count > 2 * swaps.value + 2, swaps.value < 1000 {
                                try await Task.sleep(for: .milliseconds(1))
                            }
                        } while seen != last
                        isWhole = true
                        return count
                    }
                }
                for number in 1...1000 {
                    try publish(number)
                    await catalog.refresh()
                    swaps.withLock { $0 = number }
                    // An answer for each swap at least, on machines of any speed.
                    while answered.value <= number { try await Task.sleep(for: .milliseconds(1)) }
                }
                return try await group.reduce(0, +)
            }
            #expect(answers > 1000)
            #expect(try catalog.feed("town").swaps == 1000)
            #expect(catalog.bundles.totals.open <= 2)
            if let open = place.openDescriptors { #expect(open < 100) }
            withExtendedLifetime(place) {}
        }
    }

    @Test("A stream over a socket: the board at once, and the next version when it is published")
    func stream() async throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        try publish(0)
        let catalog = try await FeedCatalog(path: published)
        let core = ServerCore(catalog, settings)
        try await APIServer(core).run { port in
            let connection = try RawConnection(port: port)
            await connection.send(
                "GET /api/v1/stops/A/departures/stream?n=1 HTTP/1.1\r\nHost: x\r\n"
                    + "Connection: close\r\n\r\n")
            async let response = connection.receive()
            while core.hub.totals.listeners == 0 { try await Task.sleep(for: .milliseconds(1)) }
            try publish(1)
            await catalog.refresh()
            while core.hub.totals.made < 2 { try await Task.sleep(for: .milliseconds(1)) }
            core.hub.close()
            let lines = await response.text.split(whereSeparator: \.isNewline).map(String.init)
            let type = "content-type: text/event-stream; charset=utf-8"
            #expect(lines.map { $0.lowercased() }.contains(type))
            // Beside them are lengths of chunks, and signs of life where the machine is slow.
            let events = lines.filter { line in line.hasPrefix("event: ") }
            #expect(events == ["event: board", "event: bundle", "event: board"])
        }
    }

    // MARK: The programs

    /// Starts a server as a process, and waits for the address that it prints.
    private func start(
        _ arguments: [String]
    ) async throws -> (process: ProcessRun, address: String) {
        let process = try ProcessRun(
            PackageRoot.executable("gtfs"), ["serve"] + arguments, folder: place.folder)
        while true {
            let output = try process.outputSoFar
            if output.hasSuffix("\n") { return (process, String(output.dropLast())) }
            guard try !process.hasEnded else {
                Issue.record("\(try process.wait().standardError)")
                return (process, "")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func ask(_ url: String) async throws -> (body: String, status: Int) {
        let result = try ProcessRun.run(
            "/usr/bin/curl", ["-sS", "-w", "\n%{http_code}", url], folder: place.folder)
        let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.dropLast().joined(separator: "\n"), Int(lines.last ?? "") ?? 0)
    }

    @Test(
        "gtfs serve becomes gtfs-serve, prints where it listens, and ends at SIGTERM",
        .blocking, .enabled(if: Files.exist(at: "/usr/bin/curl")))
    func program() async throws {
        let bundle = place.folder.path + "/town.sqlite"
        try place.place("Harbour", at: bundle)
        let (process, address) = try await start([bundle, "--port", "0", "--title", "My API"])
        #expect(address.hasPrefix("http://127.0.0.1:"))
        #expect(try await ask(address + "/").body == #"{"data":{"message":"My API"},"meta":{}}"#)
        #expect(try await ask(address + "/readyz").status == 200)
        // At SIGHUP it looks at once whether something else is there.
        try place.place("Haven", at: bundle)
        process.send(1)
        while try await !ask(address + "/api/v1/stops/A").body.contains("Haven") {}
        // The port is taken now.
        let port = try #require(address.split(separator: ":").last)
        let second = try ProcessRun.run(
            PackageRoot.executable("gtfs-serve"), [bundle, "--port", String(port)],
            folder: place.folder)
        #expect(second.end == .exited(69))
        #expect(
            second.standardError
                == "gtfs-serve: cannot listen at 127.0.0.1:\(port): Address already in use\n")
        process.send(15)
        #expect(try process.wait().end == .exited(0))
    }

    @Test(
        "Errors are one line and an exit code", .blocking,
        arguments: [
            (["none.sqlite"], 66, "none.sqlite: there is no such file or folder"),
            ([], 64, "Missing expected argument"),
            (["x", "--port", "70000"], 64, "--port must be"),
            (["x", "--allow-origin", "example.org"], 64, "--allow-origin must be an origin"),
            (["x", "--metrics-address", "x"], 64, "--metrics-address must be an address"),
            (["x", "--nonsense"], 64, "Unknown option"),
        ] as [([String], Int32, String)])
    func errors(arguments: [String], code: Int32, words: String) throws {
        let result = try ProcessRun.run(
            PackageRoot.executable("gtfs"), ["serve"] + arguments, folder: place.folder)
        #expect(result.end == .exited(code))
        #expect(result.standardError.hasPrefix("gtfs-serve: "))
        #expect(result.standardError.contains(words), "\(result.standardError)")
        #expect(result.standardError.split(separator: "\n").count == 1)
        #expect(result.standardOutput.isEmpty)
    }

    @Test("Without gtfs-serve beside it, gtfs says how to get it", .blocking)
    func alone() throws {
        let copy = place.folder.path + "/gtfs"
        try FileManager.default.copyItem(atPath: PackageRoot.executable("gtfs"), toPath: copy)
        let result = try ProcessRun.run(copy, ["serve", "x.sqlite"], folder: place.folder)
        #expect(result.end == .exited(69))
        #expect(result.standardError.contains("swift build -c release --product gtfs-serve"))
    }
}
