import BundleDelta
import BundleManifest
import SystemLayer

final class UpdateRun {
    private let update: BundleUpdate
    private let files: UpdateFiles
    private var memory: UpdateMemory
    private let reception: Reception
    private var received: Int { reception.bytes }

    private var settings: BundleUpdate.Settings { update.settings }
    private var address: BundleAddress { update.address }

    init(_ update: BundleUpdate, files: UpdateFiles, memory: UpdateMemory) {
        self.update = update
        self.files = files
        self.memory = memory
        reception = Reception(update)
    }

    func run() throws -> BundleUpdateResult {
        try settings.progress(.asking)
        let manifest = try newestManifest()
        let installed = try installedDigest()
        let target = try Installation(files).versionOfToday(manifest, now: settings.now())
        let before = manifest.versions.first { $0.bundle.sha256 == installed }
        func result(_ outcome: BundleUpdateResult.Outcome) -> BundleUpdateResult {
            BundleUpdateResult(
                outcome: outcome, version: target.version, before: before?.version, way: nil,
                receivedBytes: received, missingBytes: 0, expires: manifest.expires)
        }
        if installed == target.bundle.sha256 {
            try forgetPart()
            return result(.unchanged)
        }
        guard installed == nil || memory.heldBack != target.bundle.sha256 else {
            return result(.heldBack)
        }
        guard Installation.layouts.contains(target.schemaVersion) else {
            throw BundleUpdateError.newerLayout(
                version: target.version, layout: target.schemaVersion)
        }
        // The part of the whole file that has arrived may be worth more than a delta.
        let rest = target.gzip.bytes - (memory.part?.sha256 == target.gzip.sha256 ? partSize : 0)
        let delta = before.flatMap { version in
            target.deltas.first { $0.from == version.version && $0.bytes < rest }
        }
        if let delta {
            let file = Manifest.File(name: delta.name, bytes: delta.bytes, sha256: delta.sha256)
            do {
                return try take(file, way: .delta, to: target, whenDone: result)
            } catch BundleUpdateError.damaged {
                // The whole file is another way to the same bytes.
                try forgetPart()
            }
        }
        return try take(target.gzip, way: .full, to: target, whenDone: result)
    }

    func wholeFile() throws -> Manifest.File? {
        let manifest = try newestManifest()
        let installed = try installedDigest()
        let target = try Installation(files).versionOfToday(manifest, now: settings.now())
        let isWanted = ![installed, memory.heldBack].contains(target.bundle.sha256)
        return isWanted ? target.gzip : nil
    }

    func adopt(_ download: String, sha256: String) throws {
        // In this order: bytes of one file must never count as those of another.
        try forgetPart()
        var new = memory
        new.part = UpdateMemory.Part(sha256: sha256)
        try remember(new)
        try BundleUpdateError.using(
            files.part, cannotBe: "written", try Files.rename(download, to: files.part))
    }

    private func take(
        _ file: Manifest.File, way: BundleUpdateResult.Way, to target: Manifest.Version,
        whenDone result: (BundleUpdateResult.Outcome) -> BundleUpdateResult
    ) throws -> BundleUpdateResult {
        let missing = file.bytes - (memory.part?.sha256 == file.sha256 ? partSize : 0)
        var result = result(.waiting)
        if let limit = settings.byteLimit, missing > limit {
            result.receivedBytes = received
            result.missingBytes = missing
            return result
        }
        try download(file)
        let isFirst = !Files.exist(at: files.bundle)
        try install(target, way: way, from: file)
        result.outcome = isFirst ? .installed : .updated
        result.way = way
        result.receivedBytes = received
        return result
    }

    // MARK: What is there

    private func newestManifest() throws -> Manifest {
        let check = ManifestCheck(
            source: address.shown, feed: settings.feed,
            seen: update.isTrusted(memory) ? memory.manifest : nil, now: settings.now(),
            sizeLimit: settings.sizeLimit)
        guard let offer = try update.manifest(memory, reception) else {
            guard let manifest = memory.manifest else {
                throw update.refusal(304, to: address.manifest)
            }
            // Earlier updates may have wanted any feed.
            try check.checkFeed(of: manifest)
            // A server might say forever that nothing has changed.
            try check.checkExpiry(of: manifest)
            return manifest
        }
        let manifest = try check.read(offer.bytes)
        try settings.progress(.trusting)
        var new = memory
        new.manifest = manifest
        new.address = ByteDigest.sha256(address.manifest.utf8)
        new.validators = offer.validators
        new.key = offer.key
        try remember(new)
        return manifest
    }

    private func installedDigest() throws -> String? {
        guard let status = knownStatus(files.bundle) else { return nil }
        if let known = memory.installed, known == UpdateMemory.Stamp(status, sha256: known.sha256) {
            return known.sha256
        }
        let digest = try ByteDigest(file: files.bundle).sha256
        var new = memory
        new.installed = UpdateMemory.Stamp(status, sha256: digest)
        try remember(new)
        return digest
    }

    private func remember(_ new: UpdateMemory) throws {
        guard new != memory else { return }
        try new.save(files)
        memory = new
    }

    private var partSize: Int { knownStatus(files.part)?.size ?? 0 }

    private func forgetPart() throws {
        Files.remove(files.part)
        var new = memory
        new.part = nil
        try remember(new)
    }

    // MARK: Downloading

    private func download(_ file: Manifest.File) throws {
        var earlier = memory.part?.sha256 == file.sha256 ? partSize : 0
        var attempts = Attempts(update, reception, progress: earlier)
        let before = received
        while true {
            do {
                if partSize != file.bytes || memory.part?.sha256 != file.sha256 {
                    try transfer(file, since: before)
                }
                guard try ByteDigest(file: files.part).sha256 == file.sha256 else {
                    try forgetPart()
                    // The fault may be in what an earlier run received, but only once.
                    guard earlier > 0 else {
                        throw BundleUpdateError.damaged(
                            name: file.name, reason: "is not the file that the manifest names")
                    }
                    earlier = 0
                    attempts = Attempts(update, reception)
                    continue
                }
                return
            } catch let failure as BundleSourceFailure {
                try attempts.wait(because: failure, progress: partSize)
            }
        }
    }

    /// The most bytes to receive for a file: as many as if each attempt began again. A server that
    /// does not continue downloads could otherwise send more and more of it.
    private func mostBytes(for file: Manifest.File) -> Int {
        let all = file.bytes.multipliedReportingOverflow(by: min(settings.retry.retries, 99) + 1)
        return min(all.overflow ? .max : all.partialValue, settings.byteLimit ?? .max)
    }

    /// `before` bytes had been received before the first attempt.
    private func transfer(_ file: Manifest.File, since before: Int) throws {
        let part = try PartFile(files.part)
        if memory.part?.sha256 != file.sha256 || part.size > file.bytes {
            try part.empty()
            var new = memory
            new.part = UpdateMemory.Part(sha256: file.sha256)
            try remember(new)
        }
        var request = BundleRequest(url: address.file(file.name))
        request.offset = part.size
        request.ifRange = memory.part?.etag
        let attempts = Attempts(update, reception)
        let mostBytes = mostBytes(for: file)
        try settings.progress(.downloading(name: file.name, bytes: part.size, of: file.bytes))
        reception.begin()
        try update.source.get(request) { reply in
            try attempts.judge(reply)
            try begin(reply, to: request, for: file, into: part)
        } part: { bytes in
            try reception.take(bytes.count)
            guard received - before <= mostBytes else {
                throw BundleUpdateError.network(
                    source: address.shown,
                    reason: "after \(mostBytes) bytes \(file.name) is not complete")
            }
            guard part.size + bytes.count <= file.bytes else {
                try part.empty()
                throw BundleUpdateError.damaged(
                    name: file.name,
                    reason: "is longer than the \(file.bytes) bytes that the manifest says")
            }
            try part.append(bytes)
            try settings.progress(.downloading(name: file.name, bytes: part.size, of: file.bytes))
        }
        guard part.size == file.bytes else {
            throw BundleSourceFailure(
                "the connection was cut after \(part.size) of \(file.bytes) bytes", isPassing: true)
        }
    }

    private func begin(
        _ reply: HTTPHead, to request: BundleRequest, for file: Manifest.File,
        into part: PartFile
    ) throws {
        switch reply.status {
        case 200:
            guard !reply.isEncoded else {
                throw BundleUpdateError.damaged(
                    name: file.name, reason: "comes with a Content-Encoding, which hides its bytes")
            }
            if let length = reply.length, length != file.bytes {
                throw BundleUpdateError.damaged(
                    name: file.name,
                    reason: "has \(length) bytes; the manifest says \(file.bytes)")
            }
            try part.empty()
            var new = memory
            new.part?.etag = reply.validators?.strongTag
            try remember(new)
        case 206 where request.offset > 0:
            guard let range = reply.range, range.first == request.offset,
                range.total.map({ $0 == file.bytes }) ?? true, !reply.isEncoded
            else {
                try part.empty()
                throw BundleSourceFailure(
                    "the server sends a different part from the one requested", isPassing: true)
            }
        case 416 where request.offset > 0:
            try part.empty()
            throw BundleSourceFailure(
                "the server does not have the part that was requested", isPassing: true)
        default: throw update.refusal(reply.status, to: request.url)
        }
    }

    // MARK: Installing

    private func install(
        _ target: Manifest.Version, way: BundleUpdateResult.Way, from file: Manifest.File
    ) throws {
        try settings.progress(.making)
        let installation = Installation(files)
        let new = try installation.make(target.bundle, of: file, way)
        try settings.progress(.checking)
        try installation.checkBundle(new.temporaryPath)
        try settings.check(new.temporaryPath)
        try settings.progress(.keeping)
        try installation.keepBundle()
        try settings.progress(.installing)
        try new.publish()
        try settings.progress(.installed)
        Files.remove(files.part)
        var memory = memory
        memory.part = nil
        memory.heldBack = nil
        memory.installed = knownStatus(files.bundle)
            .map { UpdateMemory.Stamp($0, sha256: target.bundle.sha256) }
        do {
            try remember(memory)
        } catch {
            // The bundle is installed: the next update notices when it reads it.
            return
        }
    }
}
