import BundleManifest
import BundleWriting
import FeedReading
import Foundation
import SystemLayer
import TestSupport
import Testing
import TransitAPI

@testable import TransitServer

/// Bundles and publish folders for servers under test.
///
/// All bundles are of `TestFeed.base`; the name of its stop A tells them apart.
final class ServedPlace: Sendable {
    let folder: TestFolder
    private let built = Locked<[String: String]>([:])

    init() throws {
        folder = try TestFolder()
    }

    /// The path of a bundle whose stop A has a name; built when it is first asked for.
    func bundle(_ name: String) throws -> String {
        if let path = built.withLock({ $0[name] }) { return path }
        var feed = TestFeed.base
        feed["stops.txt"] = feed["stops.txt"]?
            .replacingOccurrences(of: "A,Harbour", with: "A,\(name)")
        feed["translations.txt"] = """
            table_name,field_name,language,translation,record_id
            stops,stop_name,fr,\(name) en français,A

            """
        feed["feed_info.txt"] = """
            feed_publisher_name,feed_publisher_url,feed_lang
            Sydney Transit,https://example.org,en

            """
        let path = "\(folder.path)/built-\(name).sqlite"
        _ = try BundleBuild(.init()).run(
            try FeedArchive.open(feed.write(to: folder, as: "feed-\(name)")), to: path,
            progress: { _ in })
        built.withLock { $0[name] = path }
        return path
    }

    func keep(_ path: String, as name: String) {
        built.withLock { $0[name] = path }
    }

    func place(_ name: String, at path: String) throws {
        let copy = path + ".new"
        try FileManager.default.copyItem(atPath: bundle(name), toPath: copy)
        try Files.rename(copy, to: path)
    }

    /// A version as a manifest describes it, with its bundle in the folder; other files are not made.
    func version(
        _ version: String, _ name: String, id: String, in path: String, validFrom: String? = nil,
        contentHash: String? = nil
    ) throws -> Manifest.Version {
        try Folder.make(path)
        let file = "\(id)-\(version).sqlite"
        let source = try bundle(name)
        if !Files.exist(at: path + "/" + file) { try Files.addName(path + "/" + file, to: source) }
        let digest = try ByteDigest(file: source)
        let other = Manifest.File(name: "\(id)-\(version).report.json", bytes: 2, sha256: "")
        return Manifest.Version(
            version: version, publishedAt: "2026-11-20T03:00:00Z",
            contentHash: contentHash ?? String(version.suffix(8)), archiveHash: nil, line: nil,
            buildHash: "b", toolVersion: "test", schemaVersion: 1, validFrom: validFrom,
            validUntil: "20261231", counts: Manifest.Counts(stops: 4, routes: 1, trips: 2),
            notices: Manifest.Notices(errors: 0, warnings: 0, infos: 0, codes: [:], errorCodes: []),
            bundle: Manifest.File(name: file, bytes: digest.count, sha256: digest.sha256),
            gzip: other, report: other, reportPage: other)
    }

    func publish(_ manifest: Manifest, in path: String) throws {
        try WholeFile.write(manifest.json, to: path + "/manifest.json", replacing: .anything)
    }

    /// Publishes one version alone; the later it is, the higher its counter.
    @discardableResult
    func publish(
        _ version: String, _ name: String, id: String = "town", at generatedAt: String,
        in path: String, change: (inout Manifest) throws -> Void = { _ in }
    ) throws -> Manifest {
        var manifest = Manifest(
            id: id, generatedAt: generatedAt,
            current: try self.version(version, name, id: id, in: path))
        manifest.counter = Int(try #require(manifest.writtenAt).timeIntervalSince1970)
        try change(&manifest)
        try publish(manifest, in: path)
        return manifest
    }

    /// Replaces a file by one of the same size with another last byte; other names of it keep it.
    func damage(_ path: String) throws {
        var bytes = try #require(try WholeFile.read(path, atMost: .max))
        bytes[bytes.count - 1] ^= 1
        try WholeFile.write(bytes, to: path, replacing: .anything)
    }

    /// Descriptors of files of this place that the process holds open, whatever other tests have open
    /// at the time; nil where the system does not tell.
    var openDescriptors: Int? {
        let list = "/proc/self/fd"
        guard Files.exist(at: list) else { return nil }
        let name = "/\(URL(fileURLWithPath: folder.path).lastPathComponent)/"
        return Folder.names(in: list).count { number in
            // One that was closed meanwhile leads nowhere.
            let file = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "\(list)/\(number)")
            return file?.contains(name) ?? false
        }
    }
}

final class TestClock: Sendable {
    private struct Waiting: Sendable {
        let until: Date
        let continuation: CheckedContinuation<Void, Never>
    }

    private let time: Locked<Date>
    private let waiting = Locked<[UUID: Waiting]>([:])

    init(_ time: Date) {
        self.time = Locked(time)
    }

    var clock: ServerClock {
        ServerClock(
            now: { [time] in time.withLock { $0 } },
            wait: { [self] instant in
                let id = UUID()
                await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        let isOver = waiting.withLock { waiting in
                            guard time.withLock({ $0 }) < instant, !Task.isCancelled else {
                                return true
                            }
                            waiting[id] = Waiting(until: instant, continuation: continuation)
                            return false
                        }
                        if isOver { continuation.resume() }
                    }
                } onCancel: {
                    waiting.withLock { $0.removeValue(forKey: id) }?.continuation.resume()
                }
                try Task.checkCancellation()
            })
    }

    /// A caller waits for an instant.
    var isAwaited: Bool { waiting.withLock { !$0.isEmpty } }

    /// Turns the hands to a time, and has those go on who waited for it.
    func turn(to instant: Date) {
        time.withLock { $0 = instant }
        let due = waiting.withLock { waiting in
            let due = waiting.filter { $0.value.until <= instant }
            for id in due.keys { waiting[id] = nil }
            return due.values
        }
        for waiting in due { waiting.continuation.resume() }
    }
}
