import BundleWriting
import FeedExporting
import FeedReading
import Foundation
import TestSupport
import Testing

/// The proof over all feeds that the package's developers share, where they are at hand.
@Suite(.serialized) struct SharedFeedProofTests {
    /// Feeds that are no feeds, or several.
    private static let unusable: Set<String> = [
        "guru-zip-unknown_format.zip", "tl-example-nested-two-feeds.zip",
        "tl-example-nested-zip.zip", "tl-invalid.zip",
    ]

    static let feeds = ["feeds", "feeds/bad", "cases/feeds"].flatMap { folder in
        PackageRoot.sharedFiles(in: folder, suffix: ".zip").map { folder + "/" + $0 }
    }

    @Test(.sharedFiles, arguments: feeds) func nothingIsLost(
        _ name: String
    ) throws {
        let feed = try #require(PackageRoot.shared(name))
        let file = String(name.split(separator: "/").last ?? "")
        if Self.unusable.contains(file) {
            #expect(throws: FeedError.self) { try Proof(feed) }
            return
        }
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        guard outcome.files.allSatisfy({ $0.rejectedRows + $0.rejectedCells == 0 }) else { return }
        try expectComesBack(proof)
    }

    private func expectComesBack(_ proof: Proof) throws {
        let target = try proof.export("out.zip")
        let again = proof.folder.path + "/again.sqlite"
        try Proof.build(target, to: again)
        _ = try FeedExport(bundle: again).run(to: proof.folder.path + "/second.zip")
        #expect(
            FileManager.default.contentsEqual(
                atPath: target, andPath: proof.folder.path + "/second.zip"))
    }
}
