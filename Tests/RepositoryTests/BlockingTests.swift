import Dispatch
import Foundation
import SystemLayer
import TestSupport
import Testing

@Suite("Tests that wait") struct BlockingTests {
    private static let words = [
        "DispatchSemaphore(", "DispatchGroup(", "usleep(", "Thread.sleep", ".waitUntilExit()",
        "ProcessRun", " Command(", "Command.run(", "ServeProcess(", "Workplace(", "NightlyPlace(",
        "OperatorDesk(",
    ]

    /// Files whose suites are about tasks on the usual threads, where only other threads wait; and this one.
    private static let exceptions = [
        "BlockingTests.swift", "SystemLayerUseTests.swift",
        "FeedValidationTests/CancellationTests.swift",
    ]

    /// The code of the tests by the file of its suite: `DownloadTests+Patience.swift` is a part of
    /// `DownloadTests.swift`.
    private static func suites() throws -> [String: String] {
        let files = PackageRoot.files(below: "Tests", suffix: ".swift").map { file in
            let folder = (file as NSString).deletingLastPathComponent
            let name = (file as NSString).lastPathComponent.prefix { $0 != "+" && $0 != "." }
            return ("\(folder)/\(name).swift", file)
        }
        return try Dictionary(grouping: files, by: \.0).mapValues { files in
            try files.flatMap { _, file in
                try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            }.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        }
    }

    @Test("Suites that block their threads say so") func trait() throws {
        let silent = try Self.suites().filter { file, code in
            code.contains("@Test") && !code.contains(".blocking")
                && Self.words.contains { code.contains($0) }
                && !Self.exceptions.contains { file.hasSuffix($0) }
        }
        #expect(silent.keys.sorted() == [])
    }

    @Test("No test has a time limit, which would measure how busy the machine is")
    func limits() throws {
        let limited = try Self.suites().filter { file, code in
            code.contains(".timeLimit") && !file.hasSuffix("BlockingTests.swift")
        }
        #expect(limited.keys.sorted() == [])
    }

    @Test("Tasks of a test that blocks find threads, however many wait already", .blocking)
    func threads() async {
        let count = 4 * ThisProcess.processorCount
        let isDone = DispatchSemaphore(value: 0)
        let waiting = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    waiting.withLock { $0 += 1 }
                    isDone.wait()
                    isDone.signal()
                }
            }
            group.addTask {
                while waiting.value < count { await Task.yield() }
                isDone.signal()
            }
        }
        #expect(waiting.value == count)
    }

    @Test("A server ends with its connections: one that waits for a time, and one for a request")
    func server() async throws {
        var server: TestServer? = try TestServer { request, _ in
            ServedReply(body: [1, 2, 3]).with {
                $0.pieceSize = 1
                $0.pause = request.path == "/slow" ? 86_400_000 : 0
            }
        }
        let port = Int(try #require(server?.port))
        let connections = try (0..<2).map { _ in try RawConnection(port: port) }
        await connections[0].send("GET /slow HTTP/1.1\r\n\r\n")
        #expect(await connections[0].receive { $0.last == 1 }.bytes.last == 1)
        await connections[1].send("GET /slow HTTP/1.1\r\n")
        #expect(server?.requests.count == 1)
        server = nil
        for connection in connections { #expect(await connection.receive().bytes.isEmpty) }
    }
}
