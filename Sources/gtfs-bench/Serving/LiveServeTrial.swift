import Foundation
import SystemLayer

struct LiveServeTrial {
    private let setting: ServeSetting
    private let messages: [[UInt8]]

    init(_ setting: ServeSetting, messages: [String]) throws {
        self.setting = setting
        self.messages = try messages.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
    }

    func run() async throws -> [[String]] {
        let board = setting.board
        let file = setting.runner.scratch + "/live.pb"
        try write(0, to: file)
        let plain = try setting.start()
        defer { plain.stop() }
        let live = try setting.start([
            "--realtime", "bench=file://\(file)", "--realtime-every", "1s",
        ])
        defer { live.stop() }
        try await waitUntilLive(live)
        var cached = ServeFigure(name: "cached body, requests/s", target: .words("ratio 1"))
        var uncached = ServeFigure(
            name: "uncached board, requests per processor second", target: .words("ratio >= 0.75"))
        var paced = ServeFigure(name: "uncached board with pauses, p99 ms", digits: 2)
        // Both with live data: its second column is that of a message that stays.
        var changing = ServeFigure(
            name: "the same, p99 ms, a message each second beside one that stays", digits: 2,
            target: .words("<= 1 ms more"))
        var memory = ServeFigure(name: "memory, MB")
        for round in 0..<setting.rounds {
            try write(round, to: file)
            ThisProcess.pause(milliseconds: 2500)
            cached.add(
                ours: try setting.run(board.fixedPath, live).perSecond,
                peer: try setting.run(board.fixedPath, plain).perSecond)
            uncached.add(
                ours: try setting.runCounting(board.path(), live).perProcessorSecond,
                peer: try setting.runCounting(board.path(), plain).perProcessorSecond)
            let quiet = try setting.run(board.path(), live, pause: 3).p99Milliseconds
            paced.add(
                ours: quiet,
                peer: try setting.run(board.path(), plain, pause: 3).p99Milliseconds)
            changing.add(ours: try changed(live, round: round, file: file), peer: quiet)
        }
        memory.add(ours: live.memoryMegabytes, peer: plain.memoryMegabytes)
        return [["", "with live data", "without", "ratio", "target"]]
            + [cached, uncached, paced, changing, memory].map { $0.cells.dropLast() }
    }

    private func changed(
        _ live: ServedProgram, round: Int, file: String
    ) throws -> Double {
        let isDone = Locked(false)
        let trial = self
        let isStarted = SystemThread.start(stackSize: 256 << 10) {
            var number = round
            while !isDone.withLock({ $0 }) {
                number += 1
                // A message that is missing once changes nothing.
                do { try trial.write(number, to: file) } catch { continue }
                ThisProcess.pause(milliseconds: 1000)
            }
        }
        guard isStarted else { throw BenchmarkError("there is no thread") }
        defer { isDone.withLock { $0 = true } }
        return try setting.run(setting.board.path(), live, pause: 3).p99Milliseconds
    }

    private func write(_ number: Int, to file: String) throws {
        var now = UInt64(Date().timeIntervalSince1970)
        var header: [UInt8] = [0x18]
        while now > 0x7F {
            header.append(UInt8(now & 0x7F) | 0x80)
            now >>= 7
        }
        header.append(UInt8(now))
        let message = messages[number % messages.count] + [0x0A, UInt8(header.count)] + header
        try WholeFile.write(message, to: file, replacing: .anything)
    }

    private func waitUntilLive(_ live: ServedProgram) async throws {
        for _ in 0..<100 {
            let answer = try await live.get("/api/v1/realtime")
            if String(decoding: answer.body, as: UTF8.self).contains(#""state":"live""#) { return }
            ThisProcess.pause(milliseconds: 100)
        }
        throw BenchmarkError("the message does not get live")
    }
}
