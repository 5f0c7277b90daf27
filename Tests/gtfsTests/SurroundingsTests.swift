import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a run has less than it needs, or less than is usual: it does its work, or ends with a documented
/// exit code and one line, and leaves nothing half-written.
@Suite("Surroundings", .blocking)
struct SurroundingsTests {
    private static let old = "SQLite format 3\0old"
    private let folder: TestFolder
    private let gtfs = PackageRoot.executable("gtfs")
    private let zip: String

    init() throws {
        folder = try TestFolder()
        zip = try TestFeed.town.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        _ = try folder.write("out/town.sqlite", Array(Self.old.utf8))
    }

    private var target: String { folder.path + "/out/town.sqlite" }

    private func written() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted()
    }

    private var isOld: Bool { FileManager.default.contents(atPath: target) == Data(Self.old.utf8) }

    /// Runs a line of the shell in which `$0` is gtfs, `$1` the feed and `$2` the bundle.
    private func run(_ line: String) throws -> ProcessRun.Result {
        try ProcessRun.run("/bin/bash", ["-c", line, gtfs, zip, target], folder: folder)
    }

    /// Expects that a build made its bundle, or failed in order; returns whether it made it.
    private func expectOrder(
        _ result: ProcessRun.Result, _ what: String, codes: Set<Int32>
    ) throws -> Bool {
        #expect(try written() == ["town.sqlite"], "\(what)")
        #expect(try folder.temporaryFiles().isEmpty, "\(what)")
        if result.end == .exited(0) {
            #expect(!isOld, "\(what)")
            return true
        }
        #expect(codes.map { .exited($0) }.contains(result.end), "\(what): \(result)")
        #expect(result.standardError.split(separator: "\n").count == 1, "\(what): \(result)")
        #expect(isOld, "\(what)")
        return false
    }

    @Test(
        "A folder for temporary files that takes none: one line, and only where one is needed",
        arguments: ["/proc", "/nowhere/at/all"])
    func temporaryFolder(path: String) throws {
        let options = "--quiet --temporary-directory '\(path)'"
        // A zip is read in place.
        #expect(
            try expectOrder(run("exec \"$0\" build \"$1\" -o \"$2\" \(options)"), path, codes: []))
        _ = try folder.write("out/town.sqlite", Array(Self.old.utf8))
        let piped = try run("exec \"$0\" build - -o \"$2\" \(options) < \"$1\"")
        #expect(try !expectOrder(piped, path, codes: [74]))
        #expect(piped.standardError.contains(path), "\(piped.standardError)")
        // The variable counts as the option does.
        let byVariable = try run("TMPDIR='\(path)' exec \"$0\" build - -o \"$2\" --quiet < \"$1\"")
        #expect(try !expectOrder(byVariable, path, codes: [74]))
    }

    /// The bundle that a run makes in surroundings, which it must make without a word.
    private func bundle(_ surroundings: String) throws -> Data? {
        _ = try folder.write("out/town.sqlite", Array(Self.old.utf8))
        let result = try run("exec \(surroundings) \"$0\" build \"$1\" -o \"$2\" --quiet")
        #expect(result.end == .exited(0), "\(surroundings): \(result)")
        #expect(result.standardError.isEmpty, "\(surroundings): \(result)")
        #expect(try written() == ["town.sqlite"])
        return FileManager.default.contents(atPath: target)
    }

    @Test(
        "Home, language and zone change nothing",
        arguments: [
            "env -i", "env -i HOME=/nowhere LANG=C", "env -i LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8",
            "env -i LC_ALL=none TZ=Nowhere/Atall", "env -i TZ=Pacific/Kiritimati LANGUAGE=ar:fa",
        ])
    func environment(surroundings: String) throws {
        let usual = try bundle("env")
        #expect(usual != nil)
        #expect(try bundle(surroundings) == usual, "\(surroundings)")
    }

    #if os(Linux)
        @Test(
            "A user without a name, who may write nowhere else",
            .enabled(if: geteuid() == 0, "only root can become somebody else"))
        func nameless() throws {
            let usual = try bundle("env")
            let out = folder.path + "/out"
            #expect(chmod(out, 0o777) == 0)
            #expect(chown(target, 54_321, 54_321) == 0)
            let become = "setpriv --reuid=54321 --regid=54321 --clear-groups"
            #expect(try bundle("\(become) env -i") == usual)
            // An output that cannot be written to is one line.
            #expect(chmod(out, 0o755) == 0)
            _ = try folder.write("out/town.sqlite", Array(Self.old.utf8))
            let result = try run("exec \(become) \"$0\" build \"$1\" -o \"$2\" --quiet")
            #expect(try !expectOrder(result, "a folder of somebody else", codes: [73, 74]))
        }

        @Test("With few descriptors a run does its work; with too few it says so")
        func descriptors() throws {
            let temporary = folder.temporaryDirectory
            var made: [Int: Bool] = [:]
            for limit in [20, 19, 18, 12, 10, 9, 8, 7, 6, 5] {
                _ = try folder.write("out/town.sqlite", Array(Self.old.utf8))
                let result = try run(
                    ProcessRun.limitingDescriptors(to: limit)
                        + "exec \"$0\" build \"$1\" -o \"$2\" --quiet --temporary-directory '\(temporary)'"
                )
                // Where not even the program's libraries can be opened, the loader says so.
                if result.end == .exited(127) { continue }
                made[limit] = try expectOrder(
                    result, "\(limit) descriptors", codes: [65, 66, 73, 74])
            }
            #expect(made[20] == true)
            #expect(made.values.contains(false), "the test reaches the end of descriptors")
        }

        @Test("An update with few descriptors publishes, or changes nothing")
        func update() throws {
            let place = try NightlyPlace()
            try place.update()
            var codes: Set<Int32> = []
            for (number, limit) in [30, 20, 19, 18, 17, 14, 11, 10, 9, 8, 7, 6].enumerated() {
                try place.serve(NightlyPlace.feed("Name \(number)"))
                let before = try place.version()
                let line =
                    ProcessRun.limitingDescriptors(to: limit)
                    + "exec \"$0\" update \"$1\" --quiet --temporary-directory '"
                    + place.folder.temporaryDirectory + "'"
                let result = try ProcessRun.run(
                    "/bin/bash", ["-c", line, gtfs, place.definition], folder: place.folder)
                guard case .exited(let code) = result.end, code != 127 else { continue }
                codes.insert(code)
                #expect([0, 65, 66, 69, 73, 74].contains(code), "\(limit): \(result)")
                if code == 0 {
                    #expect(try place.version() != before)
                } else {
                    #expect(try place.version() == before)
                    #expect(result.standardError.split(separator: "\n").count == 1, "\(result)")
                }
                #expect(try place.isWhole())
                #expect(try place.folder.temporaryFiles().isEmpty)
            }
            #expect(codes.contains(0) && codes.count > 1, "\(codes)")
            #expect(try place.update().code == 0)
            #expect(
                try place.hiddenFiles() == [
                    "counter.txt", "lock", "state.json", "status.json", "versions.txt",
                ])
        }
    #endif
}
