import Foundation
import GTFSRealtime
import TestSupport
import Testing

/// Messages say the same here as through gtfs-realtime-bindings, and damaged ones are refused by both.
@Suite("Parity with gtfs-realtime-bindings", .blocking, .realtimeBindings) struct ParityTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// Compares all messages of a folder; gives how many there were.
    private func compare(_ messages: String) throws -> Int {
        let names =
            FileManager.default.enumerator(atPath: messages)?.compactMap { $0 as? String } ?? []
        let paths = names.filter { $0.hasSuffix(".pb") }.map { messages + "/" + $0 }
        for (number, path) in paths.enumerated() {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            var json = ""
            let (message, damage) = FeedMessage.readable(bytes)
            if damage == nil { try message.writeJSON { json += $0 } }
            let name = "compared/\(number)-" + URL(fileURLWithPath: path).lastPathComponent
            try folder.write(name, bytes)
            try folder.write(name.dropLast(3) + ".json", Array(json.utf8))
        }
        let result = try RealtimeBindings.run(
            "parity.py", [folder.path + "/compared"], folder: folder)
        #expect(result.standardOutput + result.standardError == "")
        #expect(result.end == .exited(0))
        return paths.count
    }

    @Test("Random messages, a fourth of them damaged", arguments: [1, 2])
    func random(seed: Int) throws {
        let messages = folder.path + "/random"
        try FileManager.default.createDirectory(
            atPath: messages, withIntermediateDirectories: false)
        let result = try RealtimeBindings.run(
            "parity.py", ["--random", "\(seed)", "--count", "1000", messages], folder: folder)
        try #require(result.end == .exited(0), "\(result.standardError)")
        #expect(try compare(messages) == 1000)
    }

    @Test("Messages of sixteen agencies", .sharedFiles)
    func shared() throws {
        let messages = try #require(PackageRoot.shared("realtime/data"))
        #expect(try compare(messages) > 40)
    }

    @Test("A difference is found")
    func found() throws {
        let message = WireMessage { $0.message(1) { $0.number(3, 5) } }
        let path = try folder.write("messages/a.pb", message.bytes)
        func answer(to json: String) throws -> String {
            try folder.write("messages/a.json", Array(json.utf8))
            return try RealtimeBindings.run(
                "parity.py", [folder.path + "/messages"], folder: folder
            )
            .standardOutput
        }
        #expect(try answer(to: #"{"header": {"timestamp": 5}}"#) == "")
        #expect(
            try answer(to: #"{"header": {"timestamp": 6}}"#)
                == "a.pb: message.header.timestamp: 6 instead of 5\n")
        #expect(try answer(to: "").hasPrefix("a.pb: message: None instead of "))
        try FileManager.default.removeItem(atPath: folder.path + "/messages/a.json")
        let printed = try RealtimeBindings.run(
            "parity.py", [folder.path + "/messages"], folder: folder)
        let end = path.suffix(20) + #"", "message": {"header": {"timestamp": 5}}}"# + "\n"
        #expect(printed.standardOutput.hasSuffix(end))
    }
}
