import BundleDelta
package import BundleManifest
package import Foundation
package import SystemLayer

/// Brings a bundle up to date with the published version: by a delta if there is one from the
/// installed bundle, else by the whole file.
///
///     manifest ─▶ signature, order, expiry, names ─▶ delta or .gz, resumed ─▶ SHA-256
///         ─▶ new file beside the old ─▶ SHA-256, integrity_check, questions ─▶ rename
///
/// On any failure, and whenever the process is killed, the bundle is complete and checked: the old
/// one or the new one. The part of a download that has arrived is kept for the next time.
package struct BundleUpdate {
    package struct Settings {
        /// One of these must have signed the manifest; without any, it need not be signed.
        package var keys: [VerifyingKey] = []
        package var feed: String?
        /// A version that needs more bytes waits.
        package var byteLimit: Int?
        package var sizeLimit = BundleDelta.defaultSizeLimit
        /// Of the attempts that make no progress: see ``Attempts``.
        package var retry = RetryPolicy()
        /// Waits before an attempt; throws when the update is no longer wanted.
        package var pause: (Duration) throws -> Void = {
            ThisProcess.pause(milliseconds: UInt32(clamping: Int($0.seconds * 1000)))
        }
        package var now: () -> Date = { Date() }
        package var clock: () -> ContinuousClock.Instant = { .now }
        /// Asks a new bundle some questions before it is installed; throws when they fail.
        package var check: (_ path: String) throws -> Void = { _ in }
        /// Called before each step. An error ends the update there and is rethrown.
        package var progress: (Step) throws -> Void = { _ in }

        package init() {}
    }

    package enum Step: Hashable, Sendable {
        case asking
        /// The manifest is valid, and is remembered from here on.
        case trusting
        case downloading(name: String, bytes: Int, of: Int)
        case making
        case checking
        case keeping
        case installing
        case installed
    }

    let address: BundleAddress
    let path: String
    let source: any BundleSource
    let settings: Settings

    package init(
        from address: BundleAddress, to path: String, over source: any BundleSource,
        _ settings: Settings
    ) {
        self.address = address
        self.path = path
        self.source = source
        self.settings = settings
    }

    /// Throws a `BundleUpdateError`, or what the settings' closures throw.
    package func run() throws -> BundleUpdateResult {
        try holding { try $0.run() }
    }

    /// The whole bundle, which another process may download for the next ``run()``.
    package struct WholeDownload: Hashable, Sendable {
        package let url: String
        package let sha256: String
        package let bytes: Int
    }

    package func wholeFile() throws -> WholeDownload? {
        try holding { run in
            try run.wholeFile().map {
                WholeDownload(url: address.file($0.name), sha256: $0.sha256, bytes: $0.bytes)
            }
        }
    }

    /// The next ``run()`` checks the file and continues with it.
    package func adopt(_ download: String, sha256: String) throws {
        try holding { try $0.adopt(download, sha256: sha256) }
    }

    private func holding<Value>(_ body: (UpdateRun) throws -> Value) throws -> Value {
        try BundleUpdateError.translating {
            let files = try UpdateFiles(path)
            let lock = try UpdateLock(files, path: path)
            return try withExtendedLifetime(lock) {
                let memory = try UpdateMemory.load(files)
                try files.checkPart(memory)
                return try body(UpdateRun(self, files: files, memory: memory))
            }
        }
    }

    package static func previousPath(of path: String) throws -> String {
        try BundleUpdateError.translating { try UpdateFiles(path).previous }
    }

    /// The bundle that this replaces is not installed again.
    package static func rollback(
        _ path: String, check: (_ path: String) throws -> Void = { _ in }
    ) throws {
        try BundleUpdateError.translating {
            let files = try UpdateFiles(path)
            let lock = try UpdateLock(files, path: path)
            try withExtendedLifetime(lock) {
                guard Files.exist(at: files.previous) else {
                    throw BundleUpdateError.nothingToRollBack(path: path)
                }
                try Installation(files).checkBundle(files.previous)
                try check(files.previous)
                var memory = try UpdateMemory.load(files)
                // Before the file is moved, or else the next update might install it again.
                memory.heldBack =
                    Files.exist(at: files.bundle) ? try ByteDigest(file: files.bundle).sha256 : nil
                memory.installed = nil
                try memory.save(files)
                try Installation(files).restore()
            }
        }
    }

    // MARK: Requests

    func manifest(_ memory: UpdateMemory, _ reception: Reception) throws -> Offer? {
        let known = isBelieved(memory) ? memory.validators : nil
        for isLast in [false, true] {
            var request = BundleRequest(url: address.manifest)
            request.known = known
            let (reply, bytes) = try whole(request, limit: Manifest.sizeLimit, reception)
            if reply.status == 304, known != nil { return nil }
            guard reply.status == 200 else {
                throw refusal(reply.status, to: request.url)
            }
            var offer = Offer(bytes: bytes, validators: reply.validators)
            guard !settings.keys.isEmpty else { return offer }
            guard bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") else {
                throw BundleUpdateError.notAManifest(source: address.shown, reason: "is not JSON")
            }
            let signatureRequest = BundleRequest(
                url: address.file(ManifestSignature.name(of: bytes)))
            let (signed, signature) = try whole(
                signatureRequest, limit: Base64Key.mostBytes, reception)
            if signed.status == 200 {
                guard let key = settings.keys.first(where: { $0.accepts(signature, of: bytes) })
                else { throw BundleUpdateError.wrongSignature(source: address.shown) }
                offer.key = key.text
                return offer
            }
            guard [404, 410].contains(signed.status) else {
                throw refusal(signed.status, to: signatureRequest.url)
            }
            // Another manifest may have been published in between; a server has only its signature.
            if isLast { throw BundleUpdateError.unsigned(source: address.shown) }
        }
        throw BundleUpdateError.unsigned(source: address.shown)
    }

    struct Offer {
        let bytes: [UInt8]
        let validators: DownloadValidators?
        var key: String?
    }

    /// The remembered manifest came from here, and was checked as it would be now.
    private func isBelieved(_ memory: UpdateMemory) -> Bool {
        memory.manifest != nil && memory.address == ByteDigest.sha256(address.manifest.utf8)
            && isTrusted(memory)
    }

    /// Whether the remembered manifest was checked as it would be now. Feed and counter of another
    /// say nothing about what the keys sign: it may have been forged before there was a key, or by
    /// one that was stolen.
    func isTrusted(_ memory: UpdateMemory) -> Bool {
        settings.keys.isEmpty || settings.keys.contains { $0.text == memory.key }
    }

    private func whole(
        _ request: BundleRequest, limit: Int, _ reception: Reception
    ) throws -> (reply: HTTPHead, bytes: [UInt8]) {
        var attempts = Attempts(self, reception)
        while true {
            var reply: HTTPHead?
            var bytes: [UInt8] = []
            do {
                reception.begin()
                try source.get(request) { head in
                    reply = head
                    try attempts.judge(head)
                } part: { part in
                    try reception.take(part.count)
                    guard bytes.count + part.count <= limit else {
                        throw BundleUpdateError.notAManifest(
                            source: address.shown, reason: "has more than \(limit) bytes")
                    }
                    bytes += part
                }
                guard let reply else {
                    throw BundleSourceFailure("there was no answer", isPassing: true)
                }
                if let length = reply.length, reply.status == 200, !reply.isEncoded,
                    length != bytes.count
                {
                    throw BundleSourceFailure(
                        "the connection was cut before the end", isPassing: true)
                }
                return (reply, try unpacked(bytes, limit))
            } catch let failure as BundleSourceFailure {
                try attempts.wait(because: failure)
            }
        }
    }

    /// The bytes without gzip: a server may have them packed only, and a source may not undo that.
    private func unpacked(_ bytes: [UInt8], _ limit: Int) throws -> [UInt8] {
        guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
        let unpacked = bytes.withUnsafeBytes { GzipBytes.unpacked($0, atMost: limit) }
        guard let unpacked else {
            throw BundleUpdateError.notAManifest(source: address.shown, reason: "is damaged gzip")
        }
        return unpacked
    }

    /// On this machine `url` is a path.
    func refusal(_ status: Int, to url: String) -> BundleUpdateError {
        if status == 404, address.isLocal {
            let place = Folder.split(url).folder
            let isFile = knownStatus(place)?.kind == .file
            return .missing(
                path: url,
                hint: isFile
                    ? "\(place) is a file, not a publish folder; `gtfs build` makes a bundle from "
                        + "a feed"
                    : nil)
        }
        let hint: String? =
            switch status {
            case 401, 403: "perhaps it needs a key in a header"
            case 404 where address.isServer:
                "for a multi-feed server add --feed; for a folder, give its manifest.json"
            default: nil
            }
        return .refused(source: address.shown, status: status, hint: hint)
    }
}

extension BundleUpdateError {
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch FileError.cannotCreate(let path, let reason) {
            throw cannotCreate(path: path, reason: reason)
        } catch let error as FileError {
            throw disk(reason: error.description)
        }
    }
}

package struct BundleUpdateResult: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable {
        case installed
        case updated
        case unchanged
        case waiting
        case heldBack = "held_back"
    }

    package enum Way: String, Hashable, Sendable {
        case delta
        case full
    }

    package var outcome: Outcome
    /// The published version; it is installed now unless it waits or is held back.
    package var version: String
    package var before: String?
    package var way: Way?
    package var receivedBytes: Int
    package var missingBytes: Int
    package var expires: String?
}
