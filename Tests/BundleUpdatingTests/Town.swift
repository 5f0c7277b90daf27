import BundleDelta
import BundleManifest
import BundleUpdating
import FeedReading
import Foundation
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport

/// A feed that is published in a folder, and a place where a bundle of it is installed.
final class Town {
    let folder: TestFolder
    var settings: [String] = []
    var environment: [String: String] = [:]
    /// The instant of the next night, and of clients.
    var now = "2026-06-01T03:00:00Z"

    init() throws {
        folder = try TestFolder()
    }

    var published: String { folder.path + "/published" }
    var bundle: String { folder.path + "/installed/town.sqlite" }
    var date: Date { Timestamp.date(now) ?? Date() }

    @discardableResult
    func publish(_ name: String, from: Int = 20_260_101) throws -> Manifest {
        _ = try Self.feed(name, from: from).pack(
            as: .zip(options: ""), to: folder, as: "feed.zip")
        return try night()
    }

    /// A night without another feed.
    @discardableResult
    func night() throws -> Manifest {
        let text =
            (["id: town", "source: feed.zip", "publish: published"] + settings)
            .joined(separator: "\n")
        let definition = try FeedDefinition.load(folder.write("town.yaml", Array(text.utf8)))
        var options = UpdateOptions()
        let instant = date
        options.now = { instant }
        options.environment = environment
        options.temporaryDirectory = folder.temporaryDirectory
        options.toolVersion = "test"
        _ = try FeedUpdate(definition, options) { _ in }.run()
        return try manifest()
    }

    func manifest() throws -> Manifest {
        try Manifest(json: WholeFile.read(published + "/manifest.json", atMost: .max) ?? [])
    }

    func put(_ manifest: Manifest) throws {
        try WholeFile.write(manifest.json, to: published + "/manifest.json", replacing: .anything)
    }

    func tamper(_ name: String) throws {
        var bytes = try WholeFile.read(published + "/" + name, atMost: .max) ?? []
        bytes[bytes.count / 2] ^= 1
        try WholeFile.write(bytes, to: published + "/" + name, replacing: .anything)
    }

    @discardableResult
    func update(
        over source: any BundleSource = FolderSource(),
        _ change: (inout BundleUpdate.Settings) -> Void = { _ in }
    ) throws -> BundleUpdateResult {
        try Folder.make(folder.path + "/installed")
        var settings = BundleUpdate.Settings()
        let instant = date
        settings.now = { instant }
        settings.pause = { _ in }
        change(&settings)
        return try BundleUpdate(
            from: BundleAddress(published), to: bundle, over: source, settings
        ).run()
    }

    func installed() throws -> String? {
        Files.exist(at: bundle) ? try ByteDigest(file: bundle).sha256 : nil
    }

    /// The names beside the bundle, without its own.
    func others() -> Set<String> {
        Set(
            Folder.names(in: folder.path + "/installed").filter { $0 != "town.sqlite" }
                .map { $0.replacing("town.sqlite", with: "") })
    }

    /// A feed large enough for a delta to be worth its while.
    private static func feed(_ name: String, from: Int) -> TestFeed {
        var feed = TestFeed.base
        let (stops, trips) = (200, 1500)
        feed["stops.txt"] =
            "stop_id,stop_name,stop_lat,stop_lon\n"
            + (0..<stops).map {
                "S\($0),\($0 == 1 ? name : "Stop \($0)"),48.0,2.\(100 + $0)\n"
            }.joined()
        feed["routes.txt"] =
            "route_id,agency_id,route_short_name,route_type\n"
            + (0..<4).map { "R\($0),X,\($0),3\n" }.joined()
        feed["calendar.txt"] =
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
            + "end_date\nWD,1,1,1,1,1,1,1,\(from),20261231\n"
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n"
            + (0..<trips).map { "R\($0 % 4),WD,T\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + (0..<trips).map { trip in
                let (hour, minute) = (6 + trip % 12, trip * 7 % 50 + 10)
                return "T\(trip),\(hour):\(minute):00,\(hour):\(minute):00,S\(trip % stops),1\n"
                    + "T\(trip),\(hour + 1):00:00,\(hour + 1):00:00,S\((trip * 3 + 1) % stops),2\n"
            }.joined()
        return feed
    }
}

/// A source between a client and a folder, which does what a test wants.
final class MiddleSource: BundleSource {
    /// After so many bytes of bodies the connection is cut, once.
    var cutAfter: Int?
    /// The answers in place of the files there.
    var replies: [String: [UInt8]] = [:]
    /// The paths that are said to have not changed.
    var saysUnchanged = false
    /// Bytes of bodies that were handed on.
    private(set) var bytes = 0
    private(set) var requests: [(name: String, offset: Int)] = []

    func get(
        _ request: BundleRequest, head: (HTTPHead) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let name = Folder.split(request.url).name
        requests.append((name, request.offset))
        if saysUnchanged { return try head(HTTPHead(status: 304, headers: [:])) }
        if let reply = replies[name] {
            try head(HTTPHead(status: 200, headers: [:]))
            return try reply.withUnsafeBytes(part)
        }
        try FolderSource().get(request, head: head) { piece in
            for start in stride(from: 0, to: piece.count, by: 4096) {
                var end = min(start + 4096, piece.count)
                if let left = cutAfter { end = min(end, start + left) }
                if end > start {
                    bytes += end - start
                    try part(UnsafeRawBufferPointer(rebasing: piece[start..<end]))
                }
                guard let left = cutAfter else { continue }
                cutAfter = left - (end - start)
                if cutAfter == 0 {
                    cutAfter = nil
                    throw BundleSourceFailure("the connection was cut", isPassing: true)
                }
            }
        }
    }
}

/// A server of files that knows no ETags.
final class DatedSource: BundleSource {
    /// When the manifest was written, as the server says it.
    var date = ""
    /// The dates of the requests that were conditional.
    var asked: [String] = []

    func get(
        _ request: BundleRequest, head: (HTTPHead) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let given = request.headers.filter { $0.name == "if-modified-since" }.map(\.value)
        asked += given
        if given == [date] { return try head(HTTPHead(status: 304, headers: [:])) }
        let isManifest = request.url.hasSuffix("/manifest.json")
        try FolderSource().get(request) { reply in
            try head(
                HTTPHead(
                    status: reply.status, headers: isManifest ? ["last-modified": date] : [:]))
        } part: {
            try part($0)
        }
    }
}
