import BundleManifest
import BundleUpdating
import Foundation
import SystemLayer
import TestSupport
import Testing

/// Servers whose answers never lead to a bundle.
@Suite("Servers that keep an update busy") struct UnreliableServerTests {
    private let town: Town
    private let file: Manifest.File

    init() throws {
        town = try Town()
        file = try town.publish("One").current.gzip
    }

    private func reason(
        over source: PartSource, _ change: (inout BundleUpdate.Settings) -> Void = { _ in }
    ) throws -> String? {
        do {
            try town.update(over: source, change)
            return nil
        } catch BundleUpdateError.network(_, let reason) {
            #expect(try town.installed() == nil)
            return reason
        } catch let error as BundleUpdateError {
            return error.description
        }
    }

    @Test("A byte in each connection is no progress")
    func drip() throws {
        let source = PartSource(file.name) { $0..<($0 + 1) }
        #expect(try reason(over: source) == "the connection was cut (tried 5 times)")
        #expect(source.requests == 5)
    }

    @Test("Enough bytes in each connection are, however often it is cut")
    func pieces() throws {
        let piece = file.bytes / 20
        let source = PartSource(file.name) { $0..<($0 + piece) }
        let clock = TurnedClock()
        #expect(try reason(over: source) { $0.clock = clock.now } == nil)
        #expect(source.requests > 19)
        #expect(try town.installed() == town.manifest().current.bundle.sha256)
    }

    @Test("Fewer than 100 bytes a second are no progress, be they many in each connection")
    func slow() throws {
        let clock = TurnedClock()
        let source = PartSource(file.name) { start in
            clock.turn(.seconds(20))
            return start..<(start + 1900)
        }
        #expect(
            try reason(over: source) { $0.clock = clock.now }
                == "the connection was cut (tried 5 times)")
        #expect(source.requests == 5)
    }

    @Test("A connection that is never silent, but sends a byte now and then, is given up")
    func drippingConnection() throws {
        let clock = TurnedClock()
        let source = PartSource(file.name, piece: 1) { _ in 0..<100 }
        source.wait = { clock.turn(.seconds(1)) }
        #expect(
            try reason(over: source) {
                $0.clock = clock.now
                $0.retry.retries = 0
            } == "the server sends less than 100 bytes a second")
    }

    @Test("All requests and pauses of an update together take no more than six hours")
    func total() throws {
        let clock = TurnedClock()
        let sleepy = PartSource(file.name) { start in
            clock.turn(.seconds(7 * 3600))
            return start..<(start + 1000)
        }
        #expect(
            try reason(over: sleepy) { $0.clock = clock.now }
                == "the update takes longer than 21600 seconds")
        #expect(sleepy.requests == 1)
    }

    @Test("A file that begins anew, and gets a little farther each time, is not sent for ever")
    func growing() throws {
        let size = file.bytes
        var reached = size / 2
        let source = PartSource(file.name, hasRanges: false) { _ in
            reached += 200
            return 0..<reached
        }
        #expect(
            try reason(over: source) { $0.clock = TurnedClock().now }
                == "after \(size * 5) bytes \(file.name) is not complete")
        #expect(source.bytes <= size * 5 + 4096)
    }

    @Test("Wrong bytes of an earlier run are replaced once; those of this run are an error")
    func wrong() throws {
        let size = file.bytes
        let source = PartSource(file.name) { start in
            start..<(start < size / 2 ? size / 2 : size)
        }
        source.isWrong = true
        let damaged = "\(file.name): is not the file that the manifest names"
        #expect(try reason(over: source) == damaged)
        #expect(source.requests == 2)
        // A run that leaves wrong bytes.
        #expect(
            try reason(over: source) { $0.retry.retries = 0 } == "the connection was cut")
        #expect(try reason(over: source) == damaged)
        #expect(source.requests == 2 + 1 + 3)
        #expect(
            try reason(over: source) { $0.retry.retries = 0 } == "the connection was cut")
        source.isWrong = false
        #expect(try reason(over: source) == nil)
    }

    @Test("A manifest that comes packed is read, up to its limit")
    func packedManifest() throws {
        func packed(_ bytes: [UInt8]) throws -> [UInt8] {
            try ArchiveBuilder.pack([(name: "x", bytes: bytes)], as: .gzip)
        }
        let middle = MiddleSource()
        middle.replies["manifest.json"] = try packed(
            [UInt8](repeating: UInt8(ascii: " "), count: Manifest.sizeLimit + 1))
        #expect(throws: BundleUpdateError.self) { try town.update(over: middle) }
        middle.replies["manifest.json"] = try packed(town.manifest().json)
        #expect(try town.update(over: middle).outcome == .installed)
    }
}

private final class TurnedClock {
    private var instant = ContinuousClock.now

    func now() -> ContinuousClock.Instant { instant }
    func turn(_ time: Duration) { instant += time }
}

/// A source that sends a part of one file, and then cuts the connection.
private final class PartSource: BundleSource {
    private let name: String
    private let piece: Int
    private let hasRanges: Bool
    /// Whether all bytes are others than those of the file.
    var isWrong = false
    /// Called before each piece.
    var wait: () -> Void = {}
    private let part: (Int) -> Range<Int>
    private(set) var requests = 0
    /// How many of its bytes were sent.
    private(set) var bytes = 0

    /// - Parameters:
    ///   - piece: how many bytes arrive at a time.
    ///   - part: the bytes that are sent when those from an offset on are asked for.
    init(
        _ name: String, piece: Int = 4096, hasRanges: Bool = true,
        _ part: @escaping (Int) -> Range<Int>
    ) {
        self.name = name
        self.piece = piece
        self.hasRanges = hasRanges
        self.part = part
    }

    func get(
        _ request: BundleRequest, head: (HTTPHead) throws -> Void,
        part take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard Folder.split(request.url).name == name else {
            return try FolderSource().get(request, head: head, part: take)
        }
        requests += 1
        var all = try WholeFile.read(request.url, atMost: .max) ?? []
        if isWrong { all = all.map { ~$0 } }
        let offset = hasRanges ? request.offset : 0
        if offset == 0 {
            try head(HTTPHead(status: 200, headers: ["content-length": "\(all.count)"]))
        } else {
            let range = "bytes \(offset)-\(all.count - 1)/\(all.count)"
            try head(HTTPHead(status: 206, headers: ["content-range": range]))
        }
        let sent = part(offset).clamped(to: 0..<all.count)
        for start in stride(from: sent.lowerBound, to: sent.upperBound, by: piece) {
            wait()
            let bytes = Array(all[start..<min(start + piece, sent.upperBound)])
            self.bytes += bytes.count
            try bytes.withUnsafeBytes(take)
        }
        if sent.upperBound < all.count {
            throw BundleSourceFailure("the connection was cut", isPassing: true)
        }
    }
}
