import BundleWriting
import FeedExporting
import Foundation
import TestSupport
import Testing

/// Where an export goes, and what it leaves alone.
@Suite struct ExportTargetTests {
    @Test(arguments: ["out", "out.zip"]) func olderExportIsReplaced(_ name: String) throws {
        let proof = try Proof(TestFeed.base)
        let target = try proof.export(name)
        try proof.alter("UPDATE stops SET stop_name = 'Pier' WHERE stop_id = 'A'")
        #expect(try proof.export(name) == target)
        let bundle = proof.folder.path + "/new.sqlite"
        try Proof.build(target, to: bundle)
        #expect(
            try Proof.outcome(proof.feed, bundle).differences("stops.txt", "stop_name").count == 1)
        #expect(try Self.litter(proof) == [])
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
        #expect(throws: BundleError.self) { try proof.export("out") }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: proof.folder.path + "/out")
        #expect(names == ["letter.doc"])
        #expect(try Self.litter(proof) == [])
    }

    @Test func aFileIsNoFolder() throws {
        let proof = try Proof(TestFeed.base)
        let path = try proof.folder.write("out", [1])
        #expect(throws: BundleError.self) { try proof.export("out") }
        #expect(FileManager.default.contents(atPath: path) == Data([1]))
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
        #expect(throws: (any Error).self) { try proof.export("out") }
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
