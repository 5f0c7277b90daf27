import BundleManifest
import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("Stalled downloads", .blocking)
struct StalledDownloadTests {
    @Test("They cost little memory; STALLED_DOWNLOADS=1000 asks for that many")
    func memory() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STALLED_DOWNLOADS"].flatMap { Int($0) } ?? 200
        let place = try ServedPlace()
        let path = place.folder.path + "/town"
        // More than the system takes in for a client.
        let bytes = [UInt8](repeating: 120, count: 16 << 20)
        let name = "town-20261121-bbbbbbbb.sqlite.gz"
        try place.publish("20261121-bbbbbbbb", "New", at: "2026-11-21T03:00:00Z", in: path) {
            $0.current.gzip = Manifest.File(name: name, bytes: bytes.count, sha256: "")
        }
        try WholeFile.write(bytes, to: "\(path)/\(name)", replacing: .anything)
        let server = try await ServeProcess([path], folder: place.folder)
        #expect(try server.curl("/api/v1/stops/A").status == 200)
        let before = try server.peakMemoryBytes
        var clients: [RawConnection] = []
        for _ in 0..<count {
            let client = try RawConnection(port: server.port, window: 4096)
            await client.send("GET /api/v1/bundle/\(name) HTTP/1.1\r\nHost: x\r\n\r\n")
            let start = await client.receive { $0.count > 12 }
            #expect(start.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            clients.append(client)
        }
        #expect(try server.curl("/api/v1/stops/A").status == 200)
        if let before, let after = try server.peakMemoryBytes {
            print("\(count) stalled downloads: \((after - before) / 1_000_000) MB")
            #expect(after - before < 32_000_000 + count * 800_000)
        }
        withExtendedLifetime(clients) {}
        #expect(try server.kill().end == .killed(9))
    }
}
