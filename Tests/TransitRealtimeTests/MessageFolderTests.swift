import Foundation
import GTFSRealtime
import SystemLayer
import TestSupport
import Testing
import TransitModel
import TransitRealtime

@Suite("The folder of last messages") struct MessageFolderTests {
    private let town: Town
    private let now = Locked(Town.date("08:00"))

    init() throws {
        town = try Town()
    }

    private var folder: String { town.folder.path + "/messages" }

    private func started() -> RealtimeMessages {
        let now = now
        return RealtimeMessages(
            keptIn: URL(fileURLWithPath: folder), clock: { now.value })
    }

    private func message(
        _ delay: Int64, entity: String = "1", header: String = "08:00", isDifferential: Bool = false
    ) -> [UInt8] {
        MadeUpdate.message(
            [
                MadeUpdate(
                    entity == "1" ? "T1" : "T2", entity: entity,
                    stops: [MadeStop(5, departure: .delay(delay))])
            ], header: header, isDifferential: isDifferential)
    }

    private func first(_ messages: RealtimeMessages) async throws -> String? {
        try await Town.board(of: RealtimeSource(over: town.bundle, messages: messages), "A").first
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test("After a restart they count as old as they are, and expire")
    func restart() async throws {
        let messages = started()
        try messages.receive(message(60, header: "07:59"), from: "a")
        try messages.receive(message(120), from: "a")
        #expect(try files().count == 1)
        now.withLock { $0 = Town.date("08:10") }
        let again = started()
        #expect(again.kept.map(\.name) == ["a"])
        #expect(again.kept.map(\.at) == [Town.date("08:00")])
        #expect(try await first(again) == "T1 08:00 08:02 updated")
        let source = RealtimeSource(over: town.bundle, messages: again)
        #expect(
            try await source.realtimeState() == RealtimeState(.stale, at: Town.date("08:00")))
        #expect(try again.receive(message(60, header: "07:59"), from: "a") == .older)
        now.withLock { $0 = Town.date("08:15:01") }
        #expect(try await first(started()) == "T1 08:00")
        now.withLock { $0 = Town.date("09:00:01") }
        #expect(started().kept.isEmpty)
        #expect(try files() == [])
    }

    @Test("A header that gives no instant, or one ahead, counts from its receipt")
    func receipt() async throws {
        try started().receive(
            MadeUpdate.message([], header: nil, timestamp: 4_000_000_000), from: "ahead")
        try started().receive(MadeUpdate.message([], header: nil), from: "none")
        now.withLock { $0 = Town.date("08:20") }
        let kept = started().kept
        #expect(Set(kept.map(\.name)) == ["ahead", "none"])
        #expect(kept.allSatisfy { $0.at == Town.date("08:00") })
        #expect(kept.allSatisfy { $0.freshness(at: now.value) == .expired })
    }

    @Test("A clock that was set back makes nothing fresh again")
    func clockBack() throws {
        try started().receive(message(60), from: "a")
        now.withLock { $0 = Town.date("07:59") }
        #expect(started().kept.isEmpty)
    }

    @Test("Damaged files are removed, files of others are not", arguments: 0..<4)
    func damage(place: Int) throws {
        try started().receive(message(60), from: "a")
        let name = try #require(try files().first)
        var bytes = try #require(try WholeFile.read(folder + "/" + name, atMost: .max))
        switch place {
        case 0: bytes.removeLast()
        case 1: bytes[bytes.count - 3] ^= 1
        case 2: bytes = []
        default: bytes[2] ^= 1
        }
        try WholeFile.write(bytes, to: folder + "/" + name, replacing: .anything)
        try WholeFile.write([1], to: folder + "/other", replacing: .anything)
        #expect(started().kept.isEmpty)
        #expect(try files() == ["other"])
    }

    @Test("Changes that come after a restart do not build on what may have been missed")
    func differential() async throws {
        let messages = started()
        try messages.receive(message(60), from: "a")
        try messages.receive(
            message(60, entity: "2", header: "08:00:10", isDifferential: true), from: "a")
        #expect(messages.kept.first?.message.entities.count == 2)
        let again = started()
        #expect(again.kept.first?.message.entities.count == 2)
        try again.receive(
            message(60, entity: "2", header: "08:00:20", isDifferential: true), from: "a")
        #expect(again.kept.first?.message.entities.count == 1)
        try again.receive(
            message(60, entity: "1", header: "08:00:30", isDifferential: true), from: "a")
        #expect(again.kept.first?.message.entities.count == 2)
    }

    @Test("The same message again after a restart is one to build on")
    func confirmed() throws {
        try started().receive(message(60), from: "a")
        let again = started()
        #expect(try again.receive(message(60), from: "a") == .taken)
        try again.receive(
            message(60, entity: "2", header: "08:00:10", isDifferential: true), from: "a")
        #expect(again.kept.first?.message.entities.count == 2)
    }

    @Test("Without a folder that can be written, live data is as without one")
    func noFolder() async throws {
        try WholeFile.write([1], to: folder, replacing: .anything)
        let messages = started()
        try messages.receive(message(60), from: "a")
        #expect(try await first(messages) == "T1 08:00 08:01 updated")
        #expect(started().kept.isEmpty)
    }
}
