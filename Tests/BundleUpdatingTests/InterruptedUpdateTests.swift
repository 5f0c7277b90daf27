import BundleDelta
import BundleManifest
import BundleUpdating
import Foundation
import SystemLayer
import TestSupport
import Testing

/// Updates that do not come to their end. `INTERRUPTED_UPDATES=1000` runs as many.
@Suite("Interrupted updates", .blocking) struct InterruptedUpdateTests {
    private struct Interruption: Error {}

    private static let count =
        ProcessInfo.processInfo.environment["INTERRUPTED_UPDATES"].flatMap { Int($0) } ?? 150

    /// A town whose two versions take turns, with deltas both ways.
    private final class Turns {
        let town: Town
        private var manifest: Manifest
        var bundles: Set<String> { Set(manifest.versions.map(\.bundle.sha256)) }
        var current: Manifest.Version { manifest.current }

        init() throws {
            town = try Town()
            let first = try town.publish("One").current
            try town.update()
            town.now = "2026-06-01T04:00:00Z"
            manifest = try town.publish("Two")
            let name = "town-back.delta"
            try BundleDelta.make(
                from: town.published + "/" + manifest.current.bundle.name,
                to: town.published + "/" + first.bundle.name, at: town.published + "/" + name)
            let digest = try ByteDigest(file: town.published + "/" + name)
            manifest.previous[0].deltas = [
                Manifest.Delta(
                    from: manifest.current.version, name: name, bytes: digest.count,
                    sha256: digest.sha256)
            ]
            // Commands go by the clock of the machine.
            manifest.expires = nil
            manifest.counter = manifest.counter + 1
            try town.put(manifest)
            try town.update()
        }

        /// The other version becomes the current one.
        func turn() throws {
            (manifest.current, manifest.previous[0]) = (manifest.previous[0], manifest.current)
            manifest.counter = manifest.counter + 1
            try town.put(manifest)
        }

        /// As `turn()`, without a delta.
        func turnWithoutDelta() throws {
            try turn()
            var manifest = manifest
            manifest.current.deltas = []
            manifest.counter = manifest.counter + 1
            self.manifest.counter = manifest.counter
            try town.put(manifest)
        }

        func isWhole() throws -> Bool {
            bundles.contains(try town.installed() ?? "")
        }
    }

    @Test("At every step and at random bytes: one whole version, and little is sent twice")
    func steps() throws {
        var random = SeededGenerator(seed: 18)
        let turns = try Turns()
        let town = turns.town
        let middle = MiddleSource()
        var needed = 0
        var ways: [BundleUpdateResult.Way: Int] = [:]
        for round in 0..<Self.count {
            let isWhole = round % 3 == 2
            try isWhole ? turns.turnWithoutDelta() : turns.turn()
            let target = turns.current
            let file = isWhole ? target.gzip.bytes : try #require(target.deltas.first).bytes
            needed += file + (try #require(knownStatus(town.published + "/manifest.json")).size)
            // Once or thrice in the middle, and then to the end.
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                var stepsLeft = Int.random(in: 0..<(file / 4096 + 9), using: &random)
                if Bool.random(using: &random) {
                    middle.cutAfter = Int.random(in: 1...file, using: &random)
                    stepsLeft = .max
                }
                do {
                    try town.update(over: middle) { settings in
                        settings.retry.retries = 0
                        settings.progress = { _ in
                            stepsLeft -= 1
                            if stepsLeft < 0 { throw Interruption() }
                        }
                    }
                    break
                } catch is Interruption {
                } catch BundleUpdateError.network {
                }
                middle.cutAfter = nil
                #expect(try turns.isWhole(), "round \(round)")
            }
            middle.cutAfter = nil
            let result = try town.update(over: middle)
            if let way = result.way { ways[way, default: 0] += 1 }
            #expect(result.way == nil || result.way == (isWhole ? .full : .delta))
            #expect(try town.installed() == target.bundle.sha256)
            #expect(town.others() == [".fetch.json", ".previous"], "round \(round)")
        }
        #expect(Double(middle.bytes) <= 1.2 * Double(needed), "\(middle.bytes) for \(needed)")
        #expect(try #require(ways[.delta]) > 0)
        print("\(Self.count) interrupted: \(middle.bytes) bytes for \(needed), \(ways)")
    }

    @Test("A gtfs fetch that is killed leaves one whole version")
    func killed() throws {
        var random = SeededGenerator(seed: 81)
        let turns = try Turns()
        let town = turns.town
        let folder = town.published
        let server = try TestServer { request, _ in
            let name = String(request.path.split(separator: "/").last ?? "")
            guard let bytes = try? WholeFile.read(folder + "/" + name, atMost: .max) else {
                return .status("404 Not Found")
            }
            let tag = "\"\(ByteDigest.sha256(bytes).prefix(16))\""
            return ServedFile(bytes, etag: tag).reply(to: request).with {
                $0.pieceSize = 2048
                $0.pause = 1
            }
        }
        func fetch() throws -> ProcessRun {
            try ProcessRun(
                PackageRoot.executable("gtfs"),
                ["fetch", server.url("/manifest.json"), "-o", town.bundle, "--quiet"],
                folder: town.folder)
        }
        var kills = 0
        // How long one takes here and now, so that kills meet every part of it.
        var longest = 200_000.0
        for round in 0..<max(8, Self.count / 10) {
            try round % 3 == 2 ? turns.turnWithoutDelta() : turns.turn()
            let target = turns.current.bundle.sha256
            for _ in 0..<3 {
                let child = try fetch()
                usleep(UInt32(Double.random(in: 0..<longest, using: &random)))
                child.send(SIGKILL)
                if try child.wait().end == .killed(SIGKILL) { kills += 1 }
                #expect(try turns.isWhole(), "round \(round)")
            }
            let start = Date()
            let last = try fetch().wait()
            longest = min(5_000_000, max(100_000, Date().timeIntervalSince(start) * 1_000_000))
            #expect(last.end == .exited(0), "\(last.standardError)")
            #expect(try town.installed() == target)
            #expect(town.others() == [".fetch.json", ".previous"], "round \(round)")
        }
        #expect(kills > 0)
        print("killed \(kills) times")
    }

    @Test("A full disk, or a limit, ends a fetch with one line and leaves one whole version")
    func fullDisk() throws {
        let turns = try Turns()
        let town = turns.town
        let gtfs = PackageRoot.executable("gtfs")
        for kilobytes in [1, 8, 40, 100] {
            try turns.turnWithoutDelta()
            let script =
                "ulimit -f \(kilobytes * 2); trap '' XFSZ; exec \"\(gtfs)\" fetch "
                + "\"\(town.published)\" -o \"\(town.bundle)\""
            let result = try ProcessRun.run("/bin/sh", ["-c", script], folder: town.folder)
            #expect([.exited(74), .exited(73)].contains(result.end), "\(result)")
            #expect(result.standardError.split(separator: "\n").count == 1)
            #expect(try turns.isWhole())
            #expect(try ByteDigest(file: town.bundle).sha256 != turns.current.bundle.sha256)
            try town.update()
            #expect(try town.installed() == turns.current.bundle.sha256)
        }
    }
}
