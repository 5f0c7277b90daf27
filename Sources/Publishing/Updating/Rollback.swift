import FoundationEssentials

/// Goes back to an earlier version: `gtfs update --rollback`.
///
/// The content that was rolled back from is not published again by the next night's run; a feed with
/// another content is.
package struct Rollback {
    private let definition: FeedDefinition
    private let options: UpdateOptions
    private let folder: PublishFolder

    package init(_ definition: FeedDefinition, _ options: UpdateOptions) throws {
        self.definition = definition
        self.options = options
        guard let path = options.publishFolder ?? definition.publishFolder else {
            throw PublishingError.noFolder(id: definition.id)
        }
        folder = PublishFolder(existing: path, id: definition.id)
    }

    /// Makes an earlier version current, the one before when none is named.
    package func run(to wanted: String?, peakMemory: @escaping () -> Int) throws -> UpdateResult {
        guard try folder.manifest() != nil else {
            throw PublishingError.nothingPublished(folder: folder.path)
        }
        let start = ContinuousClock.now
        let lease = try Lease.take(folder, waiting: options.waiting)
        guard var manifest = try folder.manifest() else {
            throw PublishingError.nothingPublished(folder: folder.path)
        }
        let present = manifest.previous.filter(folder.isComplete)
        guard
            let target = wanted.map({ name in present.first { $0.version == name } })
                ?? present.first
        else {
            throw PublishingError.noSuchVersion(
                folder: folder.path, wanted: wanted ?? "to go back to",
                present: present.map(\.version))
        }
        let left = manifest.next ?? manifest.current
        manifest.previous = manifest.previous.filter { $0.version != target.version }
        manifest.previous.insert(manifest.current, at: 0)
        manifest.current = target
        manifest.next = nil
        manifest.generatedAt = Timestamp.text(options.now())
        let publication = Publication(
            folder: folder, definition: definition, options: options,
            staging: try StagingFolder(folder), lease: lease, source: manifest.source ?? "")
        // First what keeps the next night from undoing it.
        var state = try UpdateState.load(folder)
        state.rolledBackFrom = left.contentHash
        try state.save(folder)
        try publication.install(manifest, files: [])
        let result = UpdateResult(
            outcome: .rolledBack,
            message: "rolled back from \(left.version) to \(target.version)",
            manifest: manifest, source: nil)
        try StatusRecorder(
            folder: folder, start: start, now: options.now, peakMemory: peakMemory
        ).record(result)
        return result
    }
}
