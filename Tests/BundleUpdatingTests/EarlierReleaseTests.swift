import BundleManifest
import BundleUpdating
import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitBundle

@Suite("Publish folders of earlier releases") struct EarlierReleaseTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private var installed: String { folder.path + "/sample.sqlite" }

    private func manifest(_ release: EarlierRelease) throws -> Manifest {
        try Manifest(
            json: WholeFile.read(release.path("published/manifest.json"), atMost: .max) ?? [])
    }

    /// An update on the day on which the release published, with the key that it signed with.
    private func update(_ release: EarlierRelease) throws -> BundleUpdateResult {
        let published = try #require(manifest(release).writtenAt)
        var settings = BundleUpdate.Settings()
        settings.keys = [try VerifyingKey(path: release.path("manifest.pub"))]
        settings.now = { published }
        settings.check = TransitBundle.check
        return try BundleUpdate(
            from: BundleAddress(release.path("published")), to: installed, over: FolderSource(),
            settings
        ).run()
    }

    @Test("The signed manifest and the whole bundle", arguments: EarlierRelease.all)
    func whole(release: EarlierRelease) throws {
        let result = try update(release)
        #expect(result.outcome == .installed && result.way == .full)
        #expect(
            try ByteDigest(file: installed).sha256 == manifest(release).current.bundle.sha256)
    }

    @Test("A delta from the version before", arguments: EarlierRelease.all)
    func delta(release: EarlierRelease) throws {
        let current = try manifest(release).current
        let delta = try #require(current.deltas.first)
        let before = try #require(try manifest(release).versions.first { $0.version == delta.from })
        try folder.write(
            "sample.sqlite", EarlierBundle.unpacked(release.path("published/" + before.gzip.name)))
        #expect(try ByteDigest(file: installed).sha256 == before.bundle.sha256)
        let result = try update(release)
        #expect(result.outcome == .updated && result.way == .delta)
        #expect(try ByteDigest(file: installed).sha256 == current.bundle.sha256)
    }

    @Test("There is a release to look at")
    func some() {
        #expect(!EarlierRelease.all.isEmpty)
    }
}
