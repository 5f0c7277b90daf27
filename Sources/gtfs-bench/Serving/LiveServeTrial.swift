import Foundation
import SystemLayer

struct LiveServeTrial {
    private let program: String
    private let place: ServedPlace
    private let board: ServedBoard
    private let messages: [[UInt8]]
    private let seconds: Int
    private let rounds: Int
    private let runner: WrkRunner

    init(
        program: String, place: ServedPlace, board: ServedBoard, messages: [String], seconds: Int,
        rounds: Int, runner: WrkRunner
    ) throws {
        self.program = program
        self.place = place
        self.board = board
        self.messages = try messages.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
        self.seconds = seconds
        self.rounds = rounds
        self.runner = runner
    }

    private struct Line {
        let name: String
        let digits: Int
        let target: String
        var live: [Double] = []
        var plain: [Double] = []

        init(_ name: String, digits: Int = 0, target: String = "") {
            self.name = name
            self.digits = digits
            self.target = target
        }

        var cells: [String] {
            let ratio = plain.median.flatMap { plain in live.median.map { $0 / plain } }
            return [
                name, Printing.number(live.median, digits), Printing.number(plain.median, digits),
                Printing.number(ratio, 2), target,
            ]
        }
    }

    func run() async throws -> [[String]] {
        let file = runner.scratch + "/live.pb"
        try write(0, to: file)
        let plain = try ServedProgram.gtfsServe(program, serving: place.path)
        defer { plain.stop() }
        let live = try ServedProgram.gtfsServe(
            program, serving: place.path,
            options: ["--realtime", "bench=file://\(file)", "--realtime-every", "1s"])
        defer { live.stop() }
        try await waitUntilLive(live)
        var cached = Line("cached body, requests/s", target: "ratio 1")
        var uncached = Line(
            "uncached board, requests per processor second", target: "ratio >= 0.75")
        var paced = Line("uncached board with pauses, p99 ms", digits: 2)
        // Both with live data: its second column is that of a message that stays.
        var changing = Line(
            "the same, p99 ms, a message each second beside one that stays", digits: 2,
            target: "<= 1 ms more")
        var memory = Line("memory, MB")
        for round in 0..<rounds {
            try write(round, to: file)
            ThisProcess.pause(milliseconds: 2500)
            cached.plain.append(try run(board.fixedPath, plain).perSecond)
            cached.live.append(try run(board.fixedPath, live).perSecond)
            uncached.plain.append(try perProcessorSecond(plain))
            uncached.live.append(try perProcessorSecond(live))
            let quiet = try run(board.path(), live, pause: 3).p99Milliseconds
            paced.plain.append(try run(board.path(), plain, pause: 3).p99Milliseconds)
            paced.live.append(quiet)
            changing.plain.append(quiet)
            changing.live.append(try changed(live, round: round, file: file))
        }
        memory.live.append(Double(live.memoryBytes ?? 0) / 1e6)
        memory.plain.append(Double(plain.memoryBytes ?? 0) / 1e6)
        return [["", "with live data", "without", "ratio", "target"]]
            + [cached, uncached, paced, changing, memory].map(\.cells)
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
        return try run(board.path(), live, pause: 3).p99Milliseconds
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

    private func run(_ path: String, _ server: ServedProgram, pause: Int = 0) throws -> WrkResult {
        var load = WrkLoad(path: path, start: WrkLoad.start(on: board.date, hour: 6))
        load.pause = pause
        let result = try runner.run(load, at: server.address, seconds: seconds)
        guard result.failures == 0 else {
            throw BenchmarkError("\(result.failures) requests for \(path) failed")
        }
        return result
    }

    private func perProcessorSecond(_ server: ServedProgram) throws -> Double {
        let before = server.processorSeconds ?? 0
        let result = try run(board.path(), server)
        return result.requests / max((server.processorSeconds ?? 0) - before, 0.01)
    }
}
