import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite(
    "gtfs explore", .blocking,
    .enabled(if: FileManager.default.fileExists(atPath: PackageRoot.executable("gtfs-serve"))))
struct ExploreTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private static let sample = PackageRoot.path + "/feeds/sample"

    /// Starts it on something, and waits for the address that it prints.
    private func start(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (command: Command, address: URL) {
        let output = folder.path + "/explore-" + UUID().uuidString
        let descriptor = open(output, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let command = try Command(
            ["explore"] + arguments + ["--temporary-directory", folder.temporaryDirectory],
            folder: folder, environment: environment, output: descriptor)
        while true {
            let text = try String(contentsOfFile: output, encoding: .utf8)
            if text.hasSuffix("\n") {
                return (command, try #require(URL(string: String(text.dropLast()))))
            }
            guard command.isRunning else {
                throw Command.Failure(reason: try command.wait().errors)
            }
            usleep(5000)
        }
    }

    private func page(_ address: URL) async throws -> (text: String, status: Int) {
        let (data, response) = try await URLSession.shared.data(from: address)
        return (
            String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode ?? 0
        )
    }

    /// Whether the server has stopped listening, which takes a server a moment.
    private func isGone(_ address: URL) async throws -> Bool {
        // A quarter of an hour: what hangs ends, and machines may be busy.
        for _ in 0..<180_000 {
            do {
                _ = try await page(address)
                usleep(5000)
            } catch {
                return true
            }
        }
        return false
    }

    @Test("a feed is validated, built and served; Ctrl-C ends that and leaves nothing")
    func feed() async throws {
        for (signal, code) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)] {
            let (command, address) = try start([Self.sample])
            #expect(address.host == "127.0.0.1" && address.absoluteString.hasSuffix("/explorer/"))
            #expect(try await page(address).status == 200)
            let offer = try #require(URL(string: "/api/v1/bundle/manifest", relativeTo: address))
            let manifest = try await page(offer).text
            #expect(manifest.contains("report_json") && manifest.contains("report_html"))
            #expect(try folder.temporaryFiles().count == 1)
            command.send(signal)
            let outcome = try command.wait()
            #expect(outcome.code == code)
            #expect(outcome.errors.split(separator: "\n").count == 1)
            #expect(try folder.temporaryFiles().isEmpty)
            #expect(try await isGone(address))
        }
    }

    @Test("a killed explore leaves no server behind, and the next one removes its folder")
    func killed() async throws {
        let (command, address) = try start([Self.sample, "--quiet"])
        command.send(SIGKILL)
        #expect(try command.wait().code == -SIGKILL)
        #expect(try await isGone(address))
        let left = try folder.temporaryFiles()
        let (second, _) = try start([Self.sample, "--quiet"])
        #expect(try !folder.temporaryFiles().contains { left.contains($0) })
        second.send(SIGTERM)
        #expect(try second.wait().code == 143)
        #expect(try folder.temporaryFiles().isEmpty)
    }

    @Test("a bundle and a publish folder are served unchanged")
    func served() async throws {
        let bundle = folder.path + "/town.sqlite"
        #expect(try Command.run(["build", Self.sample, "-o", bundle], in: folder).code == 0)
        let definition = folder.path + "/town.yaml"
        try Data("id: town\nsource: \(Self.sample)\npublish: \(folder.path)/public/town\n".utf8)
            .write(to: URL(fileURLWithPath: definition))
        let update = try Command.run(
            ["update", definition, "--force", "allow_expired"], in: folder)
        #expect(update.code == 0, "\(update.errors)")
        for path in [bundle, folder.path + "/public/town", folder.path + "/public"] {
            let (command, address) = try start([path])
            #expect(try folder.temporaryFiles().isEmpty)
            #expect(try await page(address).status == 200)
            command.send(SIGINT)
            let outcome = try command.wait()
            #expect(outcome.code == 130 && outcome.errors.isEmpty)
        }
        #expect(FileManager.default.fileExists(atPath: bundle))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/public/town/manifest.json"))
    }

    @Test("a feed with errors is shown, too, also from standard input")
    func errors() async throws {
        var feed = TestFeed.base
        feed["routes.txt"] = "route_id,agency_id,route_short_name,route_type\nR,none,1,99999\n"
        let archive = try feed.write(to: folder, as: "bad")
        let (command, address) = try start([archive, "--title", "My town"])
        #expect(try await page(address).status == 200)
        command.send(SIGTERM)
        let outcome = try command.wait()
        #expect(outcome.code == 143)
        #expect(outcome.errors.contains(" error") && !outcome.errors.contains(" 0 errors"))
    }

    @Test("one that cannot be used is refused in one line, with the exit code of build")
    func unusable() throws {
        let nothing = folder.path + "/nothing"
        try FileManager.default.createDirectory(
            atPath: nothing, withIntermediateDirectories: true)
        for feed in [nothing, folder.path + "/none.zip"] {
            let explored = try Command.run(
                ["explore", feed, "--temporary-directory", folder.temporaryDirectory], in: folder)
            let built = try Command.run(
                ["build", feed, "-o", folder.path + "/x.sqlite"], in: folder)
            #expect(explored.code == built.code && explored.code != 0)
            #expect(explored.errors == built.errors)
            #expect(explored.output.isEmpty)
            #expect(try folder.temporaryFiles().isEmpty)
        }
    }

    @Test("a taken port is one line")
    func taken() throws {
        let (command, address) = try start([Self.sample, "--quiet"])
        let port = try #require(address.port)
        let second = try Command.run(
            [
                "explore", Self.sample, "--quiet", "--port", "\(port)", "--temporary-directory",
                folder.temporaryDirectory,
            ], in: folder)
        #expect(second.code == 69)
        #expect(
            second.errors
                == "gtfs-serve: cannot listen at 127.0.0.1:\(port): Address already in use\n")
        #expect(try folder.temporaryFiles().count == 1)
        command.send(SIGINT)
        #expect(try command.wait().code == 130)
    }

    @Test("--open passes the address to the system's opener, and continues without one")
    func opening() async throws {
        let programs = folder.path + "/programs"
        try FileManager.default.createDirectory(
            atPath: programs, withIntermediateDirectories: true)
        let opener = programs + "/xdg-open"
        let told = folder.path + "/told"
        try Data("#!/bin/sh\necho \"$1\" > \"\(told).new\"; mv \"\(told).new\" \"\(told)\"\n".utf8)
            .write(to: URL(fileURLWithPath: opener))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: opener)
        let (command, address) = try start(
            [Self.sample, "--open", "--quiet"],
            environment: ["PATH": programs + ":/usr/bin:/bin"])
        while !FileManager.default.fileExists(atPath: told) { usleep(2000) }
        #expect(
            try String(contentsOfFile: told, encoding: .utf8) == address.absoluteString + "\n")
        command.send(SIGINT)
        #expect(try command.wait().code == 130)
        let (second, _) = try start(
            [Self.sample, "--open", "--quiet"], environment: ["PATH": folder.path])
        second.send(SIGTERM)
        #expect(try second.wait().code == 143)
    }

    @Test("gtfs-serve ends with its standard input under --until-end-of-input")
    func endOfInput() throws {
        let bundle = folder.path + "/town.sqlite"
        #expect(try Command.run(["build", Self.sample, "-o", bundle], in: folder).code == 0)
        let run = try ProcessRun.run(
            PackageRoot.executable("gtfs-serve"), [bundle, "--port", "0", "--until-end-of-input"],
            folder: folder)
        #expect(run.end == .exited(0))
        #expect(run.standardError.isEmpty)
    }
}
