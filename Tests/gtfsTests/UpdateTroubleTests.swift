import Foundation
import TestSupport
import Testing

@Suite("gtfs update that is ended, or not alone", .blocking)
struct UpdateTroubleTests {
    @Test("Two at once: one waits for --wait, or exits 75")
    func twoAtOnce() throws {
        let release = DispatchSemaphore(value: 0)
        let asked = DispatchSemaphore(value: 0)
        let archive = ServedFile(try NightlyPlace.archive(NightlyPlace.feed()), etag: "\"1\"")
        let server = try TestServer { request, number in
            if number == 0 {
                asked.signal()
                release.wait()
            }
            return archive.reply(to: request)
        }
        let place = try NightlyPlace(source: server.url("/feed.zip"))
        let first = try place.start()
        asked.wait()
        let second = try place.update()
        #expect(second.code == 75)
        #expect(second.errors.contains("is being updated by process"))
        let third = try place.start("--wait", "3600")
        release.signal()
        #expect(try first.wait().code == 0)
        #expect(try third.wait().code == 0)
        #expect(try third.wait().output.contains("unchanged"))
        #expect(try place.isWhole())
    }

    @Test("A signal at any moment leaves the published version and no litter")
    func signals() throws {
        // Of a version that is no longer kept files stay for one run more: here all are kept.
        let place = try NightlyPlace(settings: ["keep: 20", "publish_feed: source"])
        try place.serve(NightlyPlace.feed("One", trips: 20_000))
        try place.update()
        for (index, milliseconds) in [0, 5, 20, 50, 100, 150, 200, 300, 400, 600].enumerated() {
            try place.serve(NightlyPlace.feed("Name \(index)", trips: 20_000))
            let signal = index % 2 == 0 ? SIGTERM : SIGINT
            let command = try place.start("--quiet")
            usleep(UInt32(milliseconds) * 1000)
            command.send(signal)
            let code = try command.wait().code
            // Before the program's first instruction, the signal kills it; after its last, no more.
            #expect([128 + signal, 0, -signal].contains(code))
            let hidden = try place.hiddenFiles()
            #expect(
                hidden.isSubset(of: [
                    "counter.txt", "lock", "state.json", "status.json", "versions.txt",
                ]),
                "\(hidden)")
            #expect(try place.folder.temporaryFiles().isEmpty)
            #expect(try place.isWhole())
            let named = Set(try place.publishedNames())
            #expect(Set(try place.files()).subtracting(named) == [])
        }
    }

    @Test("kill -9 at any moment: readers always find a whole version, and the next run recovers")
    func killed() async throws {
        let place = try NightlyPlace(settings: ["publish_feed: export"])
        try place.serve(NightlyPlace.feed("Zero", trips: 5_000))
        let start = ContinuousClock.now
        try place.update()
        let whole = Double((ContinuousClock.now - start).components.attoseconds) / 1e18 + 0.05
        let reader = ManifestReader(place.publishFolder)
        reader.start()
        let kills = ProcessInfo.processInfo.environment["UPDATE_KILLS"].flatMap { Int($0) } ?? 25
        var generator = SeededGenerator(seed: 11)
        for number in 0..<kills {
            try place.serve(NightlyPlace.feed("Name \(number)", trips: 5_000))
            let command = try place.start("--quiet")
            usleep(UInt32(Double.random(in: 0...1.2, using: &generator) * whole * 1e6))
            command.send(SIGKILL)
            _ = try command.wait()
            reader.lookOnce()
        }
        try place.serve(NightlyPlace.feed("Last", trips: 5_000))
        #expect(try place.update().code == 0)
        #expect(reader.stop() == [])
        #expect(try place.isWhole())
        // Files that the manifest before named stay for one run more.
        #expect(try place.update().code == 0)
        let named = Set(try place.publishedNames())
        #expect(Set(try place.files()) == named)
        #expect(
            try place.hiddenFiles() == [
                "counter.txt", "lock", "state.json", "status.json", "versions.txt",
            ])
    }

    @Test("A full disk publishes nothing, and the line says why")
    func fullDisk() throws {
        let place = try NightlyPlace()
        try place.update()
        let version = try place.version()
        try place.serve(NightlyPlace.feed("Large", trips: 40_000))
        let gtfs = PackageRoot.executable("gtfs")
        let limited = try ProcessRun(
            "/bin/sh",
            ["-c", "ulimit -f 200; exec \"$0\" \"$@\"", gtfs, "update", place.definition],
            folder: place.folder
        ).wait()
        #expect(limited.end == .exited(74))
        #expect(limited.standardError.contains("cannot be written"))
        #expect(try place.version() == version)
        #expect(try place.isWhole())
        #expect(try place.update().code == 0)
        #expect(try place.isWhole())
    }
}
