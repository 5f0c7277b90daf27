import BundleWriting
import FeedExporting
import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite struct ExportTargetTests {
    @Test(arguments: ["out", "out.zip"]) func olderExportIsReplaced(_ name: String) throws {
        let proof = try Proof(TestFeed.base)
        let target = try proof.export(name)
        try proof.alter("UPDATE stops SET stop_name = 'Pier' WHERE stop_id = 'A'")
        #expect(try proof.export(name, overwriting: true) == target)
        let bundle = proof.folder.path + "/new.sqlite"
        try Proof.build(target, to: bundle)
        #expect(
            try Proof.outcome(proof.feed, bundle).differences("stops.txt", "stop_name").count == 1)
        #expect(try Self.litter(proof) == [])
    }

    /// It may be the feed itself, whose own columns are in no bundle.
    @Test func aZipIsReplacedOnlyWhenThatIsAskedFor() throws {
        let proof = try Proof(TestFeed.base)
        let path = try proof.folder.write("feed.zip", [1, 2, 3])
        let link = proof.folder.path + "/link.zip"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "feed.zip")
        for name in ["feed.zip", "link.zip"] {
            let failure = #expect(throws: FileError.self) { try proof.export(name) }
            #expect(failure?.description.hasSuffix("exists; --overwrite replaces it") == true)
            #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        }
        #expect(try Self.litter(proof) == [])
        _ = try proof.export("link.zip", overwriting: true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "feed.zip")
        #expect(try Proof.outcome(path, proof.bundle).isWhole)
    }

    @Test func anEmptyFolderIsFilled() throws {
        let proof = try Proof(TestFeed.base)
        let target = proof.folder.path + "/out"
        try FileManager.default.createDirectory(
            atPath: target, withIntermediateDirectories: false)
        #expect(try proof.export("out/") == target + "/")
        #expect(FileManager.default.fileExists(atPath: target + "/stop_times.txt"))
    }

    @Test func aFolderWithOtherFilesIsLeftAlone() throws {
        let proof = try Proof(TestFeed.base)
        try proof.folder.write("out/letter.doc", [1, 2, 3])
        #expect(throws: FileError.self) { try proof.export("out", overwriting: true) }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: proof.folder.path + "/out")
        #expect(names == ["letter.doc"])
        #expect(try Self.litter(proof) == [])
    }

    @Test func aFileIsNoFolder() throws {
        let proof = try Proof(TestFeed.base)
        let path = try proof.folder.write("out", [1])
        #expect(throws: FileError.self) { try proof.export("out", overwriting: true) }
        #expect(FileManager.default.contents(atPath: path) == Data([1]))
    }

    @Test func aFeedThatNoExportWroteIsLeftAlone() throws {
        let proof = try Proof(TestFeed.base)
        let names = try FileManager.default.contentsOfDirectory(atPath: proof.feed).sorted()
        for overwriting in [false, true] {
            let failure = #expect(throws: FileError.self) {
                try FeedExport(bundle: proof.bundle).run(
                    to: proof.feed, overwriting: overwriting)
            }
            #expect(failure?.description.contains("which is not part of an export") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: proof.feed).sorted() == names)
        #expect(try Self.litter(proof) == [])
    }

    @Test func anExportIsReplacedOnlyWhenThatIsAskedFor() throws {
        let proof = try Proof(TestFeed.base)
        let target = try proof.export("out")
        let before = try Data(contentsOf: URL(fileURLWithPath: target + "/stops.txt"))
        try proof.alter("UPDATE stops SET stop_name = 'Pier' WHERE stop_id = 'A'")
        let failure = #expect(throws: FileError.self) { try proof.export("out") }
        #expect(failure?.description.hasSuffix("--overwrite replaces it") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: target + "/stops.txt")) == before)
        // A file that a user added to an export is not lost with it.
        try proof.folder.write("out/transfers.txt", Array("from_stop_id\n".utf8))
        #expect(throws: FileError.self) { try proof.export("out", overwriting: true) }
        #expect(FileManager.default.fileExists(atPath: target + "/transfers.txt"))
    }

    @Test func aLinkToAFolderStaysOne() throws {
        let proof = try Proof(TestFeed.base)
        let link = proof.folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        for _ in 0..<2 {
            _ = try proof.export("link", overwriting: true)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
            let real = proof.folder.path + "/real/stops.txt"
            #expect(FileManager.default.fileExists(atPath: real))
        }
        #expect(try Self.litter(proof) == [])
    }

    @Test func whatAKillBetweenTwoRenamesTookAwayComesBack() throws {
        let proof = try Proof(TestFeed.base)
        let target = try proof.export("out")
        let old = proof.folder.path + "/.out.gtfs-abcdef-old"
        try FileManager.default.moveItem(atPath: target, toPath: old)
        try proof.alter("DROP TABLE distances")
        #expect(throws: (any Error).self) { try proof.export("out", overwriting: true) }
        #expect(FileManager.default.fileExists(atPath: target + "/stop_times.txt"))
    }

    @Test func whatAKilledRunLeftIsRemoved() throws {
        let proof = try Proof(TestFeed.base)
        try proof.folder.write(".out.gtfs-abcdef/stops.txt", [1])
        _ = try proof.export("out")
        #expect(try Self.litter(proof) == [])
    }

    @Test func failureLeavesTheOlderExport() throws {
        let proof = try Proof(TestFeed.base)
        let target = try proof.export("out")
        try proof.alter("DROP TABLE distances")
        #expect(throws: (any Error).self) { try proof.export("out", overwriting: true) }
        #expect(FileManager.default.fileExists(atPath: target + "/stop_times.txt"))
        #expect(try Self.litter(proof) == [])
    }

    @Test func onlyBundlesAreRead() throws {
        let folder = try TestFolder()
        let path = try folder.write("text.sqlite", Array("no bundle".utf8))
        #expect(throws: BundleError.self) { try FeedExport(bundle: path) }
        #expect(throws: BundleError.self) { try FeedProof(bundle: folder.path + "/none") }
    }

    /// Hidden files and folders beside the target.
    private static func litter(_ proof: Proof) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: proof.folder.path)
            .filter { $0.hasPrefix(".") }
    }
}
