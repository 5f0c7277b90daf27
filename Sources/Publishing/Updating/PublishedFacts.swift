/// What a new version is compared with: the manifest, and as far as they are there, its bundles.
struct PublishedFacts {
    let manifest: Manifest
    /// The bundle that is current; nil when somebody has damaged or removed it. Its counts are in
    /// the manifest all the same.
    let bundle: BundleGlance?
    /// A bundle that knows the keys given out so far, those of versions that were rolled back from
    /// included.
    let keysBundle: String?

    init(_ manifest: Manifest, _ folder: PublishFolder, now: Double) throws {
        self.manifest = manifest
        let byAge = manifest.versions.sorted { $0.publishedAt > $1.publishedAt }
        keysBundle = byAge.first(where: folder.hasBundle).map { folder.file($0.bundle.name) }
        bundle =
            folder.hasBundle(manifest.current)
            ? try BundleGlance(path: folder.file(manifest.current.bundle.name), now: now) : nil
    }
}
