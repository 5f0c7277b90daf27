import Foundation
import GTFSRealtime
import SystemLayer
import TransitModel

/// A file is a line of JSON and the message as it was received. It is replaced as a whole; a file
/// that is damaged, or so old that nothing in it counts, is removed. Without its folder a source
/// only becomes known later, so errors are not failures.
struct MessageFolder: Sendable {
    private struct Head: Codable {
        var format = 1
        var source: String
        /// In seconds since 1970.
        var at: Double
        var sha256: String
    }

    struct Found {
        let name: String
        let message: FeedMessage
        let at: Date
    }

    /// Larger messages are not kept, and the files of further sources are not read.
    private static let mostBytes = 16 << 20
    private static let mostSources = 32
    private static let longestHead = 64 << 10
    private static let ending = ".message"

    private let path: String

    init(_ folder: URL) {
        path = folder.path
    }

    func keep(_ message: FeedMessage, of name: String, at: Date) {
        let bytes = message.bytes
        let file = file(of: name)
        guard bytes.count <= Self.mostBytes else { return Files.remove(file) }
        do {
            let head = Head(
                source: name, at: at.timeIntervalSince1970, sha256: ByteDigest.sha256(bytes))
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try WholeFile.write(
                try JSONEncoder().encode(head) + [UInt8(ascii: "\n")] + bytes, to: file,
                replacing: .anything)
        } catch {
            // The one before would be older than it should be after a restart.
            Files.remove(file)
        }
    }

    func remove(_ name: String) {
        Files.remove(file(of: name))
    }

    private func file(of name: String) -> String {
        "\(path)/\(ByteDigest.sha256(name.utf8))\(Self.ending)"
    }

    /// All other files of this kind are removed.
    func messages(at now: Date) -> [Found] {
        var found: [Found] = []
        for name in Folder.names(in: path).sorted() where name.hasSuffix(Self.ending) {
            let file = "\(path)/\(name)"
            if found.count < Self.mostSources, let message = message(in: file),
                // A clock that was set back would keep a message fresh for longer.
                0...RealtimeState.Kind.alerts.goodAge ~= now.timeIntervalSince(message.at)
            {
                found.append(message)
            } else {
                Files.remove(file)
            }
        }
        return found
    }

    private func message(in file: String) -> Found? {
        do {
            let most = Self.mostBytes + Self.longestHead
            guard let bytes = try WholeFile.read(file, atMost: most, followingLinks: false),
                let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            else { return nil }
            let head = try JSONDecoder().decode(Head.self, from: Data(bytes[..<end]))
            let body = Array(bytes[(end + 1)...])
            guard head.format == 1, head.sha256 == ByteDigest.sha256(body) else { return nil }
            return Found(
                name: head.source, message: try FeedMessage(body),
                at: Date(timeIntervalSince1970: head.at))
        } catch {
            return nil
        }
    }
}
