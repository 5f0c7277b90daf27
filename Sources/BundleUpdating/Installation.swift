import BundleCodec
import BundleDelta
import BundleManifest
import Foundation
import GTFSSchedule
import SQLiteLayer
import SystemLayer

struct Installation {
    let files: UpdateFiles

    init(_ files: UpdateFiles) {
        self.files = files
    }

    static var layouts: ClosedRange<Int> { BundleHeader.versions }

    // MARK: The new bundle

    /// Beside its final place, with the bytes that the manifest specifies.
    func make(
        _ bundle: Manifest.File, of file: Manifest.File, _ way: BundleUpdateResult.Way
    ) throws -> NewFile {
        let new = try NewFile(at: files.bundle, .database, replacing: .anything)
        do {
            switch way {
            case .delta:
                try BundleDelta.apply(
                    files.part, to: files.bundle, into: new, sizeLimit: bundle.bytes)
            case .full: try BundleDelta.Gzip.decompress(files.part, into: new, bundle.bytes)
            }
        } catch let error as BundleDeltaError {
            switch error {
            case .cannotRead, .cannotWrite, .missing:
                throw BundleUpdateError.disk(reason: error.description)
            case .unusable, .otherFile, .tooLarge:
                throw BundleUpdateError.damaged(
                    name: file.name, reason: "does not make the new bundle: \(error.description)")
            }
        }
        let digest = try ByteDigest(file: new.temporaryPath)
        guard digest.count == bundle.bytes, digest.sha256 == bundle.sha256 else {
            throw BundleUpdateError.damaged(
                name: file.name, reason: "does not make the bundle that the manifest names")
        }
        return new
    }

    func checkBundle(_ path: String) throws {
        let name = Folder.split(files.bundle).name
        func damaged(_ reason: String) -> BundleUpdateError { .damaged(name: name, reason: reason) }
        let opened = try BundleUpdateError.using(
            path, cannotBe: "read", try Descriptor.plainFile(path))
        guard let file = opened else { throw damaged("the published file is not a bundle") }
        let size = try BundleUpdateError.using(path, cannotBe: "read", try file.status().size)
        let bytes = try BundleUpdateError.using(
            path, cannotBe: "read", try file.bytes(0..<BundleHeader.size))
        do throws(BundleHeader.Refusal) {
            _ = try BundleHeader(bytes, fileBytes: size)
        } catch {
            guard case .newer(let version) = error else {
                throw damaged("the published file is not a bundle")
            }
            throw BundleUpdateError.newerLayout(version: name, layout: version)
        }
        do {
            let connection = try Connection(path: path, .reading)
            let found = try connection.texts("PRAGMA integrity_check(1)")
            guard found == ["ok"] else {
                throw damaged("the bundle is damaged: \(found.first ?? "it cannot be checked")")
            }
        } catch let failure as SQLiteFailure {
            throw damaged("the bundle is damaged: \(failure.description)")
        }
    }

    // MARK: The old bundle

    func keepBundle() throws {
        guard Files.exist(at: files.bundle) else { return }
        do throws(SystemError) {
            try NewFile.addName(files.previous, to: files.bundle)
        } catch {
            try copyBundle()
        }
    }

    private func copyBundle() throws {
        let copy = try NewFile(at: files.previous, replacing: .anything)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        do throws(SystemError) {
            let file = try Descriptor(reading: files.bundle)
            while case let count = try file.read(into: buffer), count > 0 {
                try copy.descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        } catch {
            throw BundleUpdateError.disk(
                reason: "\(files.bundle): cannot be kept: \(error.description)")
        }
        try copy.publish()
    }

    func restore() throws {
        try BundleUpdateError.using(
            files.bundle, cannotBe: "written", try Files.rename(files.previous, to: files.bundle))
        try Folder.synchronize(Folder.split(files.bundle).folder)
    }

    // MARK: Which version

    /// `next` once its first day has begun in the feed's zone, else `current`.
    func versionOfToday(_ manifest: Manifest, now: Date) throws -> Manifest.Version {
        guard let next = manifest.next, let day = next.validFrom, day <= Self.day(now, zone())
        else {
            return manifest.current
        }
        return next
    }

    private static func day(_ now: Date, _ zone: TimeZone?) -> String {
        // For an unknown zone, the day has begun once it has begun everywhere.
        let offset = zone.map { $0.secondsFromGMT(for: now) } ?? -12 * 3600
        return now.addingTimeInterval(Double(offset))
            .formatted(.iso8601.year().month().day().dateSeparator(.omitted))
    }

    private func zone() -> TimeZone? {
        guard Files.exist(at: files.bundle) else { return nil }
        do {
            return try Connection(path: files.bundle, .reading).texts(
                "SELECT agency_timezone FROM agency WHERE agency_timezone NOT NULL ORDER BY rowid"
            ).lazy.compactMap { TimezoneName($0).timeZone }.first
        } catch {
            // The existing file need not be a bundle: it is about to be replaced.
            return nil
        }
    }
}
